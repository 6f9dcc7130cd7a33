/** One request of a surface to the directory: one snapshot, the operations on it, and the pages of its records. */
import type { LocationCard } from '@careatlas/contract/cards'
import type { OperationId } from '@careatlas/contract/parameters'
import type { Contacts } from '@careatlas/search/notices'
import type { LoadedSnapshot } from '../snapshots/loaded-snapshot.ts'
import type { SnapshotManager } from '../snapshots/snapshot-manager.ts'
import type { OperationOptions, OperationResult } from './handlers.ts'
import { type Parameters, validateOperation } from './parameters.ts'
import { runOperation } from './run-operation.ts'

export interface DirectoryOptions {
  readonly current: SnapshotManager
  readonly checkHealth: OperationOptions['checkHealth']
  readonly responseBudgetBytes: number
  readonly contacts: Contacts
  readonly resolvePlaces: boolean
  readonly searchTimeoutMs: number
}

export interface RequestOptions {
  /** Aborted if the client cancels the request or disconnects. */
  readonly signal: AbortSignal
  /** The public URL of the service. */
  readonly url: string
}

export type RecordKind = 'providers' | 'locations'

export class DirectoryRequest {
  readonly signal: AbortSignal
  readonly url: string
  /** The numbers to call in an emergency. */
  readonly contacts: Contacts
  readonly #options: DirectoryOptions
  readonly #deadline: number
  #directory: LoadedSnapshot | null = null

  constructor(options: DirectoryOptions, { signal, url }: RequestOptions) {
    this.signal = signal
    this.url = url
    this.contacts = options.contacts
    this.#options = options
    this.#deadline = performance.now() + options.searchTimeoutMs
  }

  /** The snapshot that is current when it is first read. */
  get directory(): LoadedSnapshot {
    this.#directory ??= this.#options.current.get()
    return this.#directory
  }

  /** The same snapshot with the whole time again, after something that does not count as search. */
  restart(): DirectoryRequest {
    const restarted = new DirectoryRequest(this.#options, this)
    restarted.#directory = this.directory
    return restarted
  }

  /** Keeps the snapshot open until disposal, for a request that runs several operations. */
  hold(): Disposable {
    const { promise, resolve } = Promise.withResolvers<void>()
    void this.directory.holdWhile(promise)
    return { [Symbol.dispose]: resolve }
  }

  /** Runs an operation as REST does, and parses its JSON. Rejects with the errors of `runOperation`. */
  async run<Id extends Exclude<OperationId, 'getLocation'>>(
    id: Id,
    parameters: Parameters<Id>,
    budgetBytes?: number,
  ): Promise<unknown> {
    const result = await this.#runOperation(id, parameters, budgetBytes)
    if ('movedTo' in result) throw new Error(`${id} has no former identifiers`)
    return JSON.parse(result.json)
  }

  /** The JSON of a card. Rejects with the errors of `runOperation`. */
  async getProvider(parameters: Parameters<'getProvider'>): Promise<string> {
    const result = await this.#runOperation('getProvider', parameters)
    if (!('card' in result)) throw new Error('a clinician has no former identifiers')
    return result.card
  }

  /** The place, or its successor for a former identifier. Rejects with the errors of `runOperation`. */
  async getLocation(
    parameters: Parameters<'getLocation'>,
  ): Promise<{ readonly card: LocationCard; readonly isSuccessor: boolean }> {
    const result = await this.#runOperation('getLocation', parameters)
    if ('movedTo' in result) {
      const { card } = await this.getLocation(
        validateOperation('getLocation', { location_uuid: result.movedTo }),
      )
      return { card, isSuccessor: true }
    }
    const { data } = JSON.parse(result.json) as { readonly data: LocationCard }
    return { card: data, isSuccessor: false }
  }

  /** The URL of the page of a record for people. */
  pageUrl(kind: RecordKind, id: string): string {
    return `${this.url}/${kind}/${id}`
  }

  #runOperation<Id extends OperationId>(
    id: Id,
    parameters: Parameters<Id>,
    budgetBytes = this.#options.responseBudgetBytes,
  ): Promise<OperationResult> {
    const { contacts, resolvePlaces, checkHealth } = this.#options
    return runOperation(id, parameters, {
      directory: this.directory,
      budgetBytes,
      deadline: this.#deadline,
      signal: this.signal,
      contacts,
      resolvePlaces,
      checkHealth,
    })
  }
}
