/** The program of the thread of one transformer: says what it is called, then answers each batch of texts in turn. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Said } from './transformers-embedder.ts'
import { openTransformersModel } from './transformers-model.ts'

try {
  const model = await openTransformersModel(workerData as string)
  parentPort!.on('message', async (texts: readonly string[]) => {
    say(await model.embed(texts).then((vectors) => ({ done: vectors }), failure))
  })
  say({ done: model.name })
} catch (error) {
  say(failure(error))
}

function failure(error: unknown): Said {
  return { failed: error instanceof Error ? error.message : String(error) }
}

function say(said: Said): void {
  parentPort!.postMessage(said)
}
