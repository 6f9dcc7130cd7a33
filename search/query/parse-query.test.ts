import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { queryLengthMax } from '@careatlas/contract/parameters'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { foldText, wordsOf } from '@careatlas/vocabulary/words'
import { noPreferences } from '../no-preferences.fixture.ts'
import { carrierNames } from './carrier-names.fixture.ts'
import { createGazetteer } from './gazetteer.ts'
import type { QueryResources } from './query-resources.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import { queryTokensMax } from './token-cursor.ts'
import { emptyResources } from './empty-resources.fixture.ts'

const people = new Set(['MARIA LOPEZ', 'LOPEZ', 'GARCIA', 'HART'])

const resources: QueryResources = {
  ...emptyResources,
  gazetteer: createGazetteer([
    { name: 'providence', state: 'RI', lat: 41.82, lng: -71.41, addresses: 90 },
    { name: 'springfield', state: 'MA', lat: 42.1, lng: -72.59, addresses: 5 },
    { name: 'springfield', state: 'IL', lat: 39.8, lng: -89.65, addresses: 5 },
  ]),
  carriers: carrierNames([
    { code: '60054', name: 'Aetna', aliases: [] },
    { code: 'IL', name: 'BCBS Illinois', aliases: [] },
    { code: 'RI', name: 'BCBS Rhode Island', aliases: [] },
  ]),
  isName: ({ first, last }) => people.has([first, last].filter(Boolean).join(' ')),
  isPlaceName: (name) =>
    [
      'WESTERN GENERAL HOSPITAL',
      'CLINIC IN PROVIDENCE',
      'LAKESIDE FAMILY CLINIC',
      'SKIN CLINIC',
      'HIGH POINT FAMILY MEDICINE LLC',
    ].includes(name),
  isTownWord: (word) => ['quincy', 'springfield'].includes(word),
  isCommonName: (word) => people.has(word.toUpperCase()),
}

function parse(query: string, collection: 'providers' | 'locations' = 'providers'): ParsedQuery {
  return parseQuery(query, collection, 'hybrid', resources)
}

/** The best code, '' if none is confident. */
function bestCode({ text }: ParsedQuery): string {
  const [best] = [...text.codes].toSorted(([, a], [, b]) => b - a)
  return best !== undefined && best[1] >= 0.5 ? best[0] : ''
}

suite('a specialty that the query names ranks before everything beside it', () => {
  const rows: Readonly<Record<string, string>> = {
    'cardiologist, I am so stressed and sad': '207RC0000X',
    "'; DROP TABLE patients; -- dermatologist": '207N00000X',
    '<script>alert(1)</script> urologist': '208800000X',
    'peds neuro for bad headaches': '2084N0402X',
    'podiatrist for my husband who snores': '213E00000X',
    'dentist for an anxious adult with adhd and asthma': '122300000X',
    'dentist for my anxious son with adhd and asthma': '1223P0221X',
    'sedation dentist for my autistic daughter': '1223D0004X',
    'dental anesthesiologist for my autistic son': '1223D0004X',
    'pediatric dentist for a boy who is terrified': '1223P0221X',
    'dentist for young ones': '1223P0221X',
    'cardiologist for my little one': '2080P0202X',
    'dermatologist for tots': '207NP0225X',
    'rheumatologist for joint pain, rash and kidney trouble': '207RR0500X',
    'gynecologist, also infertile and leaking urine': '207V00000X',
    'dermatologist for my son': '207NP0225X',
    'allergist for my kid with a peanut allergy': '2080P0201X',
    'cardiologist for my daughter': '2080P0202X',
  }
  for (const [query, code] of Object.entries(rows))
    test(`${query}: ${taxonomyOf(code)?.name}`, () => assert.equal(bestCode(parse(query)), code))
})

suite('a clinician that the patient has visited is no name of what is sought', () => {
  for (const query of [
    'I went to the dentist and he felt a lump on my neck',
    'I saw a dermatologist and my joints still hurt',
    'we already have a pediatrician and need someone for her seizures',
  ])
    test(query, () => assert.deepEqual(parse(query).namedFields, []))
  test('a clinician to visit is', () =>
    assert.deepEqual(
      parse('I need to see a dermatologist').namedFields.map(({ name }) => name),
      ['dermatologist'],
    ))
})

suite('a relative with a complaint is no topic', () => {
  for (const [query, topics] of [
    ['my brother he has gout', 'gout'],
    ['my husband snores', 'snores'],
    ['my little sister has acne', 'little acne'],
    ['my husband and I fight', 'husband fight'],
  ] as const)
    test(query, () => assert.equal(parse(query).parts.words.topics.join(' '), topics))
})

suite('alarm after an accident and repeated washing need a psychotherapist', () => {
  for (const query of [
    'jumpy since the car crash',
    'on edge after the wreck',
    'nightmares since the car accident',
    'washes hands fifty times a day',
    'showers six times a day',
  ])
    test(query, () => assert.match(bestCode(parse(query)), /^10[1-6]/))
})

suite('a danger that is a figure of speech ranks no emergency care', () => {
  for (const query of [
    "i'm drowning in work and stressed",
    "drowning in debt and can't sleep",
    'my boss is drowning me in emails',
    'choking on paperwork',
    'drowning in laundry',
    'drowning in bills',
    'drowning in grief',
    'buried under homework and anxious',
    'me ahogo en deudas',
  ])
    test(query, () => {
      const parsed = parse(query)
      assert.equal(parsed.emergency, null)
      assert.ok(!parsed.text.codes.has('207P00000X'))
    })
  for (const query of ['my child nearly drowned', 'choking on food'])
    test(`${query} is an emergency`, () => {
      const parsed = parse(query)
      assert.equal(parsed.emergency, 'body')
      assert.equal(bestCode(parsed), '207P00000X')
    })
})

suite('a short name of a specialty beside a word for a child means the specialty for children', () => {
  const codes: Readonly<Record<string, string>> = {
    cardio: '2080P0202X',
    gi: '2080P0206X',
    ent: '207YP0228X',
    pulm: '2080P0214X',
    onc: '2080P0207X',
    'heme onc': '2080P0207X',
    derm: '207NP0225X',
    ortho: '207XP3100X',
    uro: '2088P0231X',
    endo: '2080P0205X',
    neph: '2080P0210X',
    rheum: '2080P0216X',
    neuro: '2084N0402X',
    psych: '2084P0804X',
    surgery: '2086S0120X',
    ophtho: '207WX0110X',
    allergy: '2080P0201X',
  }
  for (const [short, code] of Object.entries(codes))
    for (const query of [
      `peds ${short}`,
      `ped ${short}`,
      `pediatric ${short}`,
      `child ${short}`,
      `kids ${short}`,
    ])
      test(`${query}: ${taxonomyOf(code)?.name}`, () => assert.equal(bestCode(parse(query)), code))
})

suite('a short name of a specialty means the specialty', () => {
  const codes: Readonly<Record<string, string>> = {
    optho: '207W00000X',
    ophtho: '207W00000X',
    opto: '152W00000X',
    neph: '207RN0300X',
    'nephro doctor': '207RN0300X',
    ent: '207Y00000X',
    pulm: '207RP1001X',
    onc: '207RX0202X',
    derm: '207N00000X',
    ortho: '207X00000X',
    uro: '208800000X',
    'gi bleed': '207RG0100X',
  }
  for (const [query, code] of Object.entries(codes))
    test(`${query}: ${taxonomyOf(code)?.name}`, () => {
      const { codes: found } = parse(query).text
      assert.equal(found.get(code), Math.max(...found.values()))
    })
})

test('reads a bounded number of words of a query that folding makes longer', () => {
  const query = '\ufdfa'.repeat(queryLengthMax)
  assert.ok(wordsOf(query).length > 10 * queryTokensMax)
  for (const text of [query, 'a '.repeat(queryLengthMax / 2)]) {
    const { queryText, tokens, corrected, rest, words } = parse(text).parts
    assert.ok(foldText(queryText).length <= 3 * queryLengthMax)
    const counts = [tokens, corrected, rest, Object.values(words).flat()].map(({ length }) => length)
    assert.ok(Math.max(...counts) <= queryTokensMax, counts.join(', '))
  }
})

test('a clinician whose words the query reports is not the need', () => {
  assert.notEqual(bestCode(parse('my dentist told me I have high blood pressure')), '122300000X')
})

suite('the specialty among the first words is sought, not a clinician that is mentioned later', () => {
  const rows: Readonly<Record<string, string>> = {
    'geneticist, we have seen a cardiologist': '207SG0201X',
    "social worker for my dad, he doesn't need a cardiologist": '104100000X',
    'lactation consultant, the pediatrician sees no tongue tie': '174N00000X',
  }
  for (const [query, code] of Object.entries(rows))
    test(query, () => assert.equal(bestCode(parse(query)), code))
})

suite('finds the needed specialty for any words that describe it', () => {
  const rows: Readonly<Record<string, string>> = {
    'heart doctor': '207RC0000X',
    cardiologist: '207RC0000X',
    cardioligist: '207RC0000X',
    'psychiatric NP': '363LP0808X',
    'pediatric NP': '363LP0200X',
    'I need a good cardiologist please': '207RC0000X',
    OB: '207V00000X',
    'ringing in ears': '207Y00000X',
    tinnitus: '207Y00000X',
    'dolor de muelas': '122300000X',
    'skin rash on my arms': '207N00000X',
    'doctor for my feet': '213E00000X',
    'dr garcia skin doctor': '207N00000X',
  }
  for (const [query, code] of Object.entries(rows))
    test(`${query}: ${taxonomyOf(code)?.name}`, () => assert.equal(bestCode(parse(query)), code))
})

suite('the name of a place, asked of clinicians', () => {
  test('ranks the clinicians of the place by its name only', () =>
    assert.equal(parse('Lakeside Family Clinic').text.lexicalWeight, 1))
  test('ranks its clinicians before others of the field if each word may be about care', () => {
    const { lexicalWeight, lexicalOnlyWeight, codes } = parse('High Point Family Medicine, LLC').text
    assert.ok(lexicalWeight > 0 && lexicalOnlyWeight === 1 && codes.has('207Q00000X'))
  })
  test('asks for a kind of care if the name is a phrase of the vocabulary', () =>
    assert.ok(parse('skin clinic').text.lexicalWeight < 1))
})

test('a query for clinicians does not match codes of organizations', () => {
  const queries = [
    'ride to my appointment',
    'medical van',
    'home care agency',
    'pharmacy',
    'nursing home',
    'hospital',
  ]
  for (const query of queries)
    for (const code of parse(query).text.codes.keys())
      assert.equal(taxonomyOf(code)?.kind, 'individual', `${query}: ${code}`)
})

test('a child matches pediatric clinicians', () => {
  const { text } = parse('my kid has ear infections')
  assert.ok(text.codes.has('208000000X') && text.codes.has('207YP0228X'))
})

suite(
  'the field that cares for the patient ranks first or close to it, unless the query names a specialty',
  () => {
    test('obstetrics in pregnancy', () => {
      assert.equal(bestCode(parse('is thyroid medicine safe while pregnant')), '207V00000X')
      assert.equal(bestCode(parse('dentist for a pregnant woman')), '122300000X')
    })
    for (const query of ['heartburn at 30 weeks', 'thyroid trouble during pregnancy', 'rash while pregnant'])
      test(`obstetrics before the field of the complaint: ${query}`, () => {
        const { codes } = parse(query).text
        const others = [...codes].filter(([code]) => !code.startsWith('207V') && !code.startsWith('36'))
        assert.ok(codes.get('207V00000X')! > Math.max(...others.map(([, score]) => score)))
      })
    test('but a dentist for a toothache, and the field of the complaint if a belly only looks pregnant', () => {
      assert.equal(bestCode(parse('toothache while pregnant')), '122300000X')
      assert.equal(bestCode(parse('belly looks pregnant, so much gas')), '207RG0100X')
    })
    test('pediatrics no later than family medicine, and the surgeon for children before the colorectal one', () => {
      for (const query of [
        'fever in my 4 month old',
        'my 6 year old has a cough',
        'my toddler is constipated',
      ]) {
        const { codes } = parse(query).text
        assert.ok(codes.get('208000000X')! >= (codes.get('207Q00000X') ?? 0), query)
      }
      const { codes } = parse('hemorrhoids in my 8 year old').text
      assert.ok(codes.get('2086S0120X')! >= codes.get('208C00000X')!)
    })
    test('a nursing mother has the complaint, unless it is about nursing', () => {
      assert.equal(bestCode(parse('nursing mother with a sore throat')), '207Q00000X')
      assert.equal(bestCode(parse('nursing mother with cracked nipples')), '174N00000X')
    })
    test('pediatrics for a child, close to the field of the complaint', () => {
      const { codes } = parse('my 3 year old has an itchy rash').text
      assert.ok(codes.get('208000000X')! >= 0.85)
    })
  },
)

suite('a field for children ranks before the same field for everyone if the patient is a child', () => {
  const rows: Readonly<Record<string, string>> = {
    'knee doctor for my child': '207XP3100X',
    'my 6 year old limps': '207XP3100X',
    'heart murmur in my 5 year old son': '2080P0202X',
    'my 7 year old is allergic to cats': '2080P0201X',
    'kidney problem in my 9 year old': '2080P0210X',
  }
  for (const [query, code] of Object.entries(rows))
    test(query, () => {
      const { codes } = parse(query).text
      const others = [...codes].filter(([other]) => taxonomyOf(other)?.kind === 'individual')
      assert.equal(others.find(([other]) => other !== '208000000X')?.[0], code)
    })
  test('not for an adult', () => assert.equal(bestCode(parse('knee doctor for my father')), '207X00000X'))
})

suite('a relative with a complaint is not the topic', () => {
  const rows: Readonly<Record<string, string>> = {
    'my wife has a headache near her left ear': '2084N0400X',
    'mi esposa tiene dolor de cabeza': '2084N0400X',
    'my husband had a fall and his knee hurts': '207X00000X',
    'my wife left me': '101YM0800X',
  }
  for (const [query, code] of Object.entries(rows))
    test(query, () => assert.equal(bestCode(parse(query)), code))
})

suite('ranks emergency care first in an emergency, and adds it to the expansion', () => {
  for (const query of [
    'crushing chest pain and cold sweat',
    'she is unconscious',
    'took too many pills',
    'tongue swelling after eating nuts',
    'sangra mucho y no para',
  ])
    test(query, () => {
      assert.equal(bestCode(parse(query)), '207P00000X')
      assert.match(parse(query).expanded ?? '', /emergency/)
      const [first] = [...parse(query, 'locations').text.codes].toSorted(([, a], [, b]) => b - a)
      assert.ok(['261QE0002X', '282N00000X'].includes(first?.[0] ?? ''))
    })
  test('adds psychiatric crisis care to a mental emergency', () => {
    const { codes } = parse('I am going to kill myself').text
    assert.deepEqual([codes.get('207P00000X'), codes.get('2084P0800X')], [1, 1])
    assert.equal(parse('I am going to kill myself', 'locations').text.codes.get('283Q00000X'), 1)
  })
  test('only fields that the query describes follow', () => {
    const { codes } = parse('crushing chest pain and cold sweat').text
    assert.deepEqual(
      ['208200000X', '207Y00000X'].filter((code) => (codes.get(code) ?? 0) > 0.8),
      [],
    )
  })
  test('adds pediatric emergency care for a child', () => {
    assert.equal(parse('my toddler drank bleach').text.codes.get('2080P0204X'), 1)
  })
})

test('compares the meaning of vocabulary words only, also in an emergency', () => {
  assert.equal(parse('my uncle Zbigniew Kowalczyk overdosed').topic?.words, 'uncle overdosed')
})

suite('an emergency may be named beside a place', () => {
  for (const query of ['stroke quincy', 'heart attack in Providence RI'])
    test(query, () => assert.equal(parse(query).emergency, 'body'))
  test('but not a kind of care', () =>
    assert.equal(parse('stroke rehabilitation providence').emergency, null))
})

suite('a name after a title that no clinician has', () => {
  const rows: Readonly<Record<string, string | null>> = {
    'dr smith': 'smith',
    'cardiologist dr jane quimby in providence': 'jane quimby',
    'dr rosha': 'rosha',
    'doctor zbigniew': 'zbigniew',
    'dr garcia': null,
    'dr maria lopez': null,
    'dr skin': null,
    'dr near me': null,
    'eye dr quimby': null,
    'doctor notes': null,
    'a dr specializing in adhd': null,
  }
  for (const [query, name] of Object.entries(rows))
    test(`${query}: ${name}`, () => assert.equal(parse(query).unapplied.unknownPerson, name))
  test('is only searched among clinicians', () =>
    assert.equal(parse('dr smith', 'locations').unapplied.unknownPerson, null))
})

suite('the name of a clinician orders by distance, and a title before it prefers physicians', () => {
  const rows: Readonly<Record<string, ParsedQuery['text']['person']>> = {
    'Dr Garcia in Providence': { name: { last: 'GARCIA' }, isDoctor: true },
    'doctor garcia': { name: { last: 'GARCIA' }, isDoctor: true },
    'dra garcia cerca de mí': { name: { last: 'GARCIA' }, isDoctor: true },
    'Garcia in Providence': { name: { last: 'GARCIA' }, isDoctor: false },
    'dr garcia dentist': { name: { last: 'GARCIA' }, isDoctor: false },
    'maria lopez near providence': { name: { first: 'MARIA', last: 'LOPEZ' }, isDoctor: false },
    'heart doctor in Providence': null,
    'dr smith in Providence': null,
  }
  for (const [query, person] of Object.entries(rows))
    test(query, () => assert.deepEqual(parse(query).text.person, person))
  test('but not among places of care', () =>
    assert.equal(parse('Dr Garcia in Providence', 'locations').text.person, null))
})

suite('a relative for whom a clinician is requested does not decide the field', () => {
  for (const [query, code] of [
    ['home nurse for my grandmother', '163WH0200X'],
    ['wound care nurse for my grandmother', '163WW0000X'],
    ['memory doctor for my mother', '2084B0040X'],
    ['doctor for my grandmother', '207QG0300X'],
    ['doctor for my husband', '207Q00000X'],
    ['find a doctor for my wife', '207Q00000X'],
    ['doctor for my dad', '207Q00000X'],
    ['doctor for my mom', '207Q00000X'],
    ['physician for my brother', '207Q00000X'],
    ['doctor for my uncle', '207Q00000X'],
    ['doctor for my boyfriend', '207Q00000X'],
    ['doctor for my mother in law', '207Q00000X'],
    ['my girlfriend needs a doctor', '207R00000X'],
    ["my sister's doctor", '207Q00000X'],
    ['médico para mi esposo', '207Q00000X'],
    ['doctora para mi hermano', '207Q00000X'],
  ] as const)
    test(`${query}: ${taxonomyOf(code)?.name}`, () => {
      const { codes } = parse(query).text
      assert.equal(codes.get(code), Math.max(...codes.values()))
    })
})

test('rehabilitation for a substance is not physical rehabilitation', () => {
  for (const query of ['rehab for alcohol', 'rehab for drinking', 'rehab for opiates']) {
    const { codes } = parse(query).text
    assert.ok(codes.get('207QA0401X')! >= 0.8 && !codes.has('208100000X') && !codes.has('225100000X'), query)
  }
})

suite('the setting of a complaint does not decide the field', () => {
  for (const [query, code] of [
    ['rash after a hospital stay', '207N00000X'],
    ['wheezing since my hospital stay', '207RP1001X'],
    ['back from the hospital with a rash', '207N00000X'],
    ['knee problem affects my marriage', '207X00000X'],
    ['my rash is ruining our relationship', '207N00000X'],
    ['sarpullido después de una hospitalización', '207N00000X'],
  ] as const)
    test(`${query}: ${taxonomyOf(code)?.name}`, () => {
      const { codes } = parse(query).text
      assert.equal(codes.get(code), Math.max(...codes.values()))
    })
  test('but it is the need if nothing else is named, or if its specialty is requested', () => {
    assert.equal(bestCode(parse('after my hospital stay')), '208M00000X')
    assert.equal(bestCode(parse('hospitalist after a hospital stay')), '208M00000X')
    assert.equal(bestCode(parse('marriage counselor')), '106H00000X')
    assert.equal(bestCode(parse('fighting is ruining our marriage')), '106H00000X')
  })
})

suite('fear after an accident needs therapy, and so does repeated washing or checking', () => {
  const therapists = /^10[1346]/
  for (const query of [
    'jumpy since the car crash',
    'jumpy ever since the robbery',
    'on edge since the wreck',
    'startled by every noise after the accident',
    'scared of cars since the crash',
    'washes hands fifty times a day',
    'checks the stove twenty times a day',
    'showers ten times a day',
  ])
    test(query, () => assert.match(bestCode(parse(query)), therapists))
  test('but an injury does not', () =>
    assert.doesNotMatch(bestCode(parse('neck pain since the car crash')), therapists))
})

suite('demotes excluded taxonomies', () => {
  for (const [query, excluded] of [
    ['family doctor, not a nurse practitioner', '363LF0000X'],
    ['back pain other than a chiropractor', '111N00000X'],
    ['slipped disc no surgeons', '207XS0117X'],
    ['therapist but not a psychologist', '103TC0700X'],
  ] as const)
    test(query, () => {
      const { codes } = parse(query).text
      assert.ok(codes.size > 0 && !codes.has(excluded))
    })
})

suite('an age matches clinicians for that age', () => {
  for (const [query, code] of [
    ['5-day-old with a rash', '208000000X'],
    ['pediatrician for 3 year old', '208000000X'],
    ['dentist for 4 year old', '1223P0221X'],
  ] as const)
    test(query, () => assert.ok((parse(query).text.codes.get(code) ?? 0) > 0.8))
})

suite('a preference without a field matches doctors', () => {
  for (const query of ['who speaks Portuguese', 'takes Aetna'])
    test(query, () => assert.equal(bestCode(parse(query)), bestCode(parse('doctor'))))
})

test('reports a query that consists of a place', () => {
  assert.ok(parse('Providence, RI').onlyPlace && parse('Providence, RI', 'locations').onlyPlace)
  assert.ok(!parse('dentist in Providence, RI').onlyPlace && !parse('dentist').onlyPlace)
})

test('a state is not part of the need and does not lower the confidence', () => {
  assert.deepEqual(parse('pediatrician in Rhode Island').text, parse('pediatrician').text)
})

suite('returns no codes for out-of-scope queries', () => {
  for (const query of [
    'asdfgh',
    'pizza near me',
    'divorce lawyer',
    'the of and',
    '??',
    'hotel rooms downtown',
    '🫀',
    'lawyer for a broken arm',
    'a'.repeat(512),
  ])
    test(query.slice(0, 20), () => assert.equal(bestCode(parse(query)), ''))
})

test('each field that treats a term of ICD-10-CM competes for a first place', () => {
  const { groups } = parse('residual hemorrhoidal skin tags').text
  assert.notEqual(groups.get('208C00000X'), groups.get('207RG0100X'))
})

test('the second choice of a phrase ranks after the first', () => {
  for (const [query, first, second] of [
    ['panic disorder', '2084P0800X', '103TC0700X'],
    ['dental abscess', '122300000X', '1223E0200X'],
    ['low potassium', '207RN0300X', '207R00000X'],
  ] as const) {
    const { codes } = parse(query).text
    assert.ok(codes.get(first)! > codes.get(second)!, query)
  }
})

suite('ranks general specialties before subspecialties', () => {
  for (const [query, general, special] of [
    ['heart doctor', '207RC0000X', '207RI0011X'],
    ['dentist', '122300000X', '1223P0221X'],
    ['psychologist', '103TC0700X', '103TF0200X'],
  ] as const)
    test(query, () => {
      const { codes } = parse(query).text
      assert.ok((codes.get(general) ?? 0) > (codes.get(special) ?? 0))
    })
})

suite('removes preferences from the need and applies them as weights', () => {
  for (const [query, preferences] of [
    ['heart doctor who speaks Spanish', { languages: ['es'] }],
    ['female heart doctor', { gender: 'F' }],
    ['heart doctor by video accepting new patients', { telehealth: true, accepting: true }],
  ] as const)
    test(query, () => {
      const parsed = parse(query)
      assert.equal(bestCode(parsed), '207RC0000X')
      const { languages, gender, telehealth, accepting } = parsed.text.preferences
      assert.deepEqual({ languages, gender, telehealth, accepting }, { ...noPreferences, ...preferences })
    })
})

suite('resolves a place after a cue, but not a bare town that several states have', () => {
  for (const [query, label] of [
    ['cardiologist near 02903', '02903'],
    ['cardiologist in Providence, RI', 'Providence, RI'],
    ['cardiologist in springfield il', 'Springfield, IL'],
    ['cardiologist in springfield', undefined],
    ['cardiologist near me', undefined],
    ['cardiologist', undefined],
  ] as const)
    test(query, () => assert.equal(parse(query).place?.label, label))
})

test('a carrier is a hint and not part of the need', () => {
  const { unapplied, text } = parse('dermatologist that takes Aetna')
  assert.deepEqual(unapplied.carrierHints, ['60054'])
  assert.ok(!text.terms.includes('aetna'))
})

test('puts the payer of the state of the search position first', () => {
  const { unapplied } = parse('blue cross dentist in springfield il')
  assert.deepEqual(unapplied.carrierHints, ['IL', 'RI'])
  const near = { lat: 41.8, lng: -71.4 }
  for (const query of ['blue cross dentist', 'blue cross dentist in springfield il'])
    assert.equal(parseQuery(query, 'providers', 'hybrid', resources, near).unapplied.carrierHints[0], 'RI')
})

test('resolves the state of a position only if the query names a payer', () => {
  let lookups = 0
  const { gazetteer } = resources
  const counting: QueryResources = {
    ...resources,
    gazetteer: {
      ...gazetteer,
      stateAt: (point) => {
        lookups++
        return gazetteer.stateAt(point)
      },
    },
  }
  const near = { lat: 41.8, lng: -71.4 }
  for (const [query, times] of [
    ['dentist', 0],
    ['blue cross dentist', 1],
  ] as const) {
    lookups = 0
    parseQuery(query, 'providers', 'hybrid', counting, near)
    assert.equal(lookups, times, query)
  }
})

suite('a topic beside unrelated words is not confident', () => {
  for (const query of ['moon lamp', 'full moon party', 'vampire novels'])
    test(query, () => assert.equal(bestCode(parse(query)), ''))
  test('a single word is not unrelated', () => assert.notEqual(bestCode(parse('botulism')), ''))
})

test('ignores idioms', () => {
  assert.equal(bestCode(parse('dying to see a dentist')), bestCode(parse('dentist')))
})

test('reads a clinician, a surname and a town together', () => {
  const { place, text } = parse('dr garcia providence')
  assert.deepEqual([place?.label, text.terms], ['Providence, RI', ['garcia']])
})

test('does not take a town for a similar word', () => {
  assert.equal(bestCode(parse('dentist quincy')), bestCode(parse('dentist')))
  assert.notEqual(bestCode(parse('quinsy')), bestCode(parse('dentist')))
})

suite('matches names by their words', () => {
  for (const [query, terms, share] of [
    ['dr maria lopez', ['maria', 'lopez'], 1],
    ['garcia cardiologist', ['garcia'], 0.5],
    ['cardiologist', ['cardiologist'], 0],
  ] as const)
    test(query, () => {
      const { text } = parse(query)
      assert.deepEqual([new Set(text.terms), text.lexicalWeight], [new Set<string>(terms), share])
    })
})

suite('reads surnames that are also topics as names only in the position of a name', () => {
  const surnames = 'smith brown white long price baker cook may young ward burns head christian good'.split(
    ' ',
  )
  const knownNames = new Set([...surnames.map((name) => name.toUpperCase()), 'MARY SMITH', 'SARAH LONG'])
  const surnameResources: QueryResources = {
    ...resources,
    isName: ({ first, last }) => knownNames.has([first, last].filter(Boolean).join(' ')),
    isCommonName: (word) => surnames.includes(word),
    isCommonSurname: (word) => surnames.includes(word),
  }
  const read = (query: string): ParsedQuery => parseQuery(query, 'providers', 'hybrid', surnameResources)
  for (const [query, ...names] of [
    ['smith', 'smith'],
    ['Brown', 'brown'],
    ['White', 'white'],
    ['Long', 'long'],
    ['Price', 'price'],
    ['Cook', 'cook'],
    ['May', 'may'],
    ['Mary Smith', 'mary', 'smith'],
    ['Sarah Long', 'sarah', 'long'],
    ['dr young', 'young'],
    ['dr white', 'white'],
  ] as const)
    test(`${query} is a name`, () =>
      assert.deepEqual([read(query).text.terms, read(query).text.lexicalWeight], [names, 1]))
  for (const [query, name, code] of [
    ['Smith pediatrician', 'smith', '208000000X'],
    ['dermatologist Brown', 'brown', '207N00000X'],
    ['dr smith cardiologist', 'smith', '207RC0000X'],
    ['dr brown dermatologist', 'brown', '207N00000X'],
  ] as const)
    test(`${query} has a name and a topic`, () => {
      assert.deepEqual(read(query).text.terms, [name])
      assert.equal(bestCode(read(query)), code)
    })
  for (const [query, code] of [
    ['white patches', '207N00000X'],
    ['brown spots on skin', '207N00000X'],
    ['brown discharge', '207V00000X'],
    ['baker act', '2084P0800X'],
    ['young adult psychiatrist', ''],
    ['long covid doctor', '207R00000X'],
    ['long term care', '363LA2200X'],
    ['best heart doctor', '207RC0000X'],
    ['good dentist', '122300000X'],
    ['white dentist', '122300000X'],
    ['dentist prices', '122300000X'],
    ['ward nurse', '163W00000X'],
    ['christian counselor', '101YP1600X'],
    ['burns on my hand', ''],
    ['head pain', '2084N0400X'],
    ['may i see a cardiologist', '207RC0000X'],
    ['healthy cooking', '133V00000X'],
  ] as const)
    test(`${query} is not a name`, () => {
      const { text } = read(query)
      assert.equal(text.lexicalWeight, 0, text.terms.join(' '))
      if (code !== '')
        assert.ok((text.codes.get(code) ?? 0) > 0.5, JSON.stringify([...text.codes].slice(0, 5)))
    })
})

suite(
  'matches the exact name of a place by its words, regardless of their meaning and the search position',
  () => {
    for (const query of ['Western General Hospital', 'Western General Hosptial'])
      test(query, () => {
        const { text } = parse(query, 'locations')
        assert.deepEqual([text.terms, text.lexicalWeight], [['western', 'general', 'hospital'], 1])
      })
    test('Clinic in Providence', () => {
      assert.equal(parse('Clinic in Providence', 'locations').place, null)
      assert.equal(parse('Clinic in Providence').place?.label, 'Providence, RI')
    })
  },
)

test('an ambiguous town weighs less than the need', () => {
  const { text } = parse('cardiologist in Springfield')
  assert.deepEqual([text.terms, text.lexicalWeight], [['springfield'], 1 / 3])
  assert.ok(text.codes.get('207RC0000X')! > 0.95)
})

suite('parses the expansion to the same result', () => {
  for (const [query, expanded] of [
    ['cardioligist', /^cardiologist cardiology/],
    ['ENT', /^ENT otolaryngology/],
    ['asdfgh', null],
  ] as const)
    test(query, () => {
      const { expanded: actual } = parse(query)
      if (expanded === null) return assert.equal(actual, null)
      assert.match(actual ?? '', expanded)
      assert.equal(bestCode(parse(actual ?? '')), bestCode(parse(query)))
    })
})

test("ranks the organization's own codes first for a place", () => {
  const { codes } = parse('urgent care', 'locations').text
  const [best] = [...codes].toSorted(([, a], [, b]) => b - a)
  assert.equal(taxonomyOf(best?.[0] ?? '')?.kind, 'organization')
})

suite('parses any text', () => {
  for (const text of [
    '\u0000\u0001',
    'مرحبا طبيب',
    '👩‍⚕️'.repeat(60),
    '" OR 1=1 --',
    'NEAR/2 heart* -doctor',
    'x'.repeat(40_000),
    'heart '.repeat(6_000),
    'a b c d e f g h '.repeat(32),
  ])
    test(text.slice(0, 16), () => assert.ok(parse(text).text.lexicalWeight >= 0))
})

test('the expanded query has no invisible characters', () => {
  for (const invisible of ['\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '\u00ad', '\u{e0041}'])
    for (const query of [
      `knee ${invisible}pain`,
      `cardioligist${invisible} near me`,
      `${invisible}heart doctor`,
    ])
      assert.doesNotMatch(parse(query).expanded ?? 'none', /\p{Cf}|none/u, JSON.stringify(query))
  assert.equal(parse('asdf\u200b').expanded, null)
})
