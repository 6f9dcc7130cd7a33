/** A transformer, through `@huggingface/transformers`, which an operator installs beside us: it is large. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pipeline as pass } from 'node:stream/promises'
import { EmbedderError } from './embedder.ts'
import { normalized } from './normalized.ts'

export interface TransformersModel {
  /** What it is called, with the digest of its weights where they are in a folder. */
  readonly name: string
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}

/** What we use of the library, whose version 4.3 this was tried with. */
interface Library {
  readonly env: { allowRemoteModels: boolean }
  readonly pipeline: (
    task: 'feature-extraction',
    model: string,
    options: { dtype: string },
  ) => Promise<Extractor>
}
type Extractor = (texts: readonly string[], options: { pooling: 'mean' }) => Promise<{ tolist(): number[][] }>

/** What an operator installs. */
export const packageName = '@huggingface/transformers'

/** What a folder has beside its weights. */
const requiredFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json']

/** Which file of weights is taken: the first of these that the folder has. */
const weights = [
  { file: 'onnx/model.onnx', dtype: 'fp32' },
  { file: 'onnx/model_quantized.onnx', dtype: 'q8' },
] as const

/** `model` is a folder, from which alone is read, or the name of a model that the library fetches once. */
export async function openTransformersModel(model: string): Promise<TransformersModel> {
  const folder = statSync(model, { throwIfNoEntry: false })?.isDirectory() ? resolve(model) : null
  const { file, dtype } = folder === null ? weights[0] : findWeights(folder)
  const { env, pipeline } = await importLibrary()
  if (folder !== null) env.allowRemoteModels = false
  const refuse = (cause: unknown): never => {
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
    throw new EmbedderError(`${model} is no model that ${packageName} can run: ${reason}.`, { cause })
  }
  const extract = await pipeline('feature-extraction', folder ?? model, { dtype }).catch(refuse)
  return {
    name: folder === null ? model : `${basename(folder)}:${await hashFile(join(folder, file))}`,
    async embed(texts) {
      const rows = await extract(texts, { pooling: 'mean' }).catch(refuse)
      return rows.tolist().map((row) => normalized(Float32Array.from(row)))
    },
  }
}

function findWeights(folder: string): (typeof weights)[number] {
  const absent = requiredFiles.find((file) => !existsSync(join(folder, file)))
  if (absent !== undefined) throw new EmbedderError(`${folder} has no ${absent}.`)
  const found = weights.find(({ file }) => existsSync(join(folder, file)))
  if (found) return found
  throw new EmbedderError(`${folder} has neither ${weights.map(({ file }) => file).join(' nor ')}.`)
}

async function importLibrary(): Promise<Library> {
  try {
    return (await import(packageName)) as Library
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new EmbedderError(
      `The transformers embedder needs a package that is not installed: ONNXRUNTIME_NODE_INSTALL=skip npm i ${packageName}`,
      { cause },
    )
  }
}

/** Two models in folders of one name are told apart. */
async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pass(createReadStream(file), hash)
  return hash.digest('hex').slice(0, 12)
}
