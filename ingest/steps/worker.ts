/** The program of one worker thread: receives its job, then tasks, and replies to each. */
import { parentPort, workerData } from 'node:worker_threads'
import { InputError } from '../input-error.ts'
import { firstError } from '../storage-error.ts'
import { type TaskOutcome, runTask, type Task } from './worker-pool.ts'
import { type Job, StepContext } from './step-context.ts'

parentPort!.once('message', (job: Job) => {
  const context = new StepContext(job, workerData as number)
  // Starts a task only after the previous one has ended, even if it is asynchronous.
  let lastTask = Promise.resolve()
  parentPort!.on('message', (task: Task) => {
    lastTask = lastTask.then(async () => parentPort!.postMessage(await runTaskSafely(task, context)))
  })
})

async function runTaskSafely(task: Task, context: StepContext): Promise<TaskOutcome> {
  try {
    return { done: await runTask(task, context) }
  } catch (thrown) {
    const error = firstError(thrown)
    const failed = error instanceof Error ? error : new Error(String(error))
    const { code, errcode } = failed as { code?: unknown; errcode?: unknown }
    return { failed, isInputError: failed instanceof InputError, code, errcode }
  }
}
