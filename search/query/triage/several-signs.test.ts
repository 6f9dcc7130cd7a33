import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasSeveralSigns, listSigns } from './several-signs.ts'

for (const [text, expected, why] of [
  ['he fell and is muddled', true, 'a strong sign and a weaker one'],
  ['ashen and slurring', true, 'two strong signs'],
  ['he is muddled', false, 'one strong sign'],
  ['fever and vomiting since this morning with a headache', false, 'weaker signs only'],
  ['panic attacks with numb arms and a pounding heart', false, 'signs of panic'],
  ['sweaty hands so bad he cannot grip a bat', false, 'local sweat and what it causes'],
  ['her armpits are soaked, terrible stains', false, 'local sweat only'],
  ['his hands are clammy, he is ashen and muddled', true, 'two strong signs beside local sweat'],
  ['muddled and fell last year', false, 'signs of the past'],
] as const)
  test(`${text}: ${why}`, () => assert.equal(hasSeveralSigns(text), expected))

test('the signs of a text are the groups that are present, whatever their wording', () => {
  for (const text of ['she is floppy', 'cannot be roused, hard to wake'])
    assert.ok(listSigns(text).includes('hard to wake'), text)
  assert.deepEqual(listSigns('knee replacement'), [])
})
