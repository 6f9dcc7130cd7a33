import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSupervised } from './supervised-practice.ts'

/** Credentials as displayed, and codes with their licenses: `101YM0800X FL IMH20501`. */
type Holder = readonly [credentials: string, ...codes: string[]]

const supervised: readonly Holder[] = [
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
  ['', '101Y00000X OH C.2305307-TRNE'],
  ['', '101YM0800X UT 1234567-6009'],
  ['', '1041C0700X MT BBH-SWLC-LIC-70051'],
]

/** Full licenses beside others, letters that mean it in another state alone, numbers that say nothing. */
const full: readonly Holder[] = [
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

function isHeldUnderSupervision([credentials, ...codes]: Holder): boolean {
  const registered = codes.map((text) => {
    const [code = '', state = null, number = null] = text.split(' ')
    return { code, licenses: state === null ? [] : [{ state, number }] }
  })
  return isSupervised(registered[0]!.code, credentials.split(', ').filter(Boolean), registered)
}

for (const holder of supervised)
  test(`${holder.join(', ')}: practices under supervision`, () => {
    assert.equal(isHeldUnderSupervision(holder), true)
  })

for (const holder of full)
  test(`${holder.join(', ')}: is not told to practice under supervision`, () => {
    assert.equal(isHeldUnderSupervision(holder), false)
  })

test('an associate for addiction may be a counselor in full', () => {
  const registered = [
    { code: '101YA0400X', licenses: [] },
    { code: '101YM0800X', licenses: [] },
  ]
  assert.equal(isSupervised('101YA0400X', ['LCMHC', 'LCAS-A'], registered), true)
  assert.equal(isSupervised('101YM0800X', ['LCMHC', 'LCAS-A'], registered), false)
})
