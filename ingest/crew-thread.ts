/** The program of one thread of a crew: takes orders, answers each. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Answer, carryOut, type Order } from './crew.ts'
import { type Job, Workbench } from './workbench.ts'

const { job, number } = workerData as { readonly job: Job; readonly number: number }
const bench = new Workbench(job, number)

/** Orders are carried out one after another, also where a step waits for something. */
let last = Promise.resolve()
parentPort!.on('message', (order: Order) => {
  last = last.then(async () => parentPort!.postMessage(await answerTo(order)))
})

async function answerTo(order: Order): Promise<Answer> {
  try {
    return { done: await carryOut(order, bench) }
  } catch (error) {
    const failed = error instanceof Error ? error : new Error(String(error))
    const { code, errcode } = failed as { code?: unknown; errcode?: unknown }
    return { failed, code, errcode }
  }
}
