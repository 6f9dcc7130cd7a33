/**
 * Biographies per second that our model embeds on one core, compared with only tokenizing them and with a transformer model:
 * `node benchmarks/embedding.ts [--transformer FOLDER]`, which requires `@huggingface/transformers`.
 */
import { mkdtempDisposableSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ProviderCard } from '@careatlas/contract/cards'
import { currentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { toSourcePath } from '@careatlas/ingest/source-files'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'
import { readSegment } from '@careatlas/search/embedded/segment'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import { tokenize, readStaticModel } from '@careatlas/vocabulary/static-model'
import { median } from './median.ts'

const runs = 5

/** The target for our model. */
const textsPerSecondMin = 10_000

/** Enough texts to measure a transformer. */
const fewTexts = 200

const { values: options } = parseArgs({ options: { transformer: { type: 'string' } } })
const texts = await biographies()
const model = readStaticModel()

const words = await textsPerSecond(texts, () => texts.forEach(tokenize))
const own = await textsPerSecond(texts, () => texts.forEach((text) => model.embed(text)))
const rows = [
  ['tokenization only', words],
  [`our model, ${model.embed('').length} dimensions`, own],
  ...(options.transformer === undefined ? [] : [await transformerRow(options.transformer)]),
] as const

const meanLength = Math.round(texts.reduce((sum, { length }) => sum + length, 0) / texts.length)
const report = `# Biographies embedded a second

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus()[0]?.model}. ${texts.length.toLocaleString('en')} biographies of the fictional region with ${meanLength} characters on average${
  options.transformer === undefined ? '' : `; the transformer gets ${fewTexts} of them`
}. Median of ${runs} runs after a warm-up run. CPU time is measured, so other processes do not affect the result.

| step | texts per second on one core |
|---|---|
${rows.map(([what, rate]) => `| ${what} | ${Math.round(rate).toLocaleString('en')} |`).join('\n')}

Our model reaches ${((100 * own) / words).toFixed(0)}% of the throughput of tokenization only, and ${(own / textsPerSecondMin).toFixed(1)} times its target of ${textsPerSecondMin.toLocaleString('en')} texts per second.
An ingest embeds each distinct text once. Repeat with \`node benchmarks/embedding.ts\`; \`--transformer FOLDER\` also measures
a transformer.
`
console.log(report)

async function biographies(): Promise<readonly string[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'embedding-'))
  const region = writeRegion(join(folder.path, 'region'))
  const dataDir = join(folder.path, 'data')
  const request = {
    ...emptyRequest,
    nppes: region.nppes.map(toSourcePath),
    observations: region.observations.map(toSourcePath),
  }
  await ingest(request, dataDir, silentProgress)
  using snapshot = await Snapshot.open(snapshotFolder(dataDir, currentGeneration(dataDir)!))
  const { columns, entities } = readSegment(join(snapshot.segmentFolder, 'providers'))
  return Array.from({ length: entities }, (_, entity) => {
    const card = snapshot.providerCard(idOfEntity('providers', columns.id, entity))
    return ProviderCard.parse(JSON.parse(card!)).biography
  })
}

async function transformerRow(folder: string): Promise<readonly [string, number]> {
  const embedder = await openEmbedder({ name: 'transformers', model: folder })
  const few = texts.slice(0, fewTexts)
  return [embedder.id, await textsPerSecond(few, () => embedder.embed(few, 'document'))]
}

/** Per second of CPU time, independent of other processes and of the number of cores. */
async function textsPerSecond(all: readonly string[], embed: () => unknown): Promise<number> {
  const seconds: number[] = []
  for (let run = 0; run <= runs; run++) {
    const before = process.cpuUsage()
    await embed()
    const { user, system } = process.cpuUsage(before)
    if (run > 0) seconds.push((user + system) / 1e6)
  }
  return all.length / median(seconds)
}
