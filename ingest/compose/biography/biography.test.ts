import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderCard } from '@careatlas/contract/cards'
import {
  type ClinicianSketch,
  addressOf,
  clinicianOf,
  hoursOn,
  practiceAt,
  observationOf,
  plainContext,
} from '../fictional-facts.fixture.ts'
import type { Clinician } from '../../facts/facts.ts'
import { composeProviderCard } from '../provider-card.ts'

const week = [
  ...hoursOn(['mon', 'tue', 'wed', 'thu'], '08:00', '17:00'),
  ...hoursOn(['fri'], '08:00', '12:00'),
]
const survey = observationOf({
  languages: ['en', 'es', 'pt'],
  education: [
    {
      kind: 'medical_school',
      institution: 'Warren Alpert Medical School of Brown University',
      field: null,
      year: 2004,
    },
    { kind: 'residency', institution: 'OTHER', field: null, year: 2007 },
  ],
  places: [{ line1: '110 LOCKWOOD ST', postalCode: '02903', officeHours: week, accepting: 'accepting' }],
})
const detailedSketch: ClinicianSketch = {
  name: { first: 'MARTA', last: 'OLIVEIRA', credential: 'M.D.' },
  gender: 'F',
  codes: ['207RC0000X', '207R00000X'],
  observations: [survey],
}
const twoOffices = [
  practiceAt(addressOf('110 LOCKWOOD ST', 'PROVIDENCE'), { office_hours: week }, survey.asOf),
  practiceAt(addressOf('12 MAIN ST', 'PAWTUCKET'), { primary: false }),
]
const nurse: ClinicianSketch = {
  name: { first: 'JANELLE', last: 'ORTIZ', credential: 'FNP-BC' },
  gender: 'F',
  codes: ['363LF0000X'],
}
const hartford = [practiceAt(addressOf('80 SEYMOUR ST', 'HARTFORD', 'CT'))]

function biography(sketch: ClinicianSketch, locations = hartford): string {
  return composeProviderCard(clinicianOf(sketch), locations, plainContext).biography
}

test('a biography of a detailed record has places, hours, languages, training and areas of focus', () => {
  const prose = biography({ ...detailedSketch, npi: '1000000014' }, twoOffices)
  const inOrder = [
    'heart doctor (cardiologist) and an internist',
    'in Providence and Pawtucket, Rhode Island',
    'The Providence office, at 110 Lockwood Street, is open Monday to Thursday from 8 to 5 and Friday until noon, as observed in March 2026.',
    'Besides English she speaks Spanish and Portuguese.',
    'She graduated from the Warren Alpert Medical School of Brown University in 2004.',
    'Cardiologists diagnose and treat heart disease: chest pain',
  ]
  const places = inOrder.map((part) => prose.indexOf(part))
  assert.ok(!places.includes(-1), prose)
  assert.deepEqual(
    places.toSorted((a, b) => a - b),
    places,
    prose,
  )
  assert.doesNotMatch(prose, /other/i)
})

test('a biography of a sparse record has two sentences, in at least four plans with the same facts', () => {
  const written = new Set<string>()
  for (let npi = 1000000000; npi < 1000000100; npi++) {
    const prose = biography({ ...nurse, npi: String(npi) })
    for (const fact of [
      'Janelle Ortiz, FNP-BC',
      'family nurse practitioner',
      'Hartford, Connecticut',
      '80 Seymour Street',
    ]) {
      assert.ok(prose.includes(fact), prose)
    }
    written.add(prose.slice(0, prose.indexOf('Family nurse practitioners give')))
  }
  assert.ok(written.size >= 4, [...written].join('\n'))
  assert.ok(
    written.has(
      'Janelle Ortiz, FNP-BC, is a family nurse practitioner in Hartford, Connecticut, where she practices at 80 Seymour Street. ',
    ),
  )
})

test('biographies with several places use at least three sentence plans', () => {
  const openings = Array.from({ length: 100 }, (_, index) => {
    const prose = biography({ ...detailedSketch, npi: String(1000000000 + index) }, twoOffices)
    return prose.slice(0, prose.indexOf('The Providence office'))
  })
  assert.ok(new Set(openings).size >= 3)
})

test('a biography introduces taxonomies that share a plain name with that name', () => {
  const prose = biography({
    ...nurse,
    name: { first: 'SAMUEL', last: 'BRANDT' },
    gender: 'M',
    codes: ['1041C0700X', '101YM0800X'],
  })
  assert.match(
    prose,
    /^Samuel Brandt is a therapist: a clinical social worker and a mental health counselor\. /,
  )
})

test('a biography mentions telehealth, with the month, only if a source states that it is offered', () => {
  const offered = observationOf({ telehealth: true, asOf: '2026-01-05' })
  const ended = observationOf({ telehealth: false, asOf: '2026-02-05' })
  assert.match(
    biography({ ...nurse, observations: [offered] }),
    /She offers telehealth visits, as reported in January 2026\./,
  )
  assert.doesNotMatch(biography({ ...nurse, observations: [offered, ended] }), /telehealth/)
})

test('without observations a biography does not mention languages, hours, schools, new patients or telehealth', () => {
  assert.doesNotMatch(biography(nurse), /speaks|open|graduated|residency|new patients|telehealth|reported/)
})

const pronouns = [
  ['F', ['She', 'Her']],
  ['M', ['He', 'His']],
  ['X', []],
  [null, []],
] as const

for (const [gender, allowed] of pronouns) {
  test(`the pronouns for the registry gender ${gender} are: ${allowed.join(' and ') || 'none'}`, () => {
    const prose = Array.from({ length: 30 }, (_, index) =>
      biography({ ...detailedSketch, gender, npi: String(1000000000 + index) }, [twoOffices[0]!]),
    ).join(' ')
    const used = new Set(
      prose
        .match(/\b(?:[Ss]?[Hh]e|[Hh]er|[Hh]is|[Tt]hey|[Tt]heir)\b/g)
        ?.map((word) => word[0]!.toUpperCase() + word.slice(1)),
    )
    assert.deepEqual([...used.difference(new Set<string>(allowed))], [])
    if (allowed.length === 0) assert.match(prose, /Dr\. Oliveira speaks/)
  })
}

test('a nurse is not called Dr., even if the registry prefix is Dr.', () => {
  assert.doesNotMatch(biography({ ...nurse, name: { ...nurse.name, prefix: 'DR.' }, gender: null }), /Dr\./)
})

const unusualCases: Readonly<Record<string, readonly [ClinicianSketch, RegExp, ReturnType<typeof practiceAt>[]]>> = {
  'without any taxonomy': [{ name: nurse.name! }, /registered as an individual provider/, hartford],
  'with a group code only': [{ name: nurse.name!, codes: ['193400000X'] }, /The registry states no individual specialty\./, hartford],
  'with an unknown code only': [{ name: nurse.name!, codes: ['207ZZ0000X'] }, /The registry states no individual specialty\./, hartford],
  'without an address': [nurse, /^Janelle Ortiz, FNP-BC, is a family nurse practitioner\. Family nurse/, []],
  'abroad': [nurse, /in Toronto, Canada/, [practiceAt(addressOf('1 KING ST', 'TORONTO', 'ON', 'CA'))]],
  'in Puerto Rico': [nurse, /in San Juan, Puerto Rico/, [practiceAt(addressOf('1 CALLE SOL', 'SAN JUAN', 'PR'))]],
  'in the capital': [nurse, /in Washington, DC/, [practiceAt(addressOf('1 K ST NW', 'WASHINGTON', 'DC'))]],
  'at a PO box': [nurse, /^(?!.*[Bb]ox).*in Hartford, Connecticut/, [practiceAt(addressOf('PO BOX 12', 'HARTFORD', 'CT'))]],
  'in an apartment': [nurse, /^(?!.*(?:Seymour|Apartment)).*in Hartford, Connecticut/, [practiceAt(addressOf('80 SEYMOUR ST APT 4', 'HARTFORD', 'CT'))]],
  'in an apartment with its number in line 2': [nurse, /^(?!.*(?:Seymour|Apartment)).*in Hartford, Connecticut/, [practiceAt({ ...addressOf('80 SEYMOUR ST', 'HARTFORD', 'CT'), line_2: 'APT 4' })]],
  'in an apartment that an organization shares': [nurse, /^(?!.*(?:Seymour|Apartment)).*Heart Clinic/, [practiceAt(addressOf('80 SEYMOUR ST APT 4', 'HARTFORD', 'CT'), { name: 'Heart Clinic' })]],
  'at an organization in an apartment': [nurse, /^(?!.*practices).*registered .*at Heart Clinic/, [practiceAt(addressOf('80 SEYMOUR ST APT 4', 'HARTFORD', 'CT'), { name: 'Heart Clinic' })]],
  'in a department after the street': [nurse, /3500 Elm St\.(?=[ .,])(?!.*(?:Division|Critical))/, [practiceAt(addressOf('3500 Elm St. Division of Critical Care', 'PROVIDENCE'))]],
  'in a department in capitals': [nurse, /3500 North Elm Avenue(?=[ .,])(?!.*Dep)/, [practiceAt(addressOf('3500 N ELM AVE, DEPT OF', 'PROVIDENCE'))]],
  'in a department beside a suite': [nurse, /3500 Broadway, Suite 200(?=[ .,])/, [practiceAt(addressOf('3500 BROADWAY STE 200 ST ELM HOSPITAL BILLING', 'PROVIDENCE'))]],
  'in a hospital before the street': [nurse, /Elm Hospital \(3500 Elm Road\)/, [practiceAt(addressOf('ELM HOSPITAL 3500 ELM RD', 'PROVIDENCE'))]],
  'in Puerto Rico after the street': [nurse, /100 Elm Avenue Clinic Center/, [practiceAt(addressOf('100 ELM AVE CLINIC CENTER', 'SAN JUAN', 'PR'))]],
  'on Lotus Street': [nurse, /80 Lotus Street/, [practiceAt(addressOf('80 LOTUS ST', 'HARTFORD', 'CT'))]],
  'with city, ZIP code and telephone in the street line': [nurse, /^(?!.*(?:RI|\d{5}|CITY|401))(?=.*in Providence, Rhode Island).*4100 Elm Tree Boulevard(?=[ .,])/, [practiceAt(addressOf('4100 ELM TREE BLVD PROVIDENCE RI 02903 (401) 555-0142', 'PROVIDENCE'))]],
  'with state and ZIP code in the street line': [nurse, /16 State Street(?=[ .,])(?!.*02903)/, [practiceAt(addressOf('16 STATE ST RI 02903-1234', 'PROVIDENCE'))]],
  'with state and country in the street line': [nurse, /12 State Street(?=[ .,])/, [practiceAt(addressOf('12 STATE ST RI USA', 'PROVIDENCE'))]],
  'on a street with the name of its city': [nurse, /16 Old Providence Road(?=[ .,])/, [practiceAt(addressOf('16 OLD PROVIDENCE RD', 'PROVIDENCE'))]],
  'with a PO box beside the street': [nurse, /250 Birch Road(?=[ .,])(?!.*[Bb]ox)/, [practiceAt(addressOf('250 BIRCH RD, P.O. BOX 77', 'PROVIDENCE'))]],
  'with a ZIP code and a state in the city': [nurse, /in Alderton, Rhode Island(?=[ .,])(?!.*02999)/, [practiceAt(addressOf('1 ELM ST', '02999, ALDERTON, RI'))]],
  'with a mailbox number in the city cell': [nurse, /in Camp Alder, Rhode Island(?=[ .,])/, [practiceAt(addressOf('1 ELM ST', 'CAMP ALDER PSC BOX 101'))]],
  'at a fleet post office that names a country': [nurse, /^(?!.*(?:Fpo|Japan)).*at a US military post overseas/, [practiceAt(addressOf('U.S. NAVAL CLINIC', 'FPO', 'AP', 'JP'))]],
  'at a military post': [nurse, /at a US military post overseas/, [practiceAt({ ...addressOf('PSC 482 BOX 1', 'FPO', 'AP'), postal_code: '96362' })]],
  'with a military state and a domestic ZIP code': [nurse, /^(?!.*overseas)(?=.*in California(?=[ .,])).*20 Elm Boulevard/, [practiceAt({ ...addressOf('20 ELM BLVD', 'FPO', 'AP'), postal_code: '92058' })]],
  'with a military state and a domestic town': [nurse, /^(?!.*overseas)(?=.*in Alderton, Georgia(?=[ .,])).*30 Elm Road(?=[ .,])/, [practiceAt({ ...addressOf('30 ELM RD., GA 30905', 'ALDERTON', 'AA'), postal_code: '30905' })]],
  'with a military state and an unassigned ZIP code': [nurse, /^(?!.*(?:overseas|Apo)).*20 Elm Boulevard(?! in)/, [practiceAt({ ...addressOf('20 ELM BLVD', 'APO', 'AE'), postal_code: '00000' })]],
  'in a suite that line 2 names': [nurse, /80 Seymour Street, Suite 301(?=[ .,])/, [practiceAt({ ...addressOf('80 SEYMOUR ST', 'HARTFORD', 'CT'), line_2: 'STE 301' })]],
  'in a suite that both lines name': [nurse, /80 Seymour Street, Suite 301(?=[ .,])(?!.*Suite.*Suite)/, [practiceAt({ ...addressOf('80 SEYMOUR ST SUITE 301', 'HARTFORD', 'CT'), line_2: '# 301' })]],
  'in a department that line 2 names': [nurse, /80 Seymour Street(?=[ .,])(?!.*Cardiology)/, [practiceAt({ ...addressOf('80 SEYMOUR ST', 'HARTFORD', 'CT'), line_2: 'CARDIOLOGY' })]],
  'with a private mailbox beside the street': [nurse, /^(?!.*(?:Birch|Floor|pmb|247|practices)).*registered in Providence, Rhode Island/i, [practiceAt(addressOf('250 BIRCH ROAD 5TH FLOOR PMB 247', 'PROVIDENCE'))]],
  'with a numbered private mailbox beside the street': [nurse, /^(?!.*(?:Birch|pmb|247|practices)).*registered in Providence, Rhode Island/i, [practiceAt(addressOf('250 BIRCH RD PMB #247', 'PROVIDENCE'))]],
  'at a mailbox number of a mail shop': [nurse, /^(?!.*(?:Birch|1086|practices)).*registered in Providence, Rhode Island/, [practiceAt(addressOf('250 BIRCH RD SUITE 500, #1086', 'PROVIDENCE'))]],
  'at general delivery': [nurse, /^(?!.*(?:Delivery|practices)).*registered in Providence, Rhode Island/, [practiceAt(addressOf('GENERAL DELIVERY', 'PROVIDENCE'))]],
  'at general delivery beside a street': [nurse, /^(?!.*(?:Birch|practice)).*registered in Providence, Rhode Island/, [practiceAt({ ...addressOf('GENERAL DELIVERY USPS', 'PROVIDENCE'), line_2: '250 BIRCH RD' })]],
  'at a mail shop': [nurse, /^(?!.*(?:Birch|practice)).*registered in Providence, Rhode Island/, [practiceAt({ ...addressOf('250 BIRCH RD', 'PROVIDENCE'), line_2: 'POSTNET #222' })]],
  'at a mailbox in a suite': [nurse, /^(?!.*(?:Birch|practice)).*registered in Providence, Rhode Island/, [practiceAt(addressOf('250 BIRCH RD STE 101 BOX 222', 'PROVIDENCE'))]],
  'in a condominium': [nurse, /^(?!.*(?:Birch|practice)).*registered in Providence, Rhode Island/, [practiceAt(addressOf('250 BIRCH RD CONDO 4', 'PROVIDENCE'))]],
  'at a suite of four digits': [nurse, /250 Birch Road, Suite 1086(?=[ .,])/, [practiceAt(addressOf('250 BIRCH RD STE # 1086', 'PROVIDENCE'))]],
  'at a place with the name of its town': [nurse, /^(?!.*(?:Birch|practice)).*registered in Providence, Rhode Island/, [practiceAt(addressOf('250 BIRCH RD', 'PROVIDENCE'), { name: 'Providence, Rhode Island' })]],
  'at an office and a home in another town': [nurse, /practice.* 80 Seymour Street.* is also registered in Providence, Rhode Island\.(?!.*Birch)/, [...hartford, practiceAt(addressOf('250 BIRCH RD', 'PROVIDENCE'), { name: 'Providence, Rhode Island', primary: false })]],
  'at a home with observed hours': [nurse, /The office is open/, [practiceAt(addressOf('250 BIRCH RD', 'PROVIDENCE'), { office_hours: week }, survey.asOf)]],
  'in a building after the street': [nurse, /80 Kingsbury Street(?=[ .,])(?!.*Riverwalk)/, [practiceAt(addressOf('80 KINGSBURY ST RIVERWALK', 'PROVIDENCE'))]],
  'in care of an employee': [nurse, /80 Elm Street(?=[ .,])(?!.*(?:[Aa]tt|Roe))/, [practiceAt(addressOf('80 ELM ST ATTENTION PAT ROE', 'PROVIDENCE'))]],
  'at a street written twice': [nurse, /250 Birch Road(?=[ .,])(?!.*250)/, [practiceAt(addressOf('250 BIRCH RD 250 BIRCH RD', 'PROVIDENCE'))]],
  'with a post box behind a stroke': [nurse, /250 Birch Road(?=[ .,])(?!.*(?:[Bb]ox|\/))/, [practiceAt(addressOf('250 BIRCH RD / PO BOX 12', 'PROVIDENCE'))]],
  'at a private mailbox': [nurse, /^(?!.*(?:PMB|247)).*in Hartford, Connecticut/i, [practiceAt(addressOf('PMB 247', 'HARTFORD', 'CT'))]],
  'in training': [{ ...nurse, codes: ['390200000X'] }, /health care student or trainee/, hartford],
  'in training as a physician': [{ ...nurse, name: { ...nurse.name, credential: 'M.D.' }, codes: ['390200000X', '207R00000X'] }, /physician in training.* She is also registered as an internist\. /, hartford],
  'registered as a ride service': [{ name: { first: 'PAT', last: 'ROE' }, codes: ['343900000X'] }, /Roe is registered as a medical ride van service/, hartford],
  'registered as a supplier besides': [{ ...nurse, codes: ['363LF0000X', '332B00000X'] }, /registration also lists medical equipment and supplies\./, hartford],
} // prettier-ignore

for (const [name, [sketch, expected, locations]] of Object.entries(unusualCases)) {
  test(`the biography of a clinician ${name} has only supported claims in every plan`, () => {
    for (let npi = 1000000000; npi < 1000000020; npi++) {
      const prose = biography({ ...sketch, npi: String(npi) }, locations)
      assert.match(prose, expected)
      assert.doesNotMatch(prose, /null|undefined|\d{3}[A-Z0-9]{6}X| ,|,,|\.\.| {2}/)
      assert.doesNotMatch(prose, /health care provider/)
      if (/^in training|^registered as a ride/.test(name)) assert.doesNotMatch(prose, /practice/)
    }
  })
}

test('a biography with fifteen taxonomies and twelve places names some and counts the others', () => {
  const codes = (
    '103T00000X 207R00000X 207RC0000X 363LF0000X 2084P0800X 1041C0700X 106H00000X 225100000X 183500000X 122300000X ' +
    '152W00000X 111N00000X 213E00000X 163W00000X 367A00000X'
  ).split(' ')
  const cities = [
    ['PROVIDENCE', 'RI'],
    ['PAWTUCKET', 'RI'],
    ['BOSTON', 'MA'],
    ['HARTFORD', 'CT'],
    ['CRANSTON', 'RI'],
    ['WARWICK', 'RI'],
  ] as const
  const locations = Array.from({ length: 12 }, (_, index) => {
    const [city, state] = cities[index % cities.length]!
    return practiceAt(addressOf(`${index + 1} MAIN ST`, city, state), { primary: index === 0 })
  })
  const prose = biography({ ...detailedSketch, observations: [], codes }, locations)
  assert.match(
    prose,
    /in Providence and Pawtucket, Rhode Island; in Boston, Massachusetts; in Hartford, Connecticut; and at four more places/,
  )
  assert.match(
    prose,
    /She is also an internist, a cardiologist, a family nurse practitioner and a psychiatrist, and is registered in ten more specialties\./,
  )
})

/** Code, credentials, expected words of the biography. */
const credentialCases: readonly (readonly [string, string, RegExp])[] = [
  ['2084P0800X', 'NP', /registered as a psychiatrist/],
  ['207XX0801X', 'PA-C', /registered as an orthopedic trauma surgeon/],
  ['2084A0401X', 'LPN', /registered as an? /],
  ['207Q00000X', 'MSN, FNP-BC', /registered as a family physician/],
  ['363LF0000X', 'RN', /registered as a family nurse practitioner/],
  ['2084P0800X', 'MD', /a psychiatrist/],
  ['2084P0800X', 'MD, RN', /a psychiatrist/],
  ['2084P0800X', '', /a psychiatrist/],
  ['363LF0000X', 'RN, FNP', /a family nurse practitioner/],
  ['225100000X', 'PT', /a physical therapist/],
  ['225100000X', 'PTA', /registered as a physical therapist/],
  ['103K00000X', 'BA, RBT', /registered as an applied behavior analyst/],
  ['103K00000X', 'MA', /an applied behavior analyst/],
  ['103T00000X', 'LPC', /registered as a psychologist/],
  ['103T00000X', 'PSYD, LPC', /a psychologist/],
  ['363AS0400X', 'LSA', /registered as a physician assistant in surgery/],
  ['363AM0700X', 'APRN', /registered as a physician assistant in medicine/],
  ['367500000X', 'RN', /registered as a nurse anesthetist/],
  ['390200000X', 'D.O.', /a physician in training/],
  ['390200000X', 'DMD', /a dentist in training/],
  ['390200000X', 'RN', /a health care student or trainee/],
]

test('a clinician whose first code is a dentist and whose second is a trainee is called a dentist', () => {
  const codes = ['122300000X', '390200000X']
  const dentist = { ...nurse, name: { ...nurse.name, credential: 'DMD' }, codes }
  const card = composeProviderCard(clinicianOf(dentist), hartford, plainContext)
  assert.match(card.biography, /dentist/)
  assert.doesNotMatch(card.biography, /training/)
})

for (const [code, credential, expected] of credentialCases) {
  test(`${credential || 'no credential'} after the name with the code ${code} is described as ${expected.source}`, () => {
    for (let npi = 1000000000; npi < 1000000010; npi++) {
      const sketch = { ...nurse, name: { ...nurse.name, credential }, codes: [code], npi: String(npi) }
      const {
        biography: prose,
        short_biography,
        clinical_focus,
      } = composeProviderCard(clinicianOf(sketch), hartford, plainContext)
      assert.match(prose.toLowerCase(), expected)
      if (!expected.source.startsWith('registered')) continue
      const words = [prose, short_biography, clinical_focus.primary].join(' ')
      const unregistered = words.replaceAll(
        /registered as an? (?:[a-z]+ )*?[a-z]+(?= in |[.,;]| at |, )/gi,
        '',
      )
      assert.doesNotMatch(unregistered, /\b\w+(?:ist|yst)\b|doctor|surgeon|physician|practitioner/i)
    }
  })
}

const supplier = { ...nurse, name: { first: 'PAT', last: 'ROE' }, codes: ['343900000X', '344600000X'] }

test('every text of the card calls a person with a supplier code "registered as" a supplier', () => {
  const card = composeProviderCard(clinicianOf(supplier), hartford, plainContext)
  assert.equal(
    card.short_biography,
    'Registered as a medical ride van service and a taxi company in Hartford, Connecticut.',
  )
  assert.equal(card.clinical_focus.primary, 'Medical van service')
  assert.match(card.biography, /registered as a medical ride van service and a taxi company/)
})

test('every plan gives the month of a registration that is over three years older than the newest file', () => {
  for (let npi = 1000000000; npi < 1000000020; npi++) {
    for (const places of [hartford, twoOffices.map((place) => practiceAt(place.location.address))]) {
      const old = biography({ ...nurse, npi: String(npi), updatedOn: '2023-11-08' }, places)
      assert.match(old, /, as registered in November 2023\./)
      const recent = biography({ ...nurse, npi: String(npi), updatedOn: '2023-11-09' }, places)
      assert.doesNotMatch(recent, /as registered/)
    }
  }
  const trainee = { ...nurse, codes: ['390200000X'], updatedOn: '2016-09-30' }
  assert.match(biography(trainee), /, as of September 2016\./)
})

test('a short biography gives the month of an old registration', () => {
  for (const [updatedOn, places, expected] of [
    ['2007-07-01', hartford, / in Hartford, Connecticut, as registered in July 2007[.;]/],
    ['2007-07-01', twoOffices, /, and one more place, as registered in July 2007[.;]/],
    ['2007-07-01', [], /^(?!.*as registered)/],
    ['2026-07-01', hartford, /^(?!.*as registered)/],
  ] as const) {
    const card = composeProviderCard(clinicianOf({ ...nurse, updatedOn }), places, plainContext)
    assert.match(card.short_biography, expected)
  }
})

test('a biography omits the date of an old registration if a newer list has its address', () => {
  for (const [confirmed, hasDate] of [
    [true, false],
    [false, true],
  ] as const) {
    const clinician = { ...clinicianOf({ ...nurse, updatedOn: '2012-03-01' }), confirmed }
    const prose = composeProviderCard(clinician, hartford, plainContext).biography
    assert.equal(/as registered in March 2012/.test(prose), hasDate)
  }
})

test('a biography names the list that confirms an old address, and gives the date of the telephone number', () => {
  const listed = { id: 'cms_doctors_clinicians', as_of: '2026-06-01' }
  const { registration, ...sketch } = clinicianOf({ ...nurse, updatedOn: '2012-03-01' })
  const practice = { ...registration.practice!, phone: '+18605550101' }
  const prose = (more: Partial<Clinician>) =>
    composeProviderCard(
      { ...sketch, registration: { ...registration, practice }, listed, ...more },
      hartford,
      plainContext,
    ).biography
  const confirmed = prose({ confirmed: true })
  assert.match(confirmed, / \(CMS, June 2026\)\. The telephone number is as registered in March 2012\./)
  const moved = prose({ registration: { ...registration, practice: null } })
  assert.match(moved, / \(CMS, June 2026\)\. (?!The telephone)/)
  assert.doesNotMatch(prose({ confirmed: false }), /CMS|telephone/)
  const renewed = { ...registration, practice, updatedOn: '2026-01-01' }
  assert.doesNotMatch(prose({ confirmed: true, registration: renewed }), /CMS|telephone/)
})

test('the clause with the confirming list has only the place and the primary specialty', () => {
  const listed = { id: 'cms_doctors_clinicians', as_of: '2026-06-01' }
  const clause = (codes: string, npi: number) => {
    const codesOf = codes.split(' ')
    const clinician = clinicianOf({ ...nurse, codes: codesOf, npi: `${npi}`, updatedOn: '2012-03-01' })
    return composeProviderCard({ ...clinician, listed, confirmed: true }, hartford, plainContext).biography
  }
  for (let npi = 1000000000; npi < 1000000020; npi++) {
    const two = clause('208600000X 2086S0102X', npi)
    assert.match(
      two,
      /\(CMS, June 2026\)\. She is also registered as a surgical intensivist, as of March 2012\./,
    )
    assert.doesNotMatch(two, /intensivist.*CMS/)
    assert.match(
      clause('2086S0102X 208600000X 207R00000X', npi),
      /\. She is also registered as a general surgeon and an internist, as of March 2012\./,
    )
    const therapist = clause('1041C0700X 101YM0800X', npi)
    assert.match(therapist, /\. She is also registered as a mental health counselor, as of March 2012\./)
  }
})

test('without a pronoun one sentence combines several observations, so that the name does not repeat', () => {
  const reported = observationOf({
    languages: ['en', 'pt'],
    telehealth: true,
    focus: ['Asthma', 'Anxiety and depression'],
    education: [{ kind: 'residency', institution: 'Elm Hospital', field: null, year: 2007 }],
  })
  const accepting = { value: 'accepting', source: 'survey', as_of: '2026-03-12' } as const
  const place = practiceAt(hartford[0]!.location.address, { accepting_new_patients: accepting })
  const prose = biography(
    { name: { first: 'SAMUEL', last: 'MEDEIROS' }, codes: ['363LF0000X'], observations: [reported] },
    [place],
  )
  assert.ok(
    prose.includes(
      'Samuel Medeiros accepts new patients there, as reported in March 2026; offers telehealth visits, as reported in ' +
        'March 2026; and speaks Portuguese besides English. Samuel Medeiros reports a focus on asthma, and anxiety and ' +
        'depression, as of March 2026, and completed a residency at Elm Hospital in 2007.',
    ),
    prose,
  )
})

test('cards with the longest accepted names, addresses and observations stay within the limits', () => {
  const words = 'WORD '.repeat(200).trim()
  for (const text of ['X'.repeat(1000), 'É'.repeat(1000), words, 'A, '.repeat(333), '-'.repeat(999) + 'A']) {
    const observation = observationOf({
      languages: ['en', 'es'],
      focus: Array.from({ length: 50 }, () => text.slice(0, 200)),
      education: Array.from({ length: 50 }, (_, year) => ({
        kind: 'other',
        institution: text.slice(0, 200),
        field: null,
        year,
      })),
    })
    const name = { prefix: text, first: text, middle: text, last: text, suffix: text, credential: text }
    const places = Array.from({ length: 5 }, (_, index) =>
      practiceAt(
        { ...addressOf(text, `${text}${index}`, text), line_2: text, postal_code: text },
        { name: text, primary: index === 0 },
      ),
    )
    for (const notice of [null, 'N'.repeat(120)])
      for (const practices of [places, places.slice(0, 1), []]) {
        const card = composeProviderCard(
          clinicianOf({
            name,
            codes: ['2084A0401X', '207R00000X', '103T00000X'],
            observations: [observation],
          }),
          practices,
          { ...plainContext, notice },
        )
        ProviderCard.parse(card)
        if (notice !== null)
          assert.ok(card.biography.endsWith(notice) && card.short_biography.endsWith(notice))
      }
  }
})

test('a generic taxonomy or a trainee code beside a profession is on the card, but not in the prose', () => {
  const prose = biography({ ...nurse, codes: ['363LF0000X', '363L00000X', '174400000X'] })
  assert.doesNotMatch(prose, / and a |also/)
})

test('a biography names the trainee code of a clinician with a profession as a separate registration', () => {
  const prose = biography({ ...nurse, codes: ['363LF0000X', '390200000X'] })
  assert.match(prose, /\. She is also registered as a student or trainee\. Family nurse practitioners give/)
  assert.doesNotMatch(biography({ ...nurse, codes: ['390200000X'] }), /also/)
  const card = composeProviderCard(
    clinicianOf({ ...nurse, codes: ['363LF0000X', '390200000X'] }),
    hartford,
    plainContext,
  )
  assert.match(card.short_biography, /; also registered as a student or trainee\.$/)
})

test('the short biography names the credentials that contradict a specialty', () => {
  const name = { ...nurse.name, credential: 'PA-C' }
  const card = composeProviderCard(
    clinicianOf({ ...nurse, name, codes: ['2080P0203X'] }),
    hartford,
    plainContext,
  )
  assert.match(card.short_biography, /^PA-C registered as a pediatric intensivist/)
})

test('a training license makes a physician one in training only beside the trainee code', () => {
  const licenses = [{ state: 'FL', number: 'TRN24675' }]
  const name = { ...nurse.name, credential: 'MD' }
  const clinician = clinicianOf({ ...nurse, name })
  for (const [codes, expected] of [
    [['207R00000X'], /internist/],
    [['207R00000X', '390200000X'], /a physician in training/],
  ] as const) {
    const taxonomies = codes.map((code, index) => ({ code, primary: index === 0, licenses }))
    const registration = { ...clinician.registration, taxonomies }
    assert.match(
      composeProviderCard({ ...clinician, registration }, hartford, plainContext).biography,
      expected,
    )
  }
})

function cardOf(codes: string): ProviderCard {
  const sketch = { name: { first: 'PAT', last: 'ROE', credential: 'DC' }, codes: codes.split(' ') }
  return composeProviderCard(clinicianOf(sketch), hartford, plainContext)
}

test('the code "Specialist", which has no field, comes after a profession', () => {
  const chiropractor = cardOf('174400000X 111N00000X 390200000X')
  assert.match(chiropractor.biography, /a chiropractor/)
  assert.doesNotMatch(chiropractor.biography, /specialist|does not describe/)
  assert.match(chiropractor.short_biography, /^Chiropractor in Hartford/)
  assert.equal(chiropractor.clinical_focus.primary, 'Chiropractor')
  assert.equal(chiropractor.specialties[0]?.code, '174400000X')
  assert.match(cardOf('174400000X 390200000X').biography, /a health specialist/)
})

/** Codes → the start of the short biography, and words that neither text may contain. */
const specialtyCases: readonly (readonly [codes: string, short: string, never: RegExp])[] = [
  ['363A00000X 363AM0700X', 'Physician assistant in Hartford', /assistant in medicine/],
  ['363AM0700X 363A00000X', 'Physician assistant in medicine in Hartford', /assistant(?! in medicine)/],
  [
    '363A00000X 207RC0000X 363AM0700X',
    'Physician assistant in Hartford, Connecticut; also cardiologist.',
    /assistant in medicine/,
  ],
  [
    '363AM0700X 363AS0400X',
    'Physician assistant in medicine in Hartford, Connecticut; also physician assistant in surgery.',
    /assistant(?! in )/,
  ],
  [
    '363A00000X 363AM0700X 363AS0400X',
    'Physician assistant in Hartford, Connecticut; also physician assistant in surgery.',
    /assistant in medicine/,
  ],
  [
    '225100000X 2251G0304X 2251S0007X',
    'Physical therapist in Hartford, Connecticut; also physical therapist for older adults, and registered in one more specialty.',
    /^Physical therapist for/,
  ],
  ['225100000X 2251G0304X', 'Physical therapist for older adults in Hartford, Connecticut.', /also/],
  [
    '2251G0304X 225100000X 2251S0007X',
    'Physical therapist for older adults in Hartford, Connecticut; also sports physical therapist.',
    /^Physical therapist in/,
  ],
  ['225200000X', 'Physical therapist assistant in Hartford', /\(|therapy assistant/],
  ['207RC0000X', 'Heart doctor (cardiologist) in Hartford', /^Heart doctor in/],
  [
    '225100000X 225200000X',
    'Physical therapist in Hartford, Connecticut; also physical therapist assistant.',
    /assistant in (?!Hart)/,
  ],
]
for (const [codes, short, never] of specialtyCases) {
  test(`the short biography of ${codes} begins: ${short}`, () => {
    for (let npi = 1000000000; npi < 1000000020; npi++) {
      const sketch = { name: { first: 'PAT', last: 'ROE' }, codes: codes.split(' '), npi: String(npi) }
      const card = composeProviderCard(clinicianOf(sketch), hartford, plainContext)
      assert.ok(card.short_biography.startsWith(short), card.short_biography)
      assert.doesNotMatch(
        `${card.short_biography} ${card.biography.replace(/Ph\w+ assistants .*$/, '')}`,
        never,
      )
    }
  })
}

for (const [count, expected] of [
  [3, 'Elm 1, Elm 2 and Elm 3 (CMS'],
  [4, 'Elm 1, Elm 2, Elm 3 and Elm 4 (CMS'],
  [5, 'Elm 1, Elm 2, Elm 3 and two other hospitals (CMS'],
] as const) {
  test(`a biography with ${count} hospitals has "${expected}"`, () => {
    const affiliations = Array.from({ length: count }, (_, index) => ({
      kind: 'hospital' as const,
      name: `Elm ${index + 1}`,
    }))
    const cms = observationOf({ source: 'cms_doctors_clinicians', affiliations })
    assert.ok(biography({ ...nurse, observations: [cms] }).includes(expected))
  })
}

test('a text names a military post next to a town, and says that the clinician is registered there', () => {
  const post = practiceAt(
    { ...addressOf('PSC 482 BOX 1', 'FPO', 'AP'), postal_code: '96362' },
    { primary: false },
  )
  assert.match(
    biography(nurse, [...hartford, post]),
    /in Hartford, Connecticut.* is also registered at a US military post overseas/,
  )
})

test('texts name only the town of a home, in at least three sentence plans, with the month of an old registration', () => {
  const home = [practiceAt(addressOf('80 SEYMOUR ST', 'HARTFORD', 'CT'), { name: 'Hartford, Connecticut' })]
  const written = new Set<string>()
  for (let npi = 1000000000; npi < 1000000100; npi++) {
    const sketch = { ...nurse, npi: String(npi), updatedOn: '2016-09-30' }
    const { biography: prose, short_biography } = composeProviderCard(clinicianOf(sketch), home, plainContext)
    const opening = prose.slice(0, prose.indexOf('Family nurse practitioners give'))
    assert.match(opening, /registered in Hartford, Connecticut.*, as of September 2016\./)
    assert.doesNotMatch(prose, /Seymour|practices/)
    assert.equal(
      short_biography,
      'Family nurse practitioner, registered in Hartford, Connecticut, as of September 2016.',
    )
    written.add(opening)
  }
  assert.ok(written.size >= 3, [...written].join('\n'))
})

test('a text about a registered nurse at home has "registered" once, and a possessive pronoun if the gender is known', () => {
  const home = [practiceAt(addressOf('80 SEYMOUR ST', 'HARTFORD', 'CT'), { name: 'Hartford, Connecticut' })]
  for (let npi = 1000000000; npi < 1000000030; npi++) {
    const sketch = { ...nurse, name: { first: 'PAT', last: 'ROE' }, codes: ['163W00000X'], npi: `${npi}` }
    const card = composeProviderCard(clinicianOf(sketch), home, plainContext)
    assert.equal(card.short_biography, 'Registered nurse with a registered address in Hartford, Connecticut.')
    assert.doesNotMatch(card.biography, /nurse, registered/)
    assert.doesNotMatch(biography({ ...nurse, npi: `${npi}` }), /The practice address/)
  }
})

test('a text gives a clinician alone in a house a practice address, and does not say "practices" there', () => {
  const house = [{ ...practiceAt(addressOf('80 SEYMOUR ST', 'HARTFORD', 'CT')), isAloneInBuilding: true }]
  for (let npi = 1000000000; npi < 1000000030; npi++) {
    const sketch = { ...nurse, npi: `${npi}` }
    const { biography: prose } = composeProviderCard(clinicianOf(sketch), house, plainContext)
    assert.match(prose, /practice address is 80 Seymour Street\./)
    assert.doesNotMatch(prose, /practices/)
  }
})

test('a text names an organization with its street', () => {
  const clinic = practiceAt(addressOf('39 EAST AVE', 'PAWTUCKET'), {
    name: 'Blackstone Valley Health Center',
  })
  assert.match(biography(nurse, [clinic]), /Blackstone Valley Health Center \(39 East Avenue\)/)
})

test('the notice ends both texts, for any length', () => {
  const long = observationOf({
    focus: Array.from({ length: 6 }, (_, index) => `${'long '.repeat(100)}${index}`),
    languages:
      'es pt fr de it ja ko zh ru pl ar hi ur bn ta te vi th tl uk ro el he tr sw so am ht kea'.split(' '),
  })
  const card = composeProviderCard(
    clinicianOf({ ...detailedSketch, observations: [survey, long] }),
    twoOffices,
    {
      ...plainContext,
      notice: 'Fictional data.',
    },
  )
  assert.ok(card.biography.length <= 2400 && card.biography.endsWith('. Fictional data.'))
  assert.ok(card.short_biography.length <= 280 && card.short_biography.endsWith('. Fictional data.'))
})

test('a text says that a driver or a contractor is registered at an address, not that they practice there', () => {
  for (const code of ['172A00000X', '171W00000X', '171WH0202X'])
    for (let npi = 1000000014; npi < 1000000044; npi++) {
      const prose = biography({
        ...nurse,
        npi: `${npi}`,
        name: { ...nurse.name, credential: null },
        codes: [code],
      })
      assert.match(prose, /\bregistered\b/)
      assert.doesNotMatch(prose, /practice/)
    }
})

test('a text calls a clinician without a name "this clinician" inside a sentence', () => {
  for (let npi = 1000000014; npi < 1000000044; npi++)
    assert.doesNotMatch(
      biography({ ...nurse, npi: `${npi}`, name: { first: null, last: null, credential: 'MD' } }),
      /(?<!^|\. )This clinician/,
    )
})
