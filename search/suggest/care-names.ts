/** Finds kinds of care by the beginning of a name or of a complaint. */
import type { Concept, Phrase } from '@careatlas/vocabulary/concept'
import { wordsOf } from '@careatlas/vocabulary/words'

/** The best phrase of a kind of care for a text. */
export interface CareMatch {
  readonly concept: Concept
  readonly phrase: Phrase
  /** From the best to the worst: the whole phrase, its beginning, the beginning of a later word. */
  readonly quality: 0 | 1 | 2
}

interface IndexedPhrase {
  readonly concept: Concept
  readonly phrase: Phrase
  /** Its words, each after a space: ` eye doctor`. */
  readonly text: string
}

/** A phrase or a code of a lower weight belongs more to other kinds of care. */
export const weightMin = 0.9

/** Nearly every phrase; the others have accents, apostrophes or hyphens. */
const plainWords = /^[a-z\d]+(?: [a-z\d]+)*$/

export class CareNames {
  /** The first two letters of a word → the phrases with such a word; a single letter → the names of care that begin with it. */
  readonly #byLetters = new Map<string, IndexedPhrase[]>()

  constructor(concepts: readonly Concept[]) {
    for (const concept of concepts.filter(({ codes }) => codes.length > 0))
      for (const phrase of concept.phrases) if (phrase.weight >= weightMin) this.#add(concept, phrase)
  }

  /** The best match of each kind of care, in no order; `text` is as `wordsOf` returns it, joined by spaces. */
  find(text: string): readonly CareMatch[] {
    const best = new Map<Concept, CareMatch>()
    for (const { concept, phrase, text: words } of this.#byLetters.get(text.slice(0, 2)) ?? []) {
      const quality = compare(text, words)
      if (quality === null) continue
      const match = best.get(concept)
      if (match === undefined || isBetter(quality, phrase, match))
        best.set(concept, { concept, phrase, quality })
    }
    return [...best.values()]
  }

  #add(concept: Concept, phrase: Phrase): void {
    const words = plainWords.test(phrase.text) ? phrase.text : wordsOf(phrase.text).join(' ')
    const indexed = { concept, phrase, text: ` ${words}` }
    if (isCareName(phrase)) this.#addTo(words.slice(0, 1), indexed)
    for (let space = 0; space !== -1; space = indexed.text.indexOf(' ', space + 1))
      this.#addTo(indexed.text.slice(space + 1, space + 3).trimEnd(), indexed)
  }

  #addTo(letters: string, indexed: IndexedPhrase): void {
    const phrases = this.#byLetters.get(letters)
    if (phrases === undefined) this.#byLetters.set(letters, [indexed])
    else if (phrases.at(-1) !== indexed) phrases.push(indexed)
  }
}

/** Better matches come first, then names of care before other phrases, then phrases of a greater weight. */
export function compareCareMatches(a: CareMatch, b: CareMatch): number {
  return (
    a.quality - b.quality ||
    Number(isCareName(b.phrase)) - Number(isCareName(a.phrase)) ||
    b.phrase.weight - a.phrase.weight
  )
}

/** Whether the phrase names the care; the others are complaints, procedures and phrases in Spanish. */
export function isCareName({ kind }: Phrase): boolean {
  return kind === 'canonical' || kind === 'roles'
}

function isBetter(quality: CareMatch['quality'], phrase: Phrase, match: CareMatch): boolean {
  return compareCareMatches({ concept: match.concept, phrase, quality }, match) < 0
}

function compare(text: string, phrase: string): CareMatch['quality'] | null {
  const position = phrase.indexOf(` ${text}`)
  if (position === -1) return null
  if (position > 0) return 2
  return phrase.length === text.length + 1 ? 0 : 1
}
