/** Suggests kinds of care by their names and by complaints. */
import type { CareSuggestion } from '@careatlas/contract/envelopes'
import type { Concept, Phrase } from '@careatlas/vocabulary/concept'
import { type CareMatch, type CareNames, compareCareMatches, isCareName, weightMin } from './care-names.ts'
import type { Typed } from './suggest.ts'

/** Of equal matches, those with more clinicians come first. */
export function suggestCare(
  { text, limit }: Typed,
  careNames: CareNames,
  cliniciansByCode: ReadonlyMap<string, number>,
): CareSuggestion[] {
  if (text === '') return []
  return careNames
    .find(text)
    .map((match) => ({ match, clinicians: countClinicians(match.concept, cliniciansByCode) }))
    .toSorted(
      (a, b) =>
        compareCareMatches(a.match, b.match) ||
        b.clinicians - a.clinicians ||
        (a.match.concept.id < b.match.concept.id ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ match }) => toSuggestion(match))
}

function countClinicians({ codes }: Concept, cliniciansByCode: ReadonlyMap<string, number>): number {
  return codes.reduce(
    (sum, { code, weight }) => sum + (weight < weightMin ? 0 : (cliniciansByCode.get(code) ?? 0)),
    0,
  )
}

function toSuggestion({ concept, phrase }: CareMatch): CareSuggestion {
  const matched = isCareName(phrase) ? null : phrase.text
  const [plain, clinical] = [findBestPhrase(concept, 'roles'), findBestPhrase(concept, 'canonical')]
  return {
    plain_name: plain.text,
    clinical_name: clinical.text,
    matched,
    // The plain name may belong more to another kind of care: "x-ray place" to imaging centers.
    q: matched ?? (plain.weight < clinical.weight ? clinical : plain).text,
  }
}

/** The first phrase of the kind with the greatest weight. Every concept in scope has names of both kinds. */
export function findBestPhrase({ phrases }: Concept, kind: Phrase['kind']): Phrase {
  return phrases.filter((phrase) => phrase.kind === kind).toSorted((a, b) => b.weight - a.weight)[0]!
}
