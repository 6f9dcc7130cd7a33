import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personalTaxonomies, selectNamedTaxonomies } from './specialties.ts'

/** Codes with their licenses, the primary one first (`TN -`: a state without a number); credentials; the names in a text. */
const nameCases: readonly (readonly [registered: string, credentials: string, names: string])[] = [
  ['1041C0700X KY 35, 101YM0800X', 'LCSW', 'clinical social worker; registered as a mental health counselor'],
  ['1041C0700X KY 35, 101YM0800X KY 77', 'LCSW', 'clinical social worker; mental health counselor'],
  ['1041C0700X, 101YM0800X', 'LCSW', 'clinical social worker; mental health counselor'],
  ['104100000X MA 35, 1041C0700X', 'LICSW', 'clinical social worker'],
  ['363L00000X KY 35, 363LA2100X TN -', 'NP', 'nurse practitioner; registered as a nurse practitioner in acute care'],
  ['363L00000X TN 35, 363LA2100X TN 12', 'NP', 'nurse practitioner in acute care'],
  ['225100000X OR 65, 2251X0800X VT 4', 'DPT', 'physical therapist; registered as an orthopedic physical therapist'],
  ['363L00000X KY 35, 363LA2100X', 'NP', 'nurse practitioner in acute care'],
  ['207R00000X OH 35, 207RC0000X', 'MD', 'internist; cardiologist'],
  ['101YA0400X TX 35, 101YP2500X', 'LCDC, LPC-A', 'addiction counselor; professional counselor who works under supervision'],
] // prettier-ignore

for (const [registered, credentials, names] of nameCases)
  test(`${credentials} registered as ${registered} is named: ${names}`, () => {
    const licensed = registered.split(', ').map((text) => {
      const [code = '', state, number] = text.split(' ')
      const license = { state: state ?? null, number: number === '-' ? null : (number ?? null) }
      return { code, licenses: state === undefined ? [] : [license] }
    })
    const taxonomies = selectNamedTaxonomies(personalTaxonomies(licensed, credentials.split(', ')))
    assert.equal(taxonomies.map(({ name }) => name.replace(/^clinician /, '')).join('; '), names)
  })
