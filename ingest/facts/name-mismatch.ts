/** A record whose NPI is right and whose person is another: a number mistyped, or taken over with the wrong line. */
import type { OtherName } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import type { ClinicianRow, Fact, SourcedFact, NamedPerson } from './facts.ts'

/** The reason for which `left_out` counts such records. */
export const nameMismatchReason = 'another_person'

/**
 * Tells of a fact of these whether it is about somebody else, and about whom: neither its last nor its first name is among
 * those that the registry has or had for the NPI. Of a name in several words one is enough, and a middle name will do.
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

/** The words, and each name as one word: `O BRIEN` is `OBRIEN`. */
function splitWords(names: readonly (string | null)[]): ReadonlySet<string> {
  const folded = names.map((name) => foldName(name ?? '')).filter((name) => name !== '')
  return new Set(folded.flatMap((name) => [...name.split(' '), name.replaceAll(' ', '')]))
}

function sharesWord(name: string, known: ReadonlySet<string>): boolean {
  return !splitWords([name]).isDisjointFrom(known)
}
