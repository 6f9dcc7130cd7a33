/**
 * What the `score` of a hit means: for ranges of scores, how many of the hits on the first page are right. The directory is two
 * weeks of the real registry. Usage: `bin/node benchmarks/calibration.ts [--fit] [FILE.jsonl …]`; each file has further judged
 * queries. `--fit` first fits `search/score-calibration.json` to the first 500 queries and the halves (a).
 */
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ProviderCard } from '@careatlas/contract/cards'
import { ProviderSearch } from '@careatlas/contract/parameters'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { toSourcePath } from '@careatlas/ingest/source-files'
import { runYielding } from '@careatlas/search/cooperative'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'
import { readSegment } from '@careatlas/search/embedded/segment'
import { interpretProviders } from '@careatlas/search/interpret-search'
import { loadQueryResources } from '@careatlas/search/query/query-resources'
import {
  calibrateScore,
  logistic,
  needFeatures,
  type ScoreCalibration,
  scoreCalibration,
  type ScoreEvidence,
} from '@careatlas/search/score-calibration'
import { readConfig } from '@careatlas/server/config'
import { fitCurve, fitLogistic, type JudgedHit } from './calibration/fit.ts'
import { type JudgedQuery, readGradedLines, readNewQueries, readQueries } from './relevance/judged-queries.ts'
import { type GradedResult, gradeResult } from './relevance/measure.ts'
import { generateNameQueries } from './relevance/name-queries.ts'
import { findRegistryWeeks, needsCorpus } from './relevance/registry-weeks.ts'

/** A hit on the first page of a query. */
interface Sample extends JudgedHit {
  readonly group: string
  readonly relevance: number
  readonly evidence: ScoreEvidence
  /** Whether a receptionist would accept it, though another specialty may be better. */
  readonly isSensible: boolean
}

const { values: options, positionals: files } = parseArgs({
  options: { fit: { type: 'boolean' } },
  allowPositionals: true,
})
const weeks = findRegistryWeeks()
if (weeks === null) {
  console.log('Skipped: the two registry files are not in ../shared/data/nppes.')
  process.exit()
}
using folder = mkdtempDisposableSync(join(tmpdir(), 'calibration-'))
const dataDir = join(folder.path, 'data')
const { embedder } = readConfig()
await ingest({ ...emptyRequest, nppes: weeks.map(toSourcePath), embedder }, dataDir, silentProgress)
using snapshot = await Snapshot.open(snapshotFolder(dataDir, readCurrentGeneration(dataDir)!))
await using engine = await openEmbeddedEngine(snapshot)
const resources = await runYielding(loadQueryResources(snapshot))
const clinicians = readClinicians()

/** The groups of queries, each a column pair of the table. The first two are fitted to. */
const groups = { first: 'first 500', a: 'halves (a)', b: 'halves (b)' } as const
const nameQueries = 240

/** The choice of a receptionist. */
const bestGrade = 2

/** The first 500 queries no longer tell good from bad, so they count less. */
const firstWeight = 0.3
const judged: readonly (JudgedQuery & { readonly group: string })[] = [
  ...excludeFictional(readQueries()).map((query) => ({ ...query, group: groups.first })),
  ...excludeFictional(readNewQueries()).map((query) => ({
    ...query,
    group: query.set.endsWith('(a)') ? groups.a : groups.b,
  })),
  ...generateNameQueries(
    [...clinicians.values()].map(({ card }) => card as ProviderCard),
    nameQueries,
  ).map((query) => ({ ...query, group: query.set })),
  ...files.flatMap((file) =>
    excludeFictional(readGradedLines(file)).map((query) => ({ ...query, group: basename(file, '.jsonl') })),
  ),
]

const samples: Sample[] = []
for (const query of judged) samples.push(...(await sampleHits(query)))
const calibration = options.fit ? fit() : scoreCalibration
if (options.fit)
  writeFileSync(
    join(import.meta.dirname, '../search/score-calibration.json'),
    `${JSON.stringify(calibration, null, 2)}\n`,
  )
printTable()

/** Leaves out the queries that only the fictional directory can answer. */
function excludeFictional(queries: readonly JudgedQuery[]): readonly JudgedQuery[] {
  return queries.filter((query) => !needsCorpus(query))
}

function readClinicians(): ReadonlyMap<string, GradedResult> {
  const { columns, entities } = readSegment(join(snapshot.segmentFolder, 'providers'))
  const cards = Array.from({ length: entities }, (_, entity) =>
    ProviderCard.parse(JSON.parse(snapshot.providerCard(idOfEntity('providers', columns.id, entity))!)),
  )
  return new Map(cards.map((card) => [card.npi, { card, codes: primaryCode(card) }]))
}

/** A real clinician is graded by the primary code alone. */
function primaryCode({ specialties }: ProviderCard): readonly string[] {
  const primary = specialties.find((specialty) => specialty.primary) ?? specialties[0]
  return primary === undefined ? [] : [primary.code]
}

/** A hit is right if no clinician of the directory answers the query better. */
async function sampleHits(query: JudgedQuery & { readonly group: string }): Promise<readonly Sample[]> {
  const parameters = ProviderSearch.parse({ q: query.query, limit: 10 })
  const { query: engineQuery, parsed } = await interpretProviders(parameters, snapshot.carriers, resources)
  const { hits } = await engine.match(engineQuery, { offset: 0, limit: 10 })
  const best = findBestGrade(query)
  return hits.flatMap(({ id, score }) => {
    if (score === null) return []
    const grade = gradeResult(clinicians.get(id)!, query, null)
    return {
      group: query.group,
      relevance: score,
      evidence: parsed!.evidence,
      isRight: grade === best,
      isSensible: grade > 0,
      weight: 1 / hits.length,
    }
  })
}

/** The best grade of any clinician, at least 1. */
function findBestGrade(query: JudgedQuery): number {
  let best = 1
  for (const result of clinicians.values()) {
    best = Math.max(best, gradeResult(result, query, null))
    if (best === bestGrade) break
  }
  return best
}

function fit(): ScoreCalibration {
  const fitted = samples.filter(({ group }) => group === groups.first || group === groups.a)
  const needs = fitted.flatMap(({ relevance, evidence, isRight, weight, group }) =>
    evidence.kind === 'need'
      ? {
          features: needFeatures(relevance, evidence),
          isRight,
          weight: group === groups.first ? firstWeight * weight : weight,
        }
      : [],
  )
  const weights = fitLogistic(needs)
  const names = samples.filter(({ group, evidence }) => group === 'names (a)' && evidence.kind === 'name')
  return {
    need: {
      weights,
      curve: fitCurve(needs.map((hit) => ({ ...hit, x: logistic(hit.features, weights) }))),
    },
    name: { curve: fitCurve(names.map((hit) => ({ ...hit, x: hit.relevance }))) },
  }
}

function printTable(): void {
  const ranges = [0, 0.5, 0.6, 0.7, 0.8, 0.9]
  console.log('| queries | score | answers | mean score | right | sensible |\n|---|---|---|---|---|---|')
  for (const [group, hits] of Map.groupBy(samples, (sample) => sample.group))
    for (const [index, from] of ranges.entries()) {
      const to = ranges[index + 1] ?? Infinity
      const scored = hits.map((hit) => ({
        ...hit,
        score: calibrateScore(hit.relevance, hit.evidence, calibration),
      }))
      const inRange = scored.filter(({ score }) => score >= from && score < to)
      const weight = inRange.reduce((sum, hit) => sum + hit.weight, 0)
      const mean = (value: (hit: (typeof inRange)[number]) => number): string =>
        (inRange.reduce((sum, hit) => sum + hit.weight * value(hit), 0) / weight).toFixed(2)
      if (weight < 0.5) continue
      const range = from === 0 ? 'below 0.5' : to === Infinity ? '0.9 and above' : `${from} to ${to}`
      console.log(
        `| ${group} | ${range} | ${weight.toFixed(0)} | ${mean(({ score }) => score)} | ${mean(({ isRight }) => Number(isRight))} | ${mean(({ isSensible }) => Number(isSensible))} |`,
      )
    }
}
