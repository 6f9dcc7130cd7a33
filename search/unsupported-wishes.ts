/** Finds the wishes in a query that the search cannot apply, such as opening hours. The data file has their words. */
import { wordsOf } from '@careatlas/vocabulary/words'
import { queryTokensMax } from './query/token-cursor.ts'
import { isPresent, readRedFlags } from './query/triage/red-flag.ts'

/** As the notice names them. */
export type UnsupportedWish =
  | 'opening hours'
  | 'appointment at short notice'
  | 'wheelchair access'
  | 'treatment without injections or medicine'
  | 'price'
  | 'reviews'
  | 'experience or training'
  | 'background or belief of the clinician'
  | 'parking or public transport'
  | 'home visits'

const wishes = readRedFlags(import.meta.dirname, 'unsupported-wishes.txt').flags

export function findUnsupportedWishes(q: string): readonly UnsupportedWish[] {
  const text = wordsOf(q).slice(0, queryTokensMax).join(' ')
  return wishes.filter((wish) => isPresent(wish, text)).map(({ name }) => name as UnsupportedWish)
}

/** The text of the notice about at least one wish. */
export function describeUnsupportedWishes(found: readonly UnsupportedWish[]): string {
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(found)
  return `The search cannot apply this part of the question: ${list}. Ask each office.`
}
