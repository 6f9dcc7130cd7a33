import assert from 'node:assert/strict'
import test from 'node:test'
import { emptyObservation } from '../facts/facts.ts'
import { collect } from '../read/collect.fixture.ts'
import { findRealFile } from '../read/real-files.fixture.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { zip } from '../read/zip.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { readClinicians } from './clinicians-file.ts'

async function readClinicianFacts(
  content: string | Buffer,
  name = 'DAC_NationalDownloadableFile_2026-09-15.csv',
) {
  await using file = await writeTextFile(name, content)
  const report = new FileReport('cms_doctors_clinicians', file.path)
  const facts = await collect(readClinicians(file.path, report))
  return {
    observations: facts.filter((fact) => fact.kind === 'observation'),
    places: facts.filter((fact) => fact.kind === 'secondary_location'),
    report,
  }
}

const provenance = { source: 'cms_doctors_clinicians', asOf: '2026-09-15' }
const emptyFact = emptyObservation('1234567893', provenance)
const practice = {
  address: {
    line_1: '110 LOCKWOOD ST',
    line_2: 'SUITE 4',
    city: 'PROVIDENCE',
    state: 'RI',
    postal_code: '02903',
    country: 'US',
  },
  phone: '+14015550100',
  plus4: '5501',
}

const school = 'HARBORVIEW SCHOOL OF MEDICINE'
const street = '110 LOCKWOOD ST'
const layouts: Record<string, readonly [header: string, row: string]> = {
  'of 2017': [
    'NPI,Last Name,Medical school name,Graduation year,Organization legal name,Line 1 Street Address,' +
      'Line 2 Street Address,Marker of address line 2 suppression,City,State,Zip Code,Phone Number,' +
      'Hospital affiliation CCN 1,Hospital affiliation LBN 1,Hospital affiliation CCN 2,' +
      'Hospital affiliation LBN 2,Professional accepts Medicare Assignment',
    `1234567893,DOE,${school},2004,NARROWS MEDICAL,${street},SUITE 4,,PROVIDENCE,RI,029035501,4015550100,` +
      '410001,SEAVIEW HOSPITAL,410002,,Y',
  ],
  'of 2021, with a blank before each name': [
    'NPI, lst_nm, Med_sch, Grd_yr, org_nm, adr_ln_1, adr_ln_2, ln_2_sprs, cty, st, zip, phn_numbr,' +
      ' hosp_afl_1, hosp_afl_lbn_1, ind_assgn, grp_assgn',
    `1234567893,DOE,${school},2004,NARROWS MEDICAL,${street},SUITE 4,,PROVIDENCE,RI,29035501,4015550100,` +
      '410001,SEAVIEW HOSPITAL,Y,M',
  ],
}
for (const [which, lines] of Object.entries(layouts)) {
  test(`reads school, group, hospitals, assignment and a place from the layout ${which}`, async () => {
    const { observations, places } = await readClinicianFacts(`${lines.join('\n')}\n`)
    assert.deepEqual(observations, [
      {
        ...emptyFact,
        education: [{ kind: 'medical_school', institution: school, field: null, year: 2004 }],
        affiliations: [
          { kind: 'group_practice', name: 'NARROWS MEDICAL' },
          { kind: 'hospital', name: 'SEAVIEW HOSPITAL' },
        ],
        assignment: 'accepts',
      },
    ])
    assert.deepEqual(places, [{ kind: 'secondary_location', npi: '1234567893', practice, ...provenance }])
  })
}

const columns = [
  'NPI,Ind_PAC_ID,Ind_enrl_ID,Provider Last Name,Provider First Name,Med_sch,Grd_yr,pri_spec,Telehlth,Facility Name',
  'org_pac_id,num_org_mem,adr_ln_1,adr_ln_2,ln_2_sprs,City/Town,State,ZIP Code,Telephone Number,ind_assgn,grp_assgn',
]
const header = columns.join(',')

/** A row of the current layout with a place and the cells of `more`. */
function row(overrides: Readonly<Record<string, string>> = {}): string {
  const cells: Readonly<Record<string, string>> = {
    NPI: '1234567893',
    adr_ln_1: street,
    adr_ln_2: 'SUITE 4',
    'City/Town': 'PROVIDENCE',
    State: 'RI',
    'ZIP Code': '029035501',
    'Telephone Number': '4015550100',
    ...overrides,
  }
  return header
    .split(',')
    .map((name) => cells[name] ?? '')
    .join(',')
}

test('reads telehealth from the current layout', async () => {
  const { observations } = await readClinicianFacts(
    `${header}\n${row({ Telehlth: 'Y', 'Facility Name': 'NARROWS MEDICAL', ind_assgn: 'M', grp_assgn: 'Y' })}\n`,
  )
  assert.deepEqual(observations, [
    {
      ...emptyFact,
      telehealth: true,
      affiliations: [{ kind: 'group_practice', name: 'NARROWS MEDICAL' }],
      assignment: 'may_accept',
    },
  ])
})

test('a fact has the name of the clinician if the line has both names', async () => {
  for (const [first, last, person] of [
    ['ANA', 'ROE', { first: 'ANA', last: 'ROE' }],
    ['', 'ROE', undefined],
    ['ANA', 'N/A', undefined],
  ] as const) {
    const cells = { 'Provider First Name': first, 'Provider Last Name': last, Telehlth: 'Y' }
    const { observations, places } = await readClinicianFacts(`${header}\n${row(cells)}\n`)
    assert.deepEqual(
      [...observations, ...places].map((fact) => fact.person),
      [person, person],
    )
  }
})

test('reads the places from a copy with only some of the columns', async () => {
  const content =
    'NPI,Provider Last Name,ln_2_sprs,City/Town,State,ZIP Code,Full Street Address\n' +
    '1234567893,DOE,,PROVIDENCE,RI,02903,110 LOCKWOOD ST SUITE 4\n'
  const { observations, places } = await readClinicianFacts(content)
  assert.deepEqual(observations, [])
  assert.deepEqual(
    places.map(({ practice: { address } }) => `${address.line_1} ${address.postal_code}`),
    ['110 LOCKWOOD ST SUITE 4 02903'],
  )
})

test('consecutive lines of an NPI are one observation, with each of their places', async () => {
  const rows = [
    row({ 'Facility Name': 'NARROWS MEDICAL', Med_sch: school, Grd_yr: '2004', ind_assgn: 'Y' }),
    row({ 'Facility Name': 'NARROWS MEDICAL', Med_sch: school, Grd_yr: '2004', ind_assgn: 'M' }),
    row({ 'Facility Name': 'SEAVIEW CLINIC', adr_ln_1: '9 PIER RD', Med_sch: school, Grd_yr: '2004' }),
    row({ NPI: '1245319599', ind_assgn: 'Y' }),
  ]
  const { observations, places } = await readClinicianFacts(`${header}\n${rows.join('\n')}\n`)
  assert.equal(observations.length, 2)
  assert.equal(observations[0]?.education.length, 1)
  assert.equal(observations[0]?.assignment, 'may_accept')
  assert.deepEqual(
    observations[0]?.affiliations.map(({ name }) => name),
    ['NARROWS MEDICAL', 'SEAVIEW CLINIC'],
  )
  assert.deepEqual(
    places.map(({ npi, practice: { address } }) => `${npi} ${address.line_1}`),
    ['1234567893 110 LOCKWOOD ST', '1234567893 9 PIER RD', '1245319599 110 LOCKWOOD ST'],
  )
})

const missingValues: Record<string, Readonly<Record<string, string>>> = {
  'the school OTHER': { Med_sch: 'OTHER', Grd_yr: '2004' },
  'a year without its school': { Grd_yr: '2004' },
  'a telehealth cell other than Y': { Telehlth: 'N' },
  'an assignment cell other than Y and M': { ind_assgn: 'N' },
  'the assignment of the group': { grp_assgn: 'Y' },
  'placeholders for a group and a school': { 'Facility Name': 'N/A', Med_sch: '-' },
}
for (const [what, cells] of Object.entries(missingValues)) {
  test(`${what} counts as missing`, async () => {
    const { observations, places } = await readClinicianFacts(`${header}\n${row(cells)}\n`)
    assert.deepEqual(observations, [])
    assert.equal(places.length, 1)
  })
}

for (const year of ['1929', '2999', '04', '2004.0', '']) {
  test(`ignores the year "${year}", and keeps the school`, async () => {
    const { observations } = await readClinicianFacts(
      `${header}\n${row({ Med_sch: school, Grd_yr: year })}\n`,
    )
    assert.deepEqual(observations[0]?.education, [
      { kind: 'medical_school', institution: school, field: null, year: null },
    ])
  })
}

test('if CMS withholds the suite, the place has no suite, and the omission is counted', async () => {
  const { places, report } = await readClinicianFacts(
    `${header}\n${row({ ln_2_sprs: 'Y', adr_ln_2: 'SUITE 4' })}\n`,
  )
  const { line_1, line_2 } = places[0]!.practice.address
  assert.deepEqual([places.length, line_1, line_2], [1, '110 LOCKWOOD ST', null])
  assert.deepEqual(report.leftOut, { suppressed_suite: { rows: 1, first_lines: [2] } })
})

test('omits an unusable address from a line, and rejects a line without other content', async () => {
  const rows = [row({ adr_ln_1: '', adr_ln_2: '', Telehlth: 'Y' }), row({ adr_ln_1: '', adr_ln_2: '' })]
  const { places, report } = await readClinicianFacts(`${header}\n${rows.join('\n')}\n`)
  assert.deepEqual(places, [])
  assert.deepEqual(report.leftOut, {
    no_address: { rows: 1, first_lines: [2] },
  })
  assert.deepEqual(report.toSourceFile().rejected, {
    no_address: { rows: 1, first_lines: [3] },
  })
})

test('rejects the line of a group, which has no NPI, and a line with an invalid NPI', async () => {
  const rows = [row({ NPI: '' }), row({ NPI: '1234567890' }), row()]
  const { report } = await readClinicianFacts(`${header}\n${rows.join('\n')}\n`)
  assert.deepEqual(report.toSourceFile().rejected, {
    bad_npi: { rows: 1, first_lines: [3] },
    no_npi: { rows: 1, first_lines: [2] },
  })
})

test('rejects a file with other columns or without a usable line', async () => {
  await assert.rejects(readClinicianFacts('npi,code\n1234567893,A\n'), {
    name: 'InputError',
    message: /no column "adr_ln_1"/,
  })
  await assert.rejects(readClinicianFacts(`${header}\n${row({ NPI: '1234567893.0' })}\n`), {
    name: 'InputError',
    message: /no usable row among 1 \(1 malformed_npi on line 2\)/,
  })
})

test('reads the national file of the CMS archive', async () => {
  const content = `${header}\n${row()}\n`
  const others = [
    'Facility_Affiliation.csv',
    'Utilization.csv',
    'ec_score_file.csv',
    'grp_public_reporting.csv',
  ]
  const archive = [
    ...others.map((name) => ({ name, content: 'NPI\n1\n' })),
    { name: 'DAC_NationalDownloadableFile.csv', content },
  ]
  const { places } = await readClinicianFacts(zip(archive), 'doctors_and_clinicians_2026-09-15.zip')
  assert.equal(places.length, 1)
})

const unfitTexts = [
  '<script>alert(1)</script>',
  'visit https://example.com',
  'CALL 900 555 0100',
  '&lt;b&gt;',
  '[x](y)',
]
for (const name of unfitTexts) {
  test(`${name} does not name a school, group or hospital`, async () => {
    const cells = { Med_sch: name, Grd_yr: '2004', 'Facility Name': name, Telehlth: 'Y' }
    const { observations, report } = await readClinicianFacts(`${header}\n${row(cells)}\n`)
    assert.deepEqual(observations, [{ ...emptyFact, telehealth: true }])
    assert.deepEqual(report.leftOut, { unfit_text: { rows: 1, first_lines: [2] } })
  })
}

for (const name of ['SELF', 'Self-Employed', 'PRIVATE PRACTICE', 'SOLO PRACTICE', 'NONE', 'N/A']) {
  test(`${name} does not name a group`, async () => {
    const { observations, report } = await readClinicianFacts(
      `${header}\n${row({ 'Facility Name': name, Telehlth: 'Y' })}\n`,
    )
    assert.deepEqual(observations, [{ ...emptyFact, telehealth: true }])
    assert.deepEqual(report.leftOut, {})
  })
}

test('keeps a group whose name contains a solo-practice label', async () => {
  const { observations } = await readClinicianFacts(
    `${header}\n${row({ 'Facility Name': 'PRIVATE PRACTICE PARTNERS' })}\n`,
  )
  assert.equal(observations[0]?.affiliations[0]?.name, 'PRIVATE PRACTICE PARTNERS')
})

/** Counted with Python's csv module, line by line. */
const realFiles = {
  'enrich/dac_sample_386.csv.gz': {
    lines: 386,
    observations: 386,
    schools: 191,
    groups: 0,
    hospitals: 208,
    places: 386,
    rejected: {},
  },
  'enrich/physician_compare_2017_radiology_7623.csv.gz': {
    lines: 7623,
    observations: 7601,
    schools: 6058,
    groups: 7588,
    hospitals: 25_856,
    places: 7623,
    rejected: {},
  },
  'enrich/dac_2025_14col_9685.csv.gz': {
    lines: 9685,
    observations: 0,
    schools: 0,
    groups: 0,
    hospitals: 0,
    places: 9656,
    rejected: { no_address: 29 },
  },
}
for (const [name, expected] of Object.entries(realFiles)) {
  const path = findRealFile(name)
  test(`the facts of ${name} equal its cells`, { skip: path === null }, async (t) => {
    if (path === null) return
    const report = new FileReport('cms_doctors_clinicians', path)
    const facts = await collect(readClinicians(path, report))
    const observations = facts.filter((fact) => fact.kind === 'observation')
    const affiliations = observations.flatMap((observation) => observation.affiliations)
    const rejected = Object.entries(report.toSourceFile().rejected)
    assert.deepEqual(
      {
        lines: report.rows,
        observations: observations.length,
        schools: observations.filter(({ education }) => education.length > 0).length,
        groups: affiliations.filter(({ kind }) => kind === 'group_practice').length,
        hospitals: affiliations.filter(({ kind }) => kind === 'hospital').length,
        places: facts.length - observations.length,
        rejected: Object.fromEntries(rejected.map(([reason, { rows }]) => [reason, rows])),
      },
      expected,
    )
    t.diagnostic(`${report.rows} lines, ${observations.length} observations`)
  })
}
