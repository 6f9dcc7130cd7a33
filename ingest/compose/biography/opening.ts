/** The first sentences of a biography: who this is and where they practice, in one of several plans. */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import type { Sentence } from '../phrasing/fit-sentences.ts'
import { sentence } from '../phrasing/grammar.ts'
import { asRegistered } from '../registration-age.ts'
import { isOnlyRegistered, spokenTaxonomies } from '../specialties.ts'
import type { BiographyFacts } from './biography-facts.ts'
import { asRegisteredKinds, kindOfClinician, kindOfOnePlainName, namesInWords } from './kind-of-clinician.ts'
import { arrangedAtPlaces } from './opening-plans.ts'
import type { Subject } from './subject.ts'

const noSpecialty = { text: 'The registry states no individual specialty.', expendable: 2 }

export function openingSentences(
  { npi, registeredOn, vouchedBy, places, ...facts }: BiographyFacts,
  subject: Subject,
): readonly Sentence[] {
  const taxonomies = spokenTaxonomies(facts.taxonomies)
  const [primary] = taxonomies
  const shared = kindOfOnePlainName(taxonomies)
  const opening = {
    npi,
    subject,
    kind: shared ?? kindOfClinician(taxonomies),
    listed: shared !== null,
    registeredKinds: primary === undefined ? asRegisteredKinds(facts.registeredAs) : null,
    registered: primary === undefined || isOnlyRegistered(primary),
    registeredOn,
    vouchedBy,
  }
  const [first = '', ...rest] = arrangedAtPlaces(opening, places)
  return [
    { text: sentence(first), expendable: 0 },
    ...rest.map((text) => ({ text: sentence(text), expendable: 2 })),
    ...ageOfPhone(vouchedBy),
    ...(opening.listed ? [] : otherSpecialties(subject, taxonomies)),
    ...(primary === undefined ? [noSpecialty] : alsoRegistered(subject, facts.registeredAs)),
  ]
}

/** A list that vouches for an old address has no number. */
function ageOfPhone(vouched: BiographyFacts['vouchedBy']): readonly Sentence[] {
  if (vouched?.phoneRegisteredOn == null) return []
  return [
    { text: sentence(`the telephone number is ${asRegistered(vouched.phoneRegisteredOn)}`), expendable: 2 },
  ]
}

/** The further registrations of a clinician with a specialty. */
function alsoRegistered({ they }: Subject, registeredAs: readonly Taxonomy[]): readonly Sentence[] {
  if (registeredAs.length === 0) return []
  return [{ text: sentence(`${they} is also registered ${asRegisteredKinds(registeredAs)}`), expendable: 3 }]
}

/** From three specialties on, the others have a sentence of their own. */
function otherSpecialties({ they }: Subject, [, ...others]: readonly Taxonomy[]): readonly Sentence[] {
  return others.length < 2
    ? []
    : [{ text: sentence(`${they} is also ${namesInWords(others)}`), expendable: 2 }]
}
