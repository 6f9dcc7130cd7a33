/**
 * The subject of sentences about a clinician: first the name, then the pronoun for the registered gender, or the name again. Also
 * turns clauses about that subject into sentences.
 */
import type { PersonName, ProviderCard } from '@careatlas/contract/cards'
import { titleCaseName } from '@careatlas/directory/title-case'
import { isTitledDoctor } from '../credential.ts'
import { credentialsOf, formatName } from '../person-display.ts'
import type { Sentence } from '../phrasing/fit-sentences.ts'
import { joinClauses, toSentence } from '../phrasing/grammar.ts'

export interface Subject {
  /** The first mention, with commas: "Janelle Ortiz, FNP-BC,". */
  readonly firstMention: string
  /** The second mention: "Dr. Ortiz" for a doctor with a title, else the pronoun. */
  readonly secondMention: string
  /** "she", "he", or the name if the registry does not state a gender. */
  readonly they: string
  /** Whether `they` is a pronoun, which a text may repeat. */
  readonly hasPronoun: boolean
  /** "her", "his", or the possessive of the name. */
  readonly their: string
}

/** Uses the gender and the credential, not the registered name prefix, because that is "Dr." for some nurses. */
export function subjectOf(name: PersonName, gender: ProviderCard['gender']): Subject {
  const shortName = formatName(name, false).replace(/^This (?=clinician$)/, 'this ')
  const hasTitle = isTitledDoctor(credentialsOf(name))
  const again = hasTitle && name.last !== null ? `Dr. ${titleCaseName(name.last)}` : shortName
  const they = gender === 'F' ? 'she' : gender === 'M' ? 'he' : again
  return {
    firstMention: name.credential === null ? shortName : `${shortName}, ${name.credential},`,
    secondMention: hasTitle ? again : they,
    they,
    hasPronoun: they !== again,
    their: gender === 'F' ? 'her' : gender === 'M' ? 'his' : possessive(again),
  }
}

function possessive(name: string): string {
  return name.endsWith('s') ? `${name}’` : `${name}’s`
}

/** The words after the subject, such as "speaks Spanish"; `besides` are words before it, such as "besides English". */
export interface Clause extends Sentence {
  readonly besides?: string
}

/** One sentence per clause; without a pronoun one sentence for all, so that the text does not repeat the name. */
export function subjectSentences(
  { they, hasPronoun }: Subject,
  clauses: readonly Clause[],
): readonly Sentence[] {
  if (clauses.length === 0) return []
  if (hasPronoun)
    return clauses.map(({ text, besides = '', dropPriority }) => ({
      text: toSentence(`${besides} ${they} ${text}`.trim()),
      dropPriority,
    }))
  const texts = clauses.map(({ text, besides = '' }) => `${text} ${besides}`.trim())
  const dropPriority = Math.max(...clauses.map((clause) => clause.dropPriority))
  return [{ text: toSentence(`${they} ${joinClauses(texts)}`), dropPriority }]
}
