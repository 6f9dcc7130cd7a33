import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { carrierHintsMax } from './carrier-names.ts'
import { carrierNames } from './carrier-names.fixture.ts'
import { extractCarriers, extractUnknownPayer } from './extract-carriers.ts'
import { defaultVocabulary, isKnownWord, isTopic } from './query-resources.ts'

const list = [
  { code: '00870', name: 'Blue Cross Blue Shield of Rhode Island', aliases: ['BCBSRI', 'bcbs'] },
  { code: '00200', name: 'Blue Cross and Blue Shield of Massachusetts, Inc.', aliases: ['BCBS'] },
  { code: '87726', name: 'UnitedHealthcare Insurance Company', aliases: ['united healthcare', 'UHC'] },
  { code: '04567', name: 'Tufts Health Plan', aliases: [] },
  { code: '05047', name: 'Neighborhood Health Plan of Rhode Island', aliases: ['NHPRI'] },
  { code: 'MEDICARE', name: 'Medicare', aliases: [] },
  { code: 'MEDICAID', name: 'Medicaid', aliases: [] },
  { code: 'GUARD', name: 'Guardian', aliases: [] },
  { code: 'HNET', name: 'Health Net', aliases: [] },
  { code: 'FIRST', name: 'First Health', aliases: [] },
  { code: 'SUPER', name: 'Superior', aliases: [] },
  { code: 'HEART', name: 'Heart', aliases: [] },
  { code: 'HUM', name: 'Humana Inc', aliases: [] },
  { code: 'OPTUM', name: 'Optum', aliases: [] },
  { code: 'NYSHIP', name: 'New York State Health Insurance Program', aliases: ['Empire Plan'] },
  { code: 'PTPN', name: 'Physical Therapy Provider Network', aliases: [] },
  { code: 'CARE', name: 'Oakleaf Access', aliases: [] },
  { code: 'AG', name: 'A-G Administrators', aliases: [] },
  { code: 'MOL', name: 'Molina Healthcare', aliases: ['Molina'] },
]
const topics = new Set(['physical', 'therapy', 'provider'])
const names = carrierNames(list, (word) => topics.has(word))

type Case = readonly [query: string, hints: readonly string[], rest: string]

function check(guarantee: string, cases: readonly Case[]): void {
  for (const [query, hints, rest] of cases) {
    test(`${guarantee}: ${query}`, () => {
      const extraction = extractCarriers(wordsOf(query), names)
      assert.deepEqual(extraction.found, hints)
      assert.equal(extraction.rest.join(' '), rest)
    })
  }
}

check('finds a served carrier after its cue and removes both', [
  ['dermatologist that takes Tufts', ['04567'], 'dermatologist'],
  ['dermatologist that takes Tufts insurance', ['04567'], 'dermatologist'],
  ['dentist who accepts UHC', ['87726'], 'dentist'],
  ['dentist in network with UnitedHealthcare', ['87726'], 'dentist'],
  ['therapist covered by Medicaid', ['MEDICAID'], 'therapist'],
  ['therapist with tufts', ['04567'], 'therapist'],
  ['tufts insurance dentist', ['04567'], 'dentist'],
  ['tufts dentist', ['04567'], 'dentist'],
  ['dentista que acepte seguro Medicaid', ['MEDICAID'], 'dentista'],
  ['dentist who takes my Guardian dental insurance', ['GUARD'], 'dentist'],
  ['doctor that accepts Humana', ['HUM'], 'doctor'],
  ['takes neighborhood health plan', ['05047'], ''],
  ['takes medicare or tufts dentist', ['MEDICARE', '04567'], 'dentist'],
  ['cardiologist health net insurance', ['HNET'], 'cardiologist'],
  ['dentist takes superior', ['SUPER'], 'dentist'],
])

check('recognizes a whole name, an alias or two matching words without a cue', [
  ['bcbs dermatologist', ['00870', '00200'], 'dermatologist'],
  ['blue cross dermatologist', ['00870', '00200'], 'dermatologist'],
  ['blue cross blue shield of rhode island dentist', ['00870'], 'dentist'],
  ['blue cross blue shield of RI dentist', ['00870'], 'dentist'],
  ['united healthcare therapist', ['87726'], 'therapist'],
  ['medicare podiatrist', ['MEDICARE'], 'podiatrist'],
  ['optum therapist', ['OPTUM'], 'therapist'],
  ['tufts health plan dentist', ['04567'], 'dentist'],
  ['humana doctor', ['HUM'], 'doctor'],
])

check('requires a clear cue for a name of everyday or clinical words', [
  ['heart doctor', [], 'heart doctor'],
  ['help with heart failure', [], 'help with heart failure'],
  ['taking heart medication', [], 'taking heart medication'],
  ['heart patients', [], 'heart patients'],
  ['guardian of a child', [], 'guardian of a child'],
  ['first health check', [], 'first health check'],
  ['superior vena cava', [], 'superior vena cava'],
  ['molina doctor', [], 'molina doctor'],
  ['nutricion humana', [], 'nutricion humana'],
  ['i have a plan', [], 'i have a plan'],
  ['dentist without Guardian insurance', [], 'dentist without guardian insurance'],
  ['take care of dad', [], 'take care of dad'],
  ['physical therapy', [], 'physical therapy'],
  ['dr maria molina', [], 'dr maria molina'],
  ['doctor in new york', [], 'doctor in new york'],
  ['neighborhood clinic', [], 'neighborhood clinic'],
  ['tufts medical', [], 'tufts medical'],
])

check('recognizes a large insurer without a code, and returns no hint', [
  ['dermatologist that takes Aetna', [], 'dermatologist'],
  ['dentist who accepts Kaiser Permanente', [], 'dentist'],
  ['cigna insurance therapist', [], 'therapist'],
  ['takes aetna, cigna or medicare', ['MEDICARE'], ''],
])

check('removes the level of a plan with the insurer', [
  ['eye doctor that takes Humana gold', ['HUM'], 'eye doctor'],
  ['dentist Aetna silver plan', [], 'dentist'],
  ['tufts bronze dentist', ['04567'], 'dentist'],
  ['silver tooth', [], 'silver tooth'],
  ['dr oscar gold', [], 'dr oscar gold'],
])

check('leaves an unknown insurer in the query', [
  ['dentist that takes Zorbo', [], 'dentist that takes zorbo'],
])

suite('removes an unknown payer and its cue from the need', () => {
  const { isEnglish, spelling, finder } = defaultVocabulary()
  const isKnown = (word: string): boolean =>
    isKnownWord(word, { isEnglish, spelling }) || isTopic(word, { finder })
  for (const [query, payer, rest] of [
    ['dentist that takes zorbo', 'zorbo', 'dentist'],
    ['takes zorbo blinx dentist', 'zorbo blinx', 'dentist'],
    ['dentist accepting zorbo', 'zorbo', 'dentist'],
    ['dentist covered by zorbo', 'zorbo', 'dentist'],
    ['dentist in network with zorbo', 'zorbo', 'dentist'],
    ['dentist who is contracted with zorbo', 'zorbo', 'dentist'],
    ['dentist zorbo insurance', 'zorbo', 'dentist'],
    ['zorbo gold ppo dentist', 'zorbo', 'dentist'],
    ['dentist takes zorbo silver', 'zorbo', 'dentist'],
    ['zorbo health plan podiatrist', 'zorbo health plan', 'podiatrist'],
    ['dentist accepting zorbo mutual', 'zorbo mutual', 'dentist'],
    ['dentist with zorbo health insurance', 'zorbo health', 'dentist with'],
    ['zorbo health clinic', null, 'zorbo health clinic'],
    ['dentista que acepte zorbo', 'zorbo', 'dentista'],
    ['dentista con seguro zorbo', 'zorbo', 'dentista'],
    ['dentista cubierto por zorbo', 'zorbo', 'dentista'],
    ['dentist that takes kids', null, 'dentist that takes kids'],
    ['dentist that takes credit cards', null, 'dentist that takes credit cards'],
    ['zorbo dentist', null, 'zorbo dentist'],
    ['dr zorbo insurance', null, 'dr zorbo insurance'],
    ['no tengo seguro busco dentista', null, 'no tengo seguro busco dentista'],
    ['dentist without health insurance', null, 'dentist without health insurance'],
    ['wound covered by scab', null, 'wound covered by scab'],
  ] as const)
    test(query, () => {
      const unknown = extractUnknownPayer(wordsOf(query), isKnown)
      assert.deepEqual([unknown.found, unknown.rest.join(' ')], [payer, rest])
    })
})

check('removes insurance without a name', [
  ['dentist that takes insurance', [], 'dentist'],
  ['dentist who accepts my insurance', [], 'dentist'],
])

test(`returns at most ${carrierHintsMax} hints`, () => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    code: `BC${at}`,
    name: `Blue Cross of Place ${at}`,
    aliases: [],
  }))
  assert.equal(extractCarriers(['blue', 'cross'], carrierNames(many)).found.length, carrierHintsMax)
})

test('puts the carriers of the requested state first, then those without a state', () => {
  const blue = carrierNames([
    ...['Alabama', 'Alaska', 'Arizona', 'Arkansas', 'Delaware'].map((state) => ({
      code: state,
      name: `Blue Cross Blue Shield of ${state}`,
      aliases: [],
    })),
    { code: 'ALL', name: 'Blue Cross Federal Program', aliases: [] },
    { code: 'RI', name: 'Blue Cross & Blue Shield of Rhode Island', aliases: [] },
  ])
  const { found } = extractCarriers(['blue', 'cross'], blue, () => 'RI')
  assert.deepEqual(found.slice(0, 2), ['RI', 'ALL'])
  assert.equal(found.length, carrierHintsMax)
})

suite('leaves room for other carriers beside a name that many insurers share', () => {
  const many = ['Utah', 'Iowa', 'Ohio', 'Maine', 'Texas', 'Idaho'].map((state) => ({
    code: state,
    name: `Blue Cross Blue Shield of ${state}`,
    aliases: [],
  }))
  const known = carrierNames([...many, { code: 'CIG', name: 'Cigna', aliases: [] }])
  for (const [query, first] of [
    ['accepts blue cross or cigna', ['Utah', 'CIG', 'Iowa']],
    ['accepts cigna and blue cross', ['CIG', 'Utah', 'Iowa']],
    ['bluecross dentist who also takes cigna', ['Utah', 'CIG', 'Iowa']],
  ] as const)
    test(query, () => {
      const { found } = extractCarriers(wordsOf(query), known)
      assert.deepEqual([found.slice(0, 3), found.length], [first, carrierHintsMax])
    })
  test('puts the carrier of the state first within its name', () => {
    const { found } = extractCarriers(wordsOf('takes blue cross or cigna'), known, () => 'OH')
    assert.deepEqual(found.slice(0, 2), ['Ohio', 'CIG'])
  })
})

test('resolves the state only if the query names a payer', () => {
  let lookups = 0
  const stateOf = (): string => {
    lookups++
    return 'RI'
  }
  extractCarriers(wordsOf('dentist that takes insurance'), names, stateOf)
  assert.equal(lookups, 0)
  extractCarriers(wordsOf('takes tufts or humana and has bcbs insurance'), names, stateOf)
  assert.equal(lookups, 1)
})

test("a state's own program comes before those of others", () => {
  const programs = carrierNames(
    ['MEDICAID_CT', 'MEDICAID_RI'].map((code) => ({ code, name: 'Medicaid', aliases: [] })),
  )
  const { found } = extractCarriers(['takes', 'medicaid'], programs, () => 'RI')
  assert.deepEqual(found, ['MEDICAID_RI', 'MEDICAID_CT'])
})

suite('recognizes a payer by its parts, its brand, its short form and its program name', () => {
  const optionNames = carrierNames(
    [
      { code: 'TN', name: 'BCBS Tennessee', aliases: ['Volunteer Plan / Smokycare'] },
      { code: 'CT', name: 'BCBS Connecticut (Anthem)', aliases: [] },
      { code: 'VI', name: 'BCBS Virgin Islands', aliases: [] },
      { code: 'MAID', name: 'Medicaid Massachusetts', aliases: [] },
      { code: 'TOWN', name: 'Casualty Fund/Columbus', aliases: [] },
    ],
    (word) => topics.has(word),
  )
  for (const [query, hints] of [
    ['takes smokycare', ['TN']],
    ['smokycare dentist', ['TN']],
    ['volunteer plan insurance', ['TN']],
    ['bcbst dentist', ['TN']],
    ['bcbsct dentist', ['CT']],
    ['blue cross and blue shield of tennessee', ['TN']],
    ['blue cross of tn dentist', ['TN']],
    ['anthem blue cross', ['CT']],
    ['takes anthem', ['CT']],
    ['takes bluecross blueshield of tennessee', ['TN']],
    ['takes masshealth', ['MAID']],
    ['massachusetts medicaid dentist', ['MAID']],
    ['takes soonercare', []],
    ['bcbs or a dentist', ['TN', 'CT', 'VI']],
    ['dentist columbus', []],
    ['smokycare', []],
  ] as const)
    test(query, () => assert.deepEqual(extractCarriers(wordsOf(query), optionNames).found, hints))
  test('puts the payer of a known state first', () => {
    for (const [state, code] of [
      ['CT', 'CT'],
      ['VI', 'VI'],
      ['TN', 'TN'],
    ] as const)
      assert.equal(extractCarriers(['blue', 'cross'], optionNames, () => state).found[0], code)
  })
})

test('puts payers with more network clinicians first among those of one name', () => {
  const blank = { name: 'Oakleaf Plan', aliases: [] }
  const oaks = [
    { code: 'A', ...blank },
    { code: 'B', ...blank, provider_count: 9 },
    { code: 'C', ...blank, provider_count: 70 },
  ]
  assert.deepEqual(extractCarriers(['oakleaf', 'plan'], carrierNames(oaks)).found, ['C', 'B', 'A'])
})

test('carriers without a listed clinician are not hints', () => {
  const plan = { name: 'Oakleaf Plan', aliases: [], provider_count: 0 }
  const { found, withoutListings, unknown } = extractCarriers(
    ['oakleaf', 'plan'],
    carrierNames([{ code: 'OAK', ...plan }]),
  )
  assert.deepEqual([found, withoutListings, unknown], [[], ['OAK'], null])
})

test('a large insurer without a code is not a hint, but named as unknown', () => {
  const { found, unknown, rest } = extractCarriers(['takes', 'aetna'], carrierNames([]))
  assert.deepEqual([found, unknown, rest], [[], 'aetna', []])
})

test('hints at a public program by its code, before payers of the same name', () => {
  const programs = carrierNames([
    { code: '00655', name: 'Medicare of Iowa', aliases: [] },
    { code: 'MEDICARE', name: 'Original Medicare', aliases: [] },
  ])
  assert.deepEqual(extractCarriers(['takes', 'medicare'], programs).found[0], 'MEDICARE')
})

suite('finds the payers with listings behind every spelling of a brand', () => {
  const known = carrierNames([
    {
      code: 'BCBST',
      name: 'BlueCross BlueShield of Tennessee',
      aliases: ['BCBS of Tennessee', 'BlueCross TN'],
      provider_count: 188,
    },
    { code: 'UHCO', name: 'United Health Care of Ohio', aliases: [], provider_count: 4 },
    { code: 'VAL', name: 'Empire Anthem Valley', aliases: [], provider_count: 9 },
    { code: 'MOLI', name: 'Molina of Ohio', aliases: [], provider_count: 3 },
    { code: 'MUT', name: 'Medical Mutual', aliases: [], provider_count: 3 },
    { code: 'NONE', name: 'Blue Cross of Idaho', aliases: [], provider_count: 0 },
  ])
  for (const [query, found] of [
    ['takes blue cross', ['BCBST']],
    ['takes bluecross', ['BCBST']],
    ['bcbs', ['BCBST']],
    ['blue cross blue shield dentist', ['BCBST']],
    ['takes blue cross and blue shield', ['BCBST']],
    ['unitedhealthcare dentist', ['UHCO']],
    ['takes united healthcare of ohio', ['UHCO']],
    ['takes anthem', ['VAL']],
    ['uhc dentist', ['UHCO']],
    ['takes molina healthcare', ['MOLI']],
    ['takes medi-cal', []],
  ] as const)
    test(query, () => {
      const extraction = extractCarriers(wordsOf(query), known)
      assert.deepEqual(extraction.found, found)
      assert.equal(extraction.unknown, found.length > 0 ? null : 'medi cal')
    })
})
