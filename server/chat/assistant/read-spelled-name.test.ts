/** Names that the message spells letter by letter or knows in part, and abbreviations that are none. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emptyContext } from './conversation-context.ts'
import { joinLetters, readSpelledName } from './read-spelled-name.ts'

const surnames = ['KOWALSKI', 'SOUZA', 'LEE', 'MOREAU', 'EKWUEME']

function read(text: string) {
  return readSpelledName(text, emptyContext, ({ last = '' }) => surnames.includes(last))?.person ?? null
}

describe('a spelled name', () => {
  for (const [text, label, isKnown = true] of [
    ['K-O-W-A-L-S-K-I', 'Kowalski'],
    ['its spelled S-O-U-Z-A', 'Souza'],
    ['the name is L-E-E', 'Lee'],
    ['E K W U E M E', 'Ekwueme'],
    ['se escribe M-O-R-E-A-U', 'Moreau'],
    ['K-O-W-A-L', 'Kowal', false],
    ['a dentist named Moro or Moreau', 'Moreau'],
    ['my doctors name starts with Kow', 'Kow', false],
    ['his last name begins with Ekw, i forgot the rest', 'Ekw', false],
    ['el apellido empieza con Mor', 'Mor', false],
  ] as const)
    test(text, () => {
      const person = read(text)
      assert.equal(person?.label, label)
      assert.equal(person.name !== null, isKnown)
    })

  for (const text of [
    'an E.N.T. doctor',
    'my p.c.p. left',
    'I want a doctor',
    'D.D.S.',
    'my name is on the list',
  ])
    test(`"${text}" is none`, () => assert.equal(read(text), null))
})

test('letters become a word, once', () => {
  assert.equal(joinLetters('Kenji K-E-N-J-I please'), 'Kenji  please')
  assert.equal(joinLetters('an E.N.T doctor'), 'an ENT doctor')
  assert.equal(joinLetters('walk-in x-ray on I-95'), 'walk-in x-ray on I-95')
})
