import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTitledDoctor, readCredentials } from './credential.ts'

/** As registered → as displayed; most are from a week of the registry. */
const displayed: Readonly<Record<string, string>> = {
  'M.D.': 'MD',
  'MD.': 'MD',
  'M.D': 'MD',
  'PT, DPT': 'PT, DPT',
  'MD, PHD': 'MD, PhD',
  'MD PHD': 'MD, PhD',
  'PH. D.': 'PhD',
  'PHARM D': 'PharmD',
  'L AC': 'LAc',
  'O. D.': 'OD',
  'FNP-BC': 'FNP-BC',
  'OTR/L': 'OTR/L',
  'MS CCC-SLP': 'MS, CCC-SLP',
  'MS CCC/SLP': 'MS, CCC/SLP',
  'CRNA/APRN': 'CRNA, APRN',
  'MD,': 'MD',
  'LCSW (DE) LICSW (MA)': 'LCSW, LICSW',
  'RN, RN': 'RN',
  'M-D.': 'MD',
  'D.D.S>': 'DDS',
  'MD PC': 'MD',
  'M.D., P.C.': 'MD',
  'MEDICAL DOCTOR': 'MD',
  'Medical Doctor, PhD': 'MD, PhD',
  'RN-12345': '',
  BARBER: '',
  'MSW, CEO': 'MSW',
  NO: '',
  TBA: '',
  'APRN; PNP': 'APRN, PNP',
  'MSN, APRN, FNP-C, PMHNP-BC, CNE': 'MSN, APRN, FNP-C, PMHNP-BC',
  'NURSE PRACTITIONER': '',
  'PHYSICAN ASSISTANT': '',
  'LICENSED OPTICIAN': '',
  'PA STUDENT': '',
  'MD CANDIDATE 2025': '',
  'BA IN PSYCH': '',
  'HS DIPLOMA': '',
  '237700000X': '',
  LPC10001: '',
  'MRS.': '',
  'N/A': '',
  NONE: '',
  OTHER: '',
  '-': '',
}

for (const [registered, expected] of Object.entries(displayed)) {
  test(`credential ${JSON.stringify(registered)} reads ${JSON.stringify(expected)}`, () => {
    assert.equal(readCredentials(registered).join(', '), expected)
  })
}

test('only those whose first credential is a doctorate of care are called Dr.', () => {
  const titled = ['MD', 'D.O.', 'DDS', 'PHD', 'PSY.D.', 'O.D.', 'D.C.', 'MD, MPH'].map(readCredentials)
  const others = ['', 'RN, PHD', 'DNP, FNP-BC', 'PT, DPT', 'PHARMD', 'PA-C'].map(readCredentials)
  assert.deepEqual(
    titled.map(isTitledDoctor),
    titled.map(() => true),
  )
  assert.deepEqual(
    others.map(isTitledDoctor),
    others.map(() => false),
  )
})
