/** The program of one thread of a pool: takes orders, answers each. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Outcome, runTask, type Task } from './worker-pool.ts'
import { type Job, StepContext } from './step-context.ts'

const { job, number } = workerData as { readonly job: Job; readonly number: number }
const context = new StepContext(job, number)

/** Orders are carried out one after another, also where a step waits for something. */
let last = Promise.resolve()
parentPort!.on('message', (order: Task) => {
  last = last.then(async () => parentPort!.postMessage(await answerTo(order)))
})

async function answerTo(order: Task): Promise<Outcome> {
  try {
    return { done: await runTask(order, context) }
  } catch (error) {
    const failed = error instanceof Error ? error : new Error(String(error))
    const { code, errcode } = failed as { code?: unknown; errcode?: unknown }
    return { failed, code, errcode }
  }
}
