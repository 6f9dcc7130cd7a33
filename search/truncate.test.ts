/** Truncation removes whole items in the order of the contract until a page fits its budget, and reports what it removed. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import {
  type Identifier,
  LocationHit,
  ProviderHit,
  type PracticeLocation,
  type RosterEntry,
} from '@careatlas/contract/cards'
import type {
  LocationSearchEnvelope,
  ProviderSearchEnvelope,
  SearchMeta,
} from '@careatlas/contract/envelopes'
import { blankLocation, blankPlace, blankProvider, listedBy, unknown } from './blank-cards.fixture.ts'
import { fitPage } from './truncate.ts'
import { truncateLocations } from './truncate-locations.ts'
import { truncateProviders } from './truncate-providers.ts'

function uuid(n: number): string {
  return `00000000-0000-5000-8000-${String(n).padStart(12, '0')}`
}

/** Place `n` of `count`: the last one is nearest, the middle one primary. */
function place(n: number, count: number, hasPosition: boolean): PracticeLocation {
  return {
    ...blankPlace,
    location_uuid: uuid(n),
    name: `Clinic ${n}`,
    primary: n === Math.floor(count / 2),
    ...(hasPosition && { distance_miles: count - n }),
  }
}

interface Size {
  readonly places: number
  readonly carriers: number
  readonly prose: number
  readonly identifiers?: number
}

function provider(
  npi: number,
  { places, carriers, prose, identifiers = 0 }: Size,
  hasPosition = false,
): ProviderHit {
  return {
    ...blankProvider,
    npi: String(2_000_000_000 + npi),
    biography: 'é'.repeat(prose),
    carriers: Array.from({ length: carriers }, (_, n) => listedBy(`C${n}`)),
    practice_locations: Array.from({ length: places }, (_, n) => place(n, places, hasPosition)),
    identifiers: createIdentifiers(identifiers),
    score: null,
  }
}

function createIdentifiers(count: number): Identifier[] {
  return Array.from({ length: count }, (_, n) => ({
    kind: 'other',
    number: `ID${n}`,
    state: 'RI',
    issuer: 'BLUE HARBOR',
  }))
}

function location(n: number, clinicians: number, identifiers = 0): LocationHit {
  const providers: RosterEntry[] = Array.from({ length: clinicians }, (_, i) => ({
    npi: String(2_000_000_000 + i),
    name: `Name ${String(clinicians - i).padStart(5, '0')}`,
    specialty: null,
    accepting_new_patients: unknown,
  }))
  return {
    ...blankLocation,
    location_uuid: uuid(n),
    provider_count: clinicians,
    providers,
    identifiers: createIdentifiers(identifiers),
    score: null,
  }
}

function createMeta(count: number): SearchMeta {
  return {
    limit: 50,
    offset: 0,
    count,
    has_more: false,
    filtered: false,
    truncated: false,
    region: 'all-regions',
    data_as_of: '2026-01-01',
    notices: [],
  }
}

function providerPage(data: ProviderHit[], carriers?: string[]): ProviderSearchEnvelope {
  const parameters = {
    sort: 'name',
    search_mode: 'name',
    limit: 50,
    offset: 0,
    ...(carriers && { carriers }),
  } as const
  return { parameters, meta: createMeta(data.length), data }
}

function locationPage(data: LocationHit[]): LocationSearchEnvelope {
  return {
    parameters: { sort: 'name', search_mode: 'name', limit: 50, offset: 0 },
    meta: createMeta(data.length),
    data,
  }
}

function fitProviders(page: ProviderSearchEnvelope, budgetBytes: number): ProviderSearchEnvelope {
  const { json } = fitPage(page, page.data.map(toJson), budgetBytes, truncateProviders)
  return JSON.parse(json) as ProviderSearchEnvelope
}

function fitLocations(page: LocationSearchEnvelope, budgetBytes: number): LocationSearchEnvelope {
  const { json } = fitPage(page, page.data.map(toJson), budgetBytes, truncateLocations)
  return JSON.parse(json) as LocationSearchEnvelope
}

function toJson(value: unknown): string {
  return JSON.stringify(value)
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

const large = { places: 10, carriers: 60, prose: 800 }

suite('a page of clinicians', () => {
  test('is unchanged if it fits to the byte', () => {
    const page = providerPage([provider(0, large), provider(1, large)])
    assert.deepEqual(fitProviders(page, bytesOf(page)), page)
  })

  test('loses identifiers first, and only those of the card with the most, at one byte over the budget', () => {
    const page = providerPage([
      provider(0, { ...large, identifiers: 3 }),
      provider(1, { ...large, identifiers: 50 }),
    ])
    const { data } = fitProviders(page, bytesOf(page) - 1)
    assert.deepEqual(data[0], page.data[0])
    assert.deepEqual([data[1]?.identifiers, data[1]?.truncated_fields], [[], ['identifiers']])
  })

  test('then loses distant places, and only those of the card that saves the most bytes', () => {
    const page = providerPage([provider(0, { ...large, places: 5 }), provider(1, large)])
    const { meta, data } = fitProviders(page, bytesOf(page) - 1)
    assert.deepEqual(data[0], page.data[0])
    assert.deepEqual(data[1]?.truncated_fields, ['practice_locations'])
    assert.equal(data[1]?.practice_location_count, 10)
    assert.equal(data[1]?.carrier_count, 60)
    assert.deepEqual([meta.truncated, meta.count, meta.has_more], [true, 2, false])
  })

  test('keeps the three nearest places', () => {
    const page = providerPage([provider(0, large, true)])
    const [card] = fitProviders(page, bytesOf(page) - 1).data
    assert.deepEqual(
      card?.practice_locations.map((kept) => kept.distance_miles),
      [1, 2, 3],
    )
  })

  test('keeps the primary place first without a position', () => {
    const page = providerPage([provider(0, large)])
    const [card] = fitProviders(page, bytesOf(page) - 1).data
    assert.deepEqual(
      card?.practice_locations.map(({ name }) => name),
      ['Clinic 5', 'Clinic 0', 'Clinic 1'],
    )
  })

  test('then loses carriers beyond 25, but no requested ones', () => {
    const page = providerPage([provider(0, { ...large, places: 3 })], ['C58', 'C59'])
    const [card] = fitProviders(page, bytesOf(page) - 1).data
    assert.deepEqual(card?.truncated_fields, ['carriers'])
    assert.equal(card?.carriers.length, 25)
    assert.deepEqual(
      card?.carriers.slice(0, 3).map(({ code }) => code),
      ['C58', 'C59', 'C0'],
    )
  })

  test('then has the short biography', () => {
    const page = providerPage([provider(0, { places: 3, carriers: 25, prose: 800 })])
    const [card] = fitProviders(page, bytesOf(page) - 1).data
    assert.deepEqual(card?.truncated_fields, ['biography'])
    assert.equal(card?.biography, 'Short.')
  })

  test('then loses cards from the end, and sets has_more', () => {
    const page = providerPage(Array.from({ length: 20 }, (_, n) => provider(n, large)))
    const { meta, data } = fitProviders(page, 30_000)
    assert.ok(data.length > 0 && data.length < 20)
    assert.deepEqual(
      data.map(({ npi }) => npi),
      page.data.slice(0, data.length).map(({ npi }) => npi),
    )
    assert.deepEqual([meta.count, meta.has_more, meta.truncated], [data.length, true, true])
    assert.deepEqual(data[0]?.truncated_fields, ['practice_locations', 'carriers', 'biography'])
  })

  test('keeps its first card, fully truncated, if the budget is too small for it', () => {
    const { meta, data } = fitProviders(providerPage([provider(0, large), provider(1, large)]), 100)
    assert.deepEqual([data.length, meta.count, meta.has_more], [1, 1, true])
  })
})

suite('a page of places', () => {
  test('loses identifiers before rosters, and lists every truncated field', () => {
    const page = locationPage([location(0, 100, 50)])
    const [reducedOnce] = fitLocations(page, bytesOf(page) - 1).data
    assert.deepEqual(reducedOnce?.truncated_fields, ['identifiers'])
    const [fullyReduced] = fitLocations(page, 100).data
    assert.deepEqual(fullyReduced?.truncated_fields, ['identifiers', 'providers'])
  })

  test('loses entries of the largest roster first, down to 25 by name, and keeps the true count', () => {
    const page = locationPage([location(0, 100), location(1, 300), location(2, 20)])
    const { data } = fitLocations(page, bytesOf(page) - 1)
    assert.deepEqual(
      data.map(({ providers }) => providers.length),
      [100, 25, 20],
    )
    assert.deepEqual(data[1]?.truncated_fields, ['providers'])
    assert.equal(data[1]?.provider_count, 300)
    assert.equal(data[1]?.providers[0]?.name, 'Name 00001')
  })
})

suite('any cards and any budget', () => {
  const sizeArbitrary = fc.record({
    identifiers: fc.nat(50),
    places: fc.nat(20),
    carriers: fc.nat(80),
    prose: fc.integer({ min: 1, max: 2400 }),
  })
  const providers = fc.array(sizeArbitrary, { minLength: 1, maxLength: 50 })
  const rosters = fc.array(fc.oneof(fc.nat(30), fc.nat(600)), { minLength: 1, maxLength: 30 })
  const budgets = fc.integer({ min: 64 * 1024, max: 512 * 1024 })

  test('a page of clinicians fits, contains whole cards in order, and is deterministic', () => {
    fc.assert(
      fc.property(providers, budgets, fc.boolean(), (sizes, budget, hasPosition) => {
        const page = providerPage(sizes.map((size, n) => provider(n, size, hasPosition)))
        const fitted = fitProviders(page, budget)
        assert.ok(bytesOf(fitted) <= budget)
        assert.equal(fitted.meta.truncated, bytesOf(page) > budget)
        assert.equal(fitted.meta.count, fitted.data.length)
        assert.equal(fitted.meta.has_more, fitted.data.length < page.data.length)
        for (const [index, card] of fitted.data.entries())
          assertReportsCuts(ProviderHit.parse(card), page.data[index]!)
        assert.deepEqual(fitProviders(page, budget), fitted)
      }),
      { numRuns: 40 },
    )
  })

  test('a page of places fits, contains whole cards in order, and is deterministic', () => {
    fc.assert(
      fc.property(rosters, budgets, (sizes, budget) => {
        const page = locationPage(sizes.map((clinicians, n) => location(n, clinicians)))
        const fitted = fitLocations(page, budget)
        assert.ok(bytesOf(fitted) <= budget)
        for (const [index, card] of fitted.data.entries()) {
          assert.equal(LocationHit.parse(card).provider_count, page.data[index]?.providers.length)
        }
        assert.deepEqual(fitLocations(page, budget), fitted)
      }),
      { numRuns: 40 },
    )
  })
})

/** A truncated card lists its truncated fields, and the counts before truncation. */
function assertReportsCuts(card: ProviderHit, whole: ProviderHit): void {
  const truncatedFields = new Set(card.truncated_fields)
  assert.equal(truncatedFields.has('identifiers'), card.identifiers.length < whole.identifiers.length)
  assert.equal(
    truncatedFields.has('practice_locations'),
    card.practice_locations.length < whole.practice_locations.length,
  )
  assert.equal(truncatedFields.has('carriers'), card.carriers.length < whole.carriers.length)
  assert.equal(truncatedFields.has('biography'), card.biography !== whole.biography)
  assert.equal(
    card.practice_location_count,
    truncatedFields.size > 0 ? whole.practice_locations.length : undefined,
  )
  assert.equal(card.carrier_count, truncatedFields.size > 0 ? whole.carriers.length : undefined)
}
