import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skipWithoutRealData, readRegistryWeek } from './registry-week.fixture.ts'
import { titleCaseName, titleCaseOrganization, titleCasePlace, titleCaseUnit } from './title-case.ts'

const names = [
  'Maria Garcia',
  'McDonald',
  "O'Brien",
  "D'Angelo",
  "Ray'Shawn",
  'Garcia-Lopez',
  'de la Cruz',
  'de los Santos',
  'dos Santos',
  'da Silva',
  'De Andre',
  'De Shawn',
  'de Leon',
  'van der Berg',
  'von der Embse',
  'Van Dyke',
  'La Tanya',
  'del Castillo',
  'MacDonald',
  'MacKinnon',
  'MacDill',
  'MacCorkle',
  'Maccoby',
  'Macias',
  'Machado',
  'Mack',
  'Macklin',
  'III',
  'John Smith Jr.',
  'Mitchell, Jr.',
  'TJ',
  'Ng',
  'Do',
  'Vy',
  'E',
  'Mary (MK)',
  'Parra, LCSW',
  '06Michael',
  'José Núñez',
]
const organizationNames = [
  'CVS Pharmacy #1234',
  'The Heart Clinic of St. Louis, PLLC',
  'VA Medical Center',
  'John Smith MD PA',
  "Women's Health, Inc.",
  'A & B Dental P.C.',
  'UPMC Shadyside',
  'LECOM Institute',
  'PAM Rehabilitation Hospital',
  'UP Health System Portage',
  'MS & Neuromuscular Center of Excellence, LLC',
  'CHI Health at Home',
  'Om Krishna PLLC',
  'Chi Kung Clinic',
  'Wake Up Health LLC',
  'UCHealth Greeley Hospital',
  'DaVita Dialysis',
  'McLeod Health',
  '1st State Home Healthcare Inc.',
  'Aspire DBA North MRI',
  'Kelly E Bunt LCSW PC',
  'One Breath at a Time Counseling, LLC',
  'Eye Associates II',
  'Rays of Sunshine',
  'St. Catherine Hospital',
  'CH MH Services (AZ), LLC',
  'Centro Medico de Puerto Rico',
  'Coastal Care Associates,PA',
  'Care Corp. of Houston USA',
  'NP Resources, LLC',
  'OSS Health',
  'RI International',
  'Raul Alonso MDPA',
  'TX Southern Dental PPO PC',
  'CH MH Services (MI), LLC',
  'LHCG XLII, LLC',
  'Hand-in-Hand Home Care',
  'Dr. Hood Physical Therapy, LLP',
  'UVA ENT',
  'RMCHCS (Gallup) OBGYN',
  'Ahead of Me, Inc.',
  'Santa Fe Dental',
  'AA Quality Home Care',
  'Elm County Hospital - CAH',
  'Elm County Hospital-CAH, Inc.',
  'Elm VAMC',
  'Elm OB-GYN',
  'Elm OB/GYN',
  'Elm ENT',
  'Elm IHS Clinic',
  'Elm NICU MRI CT LLC',
  'ARH Elm Valley',
  'Elm Institute of NWI',
  'Elm House NWA, Inc.',
  'Services of CNY PLLC',
  'RWJUH Imaging, LLC',
  'TCMAM Inc.',
  'Phlox Dental',
  'Smith Chiropractic',
  'Elm Drs Group',
  'AAC Recovery, LLC',
  'AHC of Elm LLC',
  'EMDR & ADHD Therapy',
  'SMU Counseling',
  'ATI Physical Therapy',
  'UConn Health',
  'Elm OpCo LLC',
  'Nurses of DE LLC',
  'Elm Care DE, Inc.',
  'Nurses of OR',
  'Casa de Elm, Inc.',
  'Bronx World Squad',
  'Hsu and Nguyen Dental',
  'Pam Elm',
  'Chi Elm',
]
for (const [what, titleCase, texts] of [
  ['name', titleCaseName, names],
  ['organization', titleCaseOrganization, organizationNames],
] as const) {
  for (const text of texts) {
    test(`the ${what} ${text} is converted from upper case`, () => {
      const registered = text
        .toUpperCase()
        .replace('ST.', 'ST')
        .replace('INC.', 'INC')
        .replace('CORP.', 'CORP')
      assert.equal(titleCase(registered), text)
    })
  }
}

const units: Readonly<Record<string, string | null>> = {
  'STE 4': 'Suite 4',
  'SUITE # 4': 'Suite 4',
  'SUTIE 103': 'Suite 103',
  'SUIT 200': 'Suite 200',
  'BULDING B': 'Building B',
  '2ND FLOOR WEST': '2nd Floor West',
  'BLDG C STE 4': 'Building C, Suite 4',
  'MILL BUILDING - 3RD FLOOR': '3rd Floor',
  'MILL CLINIC, 7TH FLOOR, SUITE 7A': '7th Floor, Suite 7A',
  'MILL STEEL TOWER, 7TH FLOOR, 744': '7th Floor',
  'SUITE 1 MILL INPATIENT ASSOCIATES': 'Suite 1',
  'SUITE 5 AT THE MILL': 'Suite 5',
  'WHITE BUILDING 443': null,
  'SMITH TOWER 1001': null,
  '# MS 31': null,
  'LOWR LEVEL': 'Lower Level',
  'GROUND FLOOR': 'Ground Floor',
  'SECOND FLOOR, ROOM 8': 'Second Floor, Room 8',
  '4TH AND 5TH FLOORS': '4th and 5th Floors',
  'SUITES A AND C': 'Suites A and C',
  'STE A, B & C': 'Suite A, B & C',
  'SUITE 117,118': 'Suite 117, 118',
  'SUITE NUMBER 200': 'Suite 200',
  'STE GL-100': 'Suite GL-100',
  'STE A-B': 'Suite A-B',
  'CARDIAC UNIT ASSOCIATES': null,
  'DEPT OF MEDICINE': null,
  'STE 3 PMB 12': 'Suite 3',
  'BOX 12': null,
  '9 ELM RD': null,
}
for (const [line, unit] of Object.entries(units)) {
  test(`${line} names ${unit ?? 'no part of a building'}`, () => assert.equal(titleCaseUnit(line), unit))
}

const places = {
  '110 LOCKWOOD ST STE 4': '110 Lockwood Street, Suite 4',
  '1290 OCEAN AVE APT 5A': '1290 Ocean Avenue, Apartment 5A',
  '165 CAMBRIDGE ST 9TH FLOOR': '165 Cambridge Street, 9th Floor',
  '100 MAIN ST FL 2': '100 Main Street, Floor 2',
  '50 MAIN ST # 4': '50 Main Street, #4',
  '50 MAIN ST BLDG C STE 4': '50 Main Street, Building C, Suite 4',
  '7500 US HWY 90 W BLDG 2, SUITE 201': '7500 US Highway 90 West, Building 2, Suite 201',
  '123 E 5TH ST N': '123 East 5th Street North',
  '1333 2ND ST NE': '1333 2nd Street Northeast',
  '110 ST JAMES AVE': '110 St. James Avenue',
  '1 DR MARTIN LUTHER KING JR BLVD': '1 Dr. Martin Luther King Jr. Boulevard',
  '100 N ST': '100 N Street',
  '1244 ORCHARD RD RD': '1244 Orchard Road',
  '1995 E 17TH ST ST. #4': '1995 East 17th Street, #4',
  '12 PARK PARK': '12 Park Park',
  '235 PIER ST.,SUITE 17': '235 Pier Street, Suite 17',
  '80 PIER ST 5TH FLOOR SUITE 2': '80 Pier Street, 5th Floor, Suite 2',
  '80 PIER ST STE M5 MILL TOWER, 7TH FLOOR, 744': '80 Pier Street, Suite M5 Mill Tower, 7th Floor 744',
  '80 PIER ST PMB 12': '80 Pier Street, PMB 12',
  '100 AVENUE E': '100 Avenue E',
  '123 S 400 W': '123 South 400 West',
  '10 COURT ST': '10 Court Street',
  '225 AVENUE OF THE AMERICAS': '225 Avenue of the Americas',
  '3000 S LAS VEGAS BLVD': '3000 South Las Vegas Boulevard',
  'ONE HOSPITAL DR': 'One Hospital Drive',
  '1 BARNES JEW HOSP PLZ': '1 Barnes Jew Hospital Plaza',
  '15 NAVARRE BLVD.': '15 Navarre Boulevard',
  'P.O. BOX 12': 'PO Box 12',
  '235 WOODLAND N': '235 Woodland North',
  '2 W ROLLING XRDS STE 100-102': '2 West Rolling Crossroads, Suite 100-102',
  '1500 S MCDONNELL AVE': '1500 South McDonnell Avenue',
  'ST LOUIS': 'St. Louis',
  'PORT ST LUCIE': 'Port St. Lucie',
  'FT WORTH': 'Fort Worth',
  'MT PLEASANT': 'Mount Pleasant',
  'N LITTLE ROCK': 'North Little Rock',
  'KING OF PRUSSIA': 'King of Prussia',
  'HAVRE DE GRACE': 'Havre de Grace',
  'SILVER SPGS': 'Silver Springs',
  MCALLEN: 'McAllen',
  PACE: 'Pace',
  'TY TY': 'Ty Ty',
  'ISLE AU HAUT': 'Isle au Haut',
  'MC LEAN': 'Mc Lean',
  'SANTA FE': 'Santa Fe',
  'HANSCOM AFB': 'Hanscom AFB',
  'WHITE RIVER JCT.': 'White River Junction',
  'EAGLE MTN': 'Eagle Mountain',
  'NP RESOURCES, LLC': 'NP Resources, LLC',
  'MOB III': 'MOB III',
  'LOWR LEVEL': 'Lower Level',
  'PEQUOT BLDG, LEFT': 'Pequot Building, Left',
  '6124 W PARKER RD MOB III SUITE 234': '6124 West Parker Road MOB III, Suite 234',
  '1 BOSTON MEDICAL CTR PL': '1 Boston Medical Center Place',
  '3500 NE MLK BLVD STE #200': '3500 Northeast MLK Boulevard, Suite 200',
  'BLDG #4 SUITE 410': 'Building 4, Suite 410',
  '420 DELAWARE ST SE MMC 292': '420 Delaware Street Southeast MMC 292',
  'MICHAEL E. DEBAKEY VA MEDICAL CENTER 2002 HOLCOMBE BLVD':
    'Michael E Debakey VA Medical Center 2002 Holcombe Boulevard',
  '801 POLE LINE RD, UNIT 5; BLDG 7': '801 Pole Line Road, Unit 5, Building 7',
  'CORNER OF ROUTES N12 AND N7': 'Corner of Routes N12 and N7',
  '1528 DEL PRADO BLVD S': '1528 Del Prado Boulevard South',
  'LA JOLLA': 'La Jolla',
  '5606 SMU BLVD': '5606 SMU Boulevard',
  '12 BURNT TREE LN': '12 Burnt Tree Lane',
  '1075 CAMINO DEL RIO S': '1075 Camino del Rio South',
  '888 COUNTY ROAD D W': '888 County Road D West',
  '818 1/2 E 31ST ST': '818 1/2 East 31st Street',
  '745 NW MT WASHINGTON DR': '745 Northwest Mount Washington Drive',
  '7935 MT HIGHWAY 35': '7935 MT Highway 35',
  '3001 W DR MLK BLVD': '3001 West Dr. MLK Boulevard',
  'LAMONT ST & ELM WAY': 'Lamont Street & Elm Way',
  'ELM AND CARLTON ST': 'Elm and Carlton Street',
  PROVIDENCE: 'Providence',
}
for (const [registered, expected] of Object.entries(places)) {
  test(`${registered} becomes ${expected}`, () => assert.equal(titleCasePlace(registered), expected))
}

test('text with both cases is not changed', () => {
  for (const titleCase of [titleCaseName, titleCaseOrganization, titleCasePlace]) {
    assert.equal(titleCase(' eClinic of deKalb St '), 'eClinic of deKalb St')
  }
})

const stray = {
  'Elm Hospital of York,': 'Elm Hospital of York',
  'ELM HOSPITAL OF YORK,': 'Elm Hospital of York',
  'ELM HOSPITAL , INC..': 'Elm Hospital, Inc.',
  'ELM URGENT CARE, P.A..': 'Elm Urgent Care, P.A.',
  'ELM HOSPITAL ,PC': 'Elm Hospital, PC',
  'ELM HOSPITAL -': 'Elm Hospital',
  'ELM HOSPITAL (NORTH);': 'Elm Hospital (North)',
  '-': '-',
  ',,': ',,',
}
for (const [registered, expected] of Object.entries(stray)) {
  test(`the organization ${registered} loses its stray punctuation`, () =>
    assert.equal(titleCaseOrganization(registered), expected))
}

test('a blank text gives an empty text', () => {
  for (const titleCase of [titleCaseName, titleCaseOrganization, titleCasePlace])
    assert.equal(titleCase('  '), '')
})

test(
  'only the case of a registered name changes, and stray punctuation',
  { skip: skipWithoutRealData },
  (t) => {
    const rows = readRegistryWeek()
    const people = new Set(rows.map((cell) => cell('Provider Last Name (Legal Name)')))
    const registeredOrganizations = new Set(
      rows.map((cell) => cell('Provider Organization Name (Legal Business Name)')),
    )
    for (const name of people) assert.equal(letters(titleCaseName(name)), letters(name))
    for (const name of registeredOrganizations)
      assert.equal(letters(titleCaseOrganization(name)), letters(name))
    t.diagnostic(`${people.size} last names, ${registeredOrganizations.size} organizations`)
  },
)

function letters(text: string): string {
  return text.toUpperCase().replaceAll(/[.\s]|[,;:-]+$/g, '')
}
