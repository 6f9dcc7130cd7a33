/** What a message of a client needs from the service: one snapshot, the operations on it, and the addresses of records. */
import type { LocationCard } from '@careatlas/contract/cards'
import type { OperationId } from '@careatlas/contract/parameters'
import type { Contacts } from '@careatlas/search/notices'
import type { ResourceLink } from '@modelcontextprotocol/server'
import type { OperationOptions, OperationResult } from '../operations/handlers.ts'
import { type Parameters, validateOperation } from '../operations/parameters.ts'
import { runOperation } from '../operations/run-operation.ts'
import type { LoadedSnapshot } from '../snapshots/loaded-snapshot.ts'
import type { SnapshotManager } from '../snapshots/snapshot-manager.ts'

export interface DirectoryOptions {
  readonly current: SnapshotManager
  readonly checkHealth: OperationOptions['checkHealth']
  /** The scheme of resource URIs. */
  readonly serviceName: string
  readonly responseBudgetBytes: number
  readonly contacts: Contacts
  readonly resolvePlaces: boolean
  readonly searchTimeoutMs: number
}

interface ExchangeOptions {
  /** The method of the message. */
  readonly method: string
  /** Aborted if the client cancels the request or disconnects. */
  readonly signal: AbortSignal
  /** The public URL of the service. */
  readonly url: string
  /** For the log. */
  readonly requestId: string
}

type RecordKind = 'providers' | 'locations'

export class Exchange {
  readonly method: string
  readonly signal: AbortSignal
  readonly url: string
  readonly requestId: string
  /** The numbers to call in an emergency. */
  readonly contacts: Contacts
  readonly #options: DirectoryOptions
  readonly #deadline: number
  #directory: LoadedSnapshot | null = null
  /** The JSON of the response; null if the SDK answered with an error. */
  response: string | null = null

  constructor(options: DirectoryOptions, { method, signal, url, requestId }: ExchangeOptions) {
    this.method = method
    this.signal = signal
    this.url = url
    this.requestId = requestId
    this.contacts = options.contacts
    this.#options = options
    this.#deadline = performance.now() + options.searchTimeoutMs
  }

  /** The snapshot that is current when it is first read. */
  get directory(): LoadedSnapshot {
    this.#directory ??= this.#options.current.get()
    return this.#directory
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

  /** A link to the resource of a record. */
  link(kind: RecordKind, id: string, name: string): ResourceLink {
    const uri = `${this.#options.serviceName}://${kind}/${id}`
    return { type: 'resource_link', uri, name, mimeType: 'application/json' }
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
