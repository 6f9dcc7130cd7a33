/** Runs one ingest in a separate process, to measure all its threads: `node one-ingest.ts FILE DATA_DIR`. */
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { createProgress } from '@careatlas/ingest/progress'
import { toSourcePath } from '@careatlas/ingest/source-files'

const [path, dataDir] = process.argv.slice(2) as [string, string]
mkdirSync(dataDir, { recursive: true })
const diskWorker = new Worker(new URL('./disk-peak.ts', import.meta.url), { workerData: dataDir })
const request = { ...emptyRequest, nppes: [toSourcePath(path)] }
const { counts, files } = await ingest(request, dataDir, createProgress(process.stderr))
const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
diskWorker.postMessage('end')
const [diskBytes] = (await once(diskWorker, 'message')) as [number]
console.log(JSON.stringify({ counts, bytes, diskBytes, peakMiB: process.resourceUsage().maxRSS / 1024 }))
