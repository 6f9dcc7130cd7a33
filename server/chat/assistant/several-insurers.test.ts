/** Several plans of one insurer search like one plan; of several insurers, the clinicians whom more of them list come first. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { DirectoryRequest } from '../../operations/directory-request.ts'
import { providerCard } from '../../small-directory.fixture.ts'
import { converse, openSmallAssistant } from './assistant.fixture.ts'
import { emptyContext, parseContext, type Payer } from './conversation-context.ts'
import { searchCare } from './search-care.ts'

const names = {
  A1: 'Anthem Blue Cross',
  A2: 'Blue Cross Blue Shield of Rhode Island',
  C1: 'Cigna Gold',
  C2: 'Cigna Silver',
} as const
type Code = keyof typeof names

const carriers = Object.entries(names).map(([code, name]) => ({
  code,
  kind: 'payer_id' as const,
  name,
  aliases: [],
  provider_count: 9,
  data_as_of: '2026-10-31',
}))

const directory = await openSmallAssistant({ more: { carriers } })
after(() => directory[Symbol.asyncDispose]())

async function insurersOf(text: string) {
  const answer = (await converse(directory.assistant, ['heart doctor near 02903', text])).at(-1)!
  const { payer } = parseContext(answer.context)
  return [payer?.codes.toSorted(), payer?.insurers?.map((codes) => codes.toSorted()).toSorted()]
}

describe('the plans of a message belong to the insurers that it names', () => {
  test('two plans of one insurer', async () =>
    assert.deepEqual(await insurersOf('I have Cigna'), [['C1', 'C2'], undefined]))
  test('two insurers', async () =>
    assert.deepEqual(await insurersOf('that takes Cigna or Medicare'), [
      ['C1', 'C2', 'MEDICARE'],
      [['C1', 'C2'], ['MEDICARE']],
    ]))
  test('plans with one word in their different names', async () =>
    assert.equal((await insurersOf('I have blue cross'))[1], undefined))
})

interface GivenHit {
  readonly score: number
  readonly miles: number
  readonly codes: readonly Code[]
}

/** @returns the positions of the found hits among the given ones, and the next offset */
async function find(hits: readonly GivenHit[], payer: Payer, { nearestFirst = false, offset = 0 } = {}) {
  const data = hits.map(({ score, miles, codes }, index) => ({
    ...providerCard(),
    npi: String(index),
    score,
    distance_miles: miles,
    carriers: codes.map((code) => ({ code, name: names[code] })),
  }))
  interface Values {
    readonly offset: number
    readonly limit: number
    readonly carriers?: readonly string[]
  }
  const request = {
    run: (_: string, { offset: from, limit, carriers: filter }: Values) => {
      const listed = filter === undefined ? [] : data
      return Promise.resolve({
        meta: { data_as_of: '2026-11-09', has_more: from + limit < listed.length },
        data: listed.slice(from, from + limit),
      })
    },
  } as unknown as DirectoryRequest
  const context = {
    ...emptyContext,
    need: { text: 'heart doctor', kind: 'provider', isNamed: false },
    place: { label: '02903', lat: 41.8, lng: -71.4, radiusMiles: 10, state: 'RI' },
    nearestFirst,
    payer,
  } as const
  const results = await searchCare(context, { offset, accepts: null, field: null }, request)
  return {
    found: results.items.map(({ card }) => ('npi' in card ? Number(card.npi) : null)),
    nextOffset: results.nextOffset,
  }
}

const oneInsurer: Payer = { name: names.C1, codes: ['C1', 'C2'] }
const twoInsurers: Payer = { name: names.A1, codes: ['A1', 'C1', 'C2'], insurers: [['A1'], ['C1', 'C2']] }

test('for several plans of one insurer, the list goes on after the first 50 and has weaker matches', async () => {
  const hits = Array.from({ length: 70 }, (_, index) => ({
    score: index < 3 ? 1 : 0.5,
    miles: 1,
    codes: ['C1'] as const,
  }))
  assert.deepEqual((await find(hits, oneInsurer, { offset: 5 })).found, [5, 6, 7, 8, 9])
  assert.deepEqual(await find(hits, oneInsurer, { offset: 60 }), {
    found: [60, 61, 62, 63, 64],
    nextOffset: 65,
  })
})

const both: readonly GivenHit[] = [
  { score: 1, miles: 1, codes: ['C1', 'C2'] },
  { score: 0.9, miles: 4, codes: ['A1', 'C2'] },
  { score: 0.8, miles: 1, codes: ['A1', 'C1'] },
]

test('for two insurers, the clinicians whom both list come first', async () =>
  assert.deepEqual((await find(both, twoInsurers)).found, [1, 2, 0]))

test('for two insurers, the nearest come first if the user wants these', async () =>
  assert.deepEqual((await find(both, twoInsurers, { nearestFirst: true })).found, [2, 0, 1]))
