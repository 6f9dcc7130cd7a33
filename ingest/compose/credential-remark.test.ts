import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { readCredentials } from './credential.ts'
import { remarkIn } from './credential-remark.ts'
import { withCredentialCell } from './license-numbers.ts'
import { personalTaxonomies } from './specialties.ts'

/** A code, a credential cell, the expected name of the holder, and the license if there is one: `CA 107465`. */
const cellCases: readonly (readonly [code: string, cell: string, name: string, license?: string])[] = [
  ['106H00000X', 'MFT TRAINEE', 'marriage and family therapist in training'],
  ['106H00000X', 'MFT INTERN', 'marriage and family therapist who works under supervision', 'CA 107465'],
  ['106H00000X', 'LMFT INTERN', 'marriage and family therapist', 'OR T2409'],
  ['1041C0700X', 'SW CANDIDATE', 'clinical social worker who works under supervision', 'MT 51529'],
  ['1041C0700X', 'LMSW, CSW INTERN', 'clinical social worker who works under supervision'],
  ['1041C0700X', 'MSW INTERN', 'clinical social worker who works under supervision'],
  ['1041C0700X', 'LCSW, PHD CANDIDATE', 'clinical social worker', 'NY 082113'],
  ['101Y00000X', 'LPC SUPERVISEE', 'counselor who works under supervision', 'SD 20859'],
  ['101YM0800X', 'RESIDENT', 'mental health counselor who works under supervision'],
  ['101YM0800X', 'LMHC (TEMPORARY)', 'mental health counselor who works under supervision'],
  ['101YP2500X', 'PROV. LPC', 'professional counselor who works under supervision'],
  ['235Z00000X', 'CLINICAL FELLOW', 'speech-language pathologist who works under supervision'],
  ['207R00000X', 'MD, PGY-2', 'physician in training'],
  ['207R00000X', 'MD (RESIDENT)', 'physician in training'],
  ['207R00000X', 'RESIDENT PHYSICIAN', 'clinician registered as an internist', 'NY 301222'],
  ['207R00000X', 'MD, FELLOW', 'physician in training'],
  ['207R00000X', 'MD, FELLOW', 'internist', 'NY 301222'],
  ['207R00000X', 'MD, FELLOW OF THE ACP', 'internist'],
  ['207R00000X', 'MD, ACP FELLOW', 'internist'],
  ['207R00000X', 'INTERNIST', 'internist'],
  ['207R00000X', 'MD, INTERNAL MEDICINE', 'internist'],
  ['207R00000X', 'MD, USAF RETIRED', 'internist'],
  ['122300000X', 'DMD CANDIDATE', 'dentist in training'],
  ['163W00000X', 'BSN STUDENT NURSE', 'health care student or trainee'],
  ['163W00000X', 'RN APPLICANT', 'health care student or trainee'],
  ['163W00000X', 'GN', 'health care student or trainee'],
  ['163W00000X', 'STUDENT', 'clinician registered as a registered nurse', 'GA 288505'],
  ['163W00000X', 'STUDENT', 'registered nurse', 'MA RN2313094'],
  ['163W00000X', 'BSN, RN, NP-STUDENT', 'registered nurse', 'UT 13012198-3102'],
  ['163W00000X', 'PENDING FNP', 'registered nurse', 'AZ 267519'],
  ['163W00000X', 'RN (INACTIVE)', 'clinician registered as a registered nurse'],
  ['163W00000X', 'RN, RETIRED', 'clinician registered as a registered nurse', 'MA RN2313094'],
  ['163W00000X', 'FORMER RN', 'clinician registered as a registered nurse'],
  ['124Q00000X', 'STUDENT RDH', 'health care student or trainee'],
  ['225100000X', 'SPT', 'health care student or trainee'],
  ['133N00000X', 'CNS CANDIDATE', 'clinician registered as a nutritionist'],
  ['101YA0400X', 'CLINICAL SUPERVISOR', 'addiction counselor'],
  ['101Y00000X', 'STUDENT ASSISTANCE COUNSELOR', 'counselor'],
  ['374U00000X', 'RESIDENTIAL AIDE', 'home care aide'],
  ['374U00000X', 'RESIDENT CARE AIDE', 'home care aide'],
  ['172A00000X', 'TEMPORARY', 'patient transport driver'],
] // prettier-ignore

for (const [code, cell, name, license] of cellCases)
  test(`${cell} with ${license ?? 'no license'} and ${code} is called ${name}`, () => {
    const [state = null, number = null] = license?.split(' ') ?? []
    const licenses = license === undefined ? [] : [{ state, number }]
    const credentials = readCredentials(cell, { codes: [code], names: [] })
    const registered = withCredentialCell([{ code, licenses }], cell, null)
    const [first] = personalTaxonomies(registered, credentials, remarkIn(cell))
    assert.ok(taxonomyOf(code))
    assert.equal(first?.name, name)
  })
