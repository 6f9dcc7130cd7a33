import assert from 'node:assert/strict'
import test from 'node:test'
import type { Fact } from '../facts/facts.ts'
import { collect } from '../read/collect.fixture.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { type PackedMember, zip } from '../read/zip.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { classifyRegistryFile, type RegistryFileKind, listRegistryFiles } from './dissemination.ts'
import { readEndpoints } from './endpoints.ts'
import { readMainFile } from './main-file.ts'
import { readOtherNames } from './other-names.ts'
import { sampleFile } from './sample-row.fixture.ts'
import { readSecondaryLocations } from './secondary-locations.ts'

const names: Readonly<Record<string, RegistryFileKind | null>> = {
  'npidata_pfile_20050523-20260913.csv': 'registry',
  'pl_pfile_20050523-20260913.csv': 'secondary_locations',
  'othername_pfile_20050523-20260913.csv': 'other_names',
  'endpoint_pfile_20050523-20260913.csv': 'endpoints',
  'Endpoint_Pfile_20050523-20260913.CSV': 'endpoints',
  'endpoint_pfile_20050523-20260913_fileheader.csv': null,
  'npidata_pfile_20050523-20260913_FileHeader.csv': null,
  'NPPES_Data_Dissemination_Readme_v.2.pdf': null,
  'my_pl_pfile.csv': null,
  'constructor_pfile.csv': null,
  'npidata.csv': null,
}
for (const [name, kind] of Object.entries(names)) {
  test(`${name} is ${kind ?? 'not a registry file with data'}`, () => {
    assert.equal(classifyRegistryFile(name), kind)
  })
}

const columnPrefix = 'Provider Secondary Practice Location Address'
const tables = {
  npidata: sampleFile([
    { npi: '1234567893', entityType: '1', last: 'GARCIA' },
    { npi: '1245319599', entityType: '2', legalName: 'HEART CLINIC' },
  ]),
  pl: [
    `NPI,${columnPrefix}- Address Line 1,${columnPrefix}-  Address Line 2,${columnPrefix} - City Name,${columnPrefix} - State Name,${columnPrefix} - Postal Code,${columnPrefix} - Country Code (If outside U.S.),${columnPrefix} - Telephone Number`,
    '1234567893,12 Elm St,,Cranston,RI,02910,US,4015550100\n',
  ].join('\n'),
  othername: [
    'NPI,Provider Other Organization Name,Provider Other Organization Name Type Code',
    '1245319599,Elm Street Heart,3\n',
  ].join('\n'),
  endpoint: [
    'NPI,Endpoint Type,Endpoint,Affiliation,Affiliation Legal Business Name,Use Description,Other Use Description,Content Description,Other Content Description',
    '1234567893,DIRECT,garcia@direct.example.org,N,,Direct,,,\n',
  ].join('\n'),
}

/** A table and its header-only file, as CMS packs them. */
function createMembers(table: keyof typeof tables, days = '20260831-20260906'): PackedMember[] {
  const content = tables[table]
  return [
    { name: `${table}_pfile_${days}.csv`, content },
    { name: `${table}_pfile_${days}_fileheader.csv`, content: content.slice(0, content.indexOf('\n') + 1) },
  ]
}

const readme = { name: 'NPPES_Data_Dissemination_Readme_v.2.pdf', content: '%PDF' }
const weeklyArchive = zip([
  ...createMembers('endpoint'),
  ...createMembers('npidata'),
  readme,
  ...createMembers('othername'),
  ...createMembers('pl'),
])

const inputs: Readonly<
  Record<string, { readonly bytes: Buffer | string; readonly kinds: readonly RegistryFileKind[] }>
> = {
  'the archive of a week': {
    bytes: weeklyArchive,
    kinds: ['registry', 'secondary_locations', 'other_names', 'endpoints'],
  },
  'an archive of one table': { bytes: zip(createMembers('pl')), kinds: ['secondary_locations'] },
  'an archive with only headers for the other tables': {
    bytes: zip([...createMembers('npidata'), ...createMembers('pl').slice(1)]),
    kinds: ['registry'],
  },
  'an archive with another name': {
    bytes: zip([{ name: 'mine.csv', content: tables.npidata }]),
    kinds: ['registry'],
  },
  'a plain file': { bytes: tables.npidata, kinds: ['registry'] },
}
for (const [what, { bytes, kinds }] of Object.entries(inputs)) {
  test(`${what} has ${kinds.join(', ')}`, async () => {
    await using file = await writeTextFile('in', bytes)
    assert.deepEqual(await listRegistryFiles(file.path), kinds)
  })
}

test('rejects a missing file and a truncated archive', async () => {
  await using file = await writeTextFile('in.zip', weeklyArchive.subarray(0, -30))
  await assert.rejects(listRegistryFiles(file.path), {
    name: 'InputError',
    message: /truncated or damaged zip/,
  })
  await assert.rejects(listRegistryFiles('/no/such/place/in.zip'), {
    name: 'InputError',
    message: /^\/no\/such\/place\/in\.zip does not exist/,
  })
})

type Read = (path: string, report: FileReport) => AsyncGenerator<readonly Fact[]>
const readers: Readonly<Record<RegistryFileKind, Read>> = {
  registry: readMainFile,
  secondary_locations: readSecondaryLocations,
  other_names: readOtherNames,
  endpoints: readEndpoints,
}

/** Kind, NPI and day of every fact that the readers find in the archive. */
async function readArchiveFacts(name: string, bytes: Buffer): Promise<string[]> {
  await using file = await writeTextFile(name, bytes)
  const found: string[] = []
  for (const kind of await listRegistryFiles(file.path)) {
    const facts = await collect(readers[kind](file.path, new FileReport('nppes', file.path)))
    found.push(...facts.map((fact) => `${fact.kind} ${fact.npi} ${fact.asOf}`))
  }
  return found
}

test('each reader finds its file in the archive, and the date of the week', async () => {
  assert.deepEqual(
    await readArchiveFacts('NPPES_Data_Dissemination_083126_090626_Weekly_V2.zip', weeklyArchive),
    [
      'clinician 1234567893 2026-09-06',
      'organization 1245319599 2026-09-06',
      'secondary_location 1234567893 2026-09-06',
      'other_organization_name 1245319599 2026-09-06',
      'endpoint 1234567893 2026-09-06',
    ],
  )
})

test('dates the files of the monthly archive by their own names, because its name has no date', async () => {
  const month = zip([
    ...createMembers('npidata', '20050523-20260913'),
    ...createMembers('endpoint', '20050523-20260913'),
  ])
  assert.deepEqual(await readArchiveFacts('NPPES_Data_Dissemination_September_2026_V2.zip', month), [
    'clinician 1234567893 2026-09-13',
    'organization 1245319599 2026-09-13',
    'endpoint 1234567893 2026-09-13',
  ])
})

test('rejects an archive with two weeks of one kind of file, with both names', async () => {
  const archiveOfTwoWeeks = zip([
    ...createMembers('npidata'),
    ...createMembers('npidata', '20260907-20260913'),
  ])
  await assert.rejects(readArchiveFacts('in.zip', archiveOfTwoWeeks), {
    name: 'InputError',
    message:
      /several files of this kind \(npidata_pfile_20260831-20260906\.csv, npidata_pfile_20260907-20260913\.csv\)/,
  })
})
