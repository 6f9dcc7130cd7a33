/** Runs steps over all partitions, on worker threads or, for little data, on the main thread. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { InputError } from '../input-error.ts'
import { partitionCount } from '../partition.ts'
import { type StepName, type StepResult, steps } from './steps.ts'
import { type Job, StepContext } from './step-context.ts'

/** To start a thread takes longer than to process so many bytes of registry files. */
const smallInputBytes = 48 * 1024 * 1024

/** Each thread holds about 300 MB when the country is ingested. */
const threadsMaximum = 8

/** Runs that are assigned ahead of the result that is taken next, per thread. */
const lookahead = 2

/** The number of worker threads for an ingest of so many bytes. */
export function threadsFor(bytes: number): number {
  return bytes < smallInputBytes ? 0 : Math.min(availableParallelism(), threadsMaximum)
}

/** The least input of a run: each run writes files for the index, which take more time than small partitions. */
const runBytes = 8 * 1024 * 1024

/** The least number of runs for each thread, so that no thread is idle for long at the end. */
const runsPerThread = 32

/** The number of partitions that a thread takes at a time. */
export function partitionsPerRun(bytes: number, threads: number): number {
  if (threads === 0) return partitionCount
  const leastForRun = Math.floor((runBytes * partitionCount) / bytes)
  return Math.max(1, Math.min(leastForRun, Math.floor(partitionCount / (runsPerThread * threads))))
}

/** Partitions that one thread processes one after another. */
interface Run {
  readonly first: number
  readonly end: number
}

/** A message to a thread, after the job. */
export type Task = ({ readonly step: StepName } & Run) | 'flush'
/** The reply of a thread. An error loses its class and its `code` in a message, so they are sent beside it. */
export type Outcome =
  | { readonly done: unknown }
  | {
      readonly failed: Error
      readonly isRefusal: boolean
      readonly code: unknown
      readonly errcode: unknown
    }

/** Threads of one ingest: they load their modules while the files are read. Dispose it to end them. */
export class WorkerThreads implements AsyncDisposable {
  readonly all: readonly Thread[]

  constructor(count: number) {
    this.all = Array.from({ length: count }, (_, at) => new Thread(at + 1))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((thread) => thread[Symbol.asyncDispose]()))
  }
}

/** Divides the steps of one job among threads. */
export class WorkerPool {
  readonly #here: StepContext
  readonly #threads: readonly Thread[]

  /** `here` is the main thread's own context. */
  constructor(here: StepContext, threads: WorkerThreads) {
    this.#here = here
    this.#threads = threads.all
    for (const thread of this.#threads) thread.begin(here.job)
  }

  /** Yields the result of the step for each partition in order; after the last one, the spilled values can be read. */
  async *overAll<Name extends StepName>(step: Name): AsyncGenerator<StepResult<Name>> {
    this.#here.flush()
    const runs = this.#runs()
    const waiting = runs
      .splice(0, 1 + lookahead * this.#threads.length)
      .map((run) => this.#give({ step, ...run }))
    for (let results = waiting.shift(); results !== undefined; results = waiting.shift()) {
      yield* (await results) as StepResult<Name>[]
      const next = runs.shift()
      if (next !== undefined) waiting.push(this.#give({ step, ...next }))
    }
    await Promise.all(this.#threads.map((thread) => thread.run('flush')))
    this.#here.flush()
  }

  #runs(): Run[] {
    const length = this.#here.job.partitionsPerRun
    return Array.from({ length: Math.ceil(partitionCount / length) }, (_, at) => ({
      first: at * length,
      end: Math.min(partitionCount, (at + 1) * length),
    }))
  }

  /** Gives the task to the thread with the fewest tasks. A failure is reported when the result is taken, not before. */
  #give(task: Task): Promise<unknown> {
    const [first, ...others] = this.#threads
    if (first === undefined) return runTask(task, this.#here)
    const idlest = others.reduce((a, b) => (b.tasks < a.tasks ? b : a), first)
    const result = idlest.run(task)
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

/** One worker thread; it takes tasks one after another. */
class Thread implements AsyncDisposable {
  readonly #worker: Worker
  readonly #waiting: PromiseWithResolvers<unknown>[] = []
  #death: { readonly because: unknown } | null = null

  constructor(number: number) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: number })
    this.#worker.on('message', (outcome: Outcome) => this.#take(outcome))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`An ingest thread ended (${code})`)))
  }

  /** The number of tasks without a reply. */
  get tasks(): number {
    return this.#waiting.length
  }

  begin(job: Job): void {
    this.#worker.postMessage(job)
  }

  run(task: Task): Promise<unknown> {
    if (this.#death !== null) return Promise.reject(this.#death.because)
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.push(waiting)
    this.#worker.postMessage(task)
    return waiting.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }

  #take(outcome: Outcome): void {
    const waiting = this.#waiting.shift()!
    if ('done' in outcome) waiting.resolve(outcome.done)
    else if (outcome.isRefusal) waiting.reject(new InputError(outcome.failed.message))
    else waiting.reject(Object.assign(outcome.failed, { code: outcome.code, errcode: outcome.errcode }))
  }

  #fail(because: unknown): void {
    this.#death ??= { because }
    const { because: error } = this.#death
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
  }
}
