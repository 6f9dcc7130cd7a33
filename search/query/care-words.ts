/** Words for clinicians and for places of care, whatever their field. */
import { phraseSet } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('care-words.txt', [
  'clinicians',
  'any-doctor',
  'clinician-endings',
  'facilities',
  'facility-endings',
  'clinician-qualifiers',
])

const clinicians: ReadonlySet<string> = new Set(lists.clinicians)
const clinicianEnding = new RegExp(`(?:${lists['clinician-endings'].join('|')})s?$`)

export function isClinician(word: string): boolean {
  return clinicians.has(word) || clinicianEnding.test(word)
}

const anyDoctor: ReadonlySet<string> = new Set(lists['any-doctor'])

/** Whether the word is for a doctor of any field. */
export function isAnyDoctor(word: string): boolean {
  return anyDoctor.has(word)
}

/** Whether the word is a title before a name. */
export function isTitle(word: string): boolean {
  return word === 'dr' || word === 'dra'
}

const facilities: ReadonlySet<string> = new Set(lists.facilities)
const facilityEnding = new RegExp(`^[a-z]*(?:${lists['facility-endings'].join('|')})$`)

/** Whether the word is in names of places or fields of care: "urgent care", "farmacia", "physical therapy". */
export function isFacility(word: string): boolean {
  return facilities.has(word) || facilityEnding.test(word)
}

/** Words between a trait and the clinician, as in "female primary care doctor"; none of them applies to one gender only. */
export const clinicianQualifiers = phraseSet(lists['clinician-qualifiers'])
