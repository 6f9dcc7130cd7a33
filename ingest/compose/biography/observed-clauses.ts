/** Clauses that a source other than the registry bears out: new patients, telehealth, Medicare, with whom one works. */
import type { Affiliation, MedicareAssignment, Statement, Telehealth } from '@careatlas/contract/cards'
import { attributed, sourceInWords } from '../english/attribution.ts'
import type { Sentence } from '../english/fit-sentences.ts'
import { joinList } from '../english/grammar.ts'
import { monthInWords } from '../english/month.ts'
import { sentencePlan } from '../english/sentence-plan.ts'
import type { Clause } from './clause.ts'
import type { SpokenPlace } from './spoken-place.ts'

/** Places whose new patients are told, organizations that are named; the card holds the rest. */
const toldMax = { accepting: 2, affiliations: 3 } as const

export function acceptingClauses(places: readonly SpokenPlace[]): readonly Clause[] {
  const stated = places.filter(({ location }) => acceptance[location.accepting_new_patients.value] !== null)
  return stated.slice(0, toldMax.accepting).map(({ shortOffice, location }) => {
    const accepting = location.accepting_new_patients
    const at = places.length === 1 ? 'there' : `at ${shortOffice}`
    return { text: `${acceptance[accepting.value]} ${at}${attributed(accepting)}`, expendable: 4 }
  })
}

const acceptance = {
  accepting: 'accepts new patients',
  not_accepting: 'does not accept new patients',
  existing_only: 'sees existing patients only',
  unknown: null,
} as const

export function telehealthClause(telehealth: Telehealth): readonly Clause[] {
  if (telehealth.value !== 'offered') return []
  return [{ text: `offers telehealth visits${attributed(telehealth)}`, expendable: 4 }]
}

export function assignmentClause(assignment: MedicareAssignment): readonly Clause[] {
  const taken = takes[assignment.value]
  return taken === null ? [] : [{ text: `${taken}${attributed(assignment)}`, expendable: 5 }]
}

const takes = {
  accepts: 'accepts Medicare’s approved amount as full payment',
  may_accept: 'may accept Medicare’s approved amount as full payment',
  unknown: null,
} as const

/** Group practices, then hospitals; an organization that `places` name already is not told again. */
export function affiliationClauses(
  npi: string,
  affiliations: readonly Affiliation[],
  places: readonly SpokenPlace[],
): readonly Clause[] {
  const here = new Set(places.map(({ location }) => location.name))
  const others = affiliations.filter(({ name }) => !here.has(name))
  return (['group_practice', 'hospital'] as const).flatMap((kind) => {
    const [first, ...rest] = others.filter((affiliation) => affiliation.kind === kind)
    if (first === undefined) return []
    const saidTogether = rest.filter(({ source, as_of }) => source === first.source && as_of === first.as_of)
    const names = [first, ...saidTogether].slice(0, toldMax.affiliations).map(({ name }) => name)
    const verbs = affiliatedBy[kind]
    const verb = verbs[sentencePlan(npi, verbs.length, 2)]
    return [{ text: `${verb} ${joinList(names)}${attributed(first)}`, expendable: 5 }]
  })
}

const affiliatedBy = {
  group_practice: ['works with', 'practices with', 'is part of'],
  hospital: ['is affiliated with', 'has a hospital affiliation with'],
} as const

/** The words of the source, marked as such: “We see children of all ages.” */
export function statementSentence(npi: string, [first]: readonly Statement[]): readonly Sentence[] {
  if (first === undefined) return []
  const { text, source, as_of } = first
  const by = [sourceInWords(source), ...(as_of === null ? [] : [monthInWords(as_of)])].join(', ')
  const opening = sentencePlan(npi, 2, 3) === 0 ? `A statement (${by}) reads:` : `From a statement (${by}):`
  return [{ text: `${opening} “${text}”${/[.!?…]$/.test(text) ? '' : '.'}`, expendable: 7 }]
}
