/** Which credentials a cell supports. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CredentialFault, findCredentialFault } from './credential-claims.ts'

const acupuncturist = '171100000X'

const cases: readonly (readonly [
  claimed: string,
  cell: string,
  codes: readonly string[],
  fault: CredentialFault | null,
])[] = [
  ['MD', 'M.D.', [], null],
  ['MD', 'M. D.', [], null],
  ['MD', 'MEDICAL DOCTOR', [], null],
  ['PharmD', 'PHARM D', [], null],
  ['PMHNP-BC', 'PMHNP- BC', [], null],
  ['MEd', 'M ED', [], null],
  ['RPh', 'REG PH', [], null],
  ['PH', 'REG PH', [], 'credential'],
  ['LCSW', 'MSW, LCSW', [], null],
  ['MD', 'DO', [], 'credential'],
  ['MD', 'MDA', [], 'credential'],
  ['MD', 'MD (ANTICIPATED)', [], 'credential_void'],
  ['MD', 'MD (ANTICIPATED), MD', [], null],
  ['CADC', 'CADC II', [], 'credential_level'],
  ['CADC II', 'CADC II', [], null],
  ['CASE', 'RN CASE MANAGER', [], 'credential_title'],
  ['LAc', 'MA, LAC', ['101YA0400X'], 'credential_acupuncturist'],
  ['LAc', 'LAC', [acupuncturist], null],
]

for (const [claimed, cell, codes, fault] of cases)
  test(`${claimed} of "${cell}" is ${fault ?? 'supported'}`, () => {
    assert.equal(findCredentialFault(claimed, [cell], codes), fault)
  })
