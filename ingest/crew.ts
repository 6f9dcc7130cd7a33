/** Runs steps over all partitions, on threads side by side or, where the data is small, on this one. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { partitionCount } from './partition.ts'
import { type StepName, type StepResult, steps } from './steps.ts'
import { type Job, Workbench } from './workbench.ts'

/** Starting a thread takes longer than working through this much of the registry's own files. */
const smallInputBytes = 48 * 1024 * 1024

/** Each thread holds about 300 MB when the country is ingested. */
const threadsMaximum = 8

/** Results that wait for their turn, per thread. */
const lookahead = 2

/** How many threads beside the main one an ingest of so many bytes is worth. */
export function threadsFor(bytes: number): number {
  return bytes < smallInputBytes ? 0 : Math.min(availableParallelism(), threadsMaximum)
}

/** Partitions that are worked through one after another. */
interface Run {
  readonly first: number
  readonly end: number
}

/** What a thread is told. */
export type Order = ({ readonly step: StepName } & Run) | 'flush'
/** What it answers. An error loses its class and its `code` on the way, so the code goes beside it. */
export type Answer =
  | { readonly done: unknown }
  | { readonly failed: Error; readonly code: unknown; readonly errcode: unknown }

/** Threads for one job; dispose it to end them. */
export class Crew implements AsyncDisposable {
  readonly #here: Workbench
  readonly #threads: readonly Thread[]

  /** `here` is the main thread's own workbench. */
  constructor(here: Workbench) {
    this.#here = here
    this.#threads = Array.from({ length: here.job.threads }, (_, at) => new Thread(here.job, at + 1))
  }

  /** The result of the step for each partition in order; when the last has come, what was set aside can be read. */
  async *overAll<Name extends StepName>(step: Name): AsyncGenerator<StepResult<Name>> {
    this.#here.flush()
    const waiting: Promise<unknown>[] = []
    for (let first = 0, next = 0; first < partitionCount; first += this.#partitionsPerRun) {
      for (
        ;
        next < partitionCount && waiting.length <= lookahead * this.#threads.length;
        next += this.#partitionsPerRun
      )
        waiting.push(this.#hand({ step, first: next, end: next + this.#partitionsPerRun }))
      yield* (await waiting.shift()) as StepResult<Name>[]
    }
    await Promise.all(this.#threads.map((thread) => thread.run('flush')))
    this.#here.flush()
  }

  /** Alone, one run over everything; threads side by side take partition by partition. */
  get #partitionsPerRun(): number {
    return this.#threads.length === 0 ? partitionCount : 1
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread[Symbol.asyncDispose]()))
  }

  /** To the thread with the least to do. A failure is noticed when its turn comes, not before. */
  #hand(order: Order): Promise<unknown> {
    const [first, ...others] = this.#threads
    if (first === undefined) return carryOut(order, this.#here)
    const idlest = others.reduce((a, b) => (b.orders < a.orders ? b : a), first)
    const result = idlest.run(order)
    result.catch(() => {})
    return result
  }
}

/** The results of the step for the partitions of the run. */
export async function carryOut(order: Order, bench: Workbench): Promise<unknown> {
  if (order === 'flush') return bench.flush()
  const results: unknown[] = []
  for (let partition = order.first; partition < order.end; partition++)
    results.push(await steps[order.step](bench, partition))
  bench.endRun(order.first)
  return results
}

/** One worker thread; it takes orders one after another. */
class Thread implements AsyncDisposable {
  readonly #worker: Worker
  readonly #waiting: PromiseWithResolvers<unknown>[] = []
  #death: { readonly because: unknown } | null = null

  constructor(job: Job, number: number) {
    this.#worker = new Worker(new URL('./crew-thread.ts', import.meta.url), { workerData: { job, number } })
    this.#worker.on('message', (answer: Answer) => this.#take(answer))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`An ingest thread ended (${code})`)))
  }

  /** Orders that it has not answered yet. */
  get orders(): number {
    return this.#waiting.length
  }

  run(order: Order): Promise<unknown> {
    if (this.#death !== null) return Promise.reject(this.#death.because)
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.push(waiting)
    this.#worker.postMessage(order)
    return waiting.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.shift()!
    if ('done' in answer) waiting.resolve(answer.done)
    else waiting.reject(Object.assign(answer.failed, { code: answer.code, errcode: answer.errcode }))
  }

  #fail(because: unknown): void {
    this.#death ??= { because }
    const { because: error } = this.#death
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
  }
}
