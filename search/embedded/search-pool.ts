/** A pool of search threads over shared memory, so that a long search does not block others. */
import { Worker } from 'node:worker_threads'
import { ApiError } from '@careatlas/contract/errors'
import { throwIfExpired, type Deadline } from '../deadline.ts'
import type { Collection, Matches, Query, PageRange } from '../search-engine.ts'
import type { Segment } from './segment.ts'

/** The number of concurrent searches, and of queued searches per thread. */
export interface PoolSize {
  readonly threads: number
  readonly queuedPerThreadMax: number
}

/** The threads share the columns; the rest of a segment is copied to each thread. */
export type Segments = Readonly<Record<Collection, Segment>>

/** The data of a thread; the first one reads the segments, which are passed to the others. */
export interface ThreadData {
  readonly segmentFolder: string
  readonly cardsFile: string
  readonly segments: Segments | null
}

export interface Search {
  readonly query: Query
  readonly range: PageRange
}

/** A message from a thread; the first one is `opened`. Cloning removes the class and the code of an error. */
export type Outcome =
  | { readonly opened: Segments }
  | { readonly matches: Matches }
  | { readonly error: Error; readonly code: unknown }

interface WaitingSearch extends PromiseWithResolvers<Matches> {
  readonly search: Search
  readonly deadline: Deadline
}

/** Disposal ends the threads; unfinished searches fail. */
export class SearchPool implements AsyncDisposable {
  readonly #data: ThreadData & { readonly segments: Segments }
  readonly #threads: SearchThread[]
  readonly #waitingMax: number
  /** In the order of arrival. */
  readonly #waiting: WaitingSearch[] = []
  #disposed = false

  /** Resolves when every thread is ready; rejects if a column or the name index cannot be read. */
  static async open(
    data: Omit<ThreadData, 'segments'>,
    { threads, queuedPerThreadMax }: PoolSize,
  ): Promise<SearchPool> {
    await using opening = new AsyncDisposableStack()
    const first = opening.use(new SearchThread({ ...data, segments: null }))
    const shared = { ...data, segments: await first.opened }
    const others = Array.from({ length: threads - 1 }, () => opening.use(new SearchThread(shared)))
    await Promise.all(others.map(({ opened }) => opened))
    opening.move()
    return new SearchPool(shared, [first, ...others], queuedPerThreadMax * threads)
  }

  private constructor(
    data: ThreadData & { readonly segments: Segments },
    threads: SearchThread[],
    waitingMax: number,
  ) {
    this.#data = data
    this.#threads = threads
    this.#waitingMax = waitingMax
  }

  get segments(): Segments {
    return this.#data.segments
  }

  throwIfClosed(): void {
    if (this.#disposed) throw new Error('The engine is closed')
  }

  /** Rejects with `unavailable` if the queue is full, and with `timeout` if the deadline passes in the queue. */
  async run(search: Search, deadline: Deadline = {}): Promise<Matches> {
    this.throwIfClosed()
    if (this.#waiting.length >= this.#waitingMax) {
      throw new ApiError('unavailable', 'Too many searches are waiting; try again in a few seconds.')
    }
    const waiting = { search, deadline, ...Promise.withResolvers<Matches>() }
    this.#waiting.push(waiting)
    this.#dispatch()
    return waiting.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The engine is closed'))
    await Promise.all(this.#threads.map((thread) => thread[Symbol.asyncDispose]()))
  }

  /** Assigns searches to idle threads. */
  #dispatch(): void {
    for (const [index, thread] of this.#threads.entries()) {
      if (thread.isBusy) continue
      const next = this.#takeNext()
      if (next === undefined) return
      void this.#runOn(index, next)
    }
  }

  /** Replaces the thread first if it has ended. */
  async #runOn(index: number, { search, resolve, reject }: WaitingSearch): Promise<void> {
    try {
      if (this.#threads[index]!.hasEnded) this.#threads[index] = new SearchThread(this.#data)
      resolve(await this.#threads[index]!.run(search))
    } catch (error) {
      reject(error)
    }
    this.#dispatch()
  }

  /** Rejects expired searches and returns the first other one. */
  #takeNext(): WaitingSearch | undefined {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        throwIfExpired(next.deadline)
        return next
      } catch (error) {
        next.reject(error)
      }
    }
    return undefined
  }
}

class SearchThread implements AsyncDisposable {
  readonly #worker: Worker
  readonly #opened = Promise.withResolvers<Segments>()
  #running: PromiseWithResolvers<Matches> | null = null
  #failure: Error | null = null

  constructor(data: ThreadData) {
    this.#worker = new Worker(new URL('./search-thread.ts', import.meta.url), { workerData: data })
    this.#worker.on('message', (outcome: Outcome) => this.#receive(outcome))
    this.#worker.on('error', (error: Error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`A search thread ended (${code})`)))
    // A replacement thread has no caller that awaits `opened`; its first search reports the failure.
    this.#opened.promise.catch(() => undefined)
  }

  get opened(): Promise<Segments> {
    return this.#opened.promise
  }

  get isBusy(): boolean {
    return this.#running !== null
  }

  get hasEnded(): boolean {
    return this.#failure !== null
  }

  async run(search: Search): Promise<Matches> {
    if (this.#failure !== null) throw this.#failure
    this.#worker.postMessage(search)
    this.#running = Promise.withResolvers<Matches>()
    // A running search keeps the process alive, so that a closing server finishes its responses.
    this.#worker.ref()
    return this.#running.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }

  #receive(outcome: Outcome): void {
    if ('opened' in outcome) {
      this.#opened.resolve(outcome.opened)
      if (!this.isBusy) this.#worker.unref()
      return
    }
    const running = this.#running!
    this.#running = null
    this.#worker.unref()
    if ('matches' in outcome) running.resolve(outcome.matches)
    else running.reject(Object.assign(outcome.error, { code: outcome.code }))
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#opened.reject(this.#failure)
    this.#running?.reject(this.#failure)
    this.#running = null
  }
}
