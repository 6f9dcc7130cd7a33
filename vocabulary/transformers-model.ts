/** A transformer, through `@huggingface/transformers`, a large package that operators install separately. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pipeline as pipeStreams } from 'node:stream/promises'
import { EmbedderError } from './embedder.ts'
import { normalize } from './normalize.ts'

export interface TransformersModel {
  /** The name of the model, with the digest of its weights if they are in a folder. */
  readonly name: string
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}

/** The API of the library used here, tested with version 4.3. */
interface Library {
  readonly env: { allowRemoteModels: boolean }
  readonly pipeline: (
    task: 'feature-extraction',
    model: string,
    options: { dtype: string },
  ) => Promise<Extractor>
}
type Extractor = (texts: readonly string[], options: { pooling: 'mean' }) => Promise<{ tolist(): number[][] }>

/** The package to install. */
export const packageName = '@huggingface/transformers'

/** The required files besides the weights. */
const requiredFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json']

/** The first of these files that the folder has is used. */
const weights = [
  { file: 'onnx/model.onnx', dtype: 'fp32' },
  { file: 'onnx/model_quantized.onnx', dtype: 'q8' },
] as const

/** `model` is a folder, which is read without the network, or a model name that the library downloads once. */
export async function openTransformersModel(model: string): Promise<TransformersModel> {
  const folder = statSync(model, { throwIfNoEntry: false })?.isDirectory() ? resolve(model) : null
  const { file, dtype } = folder === null ? weights[0] : findWeights(folder)
  const { env, pipeline } = await importLibrary()
  if (folder !== null) env.allowRemoteModels = false
  const rejectModel = (cause: unknown): never => {
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
    throw new EmbedderError(`${model} is not a model that ${packageName} can run: ${reason}.`, { cause })
  }
  const extract = await pipeline('feature-extraction', folder ?? model, { dtype }).catch(rejectModel)
  return {
    name: folder === null ? model : `${basename(folder)}:${await hashFile(join(folder, file))}`,
    async embed(texts) {
      const rows = await extract(texts, { pooling: 'mean' }).catch(rejectModel)
      return rows.tolist().map((row) => normalize(Float32Array.from(row)))
    },
  }
}

function findWeights(folder: string): (typeof weights)[number] {
  const missing = requiredFiles.find((file) => !existsSync(join(folder, file)))
  if (missing !== undefined) throw new EmbedderError(`${folder} has no ${missing}.`)
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

/** Distinguishes models in folders of the same name. */
async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeStreams(createReadStream(file), hash)
  return hash.digest('hex').slice(0, 12)
}
