/** The first sentences of a biography: the clinician and the places, in one of several sentence plans. */
import type { Taxonomy } from '@careatlas/directory/taxonomy'
import type { Sentence } from '../phrasing/fit-sentences.ts'
import { joinList, monthInWords, toSentence } from '../phrasing/grammar.ts'
import { isRegisteredOnlyName } from '../credential-check.ts'
import { asRegisteredPhrase } from '../registration-age.ts'
import { isNonPracticing, isTrainee, selectNamedTaxonomies } from '../specialties.ts'
import type { BiographyFacts } from './biography-facts.ts'
import {
  registeredKindsInWords,
  kindOfClinician,
  sharedPlainKind,
  specialtiesMax,
  namesInWords,
  registeredNamesInWords,
} from './kind-of-clinician.ts'
import { arrangeOpening } from './opening-plans.ts'
import type { Subject } from './subject.ts'

const noSpecialty = { text: 'The registry states no individual specialty.', dropPriority: 2 }

export function openingSentences(
  { npi, registeredOn, corroboration, places, ...facts }: BiographyFacts,
  subject: Subject,
): readonly Sentence[] {
  const taxonomies = selectNamedTaxonomies(facts.taxonomies)
  const [primary] = taxonomies
  // A list confirms only the place and the primary specialty, so the other specialties need a separate sentence. They also need one
  // if one of them is only registered, because its verb differs.
  const others = taxonomies.slice(1)
  const isSeparate = corroboration !== null || others.some(({ name }) => isRegisteredOnlyName(name))
  const openingTaxonomies = isSeparate ? taxonomies.slice(0, 1) : taxonomies
  const sharedKind = sharedPlainKind(openingTaxonomies)
  const opening = {
    npi,
    subject,
    kind: sharedKind ?? kindOfClinician(openingTaxonomies),
    isList: sharedKind !== null,
    registeredKinds: primary === undefined ? registeredKindsInWords(facts.organizationKinds) : null,
    isRegisteredOnly: primary === undefined || isNonPracticing(primary),
    registeredOn,
    corroboration,
  }
  const [first = '', ...rest] = arrangeOpening(opening, places)
  return [
    { text: toSentence(first), dropPriority: 0 },
    ...rest.map((text) => ({ text: toSentence(text), dropPriority: 2 })),
    ...phoneAgeSentence(corroboration),
    ...(opening.isList || (!isSeparate && others.length < 2)
      ? []
      : otherSpecialtiesSentence(subject, others, corroboration)),
    ...(primary === undefined ? [] : organizationCodesSentence(subject, facts.organizationKinds)),
    ...(facts.hasIndividualCode ? [] : [noSpecialty]),
    ...(facts.hasTraineeCode ? traineeSentence(subject, taxonomies) : []),
  ]
}

/** The date of the telephone number, because a list that confirms an old address does not confirm its number. */
function phoneAgeSentence(corroboration: BiographyFacts['corroboration']): readonly Sentence[] {
  if (corroboration?.phoneRegisteredOn == null) return []
  return [
    {
      text: toSentence(`the telephone number is ${asRegisteredPhrase(corroboration.phoneRegisteredOn)}`),
      dropPriority: 2,
    },
  ]
}

/** Names the fields of a clinician's organization codes, because a person is not an agency. */
function organizationCodesSentence(
  { their }: Subject,
  organizationKinds: readonly Taxonomy[],
): readonly Sentence[] {
  if (organizationKinds.length === 0) return []
  const fields = [...new Set(organizationKinds.map(({ field }) => field))].slice(0, specialtiesMax)
  return [{ text: toSentence(`${their} registration also lists ${joinList(fields)}`), dropPriority: 3 }]
}

/** A separate sentence for the other specialties. */
function otherSpecialtiesSentence(
  { they }: Subject,
  others: readonly Taxonomy[],
  corroboration: BiographyFacts['corroboration'],
): readonly Sentence[] {
  if (others.length === 0) return []
  const text =
    corroboration === null
      ? `${they} is also ${namesInWords(others)}`
      : `${they} is also registered ${registeredNamesInWords(others)}, as of ${monthInWords(corroboration.registeredOn)}`
  return [{ text: toSentence(text), dropPriority: 2 }]
}

/** A separate sentence for the trainee code of a clinician with a profession, because the code does not state a profession. */
function traineeSentence({ they }: Subject, spoken: readonly Taxonomy[]): readonly Sentence[] {
  if (spoken.some(isTrainee)) return []
  return [{ text: toSentence(`${they} is also registered as a student or trainee`), dropPriority: 3 }]
}
