import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { taxonomyForCredentials } from './credential-check.ts'

/** A code, credentials, the expected name of the holder, and codes with their licenses: `363LF0000X OH APRN.CNP.0034597`. */
const holderCases: readonly (readonly [code: string, credentials: string, name: string, ...licenses: string[]])[] = [
  ['367500000X', 'RN', 'clinician registered as a nurse anesthetist', '367500000X GA RN188610', '163W00000X GA RN-188610'],
  ['367500000X', 'RN, BSN', 'nurse anesthetist', '367500000X OH APRN.CRNA.019802'],
  ['367500000X', 'BSN', 'nurse anesthetist', '367500000X FL 11023938', '163W00000X FL 9437444'],
  ['367500000X', 'RN', 'clinician registered as a nurse anesthetist', '367500000X TN 35437', '163W00000X WI 221063'],
  ['363LF0000X', 'RN', 'family nurse practitioner', '363LF0000X PA SP028589'],
  ['363LF0000X', 'BSN, RN', 'family nurse practitioner', '363LF0000X UT 13401082-4405'],
  ['363LF0000X', 'RN', 'clinician registered as a family nurse practitioner', '363LF0000X UT 7238081-3102', '163W00000X UT 7238081'],
  ['363LF0000X', 'RN', 'clinician registered as a family nurse practitioner', '363LF0000X FL 11023938', '163W00000X FL 11023938'],
  ['367A00000X', 'RN', 'advanced practice midwife', '367A00000X WA AP61446232'],
  ['363A00000X', 'PA-S', 'physician assistant', '363A00000X CA PA62582'],
  ['363A00000X', 'PA-S', 'health care student or trainee'],
  ['1041C0700X', 'LCSW-S', 'clinical social worker'],
  ['363A00000X', 'PA-S', 'clinician registered as a physician assistant', '363A00000X AK 215874'],
  ['363A00000X', 'RBT', 'physician assistant', '363A00000X NC 0010-13737', '106S00000X NC RBT-19-97908'],
  ['103K00000X', 'RBT', 'applied behavior analyst', '103K00000X IL 1-23-65551'],
  ['103K00000X', 'RBT', 'clinician registered as an applied behavior analyst', '103K00000X ND RBT-24-322833'],
  ['103T00000X', 'LPC', 'psychologist', '103T00000X PA PS020030'],
  ['103T00000X', 'LPC', 'clinician registered as a psychologist', '103T00000X VA 0701003192', '101YA0400X VA 0710101961'],
  ['207L00000X', 'CRNA', 'clinician registered as an anesthesiologist', '207L00000X TX AP117825', '367500000X TX 765749'],
  ['207Q00000X', '', 'clinician registered as a family physician', '207Q00000X FL APRN11030214'],
  ['207Q00000X', '', 'clinician registered as a family physician', '207Q00000X GA RN262392'],
  ['2084P0800X', 'PsyD', 'clinician registered as a psychiatrist', '2084P0800X IL 180001030'],
  ['207Q00000X', 'MD', 'family physician', '207Q00000X OH RN262392'],
  ['207Q00000X', '', 'family physician', '207Q00000X NV 21554'],
  ['225X00000X', 'COTA', 'clinician registered as an occupational therapist', '225X00000X AZ 6996', '224Z00000X AZ 6996'],
  ['101YM0800X', 'LMHCA', 'mental health counselor who works under supervision', '101YM0800X WA MC61485969'],
  ['101Y00000X', 'CLC', 'clinician registered as a counselor'],
  ['101Y00000X', 'RAC', 'clinician registered as a counselor', '101Y00000X LA RAC5075'],
  ['171W00000X', 'MSOT', 'clinician registered as a contractor for work or supplies', '171W00000X CO 1153'],
  ['171W00000X', 'MBA', 'contractor for work or supplies'],
  ['101YM0800X', 'LMHC', 'mental health counselor', '101YM0800X WA LH61485969'],
] // prettier-ignore

for (const [code, credentials, name, ...licenses] of holderCases)
  test(`${credentials || 'no credential'} with ${licenses.join(', ')} is called ${name}`, () => {
    const registered = licenses.map((text) => {
      const [registeredCode = '', state = null, number = null] = text.split(' ')
      return { code: registeredCode, licenses: [{ state, number }] }
    })
    assert.equal(
      taxonomyForCredentials(taxonomyOf(code)!, {
        credentials: credentials.split(', ').filter(Boolean),
        registered,
      }).name,
      name,
    )
  })
