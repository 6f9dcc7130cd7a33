import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@careatlas/contract/cards'
import * as fc from 'fast-check'
import { addressKey, toBuildingKey, normalizeAddress } from './address.ts'
import { skipWithoutRealData, readRegistryWeek } from './registry-week.fixture.ts'

const hartford = { city: 'HARTFORD', state: 'CT', postal_code: '061061234', country: 'US' }

function address(line_1: string, line_2: string | null = null, rest: Partial<Address> = {}): Address {
  return { line_1, line_2, ...hartford, ...rest }
}

/** Line 1 and line 2, then the normalized line and unit. */
const lines: readonly (readonly [string, string | null, string, string])[] = [
  ['114 WOODLAND ST', 'STE 4309', '114 WOODLAND ST', '# 4309'],
  ['114 Woodland Street, Suite 4309', null, '114 WOODLAND ST', '# 4309'],
  ['114 WOODLAND ST', '4309', '114 WOODLAND ST', '# 4309'],
  ['114 WOODLAND ST 4309', null, '114 WOODLAND ST', '# 4309'],
  ['STE 4309', '114 WOODLAND ST', '114 WOODLAND ST', '# 4309'],
  ['91 EAST AVE', null, '91 E AVE', ''],
  ['114 WOODLAND ST', '114 WOODLAND STREET', '114 WOODLAND ST', ''],
  ['1290 OCEAN AVE APT 5A', null, '1290 OCEAN AVE', '# 5A'],
  ['1290 OCEAN AVE', '# 5-A', '1290 OCEAN AVE', '# 5A'],
  ['100 MAIN ST', '2ND FLOOR', '100 MAIN ST', 'FL 2'],
  ['100 MAIN ST', 'FL 2', '100 MAIN ST', 'FL 2'],
  ['100 MAIN ST SECOND FLOOR', null, '100 MAIN ST', 'FL 2'],
  ['100 MAIN ST', 'STE 4 BLDG C', '100 MAIN ST', '# 4 BLDG C'],
  ['100 MAIN ST', 'BUILDING C, SUITE 4', '100 MAIN ST', '# 4 BLDG C'],
  ['100 MAIN ST BLDG2, STE4', null, '100 MAIN ST', '# 4 BLDG 2'],
  ['100 MAIN ST STE 100 200', null, '100 MAIN ST', '# 100-200'],
  ['100 MAIN ST', 'SUITE 3-4A', '100 MAIN ST', '# 3-4A'],
  ['100 MAIN ST', 'STE 3 4A', '100 MAIN ST', '# 3-4A'],
  ['100 MAIN ST', '3-4A', '100 MAIN ST', '# 3-4A'],
  ['100 MAIN ST STE 3 - 2ND FLOOR', null, '100 MAIN ST', '# 3 FL 2'],
  ['100 MAIN ST REAR', null, '100 MAIN ST', 'REAR'],
  ['100 NORTH MAIN STREET', null, '100 N MAIN ST', ''],
  ['100 NORTH ST', null, '100 NORTH ST', ''],
  ['100 N ST', null, '100 N ST', ''],
  ['ONE FIRST AVENUE', null, '1 1ST AVE', ''],
  ['4350 US HWY 421 SOUTH', null, '4350 US HWY 421 S', ''],
  ['#4 MAIN ST', null, '# 4 MAIN ST', ''],
  ['61-20 GRAND CENTRAL PKWY', null, '61-20 GRAND CENTRAL PKWY', ''],
  ['51 -53 KENOSIA AVE', null, '51-53 KENOSIA AVE', ''],
  ['51 - 53 KENOSIA AVE', null, '51-53 KENOSIA AVE', ''],
  ['51 53 KENOSIA AVE', null, '51 53 KENOSIA AVE', ''],
  ['5505 1/2 REISTERSTOWN RD.', null, '5505 1/2 REISTERSTOWN RD', ''],
  ['P.O. Box 12', null, 'PO BOX 12', ''],
  ['POST OFFICE BOX 12', null, 'PO BOX 12', ''],
  ['100 MAIN ST', 'PO BOX 12', '100 MAIN ST', 'PO BOX 12'],
  ['HARTFORD HOSPITAL', '80 SEYMOUR STREET', '80 SEYMOUR ST', ''],
  ['80 SEYMOUR ST', 'DEPT OF MEDICINE', '80 SEYMOUR ST', ''],
  ['80 SEYMOUR ST DEPT OF MEDICINE', null, '80 SEYMOUR ST', ''],
  ['80 SEYMOUR ST', 'C/O HARTFORD EYE, LLC', '80 SEYMOUR ST', ''],
  ['HARTFORD MEDICAL GROUP, LLC', 'SIX CORPORATE DRIVE, SUITE 420', '6 CORPORATE DR', '# 420'],
  ['RIDDLE MEMORIAL HOSPITAL 1068 W BALTIMORE PIKE', null, '1068 W BALTIMORE PIKE', ''],
  ['COMMUNICARE, INC, 107 CRANES ROOST CT STE 2', null, '107 CRANES ROOST CT', '# 2'],
  ['MAIN HOSPITAL 325 NORTH ST N', null, '325 NORTH ST N', ''],
  ['TRUMAN HOSPITAL 2301 HOLMES ST DEPT OF MEDICINE', null, '2301 HOLMES ST', ''],
  ['100 MAIN ST #4 HARTFORD', null, '100 MAIN ST', '# 4'],
  ['152 PIONEER LN A', null, '152 PIONEER LN', '# A'],
  ['2400 S AVE A', null, '2400 S AVE A', ''],
  ['1 NE 167 STREET', null, '1 NE 167TH ST', ''],
  ['1526 S 92 ST', null, '1526 S 92ND ST', ''],
  ['1056 PA-390', null, '1056 STATE HWY 390', ''],
  ['18220 TX HWY 249', null, '18220 STATE HWY 249', ''],
  ['8900 VAN WYCK EXPRESSWA', null, '8900 VAN WYCK EXPY', ''],
  ['800 E CARPENTER ST RADIOLOGY', null, '800 E CARPENTER ST', ''],
  ['1 BARNES JEWISH HOSPITAL PLZ DIV IM HOSPITALIST', null, '1 BARNES JEWISH HOSPITAL PLZ', ''],
  ['3333 BURNET AVE, ML 4000', null, '3333 BURNET AVE', ''],
  ['12040 NE 128TH ST # MS 103', null, '12040 NE 128TH ST', ''],
  ['263 FARMINGTON AVE MC2200', null, '263 FARMINGTON AVE', ''],
  ['2401 S 31ST ST MAILSTOP MS 01-161B', null, '2401 S 31ST ST', ''],
  ['420 DELAWARE ST SE', 'MMC 292', '420 DELAWARE ST SE', ''],
  ['MSC 10 5550 1 UNIVERSITY OF NEW MEXICO', null, '1 UNIVERSITY OF NEW MEXICO', ''],
  ['325 9TH AVE # 359608', null, '325 9TH AVE', ''],
  ['100 MAIN ST JACKSON MS 39216', null, '100 MAIN ST JACKSON MS 39216', ''],
  ['100 MAIN ST STE 4, HARTFORD', null, '100 MAIN ST', '# 4'],
  ['100 MAIN ST', 'STE 4 HARTFORD', '100 MAIN ST', '# 4'],
  ['100 MAIN ST CT 06106', null, '100 MAIN ST', ''],
  ['100 MAIN ST HARTFORD CT 06106', null, '100 MAIN ST', ''],
  ['100 MAIN ST STE 4 HARTFORD CT 06106-1234', null, '100 MAIN ST', '# 4'],
  ['100 MAIN ST HARTFORD CT 06106 STE 4', null, '100 MAIN ST', '# 4'],
  ['100 HARTFORD', null, '100 HARTFORD', ''],
  ['STE 4 100 HARTFORD', null, '100 HARTFORD', '# 4'],
  ['100 MAIN ST OF HARTFORD', null, '100 MAIN ST OF HARTFORD', ''],
  ['300 LONGWOOD AVE', 'LOWER LEVEL', '300 LONGWOOD AVE', '# LL'],
  ['300 LONGWOOD AVE LOWR LEVEL', null, '300 LONGWOOD AVE', '# LL'],
  ['300 LONGWOOD AVE LL-20', null, '300 LONGWOOD AVE', '# LL20'],
  ['300 LONGWOOD AVE', 'STE LL 20', '300 LONGWOOD AVE', '# LL20'],
  ['68 CUMBERLAND ST', 'SUTIE 103', '68 CUMBERLAND ST', '# 103'],
  ['576 JEFFERSON AVE', 'BLDG 576', '576 JEFFERSON AVE', ''],
  ['576 JEFFERSON AVE', 'STE 576', '576 JEFFERSON AVE', '# 576'],
  ['4350 US 421 S', null, '4350 US HWY 421 S', ''],
  ['136 US 70 HWY E', null, '136 US HWY 70 E', ''],
  ['136 US ROUTE 70', null, '136 US HWY 70', ''],
  ['10267 SR 235', null, '10267 STATE HWY 235', ''],
  ['10267 STATE ROAD 235', null, '10267 STATE HWY 235', ''],
  ['81 ST HWY 83 N STE A', null, '81 STATE HWY 83 N', '# A'],
  ['100 MAIN ST HWY 6', null, '100 MAIN ST HWY 6', ''],
  ['10166 COUNTY ROUTE 7', null, '10166 COUNTY RD 7', ''],
  ['1245 STATE RD', null, '1245 STATE RD', ''],
  ['3001 W MLK BLVD', null, '3001 W MARTIN LUTHER KING BLVD', ''],
  ['601 DR MARTIN LUTHER KING JR AVE NE', null, '601 MARTIN LUTHER KING AVE NE', ''],
  ['2772 S MARTIN L KING JR BLVD', null, '2772 S MARTIN LUTHER KING BLVD', ''],
  ['9401 SOUTHWEST FWY', null, '9401 SW FWY', ''],
  ['9401 NORTH FWY', null, '9401 N FWY', ''],
  ['9401 N FWY', null, '9401 N FWY', ''],
  ['UCONN MEDICAL GROUP', 'PSYCHIATRY ASSOCIATES', 'UCONN MEDICAL GROUP', 'PSYCHIATRY ASSOCIATES'],
  ['MILL BUILDING SUITE 142 136 HARRISON AVENUE', null, 'ML BUILDING 136 HARRISON AVE', '# 142'],
  ['', null, '', ''],
]
for (const [line_1, line_2, line, unit] of lines) {
  test(`${JSON.stringify([line_1, line_2])} is ${JSON.stringify([line, unit])}`, () => {
    const normalized = normalizeAddress(address(line_1, line_2))
    assert.deepEqual(normalized, { line, unit, city: 'HARTFORD', state: 'CT', zip5: '06106' })
  })
}

/** Similar hospitals, buildings and highways, which must keep every word. */
const unchangedLines: readonly (readonly [string, string | null])[] = [
  ['1 MEMORIAL DR', null],
  ['1 PARK PL COMMONS', null],
  ['300 LONGWOOD AVE', 'FEGAN 3'],
  ['300 LONGWOOD AVE', 'SUMMIT E'],
  ['300 LONGWOOD AVE', 'WHITE BLDG 443'],
  ['725 ALBANY ST', 'SHAPIRO FL 7'],
  ['2211 LOMAS BLVD NE AMBULATORY CARE CTR', 'FL 4'],
  ['5TH AMBULATORY CARE CTR 2211 LOMAS BLVD NE', null],
  ['ML BUILDING 136 HARRISON AVE', null],
  ['OFF HWY 191 HOSPITAL RD', null],
  ['HWY 6 E MAIN ST', null],
  ['MILE 111 RICHARDSON HWY', null],
  ['N6W23001 BLUEMOUND RD', null],
  ['N2930 STATE HWY 22', null],
  ['123 S 400 W', null],
  ['100 N ST CLINIC', null],
  ['MEDICAL PARK DR', null],
  ['FL 1', null],
]
for (const [line_1, line_2] of unchangedLines) {
  test(`${JSON.stringify([line_1, line_2])} keeps every word`, () => {
    const { line, unit } = normalizeAddress(address(line_1, line_2))
    assert.equal(`${line} ${unit}`.trim(), [line_1, line_2].filter(Boolean).join(' '))
  })
}

test('in Puerto Rico the neighborhood stays, because it distinguishes streets of the same name', () => {
  const rest = { city: 'CAROLINA', state: 'PR', postal_code: '00983' }
  const [carolina, fontana, plaza] = ['URB VILLA CAROLINA', 'URB VILLA FONTANA', 'PLAZA MEDICA'].map((text) =>
    addressKey(address('12 CALLE 3', text, rest)),
  )
  assert.equal(carolina, '12 CALLE 3|URB VILLA CAROLINA|CAROLINA|PR|00983')
  assert.equal(new Set([carolina, fontana, plaza]).size, 3)
  assert.equal(
    addressKey(address('CALLE 3 B-12 URB VILLA CAROLINA', null, rest)),
    'CALLE 3 B 12 URB VILLA CAROLINA||CAROLINA|PR|00983',
  )
})

/** An address with two city names, and whether both are the same place. */
const cities: readonly (readonly [string, string | null, boolean])[] = [
  ['20 PATRIOT PL', '02035', true],
  ['20 PATRIOT PL', null, false],
  ['20 S 400 W', '02035', false],
  ['PO BOX 20', '02035', false],
  ['PATRIOT HOSPITAL', '02035', false],
]
for (const [line_1, postal_code, isOnePlace] of cities) {
  test(`${line_1} in Foxboro and in Foxborough, ZIP ${postal_code}, is ${isOnePlace ? 'one place' : 'two places'}`, () => {
    const keys = ['FOXBORO', 'FOXBOROUGH'].map((city) =>
      addressKey(address(line_1, null, { city, postal_code })),
    )
    assert.equal(new Set(keys).size, isOnePlace ? 1 : 2)
  })
}

test('city, state and ZIP have one spelling in the United States', () => {
  const { city, state, zip5 } = normalizeAddress(
    address('1 A ST', null, { city: 'N. Saint Paul', state: 'Minnesota', postal_code: '55109-1234' }),
  )
  assert.deepEqual({ city, state, zip5 }, { city: 'NORTH ST PAUL', state: 'MN', zip5: '55109' })
})

test('all units of a building share its key, and no other building does', () => {
  const units = [null, 'STE 4', 'FL 2', 'PO BOX 12', 'FEGAN 3'].map((line_2) =>
    address('100 MAIN ST', line_2),
  )
  const otherBuildings = [address('102 MAIN ST'), address('100 MAIN ST', null, { postal_code: '06107' })]
  const keys = units.map((unit) => toBuildingKey(addressKey(unit)))
  assert.equal(new Set(keys).size, 1)
  assert.equal(keys[0], '100 MAIN ST||CT|06106')
  for (const building of otherBuildings) assert.ok(!keys.includes(toBuildingKey(addressKey(building))))
})

test('abroad, state and postal code stay as written, and the country is part of the key', () => {
  const toronto = address('1 Rue Émile', null, {
    city: 'Montréal',
    state: 'QUEBEC',
    postal_code: 'L6B 0P9',
    country: 'CA',
  })
  assert.equal(addressKey(toronto), '1 RUE EMILE||MONTREAL|QUEBEC|L6B 0P9|CA')
  const tokyo = address('東京都1-2', null, {
    city: '港区',
    state: null,
    postal_code: '1050011',
    country: 'JP',
  })
  assert.equal(addressKey(tokyo), '東京都1-2||港区||1050011|JP')
})

test('another unit, house, street direction or box is another place', () => {
  const places = [
    address('100 MAIN ST'),
    address('100 MAIN ST STE 1'),
    address('100 MAIN ST STE 1-2'),
    address('100 MAIN ST STE 12'),
    address('100 N MAIN ST'),
    address('100 MAIN ST N'),
    address('100 MAIN AVE'),
    address('10 0 MAIN ST'),
    address('PO BOX 100'),
    address('100 MAIN ST FL 1'),
    address('100 MAIN ST BLDG 1'),
    address('100 N ST'),
    address('100 NORTH ST'),
    address('KM 1.0 CARR 111'),
    address('KM 10 CARR 111'),
    address('100 MAIN ST', null, { postal_code: '06107' }),
  ]
  assert.equal(new Set(places.map(addressKey)).size, places.length)
})

const streets = fc.record({
  house: fc.integer({ min: 1, max: 99_999 }),
  direction: fc.constantFrom('', 'N ', 'SOUTH ', 'NW '),
  name: fc.constantFrom(
    'MAIN',
    'LOCKWOOD',
    '5TH',
    'ST JAMES',
    'MARTIN LUTHER KING JR',
    'LAKE',
    'FOREST GLEN',
    'O’BRIEN',
  ),
  suffix: fc.constantFrom('ST', 'AVENUE', 'BLVD.', 'Drive', 'RD', 'HWY'),
  unit: fc.constantFrom(
    '',
    ' STE 4',
    ', Suite 4B',
    ' # 12-C',
    ' 2ND FL',
    ' BLDG C APT 9',
    ' REAR',
    ' RM 5 FL 3',
  ),
})
const streetLines = streets.map(
  ({ house, direction, name, suffix, unit }) => `${house} ${direction}${name} ${suffix}${unit}`,
)

test('normalization is idempotent', () => {
  fc.assert(
    fc.property(streetLines, (line) => {
      const normalized = normalizeAddress(address(line))
      assert.deepEqual(normalizeAddress(address(normalized.line, normalized.unit)), normalized)
    }),
  )
})

test('case, spaces, commas and the split into two lines do not matter', () => {
  fc.assert(
    fc.property(streetLines, (line) => {
      const key = addressKey(address(line))
      assert.equal(addressKey(address(` ${line.toLowerCase().replaceAll(' ', '  ')},`)), key)
      const unitAt = line.search(/,? (?:STE|Suite|#|2ND FL|BLDG|REAR|RM)/)
      if (unitAt > 0 && !line.endsWith('REAR'))
        assert.equal(addressKey(address(line.slice(0, unitAt), line.slice(unitAt))), key)
    }),
  )
})

test('normalization accepts any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string(),
      (line1, line2) => typeof addressKey(address(line1, line2)) === 'string',
    ),
  )
})

test('the practice addresses of a registry week are normalized', { skip: skipWithoutRealData }, (t) => {
  const places = readRegistryWeek().map(practiceAddress)
  const raw = new Set(places.map((place) => JSON.stringify(place)))
  const keys = new Set(places.map(addressKey))
  for (const place of places) {
    const normalized = normalizeAddress(place)
    const normalizedPlace = {
      ...place,
      line_1: normalized.line,
      line_2: normalized.unit,
      city: normalized.city,
      state: normalized.state,
      postal_code: normalized.zip5,
    }
    assert.equal(addressKey(normalizedPlace), addressKey(place))
  }
  t.diagnostic(`${raw.size} spellings of ${keys.size} places`)
  assert.ok(keys.size < raw.size && keys.size > raw.size * 0.95)
})

function practiceAddress(cell: (column: string) => string): Address {
  const practice = 'Business Practice Location Address'
  return {
    line_1: cell(`Provider First Line ${practice}`),
    line_2: cell(`Provider Second Line ${practice}`) || null,
    city: cell(`Provider ${practice} City Name`),
    state: cell(`Provider ${practice} State Name`),
    postal_code: cell(`Provider ${practice} Postal Code`).slice(0, 5),
    country: cell(`Provider ${practice} Country Code (If outside U.S.)`),
  }
}
