/**
 * Compares our readers of CSV files and spreadsheets with libraries, in speed, memory and on damaged files:
 * `bin/node benchmarks/reader.ts [megabytes]`. The libraries are installed into a temporary folder, because nothing else needs them.
 *
 * Each measurement runs in a separate process, so that its peak memory is separate. CPU time is measured instead of wall time,
 * because other processes slow down only the wall time.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { mainColumns } from '@careatlas/ingest/nppes/main-columns'
import { openFile } from '@careatlas/ingest/read/open-file'
import { relations, sheet, spreadsheet } from '@careatlas/ingest/read/spreadsheet/spreadsheet.fixture'
import { median } from './median.ts'
import { csvLibraries, csvReaders, type Reader } from './reader/csv-readers.ts'
import { spreadsheetLibraries, spreadsheetReaders } from './reader/spreadsheet-readers.ts'

const runs = 3
const timeoutMs = 120_000
const realFiles = join(import.meta.dirname, '../../shared/data/nppes')
const readers: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  csv: csvReaders,
  xlsx: spreadsheetReaders,
}

/** The measurement of one reader and file, which a process prints as JSON. */
interface Measurement {
  /** The rows below the header, or the message of the error. */
  readonly outcome: string
  readonly cpuSeconds: number
  readonly peakMiB: number
}

const [kind = '200', name, path, libraries] = process.argv.slice(2)
if (name === undefined) await compare(1_000_000 * Number(kind))
else await measure(readers[kind]![name]!, path!, libraries!)

async function measure(read: Reader, file: string, folder: string): Promise<void> {
  const start = process.cpuUsage()
  const outcome = await read(file, folder).then(String, (error: Error) => `${error.name}: ${error.message}`)
  const { user, system } = process.cpuUsage(start)
  const measurement: Measurement = {
    outcome,
    cpuSeconds: (user + system) / 1e6,
    peakMiB: readPeakMiB(),
  }
  console.log(JSON.stringify(measurement))
}

/** The peak of this process only: on Linux, `maxRSS` starts with the memory of the parent process. */
function readPeakMiB(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const kiB = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS
  return Number(kiB) / 1024
}

async function compare(csvBytes: number): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'readers-'))
  writeFileSync(join(folder.path, 'package.json'), '{"private":true}')
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', [...install, ...csvLibraries, ...spreadsheetLibraries], { cwd: folder.path })
  const csv = join(folder.path, 'npidata.csv')
  const origin = writeRegistry(csv, csvBytes, folder.path)
  const report = await extractReport(folder.path)
  const text = `# Readers of CSV files and spreadsheets

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores, one process per measurement. Median CPU time (user and system) of ${runs} runs; the peak memory is the maximum of the runs and includes Node itself. Ratios are to the first row. Libraries: ${[...csvLibraries, ...spreadsheetLibraries].join(', ')}. Repeat with \`bin/node benchmarks/reader.ts\`.

## The main registry file

${(statSync(csv).size / 1e6).toFixed(0)} MB, 330 columns, uncompressed: ${origin}. The directory uses ${mainColumns.length} columns.

${timesTable('csv', csv, folder.path)}

## The report of deactivated NPIs

${report === null ? 'Not measured: the report is not on this machine.' : `The report of October 2023, ${(statSync(report).size / 1e6).toFixed(1)} MB compressed, two columns.\n\n${timesTable('xlsx', report, folder.path)}`}

## Damaged and hostile files

The number of rows below the header that each reader returns, or its error, with its peak memory in MiB.

${await damageTable('csv', ['ours, used columns', 'ours, with parsing of the registry row'], await writeDamagedCsv(folder.path), folder.path)}

${await damageTable('xlsx', [], await writeHostileSpreadsheet(folder.path), folder.path)}
`
  console.log(text)
}

/** Writes the header, then the same rows repeatedly; returns the origin of the rows. */
function writeRegistry(file: string, csvBytes: number, folder: string): string {
  const real = join(realFiles, 'npidata_pfile_20240101-20240107.csv.gz')
  const [fictional] = writeRegion(join(folder, 'region')).nppes
  const content = existsSync(real) ? gunzipSync(readFileSync(real)) : readFileSync(fictional!)
  const header = content.indexOf('\n') + 1
  const handle = openSync(file, 'w')
  writeSync(handle, content, 0, header)
  for (let written = header; written < csvBytes; written += content.length - header)
    writeSync(handle, content, header)
  closeSync(handle)
  return existsSync(real)
    ? 'a national weekly file of January 2024, repeated'
    : 'the fictional region, repeated'
}

/** The spreadsheet of the real report; null if the machine does not have it. */
async function extractReport(folder: string): Promise<string | null> {
  const archive = join(realFiles, 'NPPES_Deactivated_NPI_Report_100923.zip')
  if (!existsSync(archive)) return null
  await using file = await openFile(archive, { member: (member) => /\.xlsx$/i.test(member) })
  const extracted = join(folder, 'report.xlsx')
  await writeFile(extracted, await buffer(file.bytes))
  return extracted
}

function timesTable(format: 'csv' | 'xlsx', file: string, folder: string): string {
  const names = Object.keys(readers[format]!)
  const measurementsByReader = new Map<string, Measurement[]>(names.map((reader) => [reader, []]))
  for (let run = 0; run < runs; run++)
    for (const reader of names)
      measurementsByReader.get(reader)!.push(measureInProcess(format, reader, file, folder))
  const baseline = median(measurementsByReader.get(names[0]!)!.map((measurement) => measurement.cpuSeconds))
  const rows = names.map((reader) => {
    const measurements = measurementsByReader.get(reader)!
    const seconds = median(measurements.map((measurement) => measurement.cpuSeconds))
    const peak = Math.max(...measurements.map((measurement) => measurement.peakMiB))
    return `| ${reader} | ${measurements[0]!.outcome} | ${seconds.toFixed(2)} | ${(seconds / baseline).toFixed(1)} | ${peak.toFixed(0)} |`
  })
  return ['| reader | rows | CPU s | ratio | peak MiB |', '|---|---|---|---|---|', ...rows].join('\n')
}

async function damageTable(
  format: 'csv' | 'xlsx',
  omitted: readonly string[],
  files: Readonly<Record<string, string>>,
  folder: string,
): Promise<string> {
  const names = Object.keys(readers[format]!).filter((reader) => !omitted.includes(reader))
  const rows = Object.entries(files).map(([damage, file]) => {
    const cells = names.map((reader) => {
      const { outcome, peakMiB } = measureInProcess(format, reader, file, folder)
      const peak = Number.isNaN(peakMiB) ? '' : ` (${peakMiB.toFixed(0)})`
      return `${outcome.split('\n')[0]!.slice(0, 110)}${peak}`
    })
    return `| ${[damage, ...cells].join(' | ')} |`
  })
  return [`| file | ${names.join(' | ')} |`, `|---${'|---'.repeat(names.length)}|`, ...rows].join('\n')
}

function measureInProcess(format: string, reader: string, file: string, folder: string): Measurement {
  const { stdout, stderr, signal } = spawnSync(
    process.execPath,
    [import.meta.filename, format, reader, file, folder],
    { encoding: 'utf8', timeout: timeoutMs, maxBuffer: 1 << 24 },
  )
  if (stdout !== '') return JSON.parse(stdout) as Measurement
  const isOutOfMemory = stderr.includes('heap out of memory')
  const ending = isOutOfMemory ? 'out of memory' : `the process ends with ${stderr.slice(-80)}`
  const outcome = signal === 'SIGTERM' ? `no result in ${timeoutMs / 1000} s` : ending
  return { outcome, cpuSeconds: Number.NaN, peakMiB: Number.NaN }
}

/** Files of two columns, by their damage. */
async function writeDamagedCsv(folder: string): Promise<Readonly<Record<string, string>>> {
  const contents = {
    'three rows, the second with text after a closing quote': 'a,b\n1,2\n"3"x,4\n5,6\n',
    'three rows, the second with an additional cell': 'a,b\n1,2\n3,4,5\n6,7\n',
    'three rows, the second with an open quote': 'a,b\n1,2\n"3,4\n5,6\n',
    '55 MB after an unclosed quote': `a,b\n1,"2\n${'34567890,1\n'.repeat(5_000_000)}`,
    '55 MB on one line': `a,b\n1,${'2'.repeat(55_000_000)}\n`,
  }
  return writeFiles(folder, 'csv', contents)
}

/** A sheet whose only content is blanks. */
async function writeHostileSpreadsheet(folder: string): Promise<Readonly<Record<string, string>>> {
  const blanks = `<row>${' '.repeat(500_000_000)}</row>`
  const rootRelations = relations({ rId1: 'officeDocument xl/workbook.xml' })
  const parts = { '_rels/.rels': rootRelations, 'xl/worksheets/sheet1.xml': sheet([blanks]) }
  return writeFiles(folder, 'xlsx', {
    'a sheet with 500 MB of blanks, compressed to 0.5 MB': spreadsheet([], parts),
  })
}

async function writeFiles(
  folder: string,
  extension: string,
  contents: Readonly<Record<string, string | Buffer>>,
): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {}
  for (const [damage, content] of Object.entries(contents)) {
    files[damage] = join(folder, `damaged-${Object.keys(files).length}.${extension}`)
    await writeFile(files[damage], content)
  }
  return files
}
