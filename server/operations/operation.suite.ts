/** Guarantees of each operation, for each way to call it: through REST, through MCP or as a function. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type LocationSearchEnvelope,
  ProviderDetailEnvelope,
  ProviderSearchEnvelope,
  SuggestionEnvelope,
} from '@careatlas/contract/envelopes'
import type { ErrorCode } from '@careatlas/contract/errors'
import type { OperationId } from '@careatlas/contract/parameters'
import { openEmbedder } from '@careatlas/vocabulary/embedder'
import { EmbeddingEndpoint, sendVectors } from '@careatlas/vocabulary/embedding-endpoint.fixture'
import { publishOddDirectory } from '../odd-directory.fixture.ts'
import { small } from '../small-directory.fixture.ts'

export type Values = Readonly<Record<string, string | number | readonly string[]>>

/** A response, a new identifier, or an error code. */
export type Outcome =
  | { readonly json: string; readonly etag: string | null }
  | { readonly movedTo: string }
  | { readonly code: ErrorCode }

export interface CallOptions {
  readonly credential?: 'valid' | 'none' | 'unknown'
  readonly signal?: AbortSignal
  /** The ETag of an earlier response; the outcome is `null` if it is still current. */
  readonly etag?: string
}

/** One way to call operations, each with its own server. */
export interface Surface extends AsyncDisposable {
  call(operation: OperationId, values: Values, options?: CallOptions): Promise<Outcome | null>
  /** Calls the operation, aborts the call once `started` resolves, and returns the error code that the server recorded. */
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
  /** Why the surface has no conditional requests; null if it has them. */
  readonly skipsConditional: string | null
  /** Why the surface needs a credential for each operation; null if some are public. */
  readonly skipsPublic: string | null
  /** Why the surface does not use the response budget; null if it does. */
  readonly skipsBudget: string | null
}

export function operationSuite({
  name,
  open,
  skipsConditional,
  skipsPublic,
  skipsBudget,
}: SurfaceKind): void {
  describe(`operations through ${name}`, () => {
    test('return the card, the page or the new identifier', async () => {
      await using surface = await open()
      const card = ProviderDetailEnvelope.parse(
        parseJson(await surface.call('getProvider', { npi: small.npi })),
      )
      assert.equal(card.data.npi, small.npi)
      const page = ProviderSearchEnvelope.parse(
        parseJson(
          await surface.call('searchProviders', { last_name: 'oliveira', limit: 1, carriers: ['medicare'] }),
        ),
      )
      assert.deepEqual([page.meta.limit, page.parameters.carriers], [1, ['MEDICARE']])
      const moved = await surface.call('getLocation', { location_uuid: small.former.succeeded })
      assert.deepEqual(moved, { movedTo: small.uuid })
    })

    test(
      'are public if they list coverage, complete text or report health',
      { skip: skipsPublic ?? false },
      async () => {
        await using surface = await open({ settings: { RATE_LIMITS: 'on', DAILY_QUOTA: '1' } })
        await surface.call('getProvider', { npi: small.npi })
        assert.deepEqual(await surface.call('getProvider', { npi: small.npi }), { code: 'quota_exceeded' })
        for (const id of ['listRegions', 'listCarriers', 'getHealth'] as const)
          assert.equal(typeof parseJson(await surface.call(id, {}, { credential: 'none' })), 'object', id)
        const suggestions = SuggestionEnvelope.parse(
          parseJson(
            await surface.call('suggest', { q: 'oliv mar', lat: 41, lng: -71 }, { credential: 'none' }),
          ),
        )
        assert.equal(suggestions.data.people[0]?.npi, small.npi)
      },
    )

    test('reject invalid suggestions with their codes', { skip: skipsPublic ?? false }, async () => {
      await using surface = await open()
      for (const [values, code] of invalidSuggestions)
        assert.deepEqual(await surface.call('suggest', values, { credential: 'none' }), { code })
    })

    test('reject invalid parameters and absent records with their codes', async () => {
      await using surface = await open()
      for (const [operation, values, code] of invalidCalls)
        assert.deepEqual(
          await surface.call(operation, values),
          { code },
          `${operation} ${JSON.stringify(values)}`,
        )
    })

    test('reject missing and unknown credentials before they validate parameters', async () => {
      await using surface = await open()
      for (const values of [{ npi: small.npi }, { npi: 'x' }]) {
        const missing = await surface.call('getProvider', values, { credential: 'none' })
        assert.deepEqual(missing, { code: 'missing_credentials' })
        const unknown = await surface.call('getProvider', values, { credential: 'unknown' })
        assert.deepEqual(unknown, { code: 'invalid_credentials' })
      }
    })

    test('cost one unit of the quota each, whether they succeed or fail, until it is used up', async () => {
      await using surface = await open({ settings: { RATE_LIMITS: 'on', DAILY_QUOTA: '3' } })
      const get = (npi: string) => surface.call('getProvider', { npi })
      assert.ok('json' in (await get(small.npi))!)
      assert.deepEqual(await get('x'), { code: 'invalid_npi' })
      assert.deepEqual(await get(small.unknown), { code: 'provider_not_found' })
      assert.deepEqual(await get(small.npi), { code: 'quota_exceeded' })
      assert.deepEqual(await surface.call('searchProviders', { q: 'heart' }), { code: 'quota_exceeded' })
      assert.ok('json' in (await surface.call('listCarriers', {}))!, 'lists cost no quota')
    })

    test(
      'cost nothing if the client already has the current response',
      { skip: skipsConditional ?? false },
      async () => {
        await using surface = await open({ settings: { RATE_LIMITS: 'on', DAILY_QUOTA: '1' } })
        const first = await surface.call('getProvider', { npi: small.npi })
        assert.ok(first && 'json' in first && first.etag !== null)
        for (let repetition = 0; repetition < 2; repetition++)
          assert.equal(await surface.call('getProvider', { npi: small.npi }, { etag: first.etag }), null)
      },
    )

    test('time out if they search, while cards are still returned', async () => {
      await using surface = await open({ searchTimeoutMs: 0 })
      for (const operation of ['searchProviders', 'searchLocations'] as const)
        assert.deepEqual(await surface.call(operation, { q: 'heart' }), { code: 'timeout' })
      assert.ok('json' in (await surface.call('getProvider', { npi: small.npi }))!)
    })

    test('truncate a page to the response budget', { skip: skipsBudget ?? false }, async () => {
      await using surface = await open({ responseBudgetBytes: 100 })
      for (const operation of ['searchProviders', 'searchLocations'] as const) {
        const page = parseJson(await surface.call(operation, { zip: '02903' })) as Pick<
          LocationSearchEnvelope,
          'meta'
        >
        assert.deepEqual([page.meta.truncated, page.meta.count], [true, 1], operation)
      }
    })

    test('stop a search when its client disconnects', async () => {
      const started = Promise.withResolvers<void>()
      let isPublished = false
      await using endpoint = await EmbeddingEndpoint.start((response, request) => {
        const isQuery = isPublished && request.body.input.some((text) => text.includes('knee'))
        return isQuery ? started.resolve() : sendVectors(response, request)
      })
      const embedderOptions = {
        name: 'openai-compatible',
        model: 'm',
        baseUrl: endpoint.baseUrl,
        apiKey: null,
      } as const
      const embedder = await openEmbedder(embedderOptions)
      await using surface = await open({
        settings: {
          EMBEDDER: embedderOptions.name,
          EMBEDDER_MODEL: embedderOptions.model,
          EMBEDDER_URL: endpoint.baseUrl,
        },
        searchTimeoutMs: 2000,
        publish: (dataDir, generation) => publishOddDirectory(dataDir, generation, embedder),
      })
      isPublished = true
      assert.equal(
        await surface.cancel('searchProviders', { q: 'a doctor for my knee' }, started.promise),
        'timeout',
      )
    })
  })
}

const invalidCalls: readonly (readonly [OperationId, Values, ErrorCode])[] = [
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

const invalidSuggestions: readonly (readonly [Values, ErrorCode])[] = [
  [{}, 'missing_parameter'],
  [{ q: 'a', limit: 11 }, 'invalid_parameter'],
  [{ q: 'a', lat: 41 }, 'missing_parameter'],
  [{ q: 'a', zip: '00000' }, 'unknown_zip'],
]

function parseJson(outcome: Outcome | null): unknown {
  assert.ok(outcome !== null && 'json' in outcome, JSON.stringify(outcome))
  return JSON.parse(outcome.json)
}
