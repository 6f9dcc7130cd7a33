/**
 * Questions in other languages: whether the language is recognized, and whether the first five clinicians fit; and how many English
 * and Spanish questions are taken for another language.
 * Usage: `bin/node benchmarks/languages.ts [--misses] [FILE.jsonl …]`; each file has further English and Spanish questions, as
 * `../shared/search/dev-graded.jsonl` does if it exists. `--misses` lists the misses of halves a and b.
 */
import { existsSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { ProviderSearch } from '@careatlas/contract/parameters'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { randomFrom } from '@careatlas/fixtures/random'
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { toSourcePath } from '@careatlas/ingest/source-files'
import { runYielding } from '@careatlas/search/cooperative'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import { loadQueryResources } from '@careatlas/search/query/query-resources'
import { readQuery } from '@careatlas/search/query/read-query'
import type { SearchContext } from '@careatlas/search/search-context'
import { searchProviders } from '@careatlas/search/search-providers'
import { responseBudgetBytes } from '@careatlas/search/truncate'
import { allPhrasebooks } from '@careatlas/vocabulary/phrasebook'
import { writeCorpus } from './relevance/corpus.ts'
import { readGradedLines, readNewQueries, readQueries } from './relevance/judged-queries.ts'
import { addTypo } from './relevance/typo-queries.ts'

/** A row of `relevance/languages.tsv`. */
interface Question {
  /** a: before the phrasebooks; b: after them, for which they were changed; c: afterwards, only measured. */
  readonly half: string
  readonly language: string
  readonly text: string
  /** Empty if only the language is judged. */
  readonly best: readonly string[]
  /** The kind of the urgent notice; empty without one. */
  readonly notice: string
}

const timedRuns = 5

const { values: options, positionals } = parseArgs({
  options: { misses: { type: 'boolean' } },
  allowPositionals: true,
})
const devFile = join(import.meta.dirname, '../../shared/search/dev-graded.jsonl')
const questions = readQuestions()
using folder = mkdtempDisposableSync(join(tmpdir(), 'languages-'))
const corpus = writeCorpus(folder.path, [])
const dataDir = join(folder.path, 'data')
const sources = { nppes: [toSourcePath(corpus.nppes)], observations: [toSourcePath(corpus.observations)] }
await ingest({ ...emptyRequest, ...sources }, dataDir, silentProgress)
using snapshot = await Snapshot.open(snapshotFolder(dataDir, readCurrentGeneration(dataDir)!))
await using engine = await openEmbeddedEngine(snapshot)
const context: SearchContext = {
  snapshot,
  engine,
  resources: await runYielding(loadQueryResources(snapshot)),
}

console.log(`# Questions in other languages

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}. \`benchmarks/relevance/languages.tsv\`: half a was written before the phrasebooks; half b after them,
and they were changed for it; half c was only measured. "Fits": one of the first five clinicians of the
fictional directory has a code that a receptionist would choose (emergency care in an emergency). "Urgent": the emergencies with
their notice.

| language | half | questions | recognized | fits | urgent |
|---|---|---|---|---|---|`)
for (const tag of allPhrasebooks().keys())
  for (const half of ['a', 'b', 'c']) console.log(await formatRow(tag, half))

const others = questions.filter(({ language }) => language !== 'en' && !allPhrasebooks().has(language))
console.log(`
| languages without a phrasebook | questions | recognized |
|---|---|---|
${(['a', 'b', 'c'] as const).map((half) => formatOthers(half)).join('\n')}

| English and Spanish | questions | taken for another language |
|---|---|---|
${formatFlags('look-alikes of `languages.tsv`', listTexts('en'))}
${formatFlags('`queries.tsv` and `new-queries-….tsv`', listJudged())}
${formatFlags('the same, each with a typo', addTypos(listJudged()))}
${[...(existsSync(devFile) ? [devFile] : []), ...positionals]
  .map((file) => formatFlags('further questions that are not in the repository', listGraded(file)))
  .join('\n')}

| time to recognize and translate, ms | p50 | p95 | worst |
|---|---|---|---|
${formatTimes(
  'other languages',
  questions.filter(({ language }) => language !== 'en').map(({ text }) => text),
)}
${formatTimes('English and Spanish', listJudged())}

Repeat with \`bin/node benchmarks/languages.ts\`; \`--misses\` lists the misses of halves a and b.`)

function readQuestions(): readonly Question[] {
  const file = join(import.meta.dirname, 'relevance/languages.tsv')
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [half = '', language = '', text = '', best = '', notice = ''] = line.split('\t')
    return { half, language, text, best: best.split(' ').filter(Boolean), notice }
  })
}

async function formatRow(tag: string, half: string): Promise<string> {
  const ofHalf = questions.filter((question) => question.language === tag && question.half === half)
  const counts = { recognized: 0, fits: 0, urgent: 0 }
  for (const question of ofHalf) {
    const { parameters, meta, data } = await search(question.text)
    const isRecognized = parameters.q_language === tag
    const fits = data
      .slice(0, 5)
      .some(({ specialties }) => specialties.some(({ code }) => question.best.includes(code)))
    const isUrgent = question.notice !== '' && meta.notices.some(({ kind }) => kind === question.notice)
    counts.recognized += Number(isRecognized)
    counts.fits += Number(fits)
    counts.urgent += Number(isUrgent)
    const isMiss = !isRecognized || !fits || (question.notice !== '' && !isUrgent)
    if (options.misses && half !== 'c' && isMiss) console.error(question.text, parameters.q_expanded)
  }
  const urgentCount = ofHalf.filter(({ notice }) => notice !== '').length
  return `| ${tag} | ${half} | ${ofHalf.length} | ${counts.recognized} | ${counts.fits} | ${counts.urgent} of ${urgentCount} |`
}

async function search(q: string): Promise<ProviderSearchEnvelope> {
  const parameters = ProviderSearch.parse({ q, limit: 10, offset: 0 })
  const { json } = await searchProviders(parameters, context, { budgetBytes: responseBudgetBytes.max })
  return JSON.parse(json) as ProviderSearchEnvelope
}

function languageOf(text: string): string | null {
  return readQuery(text, context.resources).language?.tag ?? null
}

function formatOthers(half: 'a' | 'b' | 'c'): string {
  const ofHalf = others.filter((question) => question.half === half)
  const missed = ofHalf.filter(({ text, language }) => languageOf(text) !== language)
  if (options.misses && half !== 'c') for (const { text } of missed) console.error(text)
  return `| half ${half} (${new Set(ofHalf.map(({ language }) => language)).size} languages) | ${ofHalf.length} | ${ofHalf.length - missed.length} |`
}

function listTexts(language: string): readonly string[] {
  return questions.filter((question) => question.language === language).map(({ text }) => text)
}

function listJudged(): readonly string[] {
  return [...readQueries(), ...readNewQueries()].map(({ query }) => query)
}

function listGraded(file: string): readonly string[] {
  return readGradedLines(file).map(({ query }) => query)
}

function addTypos(texts: readonly string[]): readonly string[] {
  const random = randomFrom(1)
  return texts.flatMap((text) => addTypo(text, random) ?? [])
}

function formatFlags(name: string, texts: readonly string[]): string {
  const flagged = texts.filter((text) => languageOf(text) !== null)
  if (options.misses) for (const text of flagged) console.error(text)
  return `| ${name} | ${texts.length} | ${flagged.length} |`
}

/** The best of several runs, because other programs of the machine run meanwhile. */
function formatTimes(name: string, texts: readonly string[]): string {
  const times = texts.map((text) => {
    const runs = Array.from({ length: timedRuns }, () => {
      const start = performance.now()
      readQuery(text, context.resources)
      return performance.now() - start
    })
    return Math.min(...runs)
  })
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(2)
  return `| ${name} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`
}
