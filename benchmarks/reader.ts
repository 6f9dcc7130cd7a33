/**
 * The speed and memory of reading the main registry file: `node benchmarks/reader.ts`.
 * Each measurement runs in a separate process to get its peak memory; `wc -l` reads the same bytes for comparison.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { mainColumns } from '@careatlas/ingest/nppes/main-columns'
import { readMainFile } from '@careatlas/ingest/nppes/main-file'
import { readRows } from '@careatlas/ingest/read/delimited'
import { openFile } from '@careatlas/ingest/read/open-file'
import { FileReport } from '@careatlas/ingest/read/file-report'
import { median } from './median.ts'

const fileBytes = 500_000_000
const runs = 3

interface Reading {
  readonly rows: number
  readonly seconds: number
  readonly peakMiB: number
}

/** The measured functions: each reads a file and returns the number of rows. */
const readings = {
  async scan(path: string): Promise<number> {
    let rows = 0
    await using file = await openFile(path)
    for await (const batch of readRows(file.bytes, mainColumns, new FileReport('nppes', path)))
      rows += batch.length
    return rows
  },
  async rows(path: string): Promise<number> {
    let rows = 0
    for await (const batch of readMainFile(path, new FileReport('nppes', path))) rows += batch.length
    return rows
  },
}

const [reading, registryFile] = process.argv.slice(2)
if (reading === undefined || registryFile === undefined) await compare()
else if (reading === 'scan' || reading === 'rows') await measure(readings[reading], registryFile)
else throw new Error(`There is no reading ${reading}`)

/** Prints the numbers of a `Reading` for the parent process. */
async function measure(read: (path: string) => Promise<number>, path: string): Promise<void> {
  const start = performance.now()
  const rows = await read(path)
  const seconds = (performance.now() - start) / 1000
  console.log(rows, seconds, process.resourceUsage().maxRSS / 1024)
}

async function compare(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'reader-'))
  const file = join(folder.path, 'npidata.csv')
  const origin = writeRegistry(file, folder.path)
  const bytes = statSync(file).size
  const found = { wc: [] as number[], scan: [] as Reading[], rows: [] as Reading[] }
  for (let run = 0; run < runs; run++) {
    found.wc.push(secondsOfWc(file))
    found.scan.push(inProcess('scan', file))
    found.rows.push(inProcess('rows', file))
  }
  const report = reportOf(bytes, origin, found)
  writeFileSync(join(import.meta.dirname, 'results/reader.md'), report)
  console.log(report)
}

/** Writes the header and then the same rows repeatedly; returns the source of the rows. */
function writeRegistry(path: string, folder: string): string {
  const real = join(import.meta.dirname, '../../shared/data/nppes/npidata_pfile_20240101-20240107.csv.gz')
  const [fictional] = writeRegion(join(folder, 'region')).nppes
  const content = existsSync(real) ? gunzipSync(readFileSync(real)) : readFileSync(fictional!)
  const header = content.indexOf('\n') + 1
  const file = openSync(path, 'w')
  writeSync(file, content, 0, header)
  for (let written = header; written < fileBytes; written += content.length - header) {
    writeSync(file, content, header)
  }
  closeSync(file)
  return existsSync(real)
    ? 'a national weekly file of January 2024, repeated'
    : 'the fictional region, repeated'
}

function secondsOfWc(path: string): number {
  const start = performance.now()
  execFileSync('wc', ['-l', path])
  return (performance.now() - start) / 1000
}

function inProcess(name: keyof typeof readings, path: string): Reading {
  const printed = execFileSync(process.execPath, [import.meta.filename, name, path], { encoding: 'utf8' })
  const [rows = 0, seconds = 0, peakMiB = 0] = printed.split(' ').map(Number)
  return { rows, seconds, peakMiB }
}

function reportOf(
  bytes: number,
  origin: string,
  found: {
    readonly wc: readonly number[]
    readonly scan: readonly Reading[]
    readonly rows: readonly Reading[]
  },
): string {
  const megabytes = bytes / 1e6
  const line = (name: string, seconds: number, rows?: number, peakMiB?: number) =>
    `| ${name} | ${seconds.toFixed(2)} | ${(megabytes / seconds).toFixed(0)} | ${
      rows === undefined ? '' : Math.round(rows / seconds).toLocaleString('en')
    } | ${peakMiB?.toFixed(0) ?? ''} |`
  const ofReadings = (name: string, all: readonly Reading[]) => {
    const seconds = median(all.map((one) => one.seconds))
    return line(name, seconds, all[0]!.rows, Math.max(...all.map((one) => one.peakMiB)))
  }
  const wc = median(found.wc)
  const ratio = median(found.scan.map((one) => one.seconds)) / wc
  return `# Reading the main registry file

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores, one thread. ${megabytes.toFixed(0)} MB, ${found.scan[0]!.rows.toLocaleString('en')} rows of 330 columns, uncompressed: ${origin}. Median of ${runs} runs; peak memory is the largest of them and includes Node itself.

| what | seconds | MB/s | rows/s | peak MiB |
|---|---|---|---|---|
${line('`wc -l` on the same bytes', wc)}
${ofReadings(`scanner alone, ${mainColumns.length} columns decoded`, found.scan)}
${ofReadings('registry rows: names, taxonomies, addresses, checks', found.rows)}

The scanner takes ${ratio.toFixed(1)} times as long as \`wc -l\`. Repeat with \`node benchmarks/reader.ts\`.
`
}
