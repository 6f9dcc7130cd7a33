import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { doorsOf } from './doors.ts'
import { practiceRowsMissing } from './practice-rows.fixture.ts'
import { realHouses } from './real-mentions.fixture.ts'

type Verdict = 'same' | 'omits' | 'different' | 'unclear'

interface JudgedPair {
  readonly npis: readonly [string, string]
  readonly verdict: Verdict
}

/** How many pairs were judged to be one place, and how many of these the code takes for one; none may be wrongly. */
const figures = [
  { draw: 'first', by: 'addressKey', verdicts: ['same'], judged: 80, found: 64 },
  { draw: 'first', by: 'place', verdicts: ['same', 'omits'], judged: 98, found: 71 },
  { draw: 'fresh', by: 'addressKey', verdicts: ['same'], judged: 21, found: 14 },
  { draw: 'fresh', by: 'place', verdicts: ['same', 'omits'], judged: 30, found: 18 },
] as const

/** The sections of the file by the first word of their heading. */
function judgedPairs(draw: 'first' | 'fresh'): readonly JudgedPair[] {
  const text = readFileSync(new URL('judged-pairs.tsv', import.meta.url), 'utf8')
  const [, section = ''] = text.split(new RegExp(`^# ${draw}\\b.*\\n`, 'm'))
  const [lines = ''] = section.split(/^#/m)
  return Array.from(lines.trim().split('\n'), (line) => {
    const [one = '', other = '', verdict = ''] = line.split(' ')
    return { npis: [one, other], verdict: verdict as Verdict }
  })
}

describe('pairs of real addresses, judged by hand', { skip: practiceRowsMissing }, () => {
  /** By NPI. */
  const keys = { addressKey: new Map<string, string>(), place: new Map<string, string>() }

  before(async () => {
    for (const house of await realHouses()) {
      for (const { who, door } of house) keys.addressKey.set(who.npi!, door)
      for (const [at, mentions] of doorsOf(house).entries())
        for (const { who } of mentions) keys.place.set(who.npi!, `${house[0]!.key} ${at}`)
    }
  })

  for (const { draw, by, verdicts, judged, found } of figures) {
    const wanted: readonly Verdict[] = verdicts
    const pairs = judgedPairs(draw)
    const areOne = ({ npis: [one, other] }: JudgedPair): boolean =>
      keys[by].has(one) && keys[by].get(one) === keys[by].get(other)

    test(`${draw} draw, ${by}: at least ${found} of ${judged} pairs that are one place are taken for one`, (t) => {
      const one = pairs.filter(({ verdict }) => wanted.includes(verdict))
      assert.equal(one.length, judged)
      const taken = one.filter(areOne).length
      t.diagnostic(`${taken} of ${judged}`)
      assert.ok(taken >= found)
    })

    test(`${draw} draw, ${by}: no pair of two places, nor one that nobody can tell, is taken for one`, () => {
      const others = pairs.filter(({ verdict }) => !wanted.includes(verdict))
      assert.ok(others.length > 70)
      assert.deepEqual(others.filter(areOne), [])
    })
  }

  test('every pair is of two registrations of the files', () => {
    for (const { npis } of [...judgedPairs('first'), ...judgedPairs('fresh')])
      assert.ok(npis.every((npi) => keys.addressKey.has(npi)))
  })
})
