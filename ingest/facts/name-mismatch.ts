/** Detects records with a valid NPI and the name of another person: a typing error in the NPI, or a mixed-up line. */
import type { OtherName } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import type { ClinicianRow, Fact, SourcedFact, NamedPerson } from './facts.ts'

/** The reason for which `left_out` counts such records. */
export const nameMismatchReason = 'another_person'

/**
 * Returns a function that finds the name of another person in a fact; null if the fact is about the NPI. A person is another one
 * if neither the last nor the first name is among the current and earlier names in the registry. One equal word is enough, also
 * of a middle name.
 */
export function createNameMismatchFinder(
  sourcedFacts: readonly SourcedFact[],
): (fact: Fact) => NamedPerson | null {
  if (sourcedFacts.every(({ fact }) => getPerson(fact) === null)) return () => null
  const names = sourcedFacts.flatMap(({ fact }) => (fact.kind === 'clinician' ? listNames(fact) : []))
  const lasts = splitWords(names.flatMap(({ last, middle }) => [last, middle]))
  const firsts = splitWords(names.flatMap(({ first, middle }) => [first, middle]))
  return (fact) => {
    const person = getPerson(fact)
    if (person === null || lasts.size === 0 || firsts.size === 0) return null
    return sharesWord(person.last, lasts) || sharesWord(person.first, firsts) ? null : person
  }
}

function getPerson(fact: Fact): NamedPerson | null {
  return ('person' in fact ? fact.person : null) ?? null
}

function listNames({
  name,
  otherNames,
}: ClinicianRow): readonly Pick<OtherName, 'first' | 'middle' | 'last'>[] {
  return [name, ...otherNames]
}

/** The words of the names, and each name as one word: `O BRIEN` is also `OBRIEN`. */
function splitWords(names: readonly (string | null)[]): ReadonlySet<string> {
  const folded = names.map((name) => foldName(name ?? '')).filter((name) => name !== '')
  return new Set(folded.flatMap((name) => [...name.split(' '), name.replaceAll(' ', '')]))
}

function sharesWord(name: string, known: ReadonlySet<string>): boolean {
  return !splitWords([name]).isDisjointFrom(known)
}
