/** A transformer in this process, through `@huggingface/transformers`, which an operator installs beside us: it is large. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline as pass } from 'node:stream/promises'
import { centered } from './centered.ts'
import { type Embedder, EmbedderFailed } from './embedder.ts'
import { normalized } from './normalized.ts'

/** What we use of the library, whose version 4.3 this was tried with. */
interface Library {
  readonly env: { allowRemoteModels: boolean; localModelPath: string }
  readonly pipeline: (
    task: 'feature-extraction',
    model: string,
    options: { dtype: string },
  ) => Promise<Extractor>
}
type Extractor = (texts: readonly string[], options: { pooling: 'mean' }) => Promise<{ tolist(): number[][] }>

/** What an operator installs. */
export const packageName = '@huggingface/transformers'

/** Texts in one run: what a run holds in memory grows with the longest of them. */
const batchMax = 32

/** Which file of weights is taken: the first of these that the folder has. */
const weights = [
  { file: 'onnx/model.onnx', dtype: 'fp32' },
  { file: 'onnx/model_quantized.onnx', dtype: 'q8' },
] as const

/** `model` is a folder, from which alone is read, or the name of a model that the library fetches once. */
export async function transformersEmbedder(model: string): Promise<Embedder> {
  const { env, pipeline } = await library()
  const folder = statSync(model, { throwIfNoEntry: false })?.isDirectory() ? resolve(model) : null
  const found = folder === null ? weights[0] : weightsIn(folder)
  if (folder !== null) {
    env.allowRemoteModels = false
    env.localModelPath = dirname(folder)
  }
  const extract = await pipeline('feature-extraction', folder === null ? model : basename(folder), {
    dtype: found.dtype,
  }).catch((cause: unknown) => {
    throw new EmbedderFailed(`${model} is no model that ${packageName} can run: ${messageOf(cause)}.`, {
      cause,
    })
  })
  const name = folder === null ? model : `${basename(folder)}:${await digestOf(join(folder, found.file))}`
  return centered({ id: `transformers:${name}`, readsNames: true, embed: (texts) => embed(texts, extract) })
}

async function library(): Promise<Library> {
  try {
    return (await import(packageName)) as Library
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new EmbedderFailed(
      `The transformers embedder needs a package that is not installed: ONNXRUNTIME_NODE_INSTALL=skip npm i ${packageName}`,
      { cause },
    )
  }
}

function weightsIn(folder: string): (typeof weights)[number] {
  const found = weights.find(({ file }) => existsSync(join(folder, file)))
  if (found) return found
  throw new EmbedderFailed(`${folder} has neither ${weights.map(({ file }) => file).join(' nor ')}.`)
}

async function embed(texts: readonly string[], extract: Extractor): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let first = 0; first < texts.length; first += batchMax) {
    const batch = texts.slice(first, first + batchMax)
    const rows = (await extract(batch, { pooling: 'mean' })).tolist()
    vectors.push(...rows.map((row) => normalized(Float32Array.from(row))))
  }
  return vectors
}

/** Two models in folders of one name are told apart. */
async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pass(createReadStream(file), hash)
  return hash.digest('hex').slice(0, 12)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
