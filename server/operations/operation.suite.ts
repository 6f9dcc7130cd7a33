/** Guarantees of each operation, whether it is called through HTTP or as a function. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type LocationSearchEnvelope,
  ProviderDetailEnvelope,
  ProviderSearchEnvelope,
} from '@careatlas/contract/envelopes'
import type { ErrorCode } from '@careatlas/contract/errors'
import type { OperationId } from '@careatlas/contract/parameters'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import { EmbeddingEndpoint, sendVectors } from '@careatlas/vocabulary/embedding-endpoint.fixture'
import { publishOddDirectory } from '../rest/odd-directory.fixture.ts'
import { small } from '../small-directory.fixture.ts'

export type Values = Readonly<Record<string, string | number | readonly string[]>>

/** A response, a new identifier, or an error code. */
export type Outcome =
  | { readonly json: string; readonly tag: string | null }
  | { readonly movedTo: string }
  | { readonly code: ErrorCode }

export interface CallOptions {
  readonly credential?: 'valid' | 'none' | 'unknown'
  readonly signal?: AbortSignal
  /** The ETag of an earlier response; the outcome is `null` if it is still current. */
  readonly known?: string
}

/** One way to call operations, each with its own server. */
export interface Surface extends AsyncDisposable {
  call(operation: OperationId, values: Values, options?: CallOptions): Promise<Outcome | null>
  /** Calls, aborts once `started` resolves, and resolves to the code that the server recorded. */
  cancel(operation: OperationId, values: Values, started: Promise<void>): Promise<ErrorCode>
}

export interface Setup {
  readonly settings?: Readonly<Record<string, string>>
  readonly searchTimeoutMs?: number
  readonly responseBudgetBytes?: number
  readonly publish?: (dataDir: string, generation: string) => Promise<void>
}

export interface SurfaceKind {
  readonly name: string
  readonly open: (setup?: Setup) => Promise<Surface>
  /** The reason why the surface has no conditional requests; null if it has them. */
  readonly skipsConditional: string | null
}

export function operationSuite({ name, open, skipsConditional }: SurfaceKind): void {
  describe(`operations through ${name}`, () => {
    test('return the card, the page or the new identifier', async () => {
      await using at = await open()
      const card = ProviderDetailEnvelope.parse(json(await at.call('getProvider', { npi: small.npi })))
      assert.equal(card.data.npi, small.npi)
      const page = ProviderSearchEnvelope.parse(
        json(await at.call('searchProviders', { last_name: 'oliveira', limit: 1, carriers: ['medicare'] })),
      )
      assert.deepEqual([page.meta.limit, page.parameters.carriers], [1, ['MEDICARE']])
      const moved = await at.call('getLocation', { location_uuid: small.former.succeeded })
      assert.deepEqual(moved, { movedTo: small.uuid })
      for (const id of ['listRegions', 'listCarriers', 'getHealth'] as const)
        assert.equal(typeof json(await at.call(id, {}, { credential: 'none' })), 'object', id)
    })

    test('reject invalid parameters and absent records with their codes', async () => {
      await using at = await open()
      for (const [operation, values, code] of refusals)
        assert.deepEqual(await at.call(operation, values), { code }, `${operation} ${JSON.stringify(values)}`)
    })

    test('reject missing and unknown credentials before they look at parameters', async () => {
      await using at = await open()
      for (const values of [{ npi: small.npi }, { npi: 'x' }]) {
        const missing = await at.call('getProvider', values, { credential: 'none' })
        assert.deepEqual(missing, { code: 'missing_credentials' })
        const unknown = await at.call('getProvider', values, { credential: 'unknown' })
        assert.deepEqual(unknown, { code: 'invalid_credentials' })
      }
    })

    test('cost one unit of the quota each, whether they succeed or fail, until it is used up', async () => {
      await using at = await open({ settings: { RATE_LIMITS: 'on', DAILY_QUOTA: '3' } })
      const get = (npi: string) => at.call('getProvider', { npi })
      assert.ok('json' in (await get(small.npi))!)
      assert.deepEqual(await get('x'), { code: 'invalid_npi' })
      assert.deepEqual(await get(small.unknown), { code: 'provider_not_found' })
      assert.deepEqual(await get(small.npi), { code: 'quota_exceeded' })
      assert.deepEqual(await at.call('searchProviders', { q: 'heart' }), { code: 'quota_exceeded' })
      assert.ok('json' in (await at.call('listRegions', {}))!, 'public operations cost no quota')
    })

    test(
      'cost nothing if the client already has the current response',
      { skip: skipsConditional ?? false },
      async () => {
        await using at = await open({ settings: { RATE_LIMITS: 'on', DAILY_QUOTA: '1' } })
        const first = await at.call('getProvider', { npi: small.npi })
        assert.ok(first && 'json' in first && first.tag !== null)
        for (let again = 0; again < 2; again++)
          assert.equal(await at.call('getProvider', { npi: small.npi }, { known: first.tag }), null)
      },
    )

    test('time out if they search, while cards are still returned', async () => {
      await using at = await open({ searchTimeoutMs: 0 })
      for (const operation of ['searchProviders', 'searchLocations'] as const)
        assert.deepEqual(await at.call(operation, { q: 'heart' }), { code: 'timeout' })
      assert.ok('json' in (await at.call('getProvider', { npi: small.npi }))!)
    })

    test('truncate a page to the response budget and set meta.truncated', async () => {
      await using at = await open({ responseBudgetBytes: 100 })
      for (const operation of ['searchProviders', 'searchLocations'] as const) {
        const page = json(await at.call(operation, { zip: '02903' })) as Pick<LocationSearchEnvelope, 'meta'>
        assert.deepEqual([page.meta.truncated, page.meta.count], [true, 1], operation)
      }
    })

    test('stop a search when its client disconnects', async () => {
      const started = Promise.withResolvers<void>()
      let isPublished = false
      await using endpoint = await EmbeddingEndpoint.start((response, request) => {
        const isQuestion = isPublished && request.body.input.some((text) => text.includes('knee'))
        return isQuestion ? started.resolve() : sendVectors(response, request)
      })
      const choice = {
        name: 'openai-compatible',
        model: 'm',
        baseUrl: endpoint.baseUrl,
        apiKey: null,
      } as const
      const embedder = await openEmbedder(choice)
      await using at = await open({
        settings: { EMBEDDER: choice.name, EMBEDDER_MODEL: choice.model, EMBEDDER_URL: endpoint.baseUrl },
        searchTimeoutMs: 2000,
        publish: (dataDir, generation) => publishOddDirectory(dataDir, generation, embedder),
      })
      isPublished = true
      assert.equal(
        await at.cancel('searchProviders', { q: 'a doctor for my knee' }, started.promise),
        'timeout',
      )
    })
  })
}

const refusals: readonly (readonly [OperationId, Values, ErrorCode])[] = [
  ['searchProviders', {}, 'missing_parameter'],
  ['searchProviders', { q: 'heart', limit: 51 }, 'invalid_parameter'],
  ['searchProviders', { q: 'heart', state: 'RI' }, 'unknown_parameter'],
  ['searchProviders', { zip: '02903', lat: 1 }, 'conflicting_parameters'],
  ['searchProviders', { q: 'heart', offset: 1000 }, 'page_out_of_range'],
  ['searchProviders', { zip: '00000' }, 'unknown_zip'],
  ['searchProviders', { q: 'heart', carriers: ['NOPE'] }, 'unknown_carrier'],
  ['searchLocations', { q: 'heart', carriers: ['MEDICARE'] }, 'unknown_parameter'],
  ['getProvider', { npi: '123' }, 'invalid_npi'],
  ['getProvider', { npi: small.npi, fields: 'npi' }, 'unknown_parameter'],
  ['getProvider', { npi: small.unknown }, 'provider_not_found'],
  ['getProvider', { npi: small.outside }, 'outside_coverage'],
  ['getProvider', { npi: small.deactivated }, 'provider_deactivated'],
  ['getLocation', { location_uuid: 'x' }, 'invalid_parameter'],
  ['getLocation', { location_uuid: small.former.left }, 'location_removed'],
  ['listCarriers', { kind: 'hmo' }, 'invalid_parameter'],
]

function json(outcome: Outcome | null): unknown {
  assert.ok(outcome !== null && 'json' in outcome, JSON.stringify(outcome))
  return JSON.parse(outcome.json)
}
