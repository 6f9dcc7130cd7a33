import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { isOnePlace, readJudgedPairs, createJoinCheck } from './judged-pairs.fixture.ts'
import { allPracticeRows, allPracticeRowsMissing } from './practice-rows.fixture.ts'
import { groupUnitsByNpi } from './real-address-records.fixture.ts'
import type { AddressRecord } from './address-record.ts'

/** The number of pairs in each table that were judged to be one place, and how many of these the code joins. */
const tables = [
  { name: 'judged-pairs.tsv', judged: 128, found: 118, unclear: 3 },
  { name: 'judged-pairs-2024-01-22.tsv', judged: 104, found: 91, unclear: 0 },
] as const

describe('pairs of real addresses, judged by hand', { skip: allPracticeRowsMissing }, () => {
  let units: ReadonlyMap<string, readonly AddressRecord[]>

  before(async () => {
    units = groupUnitsByNpi([...(await allPracticeRows()).values()])
  })

  for (const { name, judged, found, unclear } of tables) {
    const pairs = readJudgedPairs(new URL(name, import.meta.url))

    test(`${name}: joins at least ${found} of ${judged} pairs that are one place`, (t) => {
      const onePlace = pairs.filter(isOnePlace)
      assert.equal(onePlace.length, judged)
      const joined = onePlace.filter(createJoinCheck(units)).length
      t.diagnostic(`${joined} of ${judged}`)
      assert.ok(joined >= found)
    })

    test(`${name}: joins no pair of two places, and at most ${unclear} pairs that a reader cannot decide`, () => {
      const verdicts = pairs.filter(createJoinCheck(units)).map(({ verdict }) => verdict)
      assert.ok(pairs.filter(({ verdict }) => verdict === 'different').length >= 50)
      assert.ok(!verdicts.includes('different'))
      assert.ok(verdicts.filter((verdict) => verdict === 'unclear').length <= unclear)
    })

    test(`${name}: the files have both registrations of every pair`, () => {
      for (const { npis } of pairs) assert.ok(npis.every((npi) => units.has(npi)))
    })
  }
})
