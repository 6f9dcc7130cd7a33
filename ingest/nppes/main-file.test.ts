import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import { collect } from '../read/collect.fixture.ts'
import { openFile } from '../read/open-file.ts'
import { findRealFile, splitRecords } from '../read/real-files.fixture.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { readMainFile } from './main-file.ts'
import { sampleFile, type SampleRow } from './sample-row.fixture.ts'

const person: SampleRow = {
  npi: '1234567893',
  entityType: '1',
  last: 'GARCIA',
  first: 'MARIA',
  updatedOn: '02/11/2025',
}
const clinic: SampleRow = { npi: '1245319599', entityType: '2', legalName: 'HEART CLINIC, LLC' }

async function readSampleRows(samples: readonly SampleRow[], name = 'npidata_pfile_20250101-20250301.csv') {
  await using file = await writeTextFile(name, sampleFile(samples))
  const report = new FileReport('nppes', file.path)
  return { rows: await collect(readMainFile(file.path, report)), report: report.toSourceFile() }
}

test('a clinician has a name, a gender, taxonomies, addresses and dates', async () => {
  const { rows } = await readSampleRows([
    {
      ...person,
      credential: 'M.D.',
      sex: 'F',
      enumeratedOn: '05/23/2006',
      practiceLine1: '1200 W ORCHARD ST',
      practiceCity: 'AUSTIN',
      practiceState: 'TX',
      practicePostalCode: '787051010',
      practicePhone: '5125550100',
      taxonomies: [['207RC0000X', 'M1234', 'TX', 'Y']],
    },
  ])
  const address = {
    line_1: '1200 W ORCHARD ST',
    line_2: null,
    city: 'AUSTIN',
    state: 'TX',
    postal_code: '78705',
    country: 'US',
  }
  const name = {
    prefix: null,
    first: 'MARIA',
    middle: null,
    last: 'GARCIA',
    suffix: null,
    credential: 'M.D.',
  }
  assert.deepEqual(rows, [
    {
      kind: 'clinician',
      npi: '1234567893',
      name,
      otherNames: [],
      gender: 'F',
      taxonomies: [{ code: '207RC0000X', primary: true, licenses: [{ state: 'TX', number: 'M1234' }] }],
      practice: { address, phone: '+15125550100', plus4: '1010' },
      enumeratedOn: '2006-05-23',
      updatedOn: '2025-02-11',
      source: 'nppes',
      asOf: '2025-03-01',
    },
  ])
})

const office: SampleRow = {
  practiceLine1: '1200 W ORCHARD ST',
  practiceCity: 'AUSTIN',
  practiceState: 'TX',
  practicePostalCode: '787051010',
}

test('a mailing address is kept, or stored as "practice" if it is the practice address', async () => {
  const { rows } = await readSampleRows([
    { ...person, ...office },
    {
      ...person,
      ...office,
      mailingLine1: '1200 W Orchard St',
      mailingCity: 'AUSTIN',
      mailingState: 'TX',
      mailingPostalCode: '78705',
    },
    { ...person, ...office, mailingLine1: 'PO BOX 12', mailingCity: 'AUSTIN', mailingState: 'TX' },
  ])
  const mailing = rows.map((row) => (row.kind === 'clinician' ? row.mailing : null))
  assert.deepEqual(mailing, [
    undefined,
    'practice',
    {
      address: {
        line_1: 'PO BOX 12',
        line_2: null,
        city: 'AUSTIN',
        state: 'TX',
        postal_code: null,
        country: 'US',
      },
      phone: null,
    },
  ])
})

test('an organization has a legal name, and a trade name only of type 3', async () => {
  const { rows } = await readSampleRows([
    {
      ...clinic,
      otherOrganizationName: 'HEART',
      otherOrganizationNameType: '3',
      subpart: 'Y',
    },
    {
      ...clinic,
      otherOrganizationName: 'OLD HEART',
      otherOrganizationNameType: '4',
      subpart: 'N',
    },
  ])
  const facts = rows.map((row) => row.kind === 'organization' && [row.doingBusinessAs, row.subpart])
  assert.deepEqual(facts, [
    ['HEART', true],
    [null, false],
  ])
})

const deactivations: readonly {
  readonly name: string
  readonly row: SampleRow
  readonly kind: string
  readonly deactivatedOn?: string | null
}[] = [
  {
    name: 'only an NPI and a deactivation date',
    row: { npi: '1234567893', deactivatedOn: '01/03/2025' },
    kind: 'deactivation',
    deactivatedOn: '2025-01-03',
  },
  {
    name: 'a deactivation date and all other data',
    row: { ...person, deactivatedOn: '01/03/2025' },
    kind: 'deactivation',
    deactivatedOn: '2025-01-03',
  },
  {
    name: 'an invalid deactivation date',
    row: { ...person, deactivatedOn: '02/30/2025' },
    kind: 'deactivation',
    deactivatedOn: null,
  },
  {
    name: 'a later reactivation',
    row: { ...person, deactivatedOn: '01/03/2025', reactivatedOn: '02/03/2025' },
    kind: 'clinician',
  },
  {
    name: 'a reactivation on the same day',
    row: { ...person, deactivatedOn: '01/03/2025', reactivatedOn: '01/03/2025' },
    kind: 'clinician',
  },
  {
    name: 'a deactivation after its reactivation',
    row: { ...person, deactivatedOn: '02/03/2025', reactivatedOn: '01/03/2025' },
    kind: 'deactivation',
    deactivatedOn: '2025-02-03',
  },
]
for (const { name, row, kind, deactivatedOn } of deactivations) {
  test(`a row with ${name} is ${kind === 'clinician' ? 'active' : 'deactivated'}`, async () => {
    const { rows } = await readSampleRows([row])
    assert.equal(rows[0]?.kind, kind)
    if (rows[0]?.kind === 'deactivation') assert.equal(rows[0].deactivatedOn, deactivatedOn)
  })
}

test('counts a rejected row by reason and line, and keeps the others', async () => {
  const { rows, report } = await readSampleRows([
    { ...person, npi: '1234567890' },
    { ...person, entityType: '3' },
    { npi: '1234567893' },
    { ...person, last: '<UNAVAIL>', first: '' },
    { ...clinic, legalName: '' },
    person,
  ])
  assert.deepEqual(
    rows.map((row) => row.kind),
    ['clinician'],
  )
  assert.deepEqual(report.rejected, {
    bad_npi: { rows: 1, first_lines: [2] },
    no_name: { rows: 2, first_lines: [5, 6] },
    unknown_entity_type: { rows: 2, first_lines: [3, 4] },
  })
  assert.deepEqual([report.rows, report.accepted], [6, 1])
})

test('an invalid date is null, and the row is kept', async () => {
  const { rows } = await readSampleRows([{ ...person, enumeratedOn: '02/30/2006' }])
  assert.equal(rows[0]?.kind === 'clinician' && rows[0].enumeratedOn, null)
})

test('if the file name has no date, each row is dated by its last update', async () => {
  const { rows, report } = await readSampleRows(
    [person, { ...person, updatedOn: '03/01/2025' }],
    'npidata.csv',
  )
  assert.deepEqual(
    rows.map((row) => row.asOf),
    ['2025-02-11', '2025-03-01'],
  )
  assert.equal(report.as_of, '2025-03-01')
})

test('rejects a damaged row, and the whole file if more than one row in a hundred is damaged', async () => {
  const intactRows = Array.from({ length: 99 }, () => person)
  const damaged = { ...person, entityType: '1.0' }
  const { rows, report } = await readSampleRows([...intactRows, damaged])
  assert.equal(rows.length, 99)
  assert.deepEqual(report.rejected, { mangled: { rows: 1, first_lines: [101] } })
  await assert.rejects(readSampleRows([damaged, ...intactRows.slice(1), damaged]), {
    name: 'InputError',
    message: /2 of 100 rows show numbers turned into decimals \(1\.0\), first on lines 2, 101;/,
  })
})

test('rejects a file with a header and no rows', async () => {
  await assert.rejects(readSampleRows([]), {
    name: 'InputError',
    message: /has no rows; give the file with the data/,
  })
})

test('rejects a file without a usable row, with the reasons', async () => {
  const rows = [
    { ...person, npi: '1234567890' },
    { ...person, entityType: '3' },
  ]
  const message = /no usable row among 2 \(1 bad_npi on line 2; 1 unknown_entity_type on line 3\)/
  await assert.rejects(readSampleRows(rows), { name: 'InputError', message })
})

/** `bad` rows of an unknown entity type before `good` ones. */
function mixRows(badCount: number, goodCount: number): SampleRow[] {
  return [
    ...Array.from({ length: badCount }, () => ({ ...person, entityType: '3' })),
    ...Array.from({ length: goodCount }, () => person),
  ]
}

test('rejects a file with more than 1% and more than 100 rejected rows, with the reasons and first lines', async () => {
  const message =
    /101 unusable rows among 10099 \(101 unknown_entity_type on lines 2, 3, 4, 5, 6 and others\)/
  await assert.rejects(readSampleRows(mixRows(101, 9998)), { name: 'InputError', message })
  assert.equal((await readSampleRows(mixRows(101, 10000))).report.accepted, 10000)
  assert.equal((await readSampleRows(mixRows(100, 1))).report.accepted, 1)
})

const countedFiles = [
  'npidata_pfile_20240101-20240107.csv.gz',
  'npidata_2018-12_ct-ma-ri_practitioners.csv.gz',
  'npidata_2018-12_ma-ct-ri_organizations.csv.gz',
  'npidata_sample_raw_330_eddyizm.csv.gz',
  'npidata_sample_raw_330_lantern.csv',
]
for (const name of countedFiles) {
  const path = findRealFile(`nppes/${name}`)
  test(
    `${name} has the number of rows of each kind that an independent count finds`,
    { skip: path === null },
    async (t) => {
      if (path === null) return
      const facts = await collect(readMainFile(path, new FileReport('nppes', path)))
      const rows = facts.filter(({ kind }) => kind !== 'unfit_text')
      const expected = await countIndependently(path)
      const found = Object.groupBy(rows, (row) => row.kind)
      for (const kind of ['clinician', 'organization', 'deactivation'] as const) {
        assert.equal(found[kind]?.length ?? 0, expected[kind].length, kind)
      }
      assert.deepEqual(rows.map((row) => row.npi).toSorted(), Object.values(expected).flat().toSorted())
      t.diagnostic(
        Object.entries(expected)
          .map(([kind, npis]) => `${npis.length} ${kind}`)
          .join(', '),
      )
    },
  )
}

/** NPIs by kind, determined only from the split text; columns as the documentation of the registry numbers them. */
async function countIndependently(path: string) {
  await using file = await openFile(path)
  const npis = { clinician: [] as string[], organization: [] as string[], deactivation: [] as string[] }
  for (const cells of splitRecords(await text(file.bytes)).slice(1)) {
    const [npi = '', entityType, deactivatedOn, reactivatedOn] = [cells[0], cells[1], cells[39], cells[40]]
    if (deactivatedOn !== '' && reactivatedOn === '') npis.deactivation.push(npi)
    else npis[entityType === '1' ? 'clinician' : 'organization'].push(npi)
  }
  return npis
}

for (const name of [
  'npidata_sample_V2_2025-04_excel-mangled.csv.gz',
  'npidata_sample_pandas-mangled_1000.csv.gz',
]) {
  const path = findRealFile(`nppes/${name}`)
  test(`rejects ${name} with a count and line numbers`, { skip: path === null }, async () => {
    if (path === null) return
    const message =
      /^npidata_sample_.*: \d+ of (200|1000) rows show .*, first on lines \d+, \d+, \d+, \d+, \d+; use/
    await assert.rejects(collect(readMainFile(path, new FileReport('nppes', path))), {
      name: 'InputError',
      message,
    })
  })
}
