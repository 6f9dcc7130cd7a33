import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectEmergency } from './detect-emergency.ts'
import { detectHelplines, type Helpline } from './detect-helplines.ts'

function check(guarantee: string, found: readonly Helpline[], queries: readonly string[]): void {
  for (const query of queries)
    test(`${guarantee}: ${query}`, () => assert.deepEqual(detectHelplines(null, wordsOf(query)), found))
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
    'my boyfriend is threatening to kill me',
    'my ex said he will kill me',
    'he beats me every night',
    'my partner hits the kids',
    'my dad beats my mom',
    'my stepdad beats my brother',
    'boyfriend said he is going to kill me',
    "my girlfriend said she'd kill me",
    'my stepfather punches my little brother',
    'my mom hits me',
    "she's beating the kids",
    'el me pega',
    'mi padrastro golpea a mi mamá',
    'he threatened to shoot me',
    'mi esposo amenaza con matarme',
    'my husband is going to kill us',
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
    'he used to hit me, trauma therapist',
    'my dad used to beat my mom, ptsd counselor',
    'my mom beats me at scrabble',
    'he beats me at chess',
    'my husband hit his head last year, headaches',
    'she kicks me all night, fetal movement normal',
    "my wife will kill me if i don't see a dentist",
    'she will kill the weeds, poison ivy rash',
    'my daughter hits the kids at school, behavior therapist',
    'husband beats eggs all day, wrist pain',
    'my partner hits the gym, needs a physical',
    'he hits golf balls, elbow pain',
    'my mom beats cancer survivors group',
    "my boss will kill me if i don't get a flu shot",
    'kill the pain in my back',
    'planning to attack my weight at the gym',
    'my roommate hits the snooze',
    'my mother beats her high blood pressure',
    'my father kicked smoking',
  ],
)

test('detects both, in the order of the notices', () => {
  assert.deepEqual(detectHelplines(null, wordsOf('my husband hits me and my toddler drank bleach')), [
    'poison',
    'violence',
  ])
})

test('detects a word in the corrected spelling or as written', () => {
  assert.deepEqual(detectHelplines(null, wordsOf('toddler drank bleach'), wordsOf('toddler drank bleech')), [
    'poison',
  ])
})

for (const query of [
  'overdose',
  'overdosed',
  'overdosing',
  'overdose on pills',
  'fentanyl overdose',
  'my friend overdosed',
  'sobredosis',
  'sobredosis de pastillas',
])
  test(`detects a possible poisoning in an overdose that is an emergency: ${query}`, () => {
    assert.deepEqual(detectHelplines('body', wordsOf(query)), ['poison'])
    assert.deepEqual(detectHelplines('mind', wordsOf(query)), ['poison'])
    assert.deepEqual(detectHelplines(null, wordsOf(query)), [])
  })

check(
  'detects a poisoning that the query names without a person',
  ['poison'],
  ['poison', 'poisoned', 'poisoning', 'envenenamiento', 'envenenado', 'intoxicación', 'intoxicado', 'veneno'],
)

check(
  'detects no poisoning in an illness or a subject of this name',
  [],
  [
    'food poisoning',
    'lead poisoning test',
    'poison ivy',
    'intoxicación alimentaria',
    'hiedra venenosa',
    'alcohol poisoning history',
  ],
)

function checkWithin(guarantee: string, found: readonly Helpline[], queries: readonly string[]): void {
  for (const query of queries)
    test(`${guarantee}: ${query}`, () => {
      const words = wordsOf(query)
      assert.deepEqual(detectHelplines(detectEmergency(query, words).emergency, words), found)
    })
}

checkWithin(
  'bleeding that is named with a pregnancy is urgent',
  ['pregnancy_urgent'],
  [
    'pregnant bleeding',
    'pregnant and bleeding',
    'bleeding while pregnant',
    'embarazada sangrando',
    'embarazada con sangrado',
  ],
)

checkWithin(
  'other bleeding beside a pregnancy is not urgent',
  [],
  [
    'pregnant with bleeding gums',
    'pregnant and nosebleed',
    'pregnant, history of bleeding disorder',
    'embarazada y sangrado de encías',
    'bleeding after menopause',
  ],
)

checkWithin(
  'detects a danger to others in other words',
  ['danger_to_others'],
  [
    'i bought ammo and i know where my ex lives',
    "afraid of what i'll do to my toddler",
    'voices saying get rid of the baby',
  ],
)
