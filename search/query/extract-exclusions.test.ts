import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { wordsOf } from '@careatlas/vocabulary/words'
import { extractExclusions } from './extract-exclusions.ts'

const familyPhysician = '207Q00000X'

/** An excluded taxonomy, and the words that remain. */
const exclusions: Readonly<Record<string, readonly [code: string, rest: string]>> = {
  'family doctor, not a nurse practitioner': ['363LF0000X', 'family doctor'],
  'checkup but no NPs': ['363LA2200X', 'checkup but'],
  'back pain, no surgeons please': ['207XS0117X', 'back pain please'],
  'stiff neck other than a chiropractor': ['111N00000X', 'stiff neck'],
  'anyone but a psychologist for my nerves': ['103TC0700X', 'for my nerves'],
  'hernia without surgery': ['208600000X', 'hernia'],
  'dolor de rodilla sin cirugía': ['207X00000X', 'dolor de rodilla'],
  "i don't want a chiropractor, sciatica": ['111N00000X', 'i sciatica'],
  'headaches, no physician assistants': ['363A00000X', 'headaches'],
  'nerves, do not want to see another psychologist': ['103TC0700X', 'nerves'],
  'terapeuta que no sea psiquiatra': ['2084P0800X', 'terapeuta'],
  'no quiero pastillas ni psiquiatra, alguien con quien hablar': ['2084P0800X', 'alguien con quien hablar'],
  'nerves, no pills or a psychiatrist': ['2084P0800X', 'nerves'],
  'ansiedad, nada de pastillas ni de psiquiatra': ['2084P0800X', 'ansiedad'],
  'hablar con alguien, no con un psiquiatra': ['2084P0800X', 'hablar con alguien'],
  'me duele la espalda, ni cirujano ni quiropráctico': ['111N00000X', 'me duele la espalda'],
  'no chiropractor and no surgeon, back pain': ['111N00000X', 'and back pain'],
  'neither a surgeon nor a chiropractor for my back': ['111N00000X', 'for my back'],
  'i dont need a psychiatrist or any meds, someone to talk to': ['2084P0800X', 'i someone to talk to'],
  'no necesito psiquiatra, tristeza': ['2084P0800X', 'tristeza'],
  'no surgeon or injections or chiropractor, sciatica': ['111N00000X', 'sciatica'],
}

for (const [query, [code, remaining]] of Object.entries(exclusions)) {
  test(`"${query}" excludes every ${taxonomyOf(code)?.name}`, () => {
    const { found, rest } = extractExclusions(wordsOf(query))
    assert.ok(found.has(code) && !found.has(familyPhysician))
    assert.equal(rest.join(' '), remaining)
  })
}

for (const query of [
  'not sleeping',
  'no energy',
  'no period for two months',
  'kid not talking',
  'no insurance dentist',
  'no wait dermatologist',
  'not sure which doctor',
  'not a doctor',
  'pain without injury',
  'no puedo dormir',
  'sin hambre',
  'no constructor doctor',
  'chiropractor or physical therapist',
  'psicólogo o psiquiatra',
  'ni idea qué doctor',
  'no quiere comer',
  'i dont need a referral dermatologist',
  'nada de energía',
  'no pain or swelling, dermatologist',
])
  test(`"${query}" excludes no taxonomy`, () => {
    const tokens = wordsOf(query)
    assert.deepEqual(extractExclusions(tokens), { found: new Set(), rest: tokens })
  })

test('removes an excluded treatment that no taxonomy performs', () => {
  assert.deepEqual(extractExclusions(wordsOf('anxiety help without medication')), {
    found: new Set(),
    rest: ['anxiety', 'help'],
  })
})

for (const [query, rest] of [
  ['pediatrician but not Dr Lopez', 'pediatrician but'],
  ['anyone but Dr. Maria Lopez for my back', 'for my back'],
] as const)
  test(`removes the excluded person from "${query}"`, () => {
    assert.deepEqual(extractExclusions(wordsOf(query)), { found: new Set(), rest: rest.split(' ') })
  })
