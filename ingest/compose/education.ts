/** The training of a clinician that sources state: entries of the card, and sentences about them. */
import type { Education } from '@careatlas/contract/cards'
import { titleCaseOrganization } from '@careatlas/directory/title-case'
import type { Observation } from '../facts/facts.ts'
import { sortByPrecedence } from '../facts/source-precedence.ts'
import { midSentence } from './phrasing/grammar.ts'

/** Values that sources write for an empty field. */
const placeholder = /^(?:other|unknown|none|n\/?a|not (?:stated|available|applicable)|-+|\.+)$/i

/** Each distinct entry with an institution or a field; those of the newest observation come first. */
export function composeEducation(observations: readonly Observation[]): Education[] {
  const byContent = new Map<string, Education>()
  for (const entry of sortByPrecedence(observations).flatMap(({ education }) => education)) {
    const { kind, year } = entry
    const cleaned = { kind, institution: filledIn(entry.institution), field: filledIn(entry.field), year }
    const key = `${kind}|${cleaned.institution}|${cleaned.field}|${year}`.toLowerCase()
    if (cleaned.institution !== null || cleaned.field !== null)
      byContent.set(key, byContent.get(key) ?? cleaned)
  }
  return [...byContent.values()]
}

function filledIn(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || placeholder.test(trimmed) ? null : trimmed
}

/** Words that follow the clinician's name: "graduated from the University of Texas Medical School in 2004". */
export function educationInWords({ kind, institution, field, year }: Education): string | null {
  const where = institution === null ? null : institutionInWords(institution)
  const when = year === null ? '' : ` in ${year}`
  const of = field === null ? '' : ` in ${midSentence(field)}`
  const at = where === null ? '' : ` at ${where}`
  const from = where === null ? '' : ` from ${where}`
  const words: Readonly<Record<Education['kind'], string | null>> = {
    medical_school: where && `graduated from ${where}${when}`,
    degree: `earned a degree${of}${from}${when}`,
    residency: `completed a residency${of}${at}${when}`,
    fellowship: `completed a fellowship${of}${at}${when}`,
    certification: `holds a certification${of}${from}${year === null ? '' : ` (${year})`}`,
    other: where && `trained${of}${at}${when}`,
  }
  return words[kind]
}

/** The name with its article, if it needs one: "the University of Texas Medical School", "Harvard Medical School". */
export function institutionInWords(institution: string): string {
  const name = /[a-z]/.test(institution) ? institution : titleCaseOrganization(institution)
  const needsArticle = /^(?:University|College|School|Institute|Academy|American|National) /.test(name)
  return needsArticle || /\b(?:School|College) of \w+ University$/.test(name) ? `the ${name}` : name
}
