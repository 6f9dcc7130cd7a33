import assert from 'node:assert/strict'
import test from 'node:test'
import { collect } from '../read/collect.fixture.ts'
import { findRealFile } from '../read/real-files.fixture.ts'
import { writeTextFile } from '../read/text-file.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { detectFacilitySource, readFacilities } from './facilities-file.ts'

async function readFacilityLines(lines: readonly string[], name = 'places_2026-09-15.csv') {
  await using file = await writeTextFile(name, `${lines.join('\n')}\n`)
  const report = new FileReport('facilities', file.path)
  return { facilities: await collect(readFacilities(file.path, report)), report }
}

const practice = {
  address: {
    line_1: '110 LOCKWOOD ST',
    line_2: null,
    city: 'PROVIDENCE',
    state: 'RI',
    postal_code: '02903',
    country: 'US',
  },
  phone: '+14015550100',
}
const expectedFacility = {
  kind: 'facility',
  npi: null,
  name: 'SEAVIEW HOSPITAL',
  taxonomyCodes: ['282N00000X'],
  practice,
  point: null,
  emergency: true,
  source: 'facilities',
  asOf: '2026-09-15',
}

const careCompare: Record<string, string> = {
  'of 2022':
    'Facility ID,Facility Name,Address,City,State,ZIP Code,Phone Number,Hospital Type,Emergency Services',
  'of 2026':
    'Facility ID,Facility Name,Address,City/Town,State,ZIP Code,Telephone Number,Hospital Type,Emergency Services',
}
for (const [which, header] of Object.entries(careCompare)) {
  test(`reads a hospital in the Care Compare layout ${which}`, async () => {
    const row =
      '410001,SEAVIEW HOSPITAL,110 LOCKWOOD ST,PROVIDENCE,RI,02903,(401) 555-0100,Acute Care Hospitals,Yes'
    const { facilities } = await readFacilityLines([header, row])
    assert.deepEqual(facilities, [{ ...expectedFacility, certification: '410001' }])
  })
}

const header = 'npi,name,address,city,state,zip,lat,lon,phone,type,emergency'
const seaview = '110 Lockwood St,Providence,RI,02903'

test('reads the NPI and the point of a place in another list', async () => {
  const { facilities } = await readFacilityLines([
    header,
    `1234567893,Seaview Hospital,${seaview},41.8102,-71.4109,4015550100,Acute care hospital,true`,
  ])
  assert.deepEqual(facilities, [
    {
      ...expectedFacility,
      npi: '1234567893',
      name: 'Seaview Hospital',
      point: { lat: 41.8102, lng: -71.4109 },
    },
  ])
})

test('finds a point inside a text of several lines, and the kind in the file name', async () => {
  const { facilities } = await readFacilityLines(
    [
      'Pharmacy-Name,Phone,Location,Address,City,State,Zip',
      'NARROWS DRUG,(401) 555-0100,"110 LOCKWOOD ST\nRI 02903\n(41.8102, -71.4109)",110 LOCKWOOD ST,PROVIDENCE,RI,02903-5501',
    ],
    'ri_pharmacies_2026-09-15.csv',
  )
  assert.deepEqual(facilities, [
    {
      ...expectedFacility,
      name: 'NARROWS DRUG',
      practice: { ...practice, plus4: '5501' },
      taxonomyCodes: ['333600000X'],
      point: { lat: 41.8102, lng: -71.4109 },
      emergency: null,
    },
  ])
})

const postOfficeBoxes: Record<string, readonly [type: string, address: string, accepted: boolean]> = {
  'a hospital with a post office box': ['Acute Care Hospitals', 'PO BOX 287', true],
  'a hospital at general delivery': ['Critical Access Hospitals', 'GENERAL DELIVERY', true],
  'a pharmacy with a post office box': ['Pharmacy', 'PO BOX 287', false],
  'a hospital without an address': ['Acute Care Hospitals', 'N/A', false],
}
for (const [what, [type, address, accepted]] of Object.entries(postOfficeBoxes)) {
  test(`${what} ${accepted ? 'is kept with town and telephone, without a street' : 'is rejected'}`, async () => {
    const { facilities, report } = await readFacilityLines([
      'Facility ID,Facility Name,Address,City,State,ZIP Code,Phone Number,Hospital Type',
      `020018,DELTA HOSPITAL,${address},BETHEL,AK,99559,(907) 555-0100,${type}`,
      '410001,SEAVIEW HOSPITAL,110 LOCKWOOD ST,PROVIDENCE,RI,02903,(401) 555-0100,Acute Care Hospitals',
    ])
    const town = {
      line_1: null,
      line_2: null,
      city: 'BETHEL',
      state: 'AK',
      postal_code: '99559',
      country: 'US',
    }
    const [found] = facilities.filter(({ name }) => name === 'DELTA HOSPITAL')
    assert.deepEqual(found?.practice, accepted ? { address: town, phone: '+19075550100' } : undefined)
    assert.deepEqual(Object.keys(report.toSourceFile().rejected), accepted ? [] : ['no_address'])
  })
}

const implausiblePoints: Record<string, readonly [lat: string, lon: string]> = {
  'at latitude and longitude 0': ['0', '0'],
  'in another state': ['34.0537', '-118.2428'],
  'with latitude and longitude exchanged': ['-71.4109', '41.8102'],
  'outside the range of coordinates': ['410', '-710'],
}
for (const [what, [lat, lon]] of Object.entries(implausiblePoints)) {
  test(`omits and counts a point ${what}, and keeps the place`, async () => {
    const { facilities, report } = await readFacilityLines([
      header,
      `,Seaview Hospital,${seaview},${lat},${lon},,,`,
    ])
    assert.equal(facilities[0]?.point, null)
    assert.deepEqual(report.leftOut, { point_outside_zip: { rows: 1, first_lines: [2] } })
  })
}

for (const [lat, lon] of [
  ['', ''],
  ['41.8102', ''],
  ['NaN', 'NaN'],
  ['4.1e1', '-7.1e1'],
]) {
  test(`"${lat}" and "${lon}" are not a point`, async () => {
    const { facilities, report } = await readFacilityLines([
      header,
      `,Seaview Hospital,${seaview},${lat},${lon},,,`,
    ])
    assert.equal(facilities[0]?.point, null)
    assert.deepEqual(report.leftOut, {})
  })
}

test('omits a point without a ZIP code to compare with', async () => {
  const { facilities, report } = await readFacilityLines([
    header,
    ',Seaview Hospital,110 Lockwood St,Providence,RI,N/A,41.8102,-71.4109,,,',
  ])
  assert.equal(facilities[0]?.point, null)
  assert.deepEqual(Object.keys(report.leftOut), ['point_outside_zip'])
})

/** Both ZIP codes have their own point. Other ZIP codes around them have only the point of their city. */
const distances: readonly (readonly [
  where: string,
  zip: string,
  lat: string,
  lon: string,
  isKept: boolean,
])[] = [
  ['in another part of a city than its ZIP code', 'San Antonio,TX,78258', '29.4600', '-98.6300', false],
  ['far from the middle of a wide rural ZIP code', 'Malta,MT,59538', '48.3000', '-107.8400', true],
]
for (const [where, town, lat, lon, isKept] of distances) {
  test(`a point ${where} is ${isKept ? 'kept' : 'omitted and counted'}`, async () => {
    const { facilities, report } = await readFacilityLines([
      header,
      `,Seaview Hospital,110 Lockwood St,${town},${lat},${lon},,,`,
    ])
    assert.equal(facilities[0]?.point !== null, isKept)
    assert.deepEqual(Object.keys(report.leftOut), isKept ? [] : ['point_outside_zip'])
  })
}

/** The location of a row, and the reason why it is rejected; null if it is used. */
const locations: readonly (readonly [where: string, street: string, town: string, reason: string | null])[] =
  [
    ['of a ZIP code in another state', '110 Lockwood St', 'Providence,MA,02903', 'zip_in_another_state'],
    ['of a ZIP code that two states share', '110 Lockwood St', 'Fishers Island,NY,06390', null],
    ['without a state', '110 Lockwood St', 'Providence,,02903', null],
    ['at a post of the armed forces', '110 Lockwood St', 'APO,AE,09012', null],
    ['in a territory', '110 Calle Sol', 'San Juan,PR,00901', null],
    ['abroad', '1501 Roxas Blvd', 'Pasay City,PI,01302', 'not_in_united_states'],
    ['in an apartment', '110 Lockwood St Apt 4', 'Providence,RI,02903', 'in_an_apartment'],
    ['in a suite', '110 Lockwood St Ste 4', 'Providence,RI,02903', null],
  ]
for (const [where, street, town, reason] of locations) {
  test(`a place ${where} is ${reason === null ? 'listed' : `rejected: ${reason}`}`, async () => {
    const { facilities, report } = await readFacilityLines([
      header,
      `,Seaview Laboratory,${seaview},,,,,`,
      `,Seaview Clinic,${street},${town},,,,,`,
    ])
    assert.equal(facilities.length, reason === null ? 2 : 1)
    assert.deepEqual(Object.keys(report.toSourceFile().rejected), reason === null ? [] : [reason])
  })
}

/** A certification number as lists write it, and the hospital to which it belongs. */
const certifications: readonly (readonly [written: string, number: string | undefined])[] = [
  ['410001', '410001'],
  ['41S001', '410001'],
  ['41T001', '410001'],
  ['41U001', '410001'],
  ['41M301', '411301'],
  ['41R301', '411301'],
  ['41Z301', '411301'],
  ['41W001', '412001'],
  ['41Y025', '413025'],
  ['41001F', '41001F'],
  ['41TA01', undefined],
  ['GRP7893', undefined],
  ['', undefined],
]
for (const [written, number] of certifications)
  test(`the certification number ${JSON.stringify(written)} belongs to the hospital ${number}`, async () => {
    const { facilities } = await readFacilityLines([
      `provider_num,${header}`,
      `${written},,Seaview,${seaview},,,,,`,
    ])
    assert.equal(facilities[0]?.certification, number)
  })

test('accepts an apartment in the address of a nursing home or a hospital', async () => {
  const street = '110 Lockwood St Apt 4,Providence,RI,02903'
  const { facilities } = await readFacilityLines([
    header,
    `,Seaview Home,${street},,,,Nursing home,`,
    `,Seaview Hospital,${street},,,,Hospital,`,
  ])
  assert.equal(facilities.length, 2)
})

test('reads a kind without a NUCC code from the cells or the file name', async () => {
  const { facilities } = await readFacilityLines(
    [header, `,Seaview,${seaview},,,,Hospital,`, `,Narrows,${seaview},,,,,`],
    'womens_health_2026-09-15.csv',
  )
  assert.deepEqual(
    facilities.map(({ listedAs }) => listedAs),
    ['hospital', "women's health clinic"],
  )
})

test('omits and counts an NPI that fails its check digit, and keeps the place', async () => {
  const { facilities, report } = await readFacilityLines([
    header,
    `1234567890,Seaview Hospital,${seaview},,,,,`,
  ])
  assert.equal(facilities[0]?.npi, null)
  assert.deepEqual(report.leftOut, { bad_npi: { rows: 1, first_lines: [2] } })
})

const emergencies: readonly (readonly [cells: readonly string[], read: readonly (boolean | null)[]])[] = [
  [
    ['Yes', 'No', ''],
    [true, false, null],
  ],
  [
    ['true', 'false', 'Not Available'],
    [true, false, null],
  ],
  [
    ['no', 'No'],
    [null, null],
  ],
]
for (const [cells, read] of emergencies) {
  test(`emergency services of ${JSON.stringify(cells)} are ${JSON.stringify(read)}`, async () => {
    const rows = cells.map((cell) => `,Seaview Hospital,${seaview},,,,,${cell}`)
    const { facilities } = await readFacilityLines([header, ...rows])
    assert.deepEqual(
      facilities.map(({ emergency }) => emergency),
      read,
    )
  })
}

test('rejects a row without a street, or without a fit name', async () => {
  const { report } = await readFacilityLines([
    header,
    `,N/A,${seaview},,,,,`,
    ',Seaview Hospital,PO BOX 9,Providence,RI,02903,,,,,',
    `,Seaview Hospital,${seaview},,,,,`,
    `,<b>Seaview</b> Hospital,${seaview},,,,,`,
    `,Seaview.Com,${seaview},,,,,`,
  ])
  assert.deepEqual(report.toSourceFile().rejected, {
    no_address: { rows: 1, first_lines: [3] },
    no_name: { rows: 1, first_lines: [2] },
    unfit_text: { rows: 2, first_lines: [5, 6] },
  })
})

test('rejects a file with other columns or without a usable row', async () => {
  await assert.rejects(readFacilityLines(['npi,code', '1234567893,A']), {
    name: 'InputError',
    message: /no column "Facility Name"/,
  })
  await assert.rejects(readFacilityLines([header]), { name: 'InputError', message: /no rows/ })
})

const careCompareColumns =
  'Facility ID,Facility Name,Address,City,State,ZIP Code,Hospital Type,Emergency Services'
const certifiedTypes: readonly (readonly [
  certification: string,
  type: string,
  codes: readonly string[],
  listedAs: string | undefined,
])[] = [
  ['410001', 'Acute Care Hospitals', ['282N00000X'], undefined],
  ['410001', 'Hospital', [], 'hospital'],
  ['413025', 'Acute Care Hospitals', ['283X00000X'], undefined],
  ['412000', 'Hospital', ['282E00000X'], 'hospital'],
  ['411300', 'Critical Access Hospitals', ['282NC0060X'], undefined],
  ['414001', 'Childrens', [], 'hospital'],
  ['413025', 'Urgent Care', ['261QU0200X'], undefined],
  ['41S001', 'Acute Care Hospitals', ['273R00000X'], undefined],
  ['41M301', 'Hospital', ['273R00000X'], undefined],
  ['41T001', 'Hospital', ['273Y00000X'], undefined],
  ['41R301', 'Hospital', ['273Y00000X'], undefined],
  ['41Z301', 'Critical Access Hospitals', ['275N00000X'], undefined],
  ['41U001', 'Hospital', ['275N00000X'], undefined],
]
for (const [certification, type, codes, listedAs] of certifiedTypes) {
  test(`${type} of the certification number ${certification} is ${codes.join(', ') || listedAs}`, async () => {
    const row = `${certification},SEAVIEW,110 LOCKWOOD ST,PROVIDENCE,RI,02903,${type},`
    const { facilities } = await readFacilityLines([careCompareColumns, row])
    assert.deepEqual(facilities[0]?.taxonomyCodes, codes)
    assert.equal(facilities[0]?.listedAs, listedAs)
  })
}

test('drops and counts a "no" for a hospital that must have emergency services', async () => {
  const { facilities, report } = await readFacilityLines([
    careCompareColumns,
    '411300,SEAVIEW,110 LOCKWOOD ST,PROVIDENCE,RI,02903,Critical Access Hospitals,No',
    '410001,HARBOR,12 HOPE ST,PROVIDENCE,RI,02903,Acute Care Hospitals,No',
    '410002,PIER,14 HOPE ST,PROVIDENCE,RI,02903,Acute Care Hospitals,Yes',
  ])
  assert.deepEqual(
    facilities.map(({ emergency }) => emergency),
    [null, false, true],
  )
  assert.deepEqual(report.leftOut, { emergency_services_against_type: { rows: 1, first_lines: [2] } })
})

test('reports the bytes of the file once, although it is read twice', async () => {
  const lines = [header, `,Seaview Hospital,${seaview},,,,,`]
  await using file = await writeTextFile('places.csv', lines.join('\n'))
  let bytes = 0
  await collect(readFacilities(file.path, new FileReport('facilities', file.path), (more) => (bytes += more)))
  assert.equal(bytes, lines.join('\n').length)
})

/** Rows and NPIs were counted with Python's csv module. Rejections and points are as read; the rejected rows were inspected. */
const realFiles = {
  'enrich/hospital_general_information_2022.csv.gz': [5307, 5307, 0, 0, 4452, 822],
  'enrich/synthea_hospitals.csv.gz': [10_678, 10_614, 10_614, 9_396, 2352, 714],
  'enrich/synthea_urgent_care.csv.gz': [1943, 1940, 1940, 1635, 4, 0],
  'enrich/synthea_va_facilities.csv.gz': [1481, 1476, 0, 1170, 0, 0],
  'enrich/synthea_ihs_centers.csv.gz': [438, 420, 0, 368, 0, 0],
  'enrich/synthea_womens_health.csv.gz': [3198, 3191, 3191, 2702, 13, 0],
  'enrich/ct_pharmacies.csv.gz': [609, 608, 0, 585, 0, 0],
} as const
for (const [name, expected] of Object.entries(realFiles)) {
  const path = findRealFile(name)
  test(`reads the places of ${name}`, { skip: path === null }, async (t) => {
    if (path === null) return
    const report = new FileReport('facilities', path)
    const facilities = await collect(readFacilities(path, report))
    const count = (predicate: (facility: (typeof facilities)[number]) => boolean) =>
      facilities.filter(predicate).length
    assert.deepEqual(
      [
        report.rows,
        facilities.length,
        count(({ npi }) => npi !== null),
        count(({ point }) => point !== null),
        count(({ emergency }) => emergency === true),
        count(({ emergency }) => emergency === false),
      ],
      expected,
    )
    t.diagnostic(`${report.rows} rows, ${facilities.length} facilities`)
  })
}

for (const [firstLine, source] of [
  ['"Facility ID","Facility Name","Address"', 'cms_facilities'],
  ['Facility ID,Facility Name,Address', 'cms_facilities'],
  ['\ufeffFacility ID,Facility Name', 'cms_facilities'],
  ['name,address,city,state,zip', 'facility_list'],
  ['provider_num,npi,name', 'facility_list'],
] as const) {
  test(`a file with the header ${firstLine} has the source ${source}`, async () => {
    await using file = await writeTextFile('list.csv', `${firstLine}\n`)
    assert.equal(await detectFacilitySource(file.path), source)
  })
}
