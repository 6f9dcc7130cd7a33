import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegisteredName } from '../facts/facts.ts'
import { composePersonName } from './person-display.ts'

const emptyName: RegisteredName = {
  prefix: null,
  first: null,
  middle: null,
  last: null,
  suffix: null,
  credential: null,
}

/** Registered names → displayed names; difficult cases from a real weekly file. */
const cases: readonly (readonly [Partial<RegisteredName>, string])[] = [
  [{ first: 'MARIA', middle: 'E', last: 'GARCIA', credential: 'M.D.' }, 'Maria E. Garcia, MD'],
  [{ first: 'MARIA', middle: 'V', last: 'DUNMORE' }, 'Maria V. Dunmore'],
  [{ first: 'MARY ANN', middle: 'LOUISE', last: 'DE LA CRUZ' }, 'Mary Ann L. de la Cruz'],
  [
    { first: 'THOMAS', middle: 'F', last: 'WINSLOW', suffix: 'JR.', credential: 'M.D.' },
    'Thomas F. Winslow Jr., MD',
  ],
  [{ first: 'ANN', last: "O'BRIEN" }, "Ann O'Brien"],
  [{ first: 'IAN', last: 'MCDONALD', suffix: 'III' }, 'Ian McDonald III'],
  [{ last: 'PRIYANKA' }, 'Priyanka'],
  [{ first: 'JOHN', last: 'ROE', suffix: 'I' }, 'John Roe'],
  [{ first: 'KIM', last: 'DO', credential: 'RN' }, 'Kim Do, RN'],
  [{ first: 'HAROLD', last: 'SMITH', credential: 'HAROLD SMITH,MD' }, 'Harold Smith, MD'],
  [{}, 'This clinician'],
]

for (const [registered, expected] of cases) {
  test(`${JSON.stringify(registered)} is displayed as ${expected}`, () => {
    assert.equal(composePersonName({ ...emptyName, ...registered }, []).display, expected)
  })
}

test('the name parts on the card stay in upper case as registered', () => {
  const registered = { first: 'JOE', last: 'MITCHELL', suffix: 'JR.', credential: 'P.T.' }
  const name = composePersonName({ ...emptyName, ...registered }, ['225100000X'])
  assert.deepEqual(name, {
    first: 'JOE',
    middle: null,
    last: 'MITCHELL',
    suffix: 'Jr.',
    credential: 'PT',
    display: 'Joe Mitchell Jr., PT',
  })
})
