/** Creates a directory: `node make-directory.ts ROWS DATA_DIR`, in a separate process so that its memory is not measured. */
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { createProgress } from '@careatlas/ingest/progress'
import { toSourcePath } from '@careatlas/ingest/source-files'
import { writeRegistryFile } from '../registry-file.ts'
import { writeCarrierLists } from './carrier-lists.ts'

const [rows, dataDir] = process.argv.slice(2) as [string, string]
using folder = mkdtempDisposableSync(join(tmpdir(), 'search-bench-'))
const { path } = writeRegistryFile(folder.path, Number(rows))
const { payers, network, code } = await writeCarrierLists(folder.path, path)
const request = {
  ...emptyRequest,
  nppes: [toSourcePath(path)],
  payers,
  networks: [{ code, file: toSourcePath(network) }],
}
await ingest(request, dataDir, createProgress(process.stderr))
