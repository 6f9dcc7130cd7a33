import assert from 'node:assert/strict'
import test from 'node:test'
import { allOf } from '../read/all-of.fixture.ts'
import { realFile } from '../read/real-files.fixture.ts'
import { textFile } from '../read/text-file.fixture.ts'
import { Tally } from '../read/tally.ts'
import { readFacilities } from './facilities-file.ts'

async function facilitiesIn(lines: readonly string[], name = 'places_2026-09-15.csv') {
  await using file = await textFile(name, `${lines.join('\n')}\n`)
  const tally = new Tally('facilities', file.path)
  return { facilities: await allOf(readFacilities(file.path, tally)), tally }
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
const listed = {
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
  'of today':
    'Facility ID,Facility Name,Address,City/Town,State,ZIP Code,Telephone Number,Hospital Type,Emergency Services',
}
for (const [which, header] of Object.entries(careCompare)) {
  test(`a hospital in the layout of Care Compare ${which} is a facility`, async () => {
    const row =
      '410001,SEAVIEW HOSPITAL,110 LOCKWOOD ST,PROVIDENCE,RI,02903,(401) 555-0100,Acute Care Hospitals,Yes'
    const { facilities } = await facilitiesIn([header, row])
    assert.deepEqual(facilities, [listed])
  })
}

const header = 'npi,name,address,city,state,zip,lat,lon,phone,type,emergency'
const seaview = '110 Lockwood St,Providence,RI,02903'

test('a place of another list has its NPI and its point', async () => {
  const { facilities } = await facilitiesIn([
    header,
    `1234567893,Seaview Hospital,${seaview},41.8102,-71.4109,4015550100,Acute care hospital,true`,
  ])
  assert.deepEqual(facilities, [
    { ...listed, npi: '1234567893', name: 'Seaview Hospital', point: { lat: 41.8102, lng: -71.4109 } },
  ])
})

test('a point is found inside a text over several lines, and the kind in the name of the file', async () => {
  const { facilities } = await facilitiesIn(
    [
      'Pharmacy-Name,Phone,Location,Address,City,State,Zip',
      'NARROWS DRUG,(401) 555-0100,"110 LOCKWOOD ST\nRI 02903\n(41.8102, -71.4109)",110 LOCKWOOD ST,PROVIDENCE,RI,02903-5501',
    ],
    'ri_pharmacies_2026-09-15.csv',
  )
  assert.deepEqual(facilities, [
    {
      ...listed,
      name: 'NARROWS DRUG',
      taxonomyCodes: ['333600000X'],
      point: { lat: 41.8102, lng: -71.4109 },
      emergency: null,
    },
  ])
})

const notBelieved: Record<string, readonly [lat: string, lon: string]> = {
  'at the zero of a map': ['0', '0'],
  'in another state': ['34.0537', '-118.2428'],
  'with its numbers exchanged': ['-71.4109', '41.8102'],
  'beyond any globe': ['410', '-710'],
}
for (const [what, [lat, lon]] of Object.entries(notBelieved)) {
  test(`a point ${what} is left out and counted, and the place stays`, async () => {
    const { facilities, tally } = await facilitiesIn([
      header,
      `,Seaview Hospital,${seaview},${lat},${lon},,,`,
    ])
    assert.equal(facilities[0]?.point, null)
    assert.deepEqual(tally.leftOut, { point_outside_zip: { rows: 1, first_lines: [2] } })
  })
}

for (const [lat, lon] of [
  ['', ''],
  ['41.8102', ''],
  ['NaN', 'NaN'],
  ['4.1e1', '-7.1e1'],
]) {
  test(`"${lat}" and "${lon}" are no point`, async () => {
    const { facilities, tally } = await facilitiesIn([
      header,
      `,Seaview Hospital,${seaview},${lat},${lon},,,`,
    ])
    assert.equal(facilities[0]?.point, null)
    assert.deepEqual(tally.leftOut, {})
  })
}

test('a point without a ZIP code to hold it against is left out', async () => {
  const { facilities, tally } = await facilitiesIn([
    header,
    ',Seaview Hospital,110 Lockwood St,Providence,RI,N/A,41.8102,-71.4109,,,',
  ])
  assert.equal(facilities[0]?.point, null)
  assert.deepEqual(Object.keys(tally.leftOut), ['point_outside_zip'])
})

test('a point that houses of two ZIP codes share is the middle of a town and left out of both', async () => {
  const { facilities, tally } = await facilitiesIn([
    header,
    `,Seaview Hospital,${seaview},41.8240,-71.4128,,,`,
    ',Narrows Clinic,9 Pier Rd,Providence,RI,02906,41.8240,-71.4128,,,',
  ])
  assert.deepEqual(
    facilities.map(({ point }) => point),
    [null, null],
  )
  assert.deepEqual(tally.leftOut, { point_of_a_town: { rows: 2, first_lines: [2, 3] } })
})

test('places in one house, or in one ZIP code, may share a point', async () => {
  const { facilities } = await facilitiesIn([
    header,
    `,Seaview Hospital,${seaview},41.8240,-71.4128,,,`,
    ',Seaview Laboratory,110 Lockwood Street Ste 2,Providence,RI,02904,41.8240,-71.4128,,,',
    ',Narrows Clinic,9 Pier Rd,Providence,RI,02903,41.8240,-71.4128,,,',
  ])
  assert.ok(facilities.every(({ point }) => point !== null))
})

test('an NPI that fails its check digit is left out and counted, and the place stays', async () => {
  const { facilities, tally } = await facilitiesIn([header, `1234567890,Seaview Hospital,${seaview},,,,,`])
  assert.equal(facilities[0]?.npi, null)
  assert.deepEqual(tally.leftOut, { bad_npi: { rows: 1, first_lines: [2] } })
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
  test(`of emergency services, ${JSON.stringify(cells)} say ${JSON.stringify(read)}`, async () => {
    const rows = cells.map((cell) => `,Seaview Hospital,${seaview},,,,,${cell}`)
    const { facilities } = await facilitiesIn([header, ...rows])
    assert.deepEqual(
      facilities.map(({ emergency }) => emergency),
      read,
    )
  })
}

test('a row without a street, or without a name that can be shown, is rejected', async () => {
  const { tally } = await facilitiesIn([
    header,
    `,N/A,${seaview},,,,,`,
    ',Seaview Hospital,PO BOX 9,Providence,RI,02903,,,,,',
    `,Seaview Hospital,${seaview},,,,,`,
    `,<b>Seaview</b> Hospital,${seaview},,,,,`,
    `,Seaview.Com,${seaview},,,,,`,
  ])
  assert.deepEqual(tally.toSourceFile().rejected, {
    no_address: { rows: 1, first_lines: [3] },
    no_name: { rows: 1, first_lines: [2] },
    unfit_text: { rows: 2, first_lines: [5, 6] },
  })
})

test('a file of other columns or without a usable row is refused', async () => {
  await assert.rejects(facilitiesIn(['npi,code', '1234567893,A']), {
    name: 'InputRefused',
    message: /no column "Facility Name"/,
  })
  await assert.rejects(facilitiesIn([header]), { name: 'InputRefused', message: /no rows/ })
})

test('a progress bar is told of the bytes of the file once', async () => {
  const lines = [header, `,Seaview Hospital,${seaview},,,,,`]
  await using file = await textFile('places.csv', lines.join('\n'))
  let bytes = 0
  await allOf(readFacilities(file.path, new Tally('facilities', file.path), (more) => (bytes += more)))
  assert.equal(bytes, lines.join('\n').length)
})

/** Counted with Python's csv module; the distances with the law of cosines over the Census points. */
const realFiles = {
  'enrich/hospital_general_information_2022.csv.gz': [5307, 5282, 0, 0, 4433, 849],
  'enrich/synthea_hospitals.csv.gz': [10_678, 10_673, 10_673, 9922, 2363, 727],
  'enrich/synthea_urgent_care.csv.gz': [1943, 1942, 1942, 1789, 4, 0],
  'enrich/synthea_va_facilities.csv.gz': [1481, 1479, 0, 1271, 0, 0],
  'enrich/synthea_ihs_centers.csv.gz': [438, 421, 0, 396, 0, 0],
  'enrich/synthea_womens_health.csv.gz': [3198, 3198, 3198, 2961, 13, 0],
  'enrich/ct_pharmacies.csv.gz': [609, 608, 0, 597, 0, 0],
} as const
for (const [name, expected] of Object.entries(realFiles)) {
  const path = realFile(name)
  test(`${name} lists its places`, { skip: path === null }, async (t) => {
    if (path === null) return
    const tally = new Tally('facilities', path)
    const facilities = await allOf(readFacilities(path, tally))
    const count = (has: (facility: (typeof facilities)[number]) => boolean) => facilities.filter(has).length
    assert.deepEqual(
      [
        tally.rows,
        facilities.length,
        count(({ npi }) => npi !== null),
        count(({ point }) => point !== null),
        count(({ emergency }) => emergency === true),
        count(({ emergency }) => emergency === false),
      ],
      expected,
    )
    t.diagnostic(`${tally.rows} rows, ${facilities.length} facilities`)
  })
}
