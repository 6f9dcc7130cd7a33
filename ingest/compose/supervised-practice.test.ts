import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Licensed, withCredentialCell } from './license-numbers.ts'
import { isMedicalTrainee, supervisionOf } from './supervised-practice.ts'

/** Credentials as displayed, and codes with their licenses: `101YM0800X FL IMH20501`. */
type Holder = readonly [credentials: string, ...codes: string[]]

const supervisedHolders: readonly Holder[] = [
  ['LPC-A', '101YP2500X TX 89054'],
  ['LPC-Associate', '101YM0800X TX 93212'],
  ['LMHCA', '101YM0800X WA MC61485969'],
  ['LCSWA', '1041C0700X NC P020160'],
  ['APSW', '1041C0700X WI 134496'],
  ['TLLP', '103T00000X MI 6362009890'],
  ['LLPC', '101YP2500X'],
  ['LPCC', '101YP2500X CO 0021124'],
  ['CF-SLP', '235Z00000X'],
  ['CDCA', '101YA0400X OH 186850'],
  ['', '101YM0800X FL IMH20501'],
  ['', '101YM0800X NJ 37AC00650200'],
  ['MS', '106H00000X NV MI4316'],
  ['', '101YM0800X UT 1234567-6009'],
  ['', '1041C0700X MT BBH-SWLC-LIC-70051'],
]

const traineeHolders: readonly Holder[] = [
  ['', '101Y00000X OH C.2305307-TRNE'],
  ['CT', '101Y00000X OH 12345'],
  ['', '101YA0400X WA CO61248684'],
  ['LPC-IT', '101YM0800X WI 5123-226'],
]

/** Full licenses next to others, letters that have this meaning only in another state, and numbers without a known level. */
const fullLicenses: readonly Holder[] = [
  ['LCSW', '1041C0700X'],
  ['LCSW, LMSW', '1041C0700X MI 6851093398'],
  ['LPC-A, LPC', '101YP2500X TX 89054'],
  ['LPCC', '101YP2500X OH E.2303720'],
  ['LPCC', '101YP2500X'],
  ['LLP', '103T00000X TX 12345'],
  ['ACSW', '1041C0700X IN 34001234A'],
  ['AMFT', '106H00000X CA AMFT121322', '106H00000X GA MFT002081'],
  ['', '101YM0800X FL IMH22387', '101YM0800X FL MH18837'],
  ['', '101YM0800X WA MC61477714', '101YM0800X AZ 18246'],
  ['', '101YM0800X FL MH18837'],
  ['', '1041C0700X RI ISW01234'],
  ['CCC-SLP', '235Z00000X FL SZ9552'],
  ['LPC-A', '207Q00000X TX 12345'],
  ['CDCA, LICDC', '101YA0400X'],
]

function licensed(codes: readonly string[]): readonly Licensed[] {
  return codes.map((text) => {
    const [code = '', state = null, number = null] = text.split(' ')
    return { code, licenses: state === null ? [] : [{ state, number }] }
  })
}

function supervisionOfHolder([credentials, ...codes]: Holder): string | null {
  const registered = licensed(codes)
  return supervisionOf(registered[0]!.code, credentials.split(', ').filter(Boolean), registered)
}

for (const holder of supervisedHolders)
  test(`${holder.join(', ')}: practices under supervision`, () => {
    assert.equal(supervisionOfHolder(holder), 'supervised')
  })

for (const holder of traineeHolders)
  test(`${holder.join(', ')}: is in training`, () => {
    assert.equal(supervisionOfHolder(holder), 'trainee')
  })

for (const holder of fullLicenses)
  test(`${holder.join(', ')}: has no level below a full license`, () => {
    assert.equal(supervisionOfHolder(holder), null)
  })

test('an associate addiction counselor may also be a fully licensed mental health counselor', () => {
  const registered = [
    { code: '101YA0400X', licenses: [] },
    { code: '101YM0800X', licenses: [] },
  ]
  assert.equal(supervisionOf('101YA0400X', ['LCMHC', 'LCAS-A'], registered), 'supervised')
  assert.equal(supervisionOf('101YM0800X', ['LCMHC', 'LCAS-A'], registered), null)
})

const cellCases: readonly (readonly [cell: string, license: string, supervision: string | null])[] = [
  ['LH60597585', '101YM0800X WA MC60504251', null],
  ['AMFT #143990', '106H00000X CA 143990', 'supervised'],
  ['MA, LMFT 144246', '106H00000X CA 144246', null],
  ['APCC: 8325', '101YP2500X CA 8325', 'supervised'],
  ['LMHCA', '101YM0800X WA MC60504251', 'supervised'],
  ['MC 61474120', '101YA0400X WA CO61511118, 101YM0800X WA MC61474120', 'trainee'],
  ['APPC 14727', '101YP2500X CA APCC14727', 'supervised'],
]

for (const [cell, license, supervision] of cellCases)
  test(`a license number in the credential cell is evidence of its level: ${cell} beside ${license}`, () => {
    const registered = licensed(license.split(', '))
    assert.equal(
      supervisionOf(registered[0]!.code, [], withCredentialCell(registered, cell, null)),
      supervision,
    )
  })

const residentCases: readonly (readonly [is: boolean, ...codes: string[]])[] = [
  [true, '207R00000X FL TRN24675'],
  [true, '208D00000X PA OT020141'],
  [true, '207Q00000X TX BP1-0043589'],
  [true, '208600000X OH 57.253558'],
  [true, '207P00000X MI 4351046660'],
  [true, '207R00000X CA PTL13554'],
  [true, '207R00000X IL 125.070606', '208M00000X IL 125070606'],
  [true, '207R00000X VA 0116033832', '390200000X MD'],
  [false, '207R00000X FL TRN24675', '207RC0000X GA 96676'],
  [false, '207R00000X PA MD12345'],
  [false, '207R00000X NY TRN24675'],
  [false, '207R00000X'],
  [false, '225X00000X PA OT020141'],
]

for (const [isTrainee, ...codes] of residentCases)
  test(`${codes.join(', ')}: is ${isTrainee ? '' : 'not '}a physician in training by license numbers`, () => {
    const registered = licensed(codes)
    assert.equal(isMedicalTrainee(registered[0]!.code, registered), isTrainee)
  })
