import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMailbox } from './mailbox.ts'

const mailboxes: readonly (readonly [line_1: string | null, line_2: string | null])[] = [
  ['PO BOX 12', null],
  ['P.O. BOX 12', null],
  ['POST OFFICE BOX 12', null],
  ['P O DRAWER 12', null],
  ['GENERAL DELIVERY', null],
  ['GEN DEL', null],
  ['PMB 247', null],
  ['250 BIRCH RD PMB 247', null],
  ['250 BIRCH RD', 'PMB 247'],
  ['1421 ORLEANS ROAD P.M.B #305', null],
  ['1550 WILSON BLVD STE PMB246', null],
  ['33140 AURORA RD STE 3 PMB1012', null],
  ['5900 BALCONES DR # 17652', null],
  ['250 BIRCH RD', '# 1086'],
  ['261 N UNIVERSITY DR. SUITE 500, #1086', null],
  ['2175 NW RALEIGH ST. SUITE 110 - #0016', null],
  ['100 MAIN ST MAILBOX 12', null],
  ['RR 2 BOX 152', null],
  ['250 BIRCH RD STE 105-1073', null],
  ['250 BIRCH RD', 'SUITE 110314'],
  ['PSC 482 BOX 1', null],
  ['UNIT 6180 BOX 31', null],
]
for (const [line_1, line_2] of mailboxes)
  test(`${line_1} ${line_2 ?? ''} is a mailbox`, () => assert.ok(isMailbox(addressWith(line_1, line_2))))

const addresses: readonly (readonly [line_1: string | null, line_2: string | null])[] = [
  ['250 BIRCH RD', null],
  ['250 BIRCH RD, PO BOX 12', null],
  ['250 BIRCH RD', 'PO BOX 12'],
  ['PO BOX 12', '250 BIRCH RD'],
  ['250 BIRCH RD # 108', null],
  ['250 BIRCH RD STE # 1086', null],
  ['250 BIRCH RD STE 101-104', null],
  ['250 BIRCH RD STE 10040', null],
  ['30 EAST 60TH STREET SUITE# 1401', null],
  ['250 BIRCH RD UNIT 1086', null],
  ['1120 2ND ST NW # 87102', null],
  ['6369 APACHE DR # 6369', null],
  ['98-715 IHO PL # 4-905', null],
  ['7703 FLOYD CURL DR # MC7736', null],
  ['760 WESTWOOD PLZ # 951759 UCLA PSYCH', null],
  ['660 S EUCLID AVE BOX 8111', null],
  ['5939 HARRY HINES BLVD POB II, SUITE 300', null],
  ['12 BOXWOOD LN', null],
  ['12 GENERAL DELIVERANCE ST', null],
  [null, null],
]
for (const [line_1, line_2] of addresses)
  test(`${line_1} ${line_2 ?? ''} is not a mailbox`, () => assert.ok(!isMailbox(addressWith(line_1, line_2))))

function addressWith(line_1: string | null, line_2: string | null) {
  return { line_1, line_2, city: 'ALBUQUERQUE', state: 'NM', postal_code: '87102', country: 'US' }
}

const forwarderCases: readonly (readonly [
  line_1: string,
  line_2: string | null,
  postal_code: string,
  isOne: boolean,
])[] = [
  ['100 N HOWARD ST STE R', null, '99201', true],
  ['30 N. Gould Street', 'Suite 4000', '82801', true],
  ['8 THE GREEN, STE 12921', null, '19901', true],
  ['7901 4TH ST N STE 300', null, '33702', true],
  ['7901 4TH ST N STE 110', null, '33702', false],
  ['2055 LIMESTONE RD STE 200-C', null, '19808', true],
  ['2108 N ST STE 4119', null, '95816', false],
  ['2108 N ST STE N', null, '95816', true],
  ['30 N GOULD ST', null, '02903', false],
  ['130 N GOULD ST', null, '82801', false],
]
for (const [line_1, line_2, postal_code, isOne] of forwarderCases)
  test(`${line_1} ${line_2 ?? ''} ${postal_code} is ${isOne ? '' : 'not '}a mail forwarder`, () =>
    assert.equal(isMailbox({ ...addressWith(line_1, line_2), postal_code }), isOne))
