/**
 * The CPU time of a suggestion, by what is typed, and the memory and disk space of suggestions.
 * Usage: `bin/node --expose-gc benchmarks/suggest.ts DATA_DIR [names]`; `benchmarks/search.ts --rows N` creates the directory.
 */
import { statSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { SuggestionSearch } from '@careatlas/contract/parameters'
import type { Point } from '@careatlas/directory/distance'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { suggestionsFile } from '@careatlas/directory/snapshot/format'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { randomFrom } from '@careatlas/fixtures/random'
import { LoadedSnapshot } from '@careatlas/server/snapshots/loaded-snapshot'
import { suggest } from '@careatlas/search/suggest/suggest'
import { allConcepts } from '@careatlas/vocabulary/concept'
import { CardSampler } from './search/card-sampler.ts'
import { percentile } from './search/measure.ts'

const [dataDir, names = '300'] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('Give a data directory')
const generation = readCurrentGeneration(dataDir)!
await using directory = await LoadedSnapshot.open(dataDir, generation)
using sampled = await Snapshot.open(
  snapshotFolder(dataDir, generation),
  async () => directory.snapshot.manifest,
)
const random = randomFrom(1)
const cards = new CardSampler(sampled, random)

/** Each word has many matches, but few or no names have all of them. */
const costlyTexts = [
  'm s j a',
  'j z q',
  'john mary smith garcia',
  'e e e e e e e e',
  'health center care clinic of the',
]

/** Otherwise most of the resident memory would be garbage. */
const requestsPerCollection = 200

const workloads = sampleWorkloads()
fillCardCache()
const beforeMiB = residentMiB()
const rows = workloads.map(measureWorkload)
const afterMiB = residentMiB()
console.log(report())

/** By kind: the texts after each keystroke. */
function sampleTexts(count: number): ReadonlyMap<string, readonly string[]> {
  const clinicians = Array.from({ length: count }, () => cards.sampleClinician().name)
  const full = clinicians.map(({ first, last }) => [first, last].join(' ').toLowerCase())
  const reversed = clinicians.map(({ first, last }) => [last, first].join(' ').toLowerCase())
  const concepts = Array.from({ length: count }, () => random.pick(random.pick(allConcepts()).phrases).text)
  const towns = Array.from({ length: count }, () => random.pick(directory.snapshot.towns).name)
  const places = Array.from({ length: count }, () => cards.samplePlaceName().toLowerCase())
  const letters = Array.from({ length: Math.min(26, count) }, (_, index) => String.fromCodePoint(97 + index))
  return new Map([
    ['first and last name', full.flatMap(keystrokes)],
    ['last and first name', reversed.flatMap(keystrokes)],
    ['kind of care', concepts.flatMap(keystrokes)],
    ['place of care', places.flatMap(keystrokes)],
    ['town', towns.flatMap(keystrokes)],
    ['one and two letters', letters.flatMap((a) => [a, ...letters.map((b) => a + b)])],
    ['words with many matches', costlyTexts],
  ])
}

/** `m`, `ma`, … without those that end with a space. */
function keystrokes(text: string): readonly string[] {
  const all = Array.from({ length: Math.min(text.length, 64) }, (_, index) => text.slice(0, index + 1))
  return all.filter((typed) => typed.trim() === typed && typed !== '')
}

interface Workload {
  readonly kind: string
  readonly hasPosition: boolean
  readonly searches: readonly SuggestionSearch[]
}

/** Each kind without and with positions. They are sampled before the first measurement, so that their memory does not count. */
function sampleWorkloads(): readonly Workload[] {
  return [...sampleTexts(Number(names))].flatMap(([kind, typed]) =>
    [false, true].map((hasPosition) => ({
      kind,
      hasPosition,
      searches: typed.map((q) => ({ q, limit: 5, ...(hasPosition && roundPoint(cards.samplePoint())) })),
    })),
  )
}

/** Each request is timed once by its CPU time, and then by the fastest of five more runs, which other processes affect least. */
function measureWorkload({ kind, hasPosition, searches }: Workload) {
  const start = process.threadCpuUsage()
  for (const search of searches) JSON.stringify(suggest(search, directory))
  const { user, system } = process.threadCpuUsage(start)
  const times = searches.map((search, index) => {
    if (index % requestsPerCollection === 0) globalThis.gc?.()
    return Math.min(...Array.from({ length: 5 }, () => measureOnce(search)))
  })
  return { kind, hasPosition, meanMs: (user + system) / 1000 / searches.length, times }
}

function measureOnce(search: SuggestionSearch): number {
  const start = performance.now()
  JSON.stringify(suggest(search, directory))
  return performance.now() - start
}

function roundPoint({ lat, lng }: Point): Point {
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) }
}

/** Cards of other requests would fill the cache too, so they do not count as memory of suggestions. */
function fillCardCache(): void {
  for (let read = 0; read < 20_000; read++) directory.snapshot.providerCard(cards.sampleNpi())
}

function residentMiB(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 2 ** 20
}

function report(): string {
  const { counts, files } = directory.snapshot.manifest
  const bytes = statSync(join(snapshotFolder(dataDir!, generation), suggestionsFile)).size
  const allBytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  const lines = rows.map(({ kind, hasPosition, meanMs, times }) => {
    const cells = [meanMs, ...[0.5, 0.99, 1].map((share) => percentile(times, share))].map((ms) =>
      ms.toFixed(2),
    )
    return `| ${kind} | ${hasPosition ? 'yes' : 'no'} | ${times.length.toLocaleString('en-US')} | ${cells.join(' | ')} |`
  })
  return `# Suggestions

${new Date().toISOString().slice(0, 10)}. ${counts.providers.toLocaleString('en-US')} clinicians, ${counts.locations.toLocaleString('en-US')} places of care; ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.

Milliseconds from parameters to JSON, without HTTP, after each keystroke of ${names} random names of each kind, with five suggestions
per group. The mean is the CPU time of the first run of each request; the other columns are the fastest of five further runs.

| typed | position | requests | mean | p50 | p99 | maximum |
|---|---|---|---|---|---|---|
${lines.join('\n')}

- Resident memory of the directory, all threads: ${beforeMiB.toFixed(0)} MiB before the first request, with a full card cache, and ${afterMiB.toFixed(0)} MiB after all, with regular garbage collections.
- \`suggestions.sqlite\` has ${(bytes / 1e6).toFixed(0)} MB, ${((100 * bytes) / allBytes).toFixed(0)}% of the snapshot.

Repeat with \`bin/node --expose-gc benchmarks/suggest.ts DATA_DIR\`; the commands of [search.md](search.md) create such a data folder.`
}
