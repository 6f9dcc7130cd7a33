/** Threads that search side by side over one memory, so that a long search keeps nobody else waiting. */
import { Worker } from 'node:worker_threads'
import type { Collection, Matches, Query, Window } from '../search-engine.ts'
import type { Bearers } from './match.ts'
import type { Segment } from './segment.ts'

/** Columns are shared, the rest of a segment is copied to each thread. */
export type Segments = Readonly<Record<Collection, Segment>>

export interface Search {
  readonly query: Query
  readonly bearers: Bearers
  readonly window: Window
}

/** What a thread answers; an error loses its class on the way. */
export type Outcome = { readonly matches: Matches } | { readonly failed: Error }

/** Dispose it to end its threads; what they have not answered by then fails. */
export class SearchPool implements AsyncDisposable {
  readonly #segments: Segments
  readonly #threads: SearchThread[]
  #disposed = false

  constructor(segments: Segments, threads: number) {
    this.#segments = segments
    this.#threads = Array.from({ length: threads }, () => new SearchThread(segments))
  }

  /** On the thread with the least to do. A thread that died is replaced by the next search that comes to it. */
  run(search: Search): Promise<Matches> {
    if (this.#disposed) return Promise.reject(new Error('The engine is closed'))
    const idlest = this.#threads.reduce(
      (least, thread, at) => (thread.waiting < this.#threads[least]!.waiting ? at : least),
      0,
    )
    if (this.#threads[idlest]!.dead) this.#threads[idlest] = new SearchThread(this.#segments)
    return this.#threads[idlest]!.run(search)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    await Promise.all(this.#threads.map((thread) => thread[Symbol.asyncDispose]()))
  }
}

class SearchThread implements AsyncDisposable {
  readonly #worker: Worker
  readonly #waiting: PromiseWithResolvers<Matches>[] = []
  #death: Error | null = null

  constructor(segments: Segments) {
    this.#worker = new Worker(new URL('./search-thread.ts', import.meta.url), { workerData: segments })
    this.#worker.on('message', (outcome: Outcome) => this.#take(outcome))
    this.#worker.on('error', (error: Error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`A search thread ended (${code})`)))
    this.#worker.unref()
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get dead(): boolean {
    return this.#death !== null
  }

  async run(search: Search): Promise<Matches> {
    if (this.#death !== null) throw this.#death
    this.#worker.postMessage(search)
    const waiting = Promise.withResolvers<Matches>()
    this.#waiting.push(waiting)
    // A server that closes waits for its answers.
    this.#worker.ref()
    return waiting.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }

  #take(outcome: Outcome): void {
    const waiting = this.#waiting.shift()!
    if (this.#waiting.length === 0) this.#worker.unref()
    if ('matches' in outcome) waiting.resolve(outcome.matches)
    else waiting.reject(outcome.failed)
  }

  #fail(because: Error): void {
    this.#death ??= because
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#death)
  }
}
