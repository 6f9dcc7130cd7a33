/**
 * The subject of sentences about a clinician (first the name, then the pronoun for the registered gender, or the name again), and
 * the sentences that are made from clauses about it.
 */
import type { PersonName, ProviderCard } from '@careatlas/contract/cards'
import { titleCaseName } from '@careatlas/directory/title-case'
import { isTitledDoctor } from '../credential.ts'
import { credentialsOf, spokenName } from '../person-display.ts'
import type { Sentence } from '../phrasing/fit-sentences.ts'
import { joinClauses, sentence } from '../phrasing/grammar.ts'

export interface Subject {
  /** The first mention, with commas: "Janelle Ortiz, FNP-BC,". */
  readonly introduced: string
  /** The second mention: "Dr. Ortiz" for a doctor with a title, else the pronoun. */
  readonly again: string
  /** "she", "he", or the name if the registry does not state a gender. */
  readonly they: string
  /** Whether `they` is a pronoun, which a text may repeat. */
  readonly hasPronoun: boolean
  /** "her", "his", or the possessive of the name. */
  readonly their: string
}

/** Ignores the registered name prefix, which is "Dr." for some nurses; uses the gender and the credential. */
export function subjectOf(name: PersonName, gender: ProviderCard['gender']): Subject {
  const short = spokenName(name, false).replace(/^This (?=clinician$)/, 'this ')
  const titled = isTitledDoctor(credentialsOf(name))
  const again = titled && name.last !== null ? `Dr. ${titleCaseName(name.last)}` : short
  const they = gender === 'F' ? 'she' : gender === 'M' ? 'he' : again
  return {
    introduced: name.credential === null ? short : `${short}, ${name.credential},`,
    again: titled ? again : they,
    they,
    hasPronoun: they !== again,
    their: gender === 'F' ? 'her' : gender === 'M' ? 'his' : genitive(again),
  }
}

function genitive(name: string): string {
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
    return clauses.map(({ text, besides = '', expendable }) => ({
      text: sentence(`${besides} ${they} ${text}`.trim()),
      expendable,
    }))
  const texts = clauses.map(({ text, besides = '' }) => `${text} ${besides}`.trim())
  const expendable = Math.max(...clauses.map((clause) => clause.expendable))
  return [{ text: sentence(`${they} ${joinClauses(texts)}`), expendable }]
}
