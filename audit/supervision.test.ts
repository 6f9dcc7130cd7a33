import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isResidentByLicenses, isOnlySupervised, isUnderSupervision } from './supervision.ts'

/** A code, the credentials of the card, license numbers with states, and whether the phrase is allowed and required. */
const cases: readonly (readonly [string, string, string, allowed: boolean, required: boolean])[] = [
  ['101YM0800X', 'LMHCA', 'WA 61485969', true, true],
  ['101YM0800X', 'LMHCA', 'WA LH61485969', true, false],
  ['101YM0800X', 'LMHC', 'WA LH61485969', false, false],
  ['101YM0800X', '', 'FL IMH20501', true, false],
  ['101YM0800X', '', 'TX IMH20501', false, false],
  ['101YP2500X', 'LPCC', 'CO 0021124', true, true],
  ['101YP2500X', 'LPCC', 'OH 0021124', false, false],
  ['1041C0700X', 'LCSW', 'WI 130433121', false, false],
  ['104100000X', 'MSW', 'WI 130433-121', true, false],
  ['103TC0700X', 'PhD', 'MI 6361001119', true, false],
  ['207Q00000X', 'LPC-A', 'TX 12345', false, false],
]

for (const [code, credential, license, allowed, required] of cases)
  test(`${credential || 'nothing'} with ${license} ${allowed ? 'supports' : 'does not support'} supervision${required ? ', and requires the phrase' : ''}`, () => {
    const [licenseState = null, number = null] = license.split(' ')
    const rows = { taxonomies: () => [{ code, license: number, licenseState, primary: true }] }
    const credentials = credential === '' ? [] : [credential]
    assert.equal(isUnderSupervision(code, rows, credentials), allowed)
    assert.equal(isOnlySupervised(code, rows, credentials), required)
  })

const residents: readonly (readonly [license: string, code: string, is: boolean])[] = [
  ['FL TRN24675', '207R00000X', true],
  ['PA MT228487', '208600000X', true],
  ['PA OT020141', '225X00000X', false],
  ['PA MD428487', '208600000X', false],
  ['TX TRN24675', '207R00000X', false],
  ['OH 57.253558', '207R00000X', true],
]

for (const [license, code, isResident] of residents)
  test(`${code} with ${license} is ${isResident ? '' : 'not '}of a physician in training if the trainee code is registered`, () => {
    const [licenseState = null, number = null] = license.split(' ')
    const licensed = { code, license: number, licenseState, primary: true }
    const student = { code: '390200000X', license: null, licenseState: null, primary: false }
    assert.equal(isResidentByLicenses(code, { taxonomies: () => [licensed, student] }), isResident)
    assert.equal(isResidentByLicenses(code, { taxonomies: () => [licensed] }), false)
  })
