import assert from 'node:assert/strict'
import test from 'node:test'
import { parseOtherName, parseRegisteredName } from './registered-name.ts'
import { sampleCells, type SampleRow } from './sample-row.fixture.ts'

const emptyName = { prefix: null, first: null, middle: null, last: null, suffix: null, credential: null }

const names: readonly {
  readonly row: SampleRow
  readonly name: Partial<typeof emptyName | Record<string, string>>
}[] = [
  { row: { last: 'MARTIN, LCSW' }, name: { last: 'MARTIN', credential: 'LCSW' } },
  { row: { last: 'MARTIN, LCSW', credential: 'L.C.S.W.' }, name: { last: 'MARTIN', credential: 'L.C.S.W.' } },
  { row: { last: 'PRADO, RPH, PHARMD' }, name: { last: 'PRADO', credential: 'RPH, PHARMD' } },
  { row: { last: 'MARTIN LPC' }, name: { last: 'MARTIN', credential: 'LPC' } },
  { row: { last: 'MARTIN MD PA' }, name: { last: 'MARTIN', credential: 'MD' } },
  { row: { last: 'MARTIN NG' }, name: { last: 'MARTIN NG' } },
  { row: { last: 'MARTIN, JR.' }, name: { last: 'MARTIN', suffix: 'JR.' } },
  { row: { last: 'MARTIN, JR.', suffix: 'III' }, name: { last: 'MARTIN', suffix: 'III' } },
  { row: { last: 'MARTIN JR' }, name: { last: 'MARTIN', suffix: 'JR' } },
  { row: { last: 'MARTIN III' }, name: { last: 'MARTIN', suffix: 'III' } },
  { row: { last: 'PRADO V' }, name: { last: 'PRADO V' } },
  { row: { last: 'PRADO, INC.' }, name: { last: 'PRADO' } },
  { row: { last: 'ORTEGA, GASSET' }, name: { last: 'ORTEGA, GASSET' } },
  { row: { last: 'DO', first: 'MINH' }, name: { last: 'DO', first: 'MINH' } },
  { row: { last: 'DINH MA' }, name: { last: 'DINH MA' } },
  { row: { last: 'MARTIN - TALL OAK COUNSELING MA' }, name: { last: 'MARTIN' } },
  { row: { last: 'MARTIN - PRADO' }, name: { last: 'MARTIN-PRADO' } },
  { row: { last: 'MARTIN - DE LA CRUZ' }, name: { last: 'MARTIN-DE LA CRUZ' } },
  { row: { last: 'MARTIN - PRADO JR' }, name: { last: 'MARTIN-PRADO', suffix: 'JR' } },
  { row: { last: 'JR' }, name: { last: 'JR' } },
  { row: { last: 'NA', first: 'EUN' }, name: { last: 'NA', first: 'EUN' } },
  { row: { last: "O'BRIEN", first: "D'ANDRE" }, name: { last: "O'BRIEN", first: "D'ANDRE" } },
  { row: { last: 'KIRAN', first: 'FNU' }, name: { last: 'KIRAN' } },
  { row: { last: 'LNU', first: 'PRIYANKA' }, name: { first: 'PRIYANKA' } },
  { row: { last: 'TAMAREN07', first: '06MICHAEL' }, name: { last: 'TAMAREN', first: 'MICHAEL' } },
  { row: { last: 'MARTIN"', first: 'MARY )' }, name: { last: 'MARTIN', first: 'MARY' } },
  {
    row: { last: 'PRADO- MARTIN', first: 'ANNE - MARIE' },
    name: { last: 'PRADO-MARTIN', first: 'ANNE-MARIE' },
  },
  { row: { last: 'MARTIN', middle: 'JOY (JO)' }, name: { last: 'MARTIN', middle: 'JOY' } },
  { row: { last: 'MARTIN', middle: '12 SE ORCHARD' }, name: { last: 'MARTIN' } },
  { row: { last: 'MARTIN', middle: 'NMN' }, name: { last: 'MARTIN' } },
  { row: { last: 'MARTIN', middle: 'NA' }, name: { last: 'MARTIN' } },
  {
    row: { last: 'Martin ', first: ' Mary  Ann', prefix: 'DR.' },
    name: { last: 'MARTIN', first: 'MARY ANN', prefix: 'DR.' },
  },
  { row: { last: '<UNAVAIL>', credential: '=====' }, name: {} },
]
for (const { row, name } of names) {
  test(`${JSON.stringify(row)} names ${JSON.stringify(name)}`, () => {
    assert.deepEqual(parseRegisteredName(sampleCells(row)), {
      name: { ...emptyName, ...name },
      nicknames: [],
    })
  })
}

const nicknames: Record<string, readonly [first: string, nickname: string | null]> = {
  'MARY (MK)': ['MARY', 'MK'],
  'MARY (MK) ANN': ['MARY ANN', 'MK'],
  'MARY [MK]': ['MARY', 'MK'],
  'MARY (MK': ['MARY', 'MK'],
  "ROBERT 'BOB'": ['ROBERT', 'BOB'],
  'ROBERT "BOB"': ['ROBERT', 'BOB'],
  '(BOB)': ['BOB', null],
  'MARY ()': ['MARY', null],
}
for (const [text, [first, nickname]] of Object.entries(nicknames)) {
  test(`${text} is ${first} with ${nickname ? `the nickname ${nickname}` : 'no nickname'}`, () => {
    const registered = parseRegisteredName(sampleCells({ last: 'LYSSY', first: text }))
    assert.equal(registered.name.first, first)
    const expectedNickname = { kind: 'other', first: nickname, middle: null, last: 'LYSSY' }
    assert.deepEqual(registered.nicknames, nickname === null ? [] : [expectedNickname])
  })
}

test('a last name in brackets is another last name', () => {
  const { name, nicknames: others } = parseRegisteredName(sampleCells({ last: 'DIAZ (LOPEZ)', first: 'ANA' }))
  assert.equal(name.last, 'DIAZ')
  assert.deepEqual(others, [{ kind: 'other', first: 'ANA', middle: null, last: 'LOPEZ' }])
})

const otherNames: readonly { readonly row: SampleRow; readonly kind: string | null }[] = [
  { row: { otherLast: 'LOPEZ', otherFirst: 'ANA', otherNameType: '1' }, kind: 'former' },
  { row: { otherLast: 'LOPEZ', otherFirst: 'ANA', otherNameType: '2' }, kind: 'professional' },
  { row: { otherLast: 'LOPEZ', otherFirst: 'ANA', otherNameType: '5' }, kind: 'other' },
  { row: { otherLast: 'LOPEZ', otherFirst: 'ANA' }, kind: 'other' },
  { row: { otherLast: 'DIAZ', otherFirst: 'ANA', otherNameType: '1' }, kind: null },
  {
    row: {
      otherLast: 'SAME AS ABOVE',
      otherFirst: 'SAME AS ABOVE',
      otherMiddle: 'SAME AS ABOVE',
      otherNameType: '1',
    },
    kind: null,
  },
  { row: { otherLast: 'LNU', otherFirst: 'FNU', otherNameType: '5' }, kind: null },
  { row: { otherLast: 'LOPEZ', otherFirst: 'ANA', otherMiddle: 'NMN', otherNameType: '5' }, kind: 'other' },
  { row: {}, kind: null },
]
for (const { row, kind } of otherNames) {
  test(`for ANA DIAZ, ${JSON.stringify(row)} is ${kind ?? 'not another'} name`, () => {
    const cells = sampleCells({ last: 'DIAZ', first: 'ANA', ...row })
    const expected = kind === null ? null : { kind, first: 'ANA', middle: null, last: 'LOPEZ' }
    assert.deepEqual(parseOtherName(cells, parseRegisteredName(cells).name), expected)
  })
}
