/** The program of a transformer thread: posts the name of the model, then embeds batches of texts one at a time. */
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerMessage } from './transformers-embedder.ts'
import { openTransformersModel } from './transformers-model.ts'

try {
  const model = await openTransformersModel(workerData as string)
  parentPort!.on('message', async (texts: readonly string[]) => {
    post(await model.embed(texts).then((vectors) => ({ done: vectors }), toFailure))
  })
  post({ done: model.name })
} catch (error) {
  post(toFailure(error))
}

function toFailure(error: unknown): WorkerMessage {
  return { failed: error instanceof Error ? error.message : String(error) }
}

function post(message: WorkerMessage): void {
  parentPort!.postMessage(message)
}
