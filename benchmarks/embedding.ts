/**
 * The number of biographies per second that our model embeds on one core, compared with tokenization only, and the memory and the CPU
 * time of the model with the vectors of the concepts. Usage: `bin/node --expose-gc benchmarks/embedding.ts`
 */
import { mkdtempDisposableSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProviderCard } from '@careatlas/contract/cards'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { emptyRequest, ingest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { toSourcePath } from '@careatlas/ingest/source-files'
import { idOfEntity } from '@careatlas/search/embedded/entity-id'
import { readSegment } from '@careatlas/search/embedded/segment'
import { searchConcepts } from '@careatlas/search/query/query-resources'
import { tokenize, readStaticModel } from '@careatlas/vocabulary/static-model'
import { computeVectors } from '@careatlas/vocabulary/vector-cache'
import { median } from './median.ts'

const runs = 5

/** The target for our model. */
const textsPerSecondMin = 10_000
const addedMegabytesMax = 60

const concepts = searchConcepts()
const bytesBefore = usedBytes()
const cpuBefore = process.cpuUsage()
const model = readStaticModel()
const vectors = computeVectors(concepts, model)
const vectorSeconds = cpuSeconds(cpuBefore)
const addedMegabytes = (usedBytes() - bytesBefore) / 1e6
const phraseCount = concepts.reduce((sum, { phrases }) => sum + phrases.length, 0)
const texts = await readBiographies()

const tokenizationRate = await measureRate(texts, () => texts.forEach(tokenize))
const modelRate = await measureRate(texts, () => texts.forEach((text) => model.embed(text)))
const rows = [
  ['tokenization only', tokenizationRate],
  [`our model, ${model.embed('').length} dimensions`, modelRate],
] as const

const meanLength = Math.round(texts.reduce((sum, { length }) => sum + length, 0) / texts.length)
const report = `# Embedding throughput

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus()[0]?.model}. ${texts.length.toLocaleString('en')} biographies of the fictional region with ${meanLength} characters on average. Median of ${runs} runs after a warm-up run. CPU time is measured, so other processes do not affect the result.

| step | texts per second on one core |
|---|---|
${rows.map(([step, rate]) => `| ${step} | ${Math.round(rate).toLocaleString('en')} |`).join('\n')}

Our model reaches ${((100 * modelRate) / tokenizationRate).toFixed(0)}% of the throughput of tokenization only, and ${(modelRate / textsPerSecondMin).toFixed(1)} times its target of ${textsPerSecondMin.toLocaleString('en')} texts per second.
An ingest embeds each distinct text once.

The model and the vectors of ${phraseCount.toLocaleString('en')} phrases with ${vectors.dimension} numbers each take ${addedMegabytes.toFixed(0)} MB of memory after garbage collection; the target is at most ${addedMegabytesMax} MB.
Loading the model and computing the vectors takes ${vectorSeconds.toFixed(1)} s of CPU; later starts read them from a file.
Repeat with \`bin/node --expose-gc benchmarks/embedding.ts\`.
`
console.log(report)

async function readBiographies(): Promise<readonly string[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'embedding-'))
  const region = writeRegion(join(folder.path, 'region'))
  const dataDir = join(folder.path, 'data')
  const request = {
    ...emptyRequest,
    nppes: region.nppes.map(toSourcePath),
    observations: region.observations.map(toSourcePath),
  }
  await ingest(request, dataDir, silentProgress)
  using snapshot = await Snapshot.open(snapshotFolder(dataDir, readCurrentGeneration(dataDir)!))
  const { columns, entities } = readSegment(join(snapshot.segmentFolder, 'providers'))
  return Array.from({ length: entities }, (_, entity) => {
    const card = snapshot.providerCard(idOfEntity('providers', columns.id, entity))
    return ProviderCard.parse(JSON.parse(card!)).biography
  })
}

/** Returns texts per second of CPU time, which other processes and the number of cores do not affect. */
async function measureRate(inputs: readonly string[], embed: () => unknown): Promise<number> {
  const seconds: number[] = []
  for (let run = 0; run <= runs; run++) {
    const before = process.cpuUsage()
    await embed()
    if (run > 0) seconds.push(cpuSeconds(before))
  }
  return inputs.length / median(seconds)
}

function cpuSeconds(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** The memory of live objects and buffers. */
function usedBytes(): number {
  globalThis.gc!()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
