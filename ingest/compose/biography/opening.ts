/** The first sentences of a biography: the clinician and the places, in one of several sentence plans. */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import type { Sentence } from '../phrasing/fit-sentences.ts'
import { joinList, monthInWords, sentence } from '../phrasing/grammar.ts'
import { isOnlyRegisteredAs } from '../credential-check.ts'
import { asRegistered } from '../registration-age.ts'
import { isOnlyRegistered, isStudent, spokenTaxonomies } from '../specialties.ts'
import type { BiographyFacts } from './biography-facts.ts'
import {
  asRegisteredKinds,
  kindOfClinician,
  kindOfOnePlainName,
  namedMax,
  namesInWords,
  registeredNames,
} from './kind-of-clinician.ts'
import { arrangedAtPlaces } from './opening-plans.ts'
import type { Subject } from './subject.ts'

const noSpecialty = { text: 'The registry states no individual specialty.', expendable: 2 }

export function openingSentences(
  { npi, registeredOn, corroboration, places, ...facts }: BiographyFacts,
  subject: Subject,
): readonly Sentence[] {
  const taxonomies = spokenTaxonomies(facts.taxonomies)
  const [primary] = taxonomies
  // A list confirms the place and the primary specialty, so the clause with the list names no other specialty. One that is only
  // registered needs its own verb.
  const others = taxonomies.slice(1)
  const isApart = corroboration !== null || others.some(({ name }) => isOnlyRegisteredAs(name))
  const named = isApart ? taxonomies.slice(0, 1) : taxonomies
  const shared = kindOfOnePlainName(named)
  const opening = {
    npi,
    subject,
    kind: shared ?? kindOfClinician(named),
    listed: shared !== null,
    registeredKinds: primary === undefined ? asRegisteredKinds(facts.registeredAs) : null,
    registered: primary === undefined || isOnlyRegistered(primary),
    registeredOn,
    corroboration,
  }
  const [first = '', ...rest] = arrangedAtPlaces(opening, places)
  return [
    { text: sentence(first), expendable: 0 },
    ...rest.map((text) => ({ text: sentence(text), expendable: 2 })),
    ...ageOfPhone(corroboration),
    ...(opening.listed || (!isApart && others.length < 2)
      ? []
      : otherSpecialties(subject, others, corroboration)),
    ...(primary === undefined ? [] : alsoRegistered(subject, facts.registeredAs)),
    ...(facts.individualCode ? [] : [noSpecialty]),
    ...(facts.traineeCode ? alsoTrainee(subject, taxonomies) : []),
  ]
}

/** Gives the date of the telephone number, because a list that confirms an old address has no number. */
function ageOfPhone(corroboration: BiographyFacts['corroboration']): readonly Sentence[] {
  if (corroboration?.phoneRegisteredOn == null) return []
  return [
    {
      text: sentence(`the telephone number is ${asRegistered(corroboration.phoneRegisteredOn)}`),
      expendable: 2,
    },
  ]
}

/** Names organization codes of a clinician by what such organizations do, because a person is not an agency. */
function alsoRegistered({ their }: Subject, registeredAs: readonly Taxonomy[]): readonly Sentence[] {
  if (registeredAs.length === 0) return []
  const fields = [...new Set(registeredAs.map(({ field }) => field))].slice(0, namedMax)
  return [{ text: sentence(`${their} registration also lists ${joinList(fields)}`), expendable: 3 }]
}

/** A separate sentence for the other specialties. */
function otherSpecialties(
  { they }: Subject,
  others: readonly Taxonomy[],
  corroboration: BiographyFacts['corroboration'],
): readonly Sentence[] {
  if (others.length === 0) return []
  const text =
    corroboration === null
      ? `${they} is also ${namesInWords(others)}`
      : `${they} is also registered ${registeredNames(others)}, as of ${monthInWords(corroboration.registeredOn)}`
  return [{ text: sentence(text), expendable: 2 }]
}

/** A separate sentence for the trainee code of a clinician with a profession, because the code does not state a profession. */
function alsoTrainee({ they }: Subject, spoken: readonly Taxonomy[]): readonly Sentence[] {
  if (spoken.some(isStudent)) return []
  return [{ text: sentence(`${they} is also registered as a student or trainee`), expendable: 3 }]
}
