/** The first sentences of a biography: who this is and where they practice, in one of several plans. */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import type { Told } from './biography.ts'
import type { Sentence } from './fit-sentences.ts'
import { sentence } from './grammar.ts'
import { kindOfOnePlainName, kindsInWords, namesInWords } from './kinds-in-words.ts'
import { monthInWords } from './month.ts'
import { arrangedAtPlaces } from './opening-plans.ts'
import { isStudent, spokenTaxonomies } from './specialties.ts'
import type { SpokenPlace } from './spoken-place.ts'
import type { Subject } from './subject.ts'

const noSpecialty = { text: 'The registry states no individual specialty.', expendable: 2 }

/** `places` with the primary one first. */
export function openingSentences(
  { npi, registeredOn, ...told }: Pick<Told, 'npi' | 'taxonomies' | 'registeredOn'>,
  subject: Subject,
  places: readonly SpokenPlace[],
): readonly Sentence[] {
  const taxonomies = spokenTaxonomies(told.taxonomies)
  const [primary] = taxonomies
  const shared = kindOfOnePlainName(taxonomies)
  const opening = {
    npi,
    subject,
    kind: shared ?? kindsInWords(taxonomies),
    listed: shared !== null,
    specialtyKnown: primary !== undefined,
    inTraining: primary !== undefined && isStudent(primary),
    registeredIn: registeredOn === null ? null : monthInWords(registeredOn),
  }
  const [first = '', ...rest] = arrangedAtPlaces(opening, places)
  return [
    { text: sentence(first), expendable: 0 },
    ...rest.map((text) => ({ text: sentence(text), expendable: 2 })),
    ...(opening.specialtyKnown ? [] : [noSpecialty]),
    ...(opening.listed ? [] : otherSpecialties(subject, taxonomies)),
  ]
}

/** From three specialties on, the others have a sentence of their own. */
function otherSpecialties({ they }: Subject, [, ...others]: readonly Taxonomy[]): readonly Sentence[] {
  return others.length < 2
    ? []
    : [{ text: sentence(`${they} is also ${namesInWords(others)}`), expendable: 2 }]
}
