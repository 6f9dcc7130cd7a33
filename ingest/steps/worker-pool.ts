/** Runs steps over all partitions, on worker threads or, for little data, on the main thread. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { InputError } from '../input-error.ts'
import { partitionCount } from '../partition.ts'
import { type StepName, type StepResult, steps } from './steps.ts'
import { type Job, StepContext } from './step-context.ts'

/** Starting threads takes longer than processing this many bytes of registry files on the main thread. */
const smallInputBytes = 48 * 1024 * 1024

/** Each thread uses about 300 MB for an ingest of the whole country. */
const threadsMax = 8

/** The number of runs for each thread that are assigned before the result of the first one is yielded. */
const runsAheadPerThread = 2

/** The number of worker threads for an ingest of `bytes`; 0 for the main thread only. */
export function countThreads(bytes: number): number {
  return bytes < smallInputBytes ? 0 : Math.min(availableParallelism(), threadsMax)
}

/** The minimum input of a run: each run writes files for the index, which takes longer than processing small partitions. */
const runBytesMin = 8 * 1024 * 1024

/** The minimum number of runs for each thread, so that no thread is idle for long at the end. */
const runsPerThreadMin = 32

/** The number of partitions in a run, which one thread processes; all 256 on the main thread. */
export function partitionsPerRun(bytes: number, threads: number): number {
  if (threads === 0) return partitionCount
  const partitionsForBytesMin = Math.floor((runBytesMin * partitionCount) / bytes)
  return Math.max(
    1,
    Math.min(partitionsForBytesMin, Math.floor(partitionCount / (runsPerThreadMin * threads))),
  )
}

/** Partitions that one thread processes one after another. */
interface Run {
  readonly first: number
  readonly end: number
}

/** A message to a thread, which has received the job before. */
export type Task = ({ readonly step: StepName } & Run) | 'flush'
/** The reply of a thread. The message omits the class and the `code` of an error, so separate fields have them. */
export type TaskOutcome =
  | { readonly done: unknown }
  | {
      readonly failed: Error
      readonly isInputError: boolean
      readonly code: unknown
      readonly errcode: unknown
    }

/** The threads of one ingest, which load their modules while the files are read. Disposal ends them. */
export class WorkerThreads implements AsyncDisposable {
  readonly all: readonly Thread[]

  constructor(count: number) {
    this.all = Array.from({ length: count }, (_, index) => new Thread(index + 1))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((thread) => thread[Symbol.asyncDispose]()))
  }
}

/** Divides the steps of one job among threads. */
export class WorkerPool {
  readonly #mainContext: StepContext
  readonly #threads: readonly Thread[]

  /** `mainContext` is the context of the main thread. */
  constructor(mainContext: StepContext, threads: WorkerThreads) {
    this.#mainContext = mainContext
    this.#threads = threads.all
    for (const thread of this.#threads) thread.sendJob(mainContext.job)
  }

  /** Yields the results of the step in the order of partitions. After the last one, the spilled values can be read. */
  async *runOnAllPartitions<Name extends StepName>(step: Name): AsyncGenerator<StepResult<Name>> {
    this.#mainContext.flush()
    const runs = this.#createRuns()
    const pending = runs
      .splice(0, 1 + runsAheadPerThread * this.#threads.length)
      .map((run) => this.#assign({ step, ...run }))
    for (let results = pending.shift(); results !== undefined; results = pending.shift()) {
      yield* (await results) as StepResult<Name>[]
      const next = runs.shift()
      if (next !== undefined) pending.push(this.#assign({ step, ...next }))
    }
    await Promise.all(this.#threads.map((thread) => thread.run('flush')))
    this.#mainContext.flush()
  }

  #createRuns(): Run[] {
    const length = this.#mainContext.job.partitionsPerRun
    return Array.from({ length: Math.ceil(partitionCount / length) }, (_, index) => ({
      first: index * length,
      end: Math.min(partitionCount, (index + 1) * length),
    }))
  }

  /** Assigns the task to the thread with the fewest tasks. A failure is thrown when the result is awaited, not before. */
  #assign(task: Task): Promise<unknown> {
    const [first, ...others] = this.#threads
    if (first === undefined) return runTask(task, this.#mainContext)
    const leastBusy = others.reduce((a, b) => (b.tasks < a.tasks ? b : a), first)
    const result = leastBusy.run(task)
    result.catch(() => {})
    return result
  }
}

/** The results of the step for the partitions of the run. */
export async function runTask(task: Task, context: StepContext): Promise<unknown> {
  if (task === 'flush') return context.flush()
  const results: unknown[] = []
  for (let partition = task.first; partition < task.end; partition++)
    results.push(await steps[task.step](context, partition))
  context.endRun(task.first)
  return results
}

/** One worker thread, which runs its tasks one after another. */
class Thread implements AsyncDisposable {
  readonly #worker: Worker
  /** For the replies to the tasks of this thread, in the order of the tasks. */
  readonly #replies: PromiseWithResolvers<unknown>[] = []
  /** The first error that ended the thread. */
  #failure: { readonly error: unknown } | null = null

  constructor(number: number) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: number })
    this.#worker.on('message', (outcome: TaskOutcome) => this.#settle(outcome))
    this.#worker.on('error', (error) => this.#rejectAll(error))
    this.#worker.on('exit', (code) => this.#rejectAll(new Error(`An ingest thread ended (${code})`)))
  }

  /** The number of tasks without a reply. */
  get tasks(): number {
    return this.#replies.length
  }

  sendJob(job: Job): void {
    this.#worker.postMessage(job)
  }

  run(task: Task): Promise<unknown> {
    if (this.#failure !== null) return Promise.reject(this.#failure.error)
    const reply = Promise.withResolvers<unknown>()
    this.#replies.push(reply)
    this.#worker.postMessage(task)
    return reply.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }

  #settle(outcome: TaskOutcome): void {
    const reply = this.#replies.shift()!
    if ('done' in outcome) reply.resolve(outcome.done)
    else if (outcome.isInputError) reply.reject(new InputError(outcome.failed.message))
    else reply.reject(Object.assign(outcome.failed, { code: outcome.code, errcode: outcome.errcode }))
  }

  #rejectAll(error: unknown): void {
    this.#failure ??= { error }
    for (const reply of this.#replies.splice(0)) reply.reject(this.#failure.error)
  }
}
