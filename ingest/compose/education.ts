/** Composes the training that sources state for a clinician: entries of the card, and the words for them. */
import type { Education } from '@careatlas/contract/cards'
import { titleCaseOrganization } from '@careatlas/directory/title-case'
import type { Observation } from '../facts/facts.ts'
import { sortByPrecedence } from '../facts/source-precedence.ts'
import { midSentence } from './phrasing/grammar.ts'

/** Values that sources write for an empty field. */
const placeholder = /^(?:other|unknown|none|n\/?a|not (?:stated|available|applicable)|-+|\.+)$/i

/** Each distinct entry with an institution or a field; entries of the newest observation come first. */
export function composeEducation(observations: readonly Observation[]): Education[] {
  const byContent = new Map<string, Education>()
  for (const entry of sortByPrecedence(observations).flatMap(({ education }) => education)) {
    const { kind, year } = entry
    const cleaned = {
      kind,
      institution: removePlaceholder(entry.institution),
      field: removePlaceholder(entry.field),
      year,
    }
    const key = `${kind}|${cleaned.institution}|${cleaned.field}|${year}`.toLowerCase()
    if (cleaned.institution !== null || cleaned.field !== null)
      byContent.set(key, byContent.get(key) ?? cleaned)
  }
  return [...byContent.values()]
}

function removePlaceholder(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || placeholder.test(trimmed) ? null : trimmed
}

/** Words that follow the clinician's name: "graduated from the University of Texas Medical School in 2004". */
export function educationInWords({ kind, institution, field, year }: Education): string | null {
  const school = institution === null ? null : institutionInWords(institution)
  const inYear = year === null ? '' : ` in ${year}`
  const inField = field === null ? '' : ` in ${midSentence(field)}`
  const atSchool = school === null ? '' : ` at ${school}`
  const fromSchool = school === null ? '' : ` from ${school}`
  const words: Readonly<Record<Education['kind'], string | null>> = {
    medical_school: school && `graduated from ${school}${inYear}`,
    degree: `earned a degree${inField}${fromSchool}${inYear}`,
    residency: `completed a residency${inField}${atSchool}${inYear}`,
    fellowship: `completed a fellowship${inField}${atSchool}${inYear}`,
    certification: `holds a certification${inField}${fromSchool}${year === null ? '' : ` (${year})`}`,
    other: school && `trained${inField}${atSchool}${inYear}`,
  }
  return words[kind]
}

/** The name with its article, if it needs one: "the University of Texas Medical School", "Harvard Medical School". */
export function institutionInWords(institution: string): string {
  const name = /[a-z]/.test(institution) ? institution : titleCaseOrganization(institution)
  const needsArticle = /^(?:University|College|School|Institute|Academy|American|National) /.test(name)
  return needsArticle || /\b(?:School|College) of \w+ University$/.test(name) ? `the ${name}` : name
}
