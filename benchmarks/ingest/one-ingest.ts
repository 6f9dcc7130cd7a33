/** Runs one ingest in a separate process, to measure all its threads: `node one-ingest.ts FILE DATA_DIR`. */
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { createProgress } from '@careatlas/ingest/progress'
import { toSourcePath } from '@careatlas/ingest/source-files'

const [path, dataDir] = process.argv.slice(2) as [string, string]
const request = { ...emptyRequest, nppes: [toSourcePath(path)] }
const { counts, files } = await ingest(request, dataDir, createProgress(process.stderr))
const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
console.log(JSON.stringify({ counts, bytes, peakMiB: process.resourceUsage().maxRSS / 1024 }))
