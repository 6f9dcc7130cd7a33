import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { foldName } from './person-name.ts'
import { skipWithoutRealData, readRegistryWeek } from './registry-week.fixture.ts'

const folded = {
  GARCIA: [
    'GARCIA',
    'garcia',
    'García',
    'Garci\u0301a',
    '  garcia ',
    'GARCIA.',
    'Gar\u00ADcia',
    'Ｇａｒｃｉａ',
  ],
  OBRIEN: [
    "O'Brien",
    'O’Brien',
    'O‘Brien',
    'OʼBrien',
    'O`Brien',
    'O´Brien',
    'O′Brien',
    'O＇Brien',
    'OʻBrien',
  ],
  'GARCIA LOPEZ': [
    'Garcia-Lopez',
    'García‐López',
    'Garcia‑Lopez',
    'Garcia–Lopez',
    'GARCIA   LOPEZ',
    'GARCIA - LOPEZ',
    'Garcia\tLopez',
  ],
  'DE LA CRUZ': ['de la Cruz', 'DE  LA\u00A0CRUZ'],
  STRASSE: ['Straße', 'STRAẞE', 'strasse'],
  'ISIK IZMIR': ['Işık İzmir', 'ISIK IZMIR', 'ışık izmir'],
  FIELD: ['ﬁeld', 'Field'],
  'LUKASZ ORSTED': ['Łukasz Ørsted', 'łukasz ørsted'],
  AESIR: ['Æsir', 'æsir', 'Ǽsir'],
  'JR SMITH': ['J.R. Smith', 'JR SMITH'],
  'PARRA LCSW': ['PARRA, LCSW', 'Parra (LCSW)', 'PARRA/LCSW', 'PARRA [LCSW]'],
  'MARY MK': ['MARY (MK)', 'Mary "MK"'],
  '06MICHAEL': ['06MICHAEL', '06Michael'],
  ΓΕΩΡΓΙΟΣ: ['Γεώργιος', 'ΓΕΩΡΓΙΟΣ'],
  李: ['李'],
  '': ['', ' ', '-', "'", '(.)'],
}
for (const [fold, spellings] of Object.entries(folded)) {
  test(`${spellings.length} spellings fold to ${JSON.stringify(fold)}`, () => {
    for (const spelling of spellings) assert.equal(foldName(spelling), fold, JSON.stringify(spelling))
  })
}

test('different names stay different', () => {
  assert.notEqual(foldName('DE LEON'), foldName('DELEON'))
  assert.notEqual(foldName('MC DONALD'), foldName('MCDONALD'))
})

test('normalization is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) =>
      assert.equal(foldName(foldName(text)), foldName(text)),
    ),
  )
})

test('the case of the letters does not matter', () => {
  const latin = fc.string({ unit: fc.constantFrom(...Array.from("abcZYXéÖßıİøæł'’-. ,()")) })
  fc.assert(fc.property(latin, (text) => assert.equal(foldName(text.toUpperCase()), foldName(text))))
})

test('a normalized name consists of letters and digits with single spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) =>
      assert.match(foldName(text), /^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u),
    ),
  )
})

test('the names of a registry week are normalized to words', { skip: skipWithoutRealData }, (t) => {
  const names = new Set(readRegistryWeek().map((cell) => cell('Provider Last Name (Legal Name)')))
  names.delete('')
  for (const name of names) assert.match(foldName(name), /^[A-Z0-9]+(?: [A-Z0-9]+)*$/, name)
  t.diagnostic(`${names.size} last names`)
})
