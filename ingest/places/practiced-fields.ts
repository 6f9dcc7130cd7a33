/** What is done at a place, as codes that search weighs: those of the organization, and those of its roster. */
import type { ClinicalSlice } from '@careatlas/search/relevance'
import type { RosterMember } from '../compose/place-facts.ts'
import { compareText } from '../compare-text.ts'

/** A place is first what its organization is, then its further codes; of the roster the commonest field comes near. */
const weights = { own: 1, furtherOwn: 0.85, mostOfRoster: 0.9, someOfRoster: 0.75, fewOfRoster: 0.6 } as const

/** Shares of the roster from which on a field is that of most, or of some. */
const shares = { most: 0.5, some: 0.1 } as const

interface Practiced {
  readonly organization: { readonly taxonomyCodes: readonly string[] } | null
  readonly roster: readonly Pick<RosterMember, 'taxonomyCode'>[]
}

/** Each code once, at its greatest weight, in the order of codes. */
export function practicedFields({ organization, roster }: Practiced): ClinicalSlice['codes'] {
  const weighed = new Map<string, number>()
  const weigh = (code: string, weight: number): void => {
    weighed.set(code, Math.max(weight, weighed.get(code) ?? 0))
  }
  organization?.taxonomyCodes.forEach((code, at) => weigh(code, at === 0 ? weights.own : weights.furtherOwn))
  for (const [code, members] of Map.groupBy(roster, ({ taxonomyCode }) => taxonomyCode)) {
    if (code !== null) weigh(code, rosterWeight(members.length / roster.length))
  }
  return [...weighed].toSorted(([a], [b]) => compareText(a, b)).map(([code, weight]) => ({ code, weight }))
}

function rosterWeight(share: number): number {
  if (share >= shares.most) return weights.mostOfRoster
  return share >= shares.some ? weights.someOfRoster : weights.fewOfRoster
}
