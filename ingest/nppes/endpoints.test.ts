import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { collect } from '../read/collect.fixture.ts'
import { findRealFile } from '../read/real-files.fixture.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { readEndpoints } from './endpoints.ts'

/** As published in June 2025. */
const header = [
  'NPI',
  'Endpoint Type',
  'Endpoint Type Description',
  'Endpoint',
  'Affiliation',
  'Endpoint Description',
  'Affiliation Legal Business Name',
  'Use Code',
  'Use Description',
  'Other Use Description',
  'Content Type',
  'Content Description',
  'Other Content Description',
  'Affiliation Address Line One',
  'Affiliation Address Line Two',
  'Affiliation Address City',
  'Affiliation Address State',
  'Affiliation Address Country',
  'Affiliation Address Postal Code',
]

type Row = Readonly<Partial<Record<(typeof header)[number], string>>>

const direct: Row = {
  NPI: '1234567893',
  'Endpoint Type': 'DIRECT',
  'Endpoint Type Description': 'Direct Messaging Address',
  Endpoint: 'Maria.Garcia@direct.heartclinic.example',
  Affiliation: 'Y',
  'Affiliation Legal Business Name': 'Heart Clinic, LLC',
  'Use Code': 'HIE',
  'Use Description': 'Health Information Exchange (HIE)',
  'Content Type': 'CSV',
  'Content Description': 'CSV',
  'Affiliation Address City': 'PROVIDENCE',
}

/** As CMS writes it: every cell quoted. */
function createFile(rows: readonly Row[], names = header, lineEnd = '\n'): string {
  const lines = [names, ...rows.map((row) => header.map((name) => row[name] ?? ''))]
  return lines.map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}${lineEnd}`).join('')
}

async function readEndpointFile(text: string, name = 'endpoint_pfile_20240101-20240107.csv') {
  await using file = await writeTextFile(name, text)
  const report = new FileReport('nppes', file.path)
  return { endpoints: await collect(readEndpoints(file.path, report)), report: report.toSourceFile() }
}

const published = findRealFile('nppes/endpoint_pfile_fileheader.csv')
test('the header of these tests is the published header', { skip: published === null }, async () => {
  if (published === null) return
  assert.equal((await readFile(published, 'utf8')).trim(), createFile([]).trim())
})

test('a row is an endpoint with its use, its content and its affiliation', async () => {
  const { endpoints } = await readEndpointFile(createFile([direct]))
  assert.deepEqual(endpoints, [
    {
      kind: 'endpoint',
      npi: '1234567893',
      type: 'DIRECT',
      endpoint: 'Maria.Garcia@direct.heartclinic.example',
      use: 'Health Information Exchange (HIE)',
      content: 'CSV',
      affiliation: 'HEART CLINIC, LLC',
      source: 'nppes',
      asOf: '2024-01-07',
    },
  ])
})

test('accepts the header of the readme, a byte order mark and CRLF line ends', async () => {
  const asInReadme = header.map((name) => name.replace('Address Postal', 'Address  Line Postal'))
  const plain = await readEndpointFile(createFile([direct, direct]))
  const other = await readEndpointFile(`\uFEFF${createFile([direct, direct], asInReadme, '\r\n')}`)
  assert.deepEqual(other.endpoints, plain.endpoints)
  assert.equal(plain.endpoints.length, 2)
})

const textCases: readonly {
  readonly name: string
  readonly row: Row
  readonly expected: Readonly<Record<string, string | null>>
}[] = [
  {
    name: 'the text under "other" takes precedence over the value "other"',
    row: {
      'Use Description': 'Other',
      'Other Use Description': 'Scheduling',
      'Content Description': 'Other',
      'Other Content Description': 'C-CDA',
    },
    expected: { use: 'Scheduling', content: 'C-CDA' },
  },
  {
    name: 'empty cells and masks count as missing',
    row: {
      'Use Description': '',
      'Content Description': '--',
      'Affiliation Legal Business Name': '<UNAVAIL>',
    },
    expected: { use: null, content: null, affiliation: null },
  },
  {
    name: 'an endpoint with affiliation N has no affiliation',
    row: { Affiliation: 'N' },
    expected: { affiliation: null },
  },
  {
    name: 'omits a text that is longer than the form allows',
    row: { 'Use Description': 'x'.repeat(201), 'Affiliation Legal Business Name': 'x'.repeat(201) },
    expected: { use: null, affiliation: null },
  },
  {
    name: 'removes invisible characters',
    row: {
      Endpoint: 'clinic@direct.\u202Eexample.org\u0007',
      'Use Description': 'Health\u200B Information',
    },
    expected: { endpoint: 'clinic@direct.example.org', use: 'Health Information' },
  },
  {
    name: 'a known type is in capitals, an unknown one unchanged',
    row: { 'Endpoint Type': 'fhir_r5' },
    expected: { type: 'FHIR_R5' },
  },
]
for (const { name, row, expected } of textCases) {
  test(name, async () => {
    const { endpoints } = await readEndpointFile(createFile([{ ...direct, ...row }]))
    assert.partialDeepStrictEqual(endpoints, [expected])
  })
}

const rejectionByEndpoint: Readonly<Record<string, string | null>> = {
  'clinic@direct.example.org': null,
  'mailto:clinic@direct.example.org': null,
  'https://fhir.example.org/r4?occupant=7#top': null,
  'HTTP://FHIR.EXAMPLE.ORG': null,
  'https://192.0.2.7/fhir': null,
  'fhir.example.org:8443/r4': null,
  'www.example.org': null,
  '': 'no_endpoint',
  '=====': 'no_endpoint',
  NONE: 'bad_endpoint',
  'N/A': 'bad_endpoint',
  'N.A.': 'bad_endpoint',
  '5551234567': 'bad_endpoint',
  'see www.example.org': 'bad_endpoint',
  'javascript:alert(1)//example.org': 'bad_endpoint',
  'javascript://example.org/%0Aalert(1)': 'bad_endpoint',
  'data:text/html,example.org': 'bad_endpoint',
  [`https://example.org/${'x'.repeat(980)}`]: null,
  [`https://example.org/${'x'.repeat(981)}`]: 'oversized_cell',
}
for (const [endpoint, reason] of Object.entries(rejectionByEndpoint)) {
  test(`${JSON.stringify(endpoint.slice(0, 40))} is ${reason ?? 'an endpoint'}`, async () => {
    const { endpoints, report } = await readEndpointFile(createFile([{ ...direct, Endpoint: endpoint }]))
    assert.deepEqual(Object.keys(report.rejected), reason === null ? [] : [reason])
    const [read] = endpoints
    if (reason === null) assert.equal(read?.kind === 'endpoint' && read.endpoint, endpoint)
  })
}

test('rejects a row without a valid NPI or without a type, with its line', async () => {
  const rows = [
    { ...direct, NPI: '1234567890' },
    { ...direct, 'Endpoint Type': '' },
    direct,
    { ...direct, 'Endpoint Type': 'X'.repeat(51) },
  ]
  const { endpoints, report } = await readEndpointFile(createFile(rows))
  assert.equal(endpoints.length, 1)
  assert.deepEqual(report.rejected, {
    bad_npi: { rows: 1, first_lines: [2] },
    unknown_endpoint_type: { rows: 2, first_lines: [3, 5] },
  })
})

test('rejects a file of another kind', async () => {
  await assert.rejects(readEndpointFile('"NPI","Provider Other Organization Name"\n'), {
    name: 'InputError',
    message: /has no column "Endpoint Type" nor 7 other expected columns/,
  })
})
