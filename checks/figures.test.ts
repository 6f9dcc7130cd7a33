/** The figures of disk and memory in the documents equal those of `benchmarks/results`. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const ingest = readText('benchmarks/results/ingest.md')
const search = readText('benchmarks/results/search.md')
const serverMemory = readText('benchmarks/results/server-memory.md')
const guide = readText('docs/loading.md')

/** Reads a document with each paragraph on one line, but the rows of tables as they are. */
function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll(/\n(?=[^\n|#-])/g, ' ')
}

/** Returns the numbers that `pattern` captures. */
function findNumbers(text: string, pattern: RegExp): readonly number[] {
  const [, ...captured] = pattern.exec(text) ?? []
  assert.ok(captured.length > 0, `${pattern}`)
  return captured.map((digits) => Number(digits.replaceAll(',', '')))
}

/** Numbers of the first table of ingest.md: MB of the file, seconds, MiB of memory, MB of the snapshot, MB of disk at the peak. */
function findIngest(rows: string): readonly number[] {
  const row = String.raw`^\| ${rows} \| (\d+) \| ([\d.]+) \| [\d,]+ \| \d+ \| (\d+) \| (\d+) \| (\d+) \|`
  return findNumbers(ingest, new RegExp(row, 'm'))
}

const ingests = ['100,000', '1,000,000', '9,700,000'].map(findIngest)
const whole = ingests[2]!
const [afterStart = 0, afterSearches = 0] = findNumbers(
  ingest,
  /^\| 100,000 \| \d+ \| \d+ \| \d+ \| (\d+) \| (\d+) \|$/m,
)
const [million, country] = search
  .split('## The whole country')
  .map((part) =>
    findNumbers(
      part,
      /Resident memory of the directory, all threads: ([\d,]+) MiB after loading, ([\d,]+) MiB/,
    ),
  ) as [readonly number[], readonly number[]]

/** In GiB: the resident memory of the server after its start, and the maximum after the last of its requests. */
const [startGib = 0] = findNumbers(serverMemory, /^\| 0 \| [\d.]+ \| ([\d.]+) \|/m)
const [requestCount = 0, mostGib = 0] = findNumbers(
  serverMemory,
  /^\| ([\d,]+) \| [\d.]+ \| [\d.]+ \| ([\d.]+) \|\n(?!\|)/m,
)

const gigabytes = (megabytes: number, digits: number) => divide(megabytes, 1000, digits)
const gibibytes = (mebibytes: number, digits: number) => divide(mebibytes, 1024, digits)
const bothGibibytes = (pair: readonly number[]) => pair.map((value) => gibibytes(value, 2)).join(' and ')

/** Rounds halves up, which toFixed alone does not: 0.245 is stored as a number below it. */
function divide(value: number, by: number, digits: number): string {
  return (Math.round((value * 10 ** digits) / by) / 10 ** digits).toFixed(digits)
}

test('docs/loading.md has the measured disk space and memory', () => {
  const snapshots = ingests.map(([, , , megabytes = 0]) => megabytes)
  const memory = ingests.map(([, , mebibytes = 0]) => `${gibibytes(mebibytes, 1)} GiB`)
  const peaks = ingests.map(([, , , , megabytes = 0]) => megabytes)
  const rows = [
    `| snapshot | ${gigabytes(snapshots[0]!, 2)} GB | ${gigabytes(snapshots[1]!, 2)} GB | ${gigabytes(snapshots[2]!, 1)} GB |`,
    `| peak disk of a first ingest, with its working files | ${gigabytes(peaks[0]!, 2)} GB | ${gigabytes(peaks[1]!, 2)} GB | ${gigabytes(peaks[2]!, 1)} GB |`,
    `| peak memory of an ingest | ${memory.join(' | ')} |`,
    `| ${bothGibibytes(million)} GiB (1 million clinicians) | ${bothGibibytes(country)} GiB (7.5 million clinicians) |`,
    `the most during ${requestCount.toLocaleString('en-US')} requests | not measured | ${startGib.toFixed(2)} and ${mostGib.toFixed(2)} GiB (1 million clinicians) |`,
    `after 4,000 searches | ${bothGibibytes([afterStart, afterSearches])} GiB |`,
  ]
  for (const row of rows) assert.ok(guide.includes(row), row)
})

test('docs/self-hosting.md has the measured memory of the server', () => {
  const sentence = `the server had at most ${mostGib.toFixed(2)} GiB under load`
  assert.ok(readText('docs/self-hosting.md').includes(sentence), sentence)
})

test('docs/loading.md computes the disk space of updates from the measured one', () => {
  const factor = Number((whole[4]! / whole[3]!).toFixed(1))
  const perMillion = gigabytes(whole[3]! / 9.7, 1)
  const sentences = [
    `about ${perMillion} GB per million rows`,
    `about ${factor} times its snapshot`,
    `about ${factor + 2} times the size of one snapshot`,
    `about ${(((factor + 2) * whole[3]!) / 1000).toFixed(0)} GB, calculated and not measured`,
  ]
  for (const sentence of sentences) assert.ok(guide.includes(sentence), sentence)
})

test('the README has the measured size, time and memory of a whole ingest', () => {
  const [megabytes = 0, seconds = 0, mebibytes = 0] = whole
  const sentence = `9.7 million registry rows (${gigabytes(megabytes, 1)} GB, resampled from a real week) into a snapshot in ${(seconds / 60).toFixed(0)} minutes with ${gibibytes(mebibytes, 1)} GiB of memory`
  assert.ok(readText('README.md').includes(sentence), sentence)
})
