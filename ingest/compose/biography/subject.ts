/** How a text speaks of one clinician: by name at first, then by the registry's pronoun, or by the name again. */
import type { PersonName, ProviderCard } from '@careatlas/contract/cards'
import { titleCaseName } from '@careatlas/directory/title-case'
import { isTitledDoctor } from '../credential.ts'
import { credentialsOf, spokenName } from '../person-display.ts'

export interface Subject {
  /** Opens the text, commas included: "Janelle Ortiz, FNP-BC,". */
  readonly introduced: string
  /** The next time: "Dr. Ortiz" of a titled doctor, else the pronoun. */
  readonly again: string
  /** "she", "he", or the name again where the registry states neither. */
  readonly they: string
  /** Whether `they` is a pronoun, which bears repetition. */
  readonly hasPronoun: boolean
  /** "her", "his", or the name's genitive. */
  readonly their: string
}

/** By the registry's gender and the credential alone: its prefixes call nurses Dr. */
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
