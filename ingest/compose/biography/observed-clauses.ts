/** Clauses from sources other than the registry: new patients, telehealth, Medicare, affiliations. */
import type { Affiliation, MedicareAssignment, Statement, Telehealth } from '@careatlas/contract/cards'
import { attributionPhrase, type Attribution, sourceInWords } from '../phrasing/attribution.ts'
import type { Sentence } from '../phrasing/fit-sentences.ts'
import { countInWords, joinList, monthInWords } from '../phrasing/grammar.ts'
import { variantHash } from '../phrasing/variant-hash.ts'
import type { Clause } from './subject.ts'
import type { PlacePhrase } from './place-phrase.ts'

/** The maximum number of places with a clause on new patients, and of organizations of one kind, in the text. */
const shownMax = { accepting: 2, affiliations: 3 } as const

export type Tense = 'present' | 'past'

/** Returns a function that puts old and undated statements into the past tense. */
export function createTenseRule(recentSince: string | null): (statement: Attribution) => Tense {
  return ({ as_of }) => ((as_of ?? '') < (recentSince ?? '1') ? 'past' : 'present')
}

/** Omits old and undated statements, because they do not help a patient today. The card has them with their dates. */
export function acceptingClauses(
  places: readonly PlacePhrase[],
  tense: (statement: Attribution) => Tense,
): readonly Clause[] {
  const currentPlaces = places.filter(
    ({ location: { accepting_new_patients: statement } }) =>
      acceptance[statement.value] !== null && tense(statement) === 'present',
  )
  return currentPlaces.slice(0, shownMax.accepting).map(({ shortOffice, location }) => {
    const accepting = location.accepting_new_patients
    const where = places.length === 1 ? 'there' : `at ${shortOffice}`
    return { text: `${acceptance[accepting.value]} ${where}${attributionPhrase(accepting)}`, dropPriority: 4 }
  })
}

const acceptance = {
  accepting: 'accepts new patients',
  not_accepting: 'does not accept new patients',
  existing_only: 'sees existing patients only',
  unknown: null,
} as const

export function telehealthClause(telehealth: Telehealth, tense: Tense): readonly Clause[] {
  if (telehealth.value !== 'offered') return []
  const verb = { present: 'offers', past: 'offered' }[tense]
  return [{ text: `${verb} telehealth visits${attributionPhrase(telehealth)}`, dropPriority: 4 }]
}

export function assignmentClause(assignment: MedicareAssignment, tense: Tense): readonly Clause[] {
  const verb = acceptanceVerbs[tense][assignment.value]
  if (verb === null) return []
  const amount = 'Medicare’s approved amount as full payment'
  return [{ text: `${verb} ${amount}${attributionPhrase(assignment)}`, dropPriority: 5 }]
}

const acceptanceVerbs = {
  present: { accepts: 'accepts', may_accept: 'may accept', unknown: null },
  past: { accepts: 'accepted', may_accept: 'sometimes accepted', unknown: null },
} as const

/** Group practices, then hospitals, except organizations that the text names as a place. */
export function affiliationClauses(
  npi: string,
  affiliations: readonly Affiliation[],
  places: readonly PlacePhrase[],
  tense: (statement: Attribution) => Tense,
): readonly Clause[] {
  const placeNames = new Set(places.map(({ location }) => location.name))
  const others = affiliations.filter(({ name }) => !placeNames.has(name))
  return (['group_practice', 'hospital'] as const).flatMap((kind) => {
    const [first, ...rest] = others.filter((affiliation) => affiliation.kind === kind)
    if (first === undefined) return []
    const sameStatement = rest.filter(({ source, as_of }) => source === first.source && as_of === first.as_of)
    const names = namesInWords([first, ...sameStatement], kind)
    const verbs = affiliatedBy[tense(first)][kind]
    const verb = verbs[variantHash(npi, verbs.length, 2)]
    return [{ text: `${verb} ${names}${attributionPhrase(first)}`, dropPriority: 5 }]
  })
}

/** "A, B, C and two other hospitals". Four names are all shown, because "one other hospital" would not be shorter. */
function namesInWords(affiliations: readonly Affiliation[], kind: Affiliation['kind']): string {
  const shown =
    affiliations.length === shownMax.affiliations + 1 ? affiliations.length : shownMax.affiliations
  const shownNames = affiliations.slice(0, shown).map(({ name }) => name)
  const unnamed = affiliations.length - shownNames.length
  return joinList(
    unnamed === 0 ? shownNames : [...shownNames, `${countInWords(unnamed)} other ${plurals[kind]}`],
  )
}

const plurals = { group_practice: 'group practices', hospital: 'hospitals' } as const

const affiliatedBy = {
  present: {
    group_practice: ['works with', 'practices with', 'is part of'],
    hospital: ['is affiliated with', 'has a hospital affiliation with'],
  },
  past: {
    group_practice: ['worked with', 'practiced with', 'was part of'],
    hospital: ['was affiliated with', 'had a hospital affiliation with'],
  },
} as const

/** Quotes a statement with its source: “We see children of all ages.” */
export function statementSentence(npi: string, [first]: readonly Statement[]): readonly Sentence[] {
  if (first === undefined) return []
  const { text, source, as_of } = first
  const attribution = [sourceInWords(source), ...(as_of === null ? [] : [monthInWords(as_of)])].join(', ')
  const opening =
    variantHash(npi, 2, 3) === 0
      ? `A statement (${attribution}) reads:`
      : `From a statement (${attribution}):`
  return [{ text: `${opening} “${text}”${/[.!?…]$/.test(text) ? '' : '.'}`, dropPriority: 7 }]
}
