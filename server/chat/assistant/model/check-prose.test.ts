/** What the text of a model may state about two clinicians of the tool results, and what rejects it. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { usContacts } from '@careatlas/search/notices'
import { compactLocation } from '../../../operations/compact-hit.ts'
import { DirectoryRequest } from '../../../operations/directory-request.ts'
import { locationCard, providerCard } from '../../../small-directory.fixture.ts'
import { openSmallAssistant } from '../assistant.fixture.ts'
import { emptyContext } from '../conversation-context.ts'
import { checkProse } from './check-prose.ts'
import { readEvidence } from './evidence.ts'
import { describeWords } from './known-words.ts'

const directory = await openSmallAssistant()
after(() => directory[Symbol.asyncDispose]())

const marta = providerCard('Call Gregory House at 900-555-0199.')
const carlos = {
  ...marta,
  npi: '2000000069',
  name: { ...marta.name, first: 'CARLOS', last: 'DE LA CRUZ', display: 'Carlos de la Cruz, DO' },
  languages: ['es'],
  updated_on: '2026-10-31',
  practice_locations: marta.practice_locations.map((place) => ({
    ...place,
    phone: '+14015550177',
    distance_miles: 1.26,
    address: { ...place.address, line_1: '7 HOPE ST', city: 'WARWICK', postal_code: '02886' },
  })),
}
const openDoor = { ...locationCard, location_uuid: 'other', name: 'Open Door Walk-In Care', score: null }
const places = [{ ...locationCard, score: null }, openDoor].map(compactLocation)
const records = [marta, carlos, ...places].map(readEvidence)

const request = new DirectoryRequest(
  {
    current: directory.current,
    checkHealth: () => Promise.reject(new Error('not asked')),
    responseBudgetBytes: 100_000,
    contacts: usContacts,
    resolvePlaces: true,
    searchTimeoutMs: 1000,
  },
  { signal: new AbortController().signal, url: 'https://directory.example' },
)
const place = { label: '02903', lat: 41.82, lng: -71.41, state: 'RI', radiusMiles: 25 }

const words = describeWords(2, { ...emptyContext, place }, request)

/** The small directory has two names only. */
const commonNames = ['grace', 'young', 'mark', 'marta']

function check(text: string): string {
  try {
    checkProse(text, { records, ...words, isCommonName: (word) => commonNames.includes(word) })
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

describe('a text is accepted', () => {
  for (const text of [
    'I found 2 cardiologists near 02903.',
    'Marta Oliveira, MD, is a cardiologist.',
    'Dr. Oliveira works at Heart Clinic, 110 Lockwood St, Providence, RI 02903, and answers at (401) 555-0100.',
    'Carlos de la Cruz is 1.3 miles away. The number there is 401-555-0177.',
    'Both Marta Oliveira and Carlos de la Cruz are heart specialists within 25 miles of you.',
    'A source states that Carlos de la Cruz speaks Spanish. The record was changed on 2026-10-31.',
    'The NPI of Marta Oliveira is 2000000002.',
    'Open Door Walk-In Care is near you.',
    'Where should I look? A ZIP code or a town is enough.',
    "Here's one in Rhode Island; you can call the clinic.",
    'Encontré una cardióloga cerca de usted: Marta Oliveira. Puede llamar al (401) 555-0100.',
    '¿Dónde busco? Puede decirme un código postal.',
    'I found 2 of them, one in Providence and one in Warwick.',
  ])
    test(text, () => assert.equal(check(text), 'accepted'))
})

const rejected: Readonly<Record<string, readonly string[]>> = {
  unsupported_fact: [
    'Gregory House is near you.',
    'You can see Gregory House.',
    'Call Marta Cruz.',
    'Carlos Oliveira is near you.',
    'Marta de la Cruz is near you.',
    'Grace Oliveira is near you.',
    'Marta Q. Oliveira is near you.',
    'See Dr. Young.',
    'see dr, grace young',
    'see doctor young',
    'see nurse young',
    'You can see grace young there.',
    'Mark can help you.',
    'Marta Oliveira answers at 900-555-0199.',
    'Marta Oliveira answers at 401 555 0101.',
    'Marta Oliveira answers at 1-800-FLOWERS.',
    'Marta Oliveira works at 555 Lockwood St.',
    'Marta Oliveira works at 110 Hope St.',
    'It is at twenty maple street.',
    'The record is of November 9, 2026.',
    'The record is of 2025-10-31.',
    'Her NPI is 1234567893.',
    'She is 99 miles away.',
    'Marta Oliveira was trained at Harvard.',
    'Marta Oliveira speaks Polish.',
  ],
  mixed_records: [
    'Marta Oliveira answers at (401) 555-0177.',
    'Marta Oliveira works at 7 Hope St.',
    'Marta Oliveira is near you. The number is 401-555-0177.',
    'The NPI of Carlos de la Cruz is 2000000002.',
  ],
  unknown_word: ['you can call gregory.', 'Visit oliveiras dot example.', 'Call zzyzx.'],
  insurance: [
    'She is in network.',
    'Marta Oliveira is out-of-network.',
    'Your plan lists Marta Oliveira.',
    'Marta Oliveira takes cigna.',
    'Está dentro de la red.',
    'Ella acepta su seguro.',
    'She is in net-work.',
    'She is in nétwork.',
  ],
  unsupported_claim: [
    'Marta Oliveira is the best cardiologist.',
    'Marta Oliveira sees new patients.',
    'Heart Clinic is open today.',
    'Open Door Walk-In Care is open today.',
    'Heart Clinic tiene citas.',
    'It is ávailable.',
  ],
  medical_advice: [
    'You have the flu. See Marta Oliveira.',
    'You may have angina.',
    'It is nothing serious.',
    'This is not an emergency.',
    'Use two pills.',
  ],
  link: ['See heart.example now.', 'Go to www heart.', 'Write to me at heart dot com.'],
  characters: [
    'a@b',
    '<b>Marta</b>',
    '[x](y)',
    '`x`',
    'Марта',
    '😀',
    'Marta\u200bOliveira',
    '𝗠arta',
    '\u202eatraM',
    'It is in net\ufeffwork.',
    'It is net\u2028work.',
    'It is fre\u034fe.',
    'It is av\u0307ailable.',
    'It is fr\u0335ee.',
    'It is ｆｒｅｅ.',
    'It is the ᵇᵉˢᵗ.',
    'Hello\u{e0141}\u{e0142}.',
    'Call Ⅳ Ⅴ Ⅴ Ⅴ.',
    'Call ٤٠١.',
    'Call ４０１.',
    'It is the n e t w o r k.',
    'The d.o.s.e is low.',
  ],
  number_words: [
    'Call four zero one five five five.',
    'Llame al cuatro cero uno.',
    'Call four, forty-one, fifty-five, fifty-five, twelve.',
    'Call forty fifteen fifty five twelve.',
    'Call "four" "zero" "one".',
    'Call four/zero/one & five; six.',
    'Call four and zero and one.',
    'Llame cuatro y cero y uno.',
    'Call double five, double zero, one.',
    'Call 2 zero 1 five 2.',
    'Call 0, 1, 2, 0, 1, 2, 2, 1, 0, 1.',
    'Call 2 and 0 and 1.',
  ],
  length: ['', 'a '.repeat(800)],
}
for (const [reason, texts] of Object.entries(rejected))
  describe(`a text is rejected with ${reason}`, () => {
    for (const text of texts) test(text.slice(0, 80), () => assert.equal(check(text), reason))
  })

test('the records that a text names come in its order', () => {
  const named = checkProse('Carlos de la Cruz and Marta Oliveira are near you.', {
    records,
    ...words,
  })
  assert.deepEqual(
    named.map(({ id }) => id),
    [carlos.npi, marta.npi],
  )
})
