import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectHelplines, type Helpline } from './detect-helplines.ts'

function check(guarantee: string, found: readonly Helpline[], queries: readonly string[]): void {
  for (const query of queries)
    test(`${guarantee}: ${query}`, () => assert.deepEqual(detectHelplines(wordsOf(query)), found))
}

check(
  'detects a possible poisoning',
  ['poison'],
  [
    'poison control',
    'poison center near me',
    'my toddler drank bleach',
    'my 2 year old ate a tide pod',
    'he swallowed some drain cleaner',
    'son swallowed a button battery',
    'she ate wild mushrooms',
    "baby got into grandma's pills",
    'my daughter ate a whole bottle of gummy vitamins',
    'I took too many tylenol',
    'gave my baby too much ibuprofen',
    'I took a double dose of my medicine',
    'accidental poisoning',
    'I think I was poisoned',
    'mi hijo tomó cloro',
    'el niño se tragó una pila',
    'mi bebé se tomó unas pastillas',
  ],
)

check(
  'detects violence at home',
  ['violence'],
  [
    'domestic violence shelter',
    'counselor for domestic abuse',
    'my husband hits me',
    'my boyfriend choked me last night',
    'my ex keeps threatening me',
    'my ex-wife is stalking me',
    'I was beaten by my husband',
    'abusive relationship help',
    'I am afraid of my husband',
    'scared of my boyfriend because he drinks',
    'battered women',
    'mi esposo me pega',
    'mi pareja me maltrata',
    'violencia doméstica',
  ],
)

check(
  'detects neither',
  [],
  [
    'heart doctor',
    'food poisoning',
    'poison ivy rash',
    'poison oak on my legs',
    'lead poisoning test',
    'blood poisoning',
    'my dog ate rat poison',
    'child poisoning prevention class',
    'my son drank bleach three years ago',
    'my son cannot swallow pills',
    'my daughter took her medication and has a rash',
    'allergy to bleach',
    'I drank too much coffee',
    'gastroenterologist, ate iron rich food',
    'substance abuse treatment',
    'alcohol abuse',
    'domestic violence training for nurses',
    'my heart beats fast and hurts',
    'it hurts me to walk',
    'my husband hit his head',
    'my wife beats me at tennis',
    'my husband never hits me',
    'scared of my husband dying',
    'sports medicine for kickboxing',
    'punching pain in my back',
    'abuse of laxatives',
    'partner yoga',
  ],
)

test('detects both, in the order of the notices', () => {
  assert.deepEqual(detectHelplines(wordsOf('my husband hits me and my toddler drank bleach')), [
    'poison',
    'violence',
  ])
})

test('detects a word in the corrected spelling or as written', () => {
  assert.deepEqual(detectHelplines(wordsOf('toddler drank bleach'), wordsOf('toddler drank bleech')), [
    'poison',
  ])
})
