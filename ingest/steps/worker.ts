/** The program of one worker thread: receives its job, then tasks, and replies to each. */
import { parentPort, workerData } from 'node:worker_threads'
import { InputError } from '../input-error.ts'
import { firstError } from '../storage-error.ts'
import { type Outcome, runTask, type Task } from './worker-pool.ts'
import { type Job, StepContext } from './step-context.ts'

parentPort!.once('message', (job: Job) => {
  const context = new StepContext(job, workerData as number)
  // A task begins after the previous one ends, also if that one awaits something.
  let last = Promise.resolve()
  parentPort!.on('message', (task: Task) => {
    last = last.then(async () => parentPort!.postMessage(await outcomeOf(task, context)))
  })
})

async function outcomeOf(task: Task, context: StepContext): Promise<Outcome> {
  try {
    return { done: await runTask(task, context) }
  } catch (thrown) {
    const error = firstError(thrown)
    const failed = error instanceof Error ? error : new Error(String(error))
    const { code, errcode } = failed as { code?: unknown; errcode?: unknown }
    return { failed, isRefusal: failed instanceof InputError, code, errcode }
  }
}
