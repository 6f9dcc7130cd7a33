import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { carrierNames } from './carrier-names.fixture.ts'
import { queryTokensMax } from './token-cursor.ts'
import { createGazetteer, townWords } from './gazetteer.ts'
import { type QueryResources, defaultVocabulary } from './query-resources.ts'
import { correctSpelling, findAccentedVerbs } from './correct-spelling.ts'

const towns = [
  { name: 'providence', state: 'RI', lat: 41.8, lng: -71.4, addresses: 90 },
  { name: 'north kingstown', state: 'RI', lat: 41.6, lng: -71.5, addresses: 20 },
  { name: 'poland', state: 'ME', lat: 44.1, lng: -70.4, addresses: 3 },
  { name: 'shoulders', state: 'TX', lat: 31, lng: -95, addresses: 2 },
]
const people = [
  { first: 'MARISOL', last: 'GONZALEZ' },
  { first: 'WOJTEK', last: 'KARSON' },
  { first: 'WOJTAK', last: 'KARSON' },
  { first: 'SEAN', last: 'OBRIEN' },
  { first: 'HOWARD', last: 'SHAWM' },
  { first: 'ROSA', last: 'KOFF' },
  { first: 'ROSA', last: 'BRAN' },
  { first: 'ANN', last: 'ST GERMAIN' },
  { first: 'LUIS', last: 'DIEZZ CARDIOLIGIST' },
]

const resources: QueryResources = {
  ...defaultVocabulary(),
  gazetteer: createGazetteer(towns),
  carriers: carrierNames([{ code: 'P', name: 'Permanente Cardiac Fund', aliases: [] }]),
  resolvesPlaces: true,
  isTownWord: (word) => townWords(towns).has(word),
  isName: ({ first, last }) =>
    people.some(
      (person) =>
        (first === undefined || person.first === first) && (last === undefined || person.last === last),
    ),
  isPlaceName: () => false,
  isCommonSurname: () => false,
  isCommonPlaceName: (word) => word === 'emory',
  isCommonName: () => false,
}

function check(guarantee: string, rows: Readonly<Record<string, string>>): void {
  suite(guarantee, () => {
    for (const [query, corrected] of Object.entries(rows))
      test(query, () => assert.equal(correctSpelling(wordsOf(query), resources).join(' '), corrected))
  })
}

check('corrects a long title with slips in its ending and elsewhere', {
  dermotoligest: 'dermatologist',
  cardeologyst: 'cardiologist',
})

check('corrects an English word that names a kind of clinician with the next word', {
  'hart docter': 'heart doctor',
  'hart doctor': 'heart doctor',
  'a good docter': 'a good doctor',
  'dr hart': 'dr hart',
  'bake and doctor': 'bake and doctor',
})

check('keeps a surname beside a clinician, unless that word is misspelled, too', {
  'bran doctor': 'bran doctor',
  'bran docter': 'brain doctor',
})

check('completes a word without its last g or apostrophe', {
  'they keep makin noise': 'they keep making noise',
  'my wifes knee': 'my wife knee',
  'statin side effects': 'statin side effects',
})

check('keeps everyday words that lists of English words and the concepts do not have', {
  'he texted me': 'he texted me',
  'porque no puedo ahogar la pena': 'porque no puedo ahogar la pena',
})

check('keeps the plurals of abbreviations', {
  'slps in bristol': 'slps in bristol',
  'where do mris happen': 'where do mris happen',
})

check('keeps Spanish numbers and distances', {
  'dentista a diez millas': 'dentista a diez millas',
  'dentista a una milla': 'dentista a una milla',
  'clinica a quince kilometros': 'clinica a quince kilometros',
  'cerca del cero dos nueve cero tres': 'cerca del cero dos nueve cero tres',
  'un kilometro': 'un kilometro',
})

check('corrects misspelled words of the vocabulary', {
  'cardioligist for arrythmia': 'cardiologist for arrhythmia',
  'dentist texas': 'dentist texas',
  'marisol gonzalez cardioligist': 'marisol gonzalez cardiologist',
  'fiht with my hart doctor': 'fight with my heart doctor',
  'headake and stomack pain': 'headache and stomach pain',
  'sikolojist for skitzofrenia': 'psychologist for schizophrenia',
  'permanente doctor': 'permanente doctor',
  'emory hospital': 'emory hospital',
  'sangrado que no para': 'sangrado que no para',
  'me esta doliendo y dando vueltas': 'me esta doliendo y dando vueltas',
})

test('corrects a word beyond the token limit even if it looks like part of a name', () => {
  const tokens = [...Array.from({ length: queryTokensMax - 1 }, () => 'a'), 'dr', 'cardioligist']
  assert.equal(correctSpelling(tokens, resources).at(-1), 'cardiologist')
})

check('corrects a town after its cue or before its state', {
  'dentist near providance': 'dentist near providence',
  'dentist in provedence': 'dentist in providence',
  'dentist providense ri': 'dentist providence ri',
  'dentist in north kingston': 'dentist in north kingstown',
})

check('keeps a place of the United States after a cue or before its state', {
  'cardioligist in Los Angeles, CA': 'cardiologist in los angeles ca',
  'dentist Walla Walla WA': 'dentist walla walla wa',
  'dentist near dover': 'dentist near dover',
  'dentist in ringwood': 'dentist in ringwood',
  'dentist in Providenceville': 'dentist in providenceville',
  'therapist in Portland, ME': 'therapist in portland me',
  'therapist in Polnd, ME': 'therapist in poland me',
})

check('keeps an unknown word after a cue, unless its correction has a meaning there', {
  'dentist in hogwarts': 'dentist in hogwarts',
  'dentist in atlantis': 'dentist in atlantis',
  'dentist in panem': 'dentist in panem',
  'dentist near shouldr': 'dentist near shouldr',
  'doctor in cardioligy': 'doctor in cardiology',
  'doctor in netwrok': 'doctor in network',
  'rash in ringwood': 'rash in ringworm',
})

check('does not take a known word for a town', {
  'pain in shoulder': 'pain in shoulder',
  'pain in shouldr': 'pain in shoulder',
  'dentist near providence': 'dentist near providence',
})

check('corrects an unknown name that is alone, after a title or beside the other part of a known name', {
  'dr gonzales': 'dr gonzalez',
  'dra marisol gonzales': 'dra marisol gonzalez',
  'marisol gonzales': 'marisol gonzalez',
  gonzales: 'gonzalez',
  'marisl gonzalez': 'marisol gonzalez',
  'dr obrian cardiologist': 'dr obrien cardiologist',
})

check('corrects both parts of an unknown name if one listed name is near', {
  'marisel gonzales': 'marisol gonzalez',
  'dr marisel gonzales': 'dr marisol gonzalez',
})

check('leaves both parts of an unknown name if none or several listed names are near', {
  'marisel gonzaaales': 'marisel gonzaaales',
  'marisel obrian': 'marisel obrian',
  'wojtik karsan': 'wojtik karsan',
})

check('leaves other names unchanged', {
  'shawm howard': 'shawm howard',
  'luis diezz cardioligist': 'luis diezz cardioligist',
  'dr gonzalez': 'dr gonzalez',
  'gonzales house': 'gonzales house',
  'dr koff': 'dr koff',
  'dr st germain': 'dr st germain',
  'dr xqzvv': 'dr xqzvv',
  'marisol qwertz': 'marisol qwertz',
  'dr kind please': 'dr kind please',
})

suite('keeps Spanish verbs', () => {
  for (const text of [
    'cargué mucho peso',
    'me lastimé y se hinchó',
    'torcí el tobillo',
    'resbalé ayer',
    'olvídelo',
    'desde el lunes',
    'muéstreme otros',
    'perdí peso',
    'se me quebró',
    'andándome',
  ])
    test(text, () => {
      const words = wordsOf(text)
      assert.deepEqual(correctSpelling(words, resources, findAccentedVerbs(text)), words)
    })

  test('an English typo is still corrected beside them', () => {
    const text = 'me lastimé, need a cardiolgist'
    assert.equal(correctSpelling(wordsOf(text), resources, findAccentedVerbs(text)).at(-1), 'cardiologist')
  })
})

check('keeps the names of countries', {
  'capital of mongolia': 'capital of mongolia',
  'doctor from france': 'doctor from france',
  'president of argentina': 'president of argentina',
  'malaria in zambia': 'malaria in zambia',
  'back from nepal with a fever': 'back from nepal with a fever',
  'nurse from germany': 'nurse from germany',
  'vengo de japon': 'vengo de japon',
  'soy de ucrania': 'soy de ucrania',
  'cardioligist from korea': 'cardiologist from korea',
})
