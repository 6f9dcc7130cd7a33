/** How well a ranking answers a judged question. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import type { JudgedQuery } from './judged-queries.ts'

/** What is graded of a hit. */
export interface Answer {
  /** The first is what the hit is above all. */
  readonly codes: readonly string[]
  readonly card: ProviderCard | LocationCard
}

/** Miles around a place that a question names. */
const around = 25

/**
 * 2 for what a receptionist would choose, 1 for what is sensible too, 0 else. A second code counts one less, a wish that is
 * not met takes one, and another place or person all.
 */
export function gradeOf(
  { codes, card }: Answer,
  { grades, wants }: JudgedQuery,
  place: Point | null,
): number {
  if (place !== null && !isNear(card, place)) return 0
  if (!('npi' in card)) return Math.max(0, ...codes.map((code) => grades.get(code) ?? 0))
  if ((wants.has('last') || wants.has('first')) && !hasName(card, wants)) return 0
  if (grades.size === 0) return wants.has('last') ? 2 : 0
  const byCode = Math.max(0, ...codes.map((code, at) => (grades.get(code) ?? 0) - (at === 0 ? 0 : 1)))
  return Math.max(0, byCode - unmet(card, wants))
}

function hasName({ name, other_names }: ProviderCard, wants: JudgedQuery['wants']): boolean {
  return [name, ...other_names].some((one) =>
    (['first', 'last'] as const).every((part) => {
      const wanted = wants.get(part)
      return wanted === undefined || foldName(one[part] ?? '') === foldName(wanted)
    }),
  )
}

function unmet(card: ProviderCard, wants: JudgedQuery['wants']): number {
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
    ({ lat, lng }) => lat !== null && lng !== null && distanceMiles(place, { lat, lng }) <= around,
  )
}

/** Gains of the first ten over those of the best order (K. Järvelin and J. Kekäläinen, 2002); null where nothing is good. */
export function ndcg(ranked: readonly number[], all: readonly number[]): number | null {
  const best = gain(all.toSorted((a, b) => b - a))
  return best === 0 ? null : gain(ranked) / best
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)
}
