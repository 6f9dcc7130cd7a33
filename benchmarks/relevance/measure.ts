/** Grades the results of a judged query. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import type { JudgedQuery } from './judged-queries.ts'

/** The graded parts of a result. */
export interface GradedResult {
  /** The first code is the primary one. */
  readonly codes: readonly string[]
  readonly card: ProviderCard | LocationCard
}

/** The radius around a place in a query. */
const placeRadiusMiles = 25

/**
 * 2 for the choice of a receptionist, 1 for other sensible codes, otherwise 0. A second code counts one less, an unmet preference
 * subtracts one, and another place or person gives 0.
 */
export function gradeResult(
  { codes, card }: GradedResult,
  { grades, wants }: JudgedQuery,
  place: Point | null,
): number {
  if (place !== null && !isNear(card, place)) return 0
  if (!('npi' in card)) return Math.max(0, ...codes.map((code) => grades.get(code) ?? 0))
  if ((wants.has('last') || wants.has('first')) && !hasName(card, wants)) return 0
  if (grades.size === 0) return wants.has('last') ? 2 : 0
  const codeGrade = Math.max(0, ...codes.map((code, rank) => (grades.get(code) ?? 0) - (rank === 0 ? 0 : 1)))
  return Math.max(0, codeGrade - computePenalty(card, wants))
}

function hasName({ name, other_names }: ProviderCard, wants: JudgedQuery['wants']): boolean {
  return [name, ...other_names].some((candidate) =>
    (['first', 'last'] as const).every((part) => {
      const wanted = wants.get(part)
      return wanted === undefined || foldName(candidate[part] ?? '') === foldName(wanted)
    }),
  )
}

function computePenalty(card: ProviderCard, wants: JudgedQuery['wants']): number {
  const language = wants.get('language')
  const met = [
    language === undefined || card.languages.includes(language),
    !wants.has('gender') || card.gender === wants.get('gender'),
    !wants.has('telehealth') || card.telehealth.value === 'offered',
    !wants.has('accepting') ||
      card.practice_locations.some(
        ({ accepting_new_patients }) => accepting_new_patients.value === 'accepting',
      ),
  ]
  return met.includes(false) ? 1 : 0
}

function isNear(card: ProviderCard | LocationCard, place: Point): boolean {
  const places = 'npi' in card ? card.practice_locations : [card]
  return places.some(
    ({ lat, lng }) => lat !== null && lng !== null && distanceMiles(place, { lat, lng }) <= placeRadiusMiles,
  )
}

/** nDCG@10 (K. Järvelin and J. Kekäläinen, 2002) of `ranked`, compared with the best order of `all`; null if no result is relevant. */
export function ndcg(ranked: readonly number[], all: readonly number[]): number | null {
  const best = computeDcg(all.toSorted((a, b) => b - a))
  return best === 0 ? null : computeDcg(ranked) / best
}

function computeDcg(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0)
}
