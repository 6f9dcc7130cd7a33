/**
 * Raises the field that cares for a group of patients whatever they have: pediatrics for a child, obstetrics in pregnancy, family
 * medicine for a family; and for a child, the field for children beside the same field for everyone.
 */
import type { Concept } from '@careatlas/vocabulary/concept'
import type { ExtractedPreferences } from './extract-preferences.ts'

/** The concept of each group, and its least score as a share of the best score. */
const patientFields = [
  { group: 'family', id: 'family-medicine', shareMin: 1.15 },
  { group: 'pregnant', id: 'obstetrics', shareMin: 1.05 },
  { group: 'child', id: 'pediatrics', shareMin: 0.9 },
] as const

/** NUCC codes of dentists, who treat teeth in pregnancy too. */
const dentalCode = /^122/

/** NUCC codes of mental health, whose fields for children care for a child: counselors, psychologists, social workers, psychiatrists. */
const mentalCode = /^(?:10[1346]|2084)/

export function raisePatientFields(
  scores: Float32Array,
  concepts: readonly Concept[],
  preferences: Pick<ExtractedPreferences, 'child' | 'family' | 'pregnant'>,
): Float32Array {
  const raised = patientFields.filter(({ group }) => preferences[group])
  if (raised.length === 0) return scores
  const best = scores.reduce((max, score) => Math.max(max, score), 0)
  const result = scores.slice()
  const numbers = numbersById(concepts)
  const { codes } = concepts[scores.indexOf(best)]!
  const isDental = codes.some(({ code }) => dentalCode.test(code))
  const isMental = codes.some(({ code, weight }) => weight === 1 && mentalCode.test(code))
  for (const { group, id, shareMin } of raised) {
    const number = numbers.get(id)
    if (number === undefined || (isDental && group === 'pregnant') || (isMental && group === 'child'))
      continue
    result[number] = Math.max(result[number]!, shareMin * best)
  }
  return result
}

/** The fields for children whose ID is not that of the field with `pediatric-` before it. */
const pediatricFields: ReadonlyMap<string, string> = new Map([
  ['adult-congenital-heart-disease', 'pediatric-cardiology'],
  ['allergy-immunology', 'pediatric-allergy-and-immunology'],
  ['cardiac-electrophysiology', 'pediatric-cardiology'],
  ['clinical-psychology', 'child-and-adolescent-psychology'],
  ['colorectal-surgery', 'pediatric-surgery'],
  ['epilepsy-care', 'child-neurology'],
  ['family-medicine', 'pediatrics'],
  ['foot-and-ankle-orthopedics', 'pediatric-orthopedics'],
  ['general-dentistry', 'pediatric-dentistry'],
  ['general-hospital', 'childrens-hospital'],
  ['general-surgery', 'pediatric-surgery'],
  ['hematology', 'pediatric-hematology-oncology'],
  ['joint-replacement', 'pediatric-orthopedics'],
  ['medical-oncology', 'pediatric-hematology-oncology'],
  ['neurology', 'child-neurology'],
  ['orthopedic-surgery', 'pediatric-orthopedics'],
  ['physical-medicine-and-rehabilitation', 'pediatric-rehabilitation'],
  ['psychiatry', 'child-and-adolescent-psychiatry'],
  ['spine-surgery', 'pediatric-orthopedics'],
  ['speech-language-pathology', 'pediatric-speech-therapy'],
])

/** The weight of a field for everyone beside the same field for children. */
const besidePediatricWeight = 0.95

/** For a child, the field for children takes the score of the same field for everyone, which ranks after it. */
export function raisePediatricFields(scores: Float32Array, concepts: readonly Concept[]): Float32Array {
  const numbers = numbersById(concepts)
  const result = scores.slice()
  for (const [number, { id }] of concepts.entries()) {
    const pediatric = numbers.get(pediatricFields.get(id) ?? `pediatric-${id}`)
    if (pediatric === undefined || scores[number]! <= scores[pediatric]!) continue
    result[pediatric] = Math.max(result[pediatric]!, scores[number]!)
    result[number]! *= besidePediatricWeight
  }
  return result
}

/** The first number of each ID: our concept precedes the ranges of ICD-10-CM that have its ID. */
function numbersById(concepts: readonly Concept[]): ReadonlyMap<string, number> {
  return new Map(concepts.map(({ id }, number) => [id, number] as const).toReversed())
}
