/** Finds the specialties that a query names outright, which rank before everything beside them: "cardiologist, also stressed". */
import type { Concept } from '@careatlas/vocabulary/concept'
import { stemsOf } from '@careatlas/vocabulary/phrase-index'
import { stemOf } from '@careatlas/vocabulary/words'
import { isClinician } from './care-words.ts'
import { wordLists } from './word-lists.ts'

const lists = wordLists('named-specialties.txt', ['general', 'short', 'reports'])
const general: ReadonlySet<string> = new Set(lists.general)
const short: ReadonlySet<string> = new Set(lists.short)
const reports: ReadonlySet<string> = new Set(lists.reports)

/** The factor for concepts beside a specialty that the query names. */
const unnamedFactor = 0.5

/** NUCC codes of nurses: an orthopedic nurse is no orthopedist. */
const nurseCode = /^16[3-8]/

export class NamedSpecialties {
  /** The stem of a specialty → the numbers of its concepts, those of its subspecialties included. */
  readonly #concepts = new Map<string, Set<number>>()

  constructor(concepts: readonly Concept[]) {
    for (const [number, { codes, phrases }] of concepts.entries()) {
      if (nurseCode.test(codes[0]?.code ?? '')) continue
      for (const { text, kind } of phrases)
        if (kind === 'roles' || kind === 'canonical')
          for (const stem of stemsOf(text)) this.#add(stem, number)
    }
  }

  #add(stem: string, number: number): void {
    const numbers = this.#concepts.get(stem)
    if (numbers === undefined) this.#concepts.set(stem, new Set([number]))
    else numbers.add(number)
  }

  /** The numbers of the concepts; none if the query reports what a clinician said or did: "my dentist told me". */
  find(tokens: readonly string[], topics: readonly string[]): ReadonlySet<number> {
    const found = new Set<number>()
    if (isReport(tokens)) return found
    for (const word of topics)
      if (namesSpecialty(word)) for (const number of this.#concepts.get(stemOf(word)) ?? []) found.add(number)
    return found
  }
}

/** Lowers the scores of the concepts that the query does not name, if it names any. */
export function preferNamed(scores: Float32Array, named: ReadonlySet<number>): Float32Array {
  if (named.size === 0) return scores
  return scores.map((score, number) => (named.has(number) ? score : unnamedFactor * score))
}

/** Whether the word is for one specialty: "neurologist", not "doctor". */
function namesSpecialty(word: string): boolean {
  return short.has(word) || (isClinician(word) && !general.has(word))
}

function isReport(tokens: readonly string[]): boolean {
  return tokens.some(
    (word, index) => reports.has(word) && tokens.slice(Math.max(0, index - 2), index).some(isClinician),
  )
}
