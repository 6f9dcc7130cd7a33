/** Runs one ingest in a separate process, to measure all its threads: `node one-ingest.ts FILE DATA_DIR`. */
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { progressTo } from '@careatlas/ingest/progress'
import { undated } from '@careatlas/ingest/source-files'

const [path, dataDir] = process.argv.slice(2) as [string, string]
const request = { ...emptyRequest, nppes: [undated(path)] }
const { counts, files } = await ingest(request, dataDir, progressTo(process.stderr))
const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
console.log(JSON.stringify({ counts, bytes, peakMiB: process.resourceUsage().maxRSS / 1024 }))
