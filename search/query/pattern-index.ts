/**
 * Finds the patterns that can match a text by what their matches begin with: nearly all of several hundred patterns cannot, and
 * are not tested.
 */
import { rememberRecent } from './recent-results.ts'

/**
 * What the matches of a pattern can begin with, up to `beginningLengthMax` characters: each text, and whether the part of the
 * pattern that follows can extend it; after an unknown character it cannot.
 */
export type Beginnings = ReadonlyMap<string, boolean>

/** A match that can begin with anything. */
export const unknownBeginning: Beginnings = new Map([['', false]])

/** A part that matches no characters, such as a condition on what follows. */
export const noCharacters: Beginnings = new Map([['', true]])

/** Longer beginnings exclude few more patterns, and groups of words would multiply them. */
const beginningLengthMax = 5

/** The beginning of a match of this text. */
export function beginningOf(text: string): Beginnings {
  return new Map([extend('', text, true)])
}

/** The beginnings of a match of any of the choices. A text that one of them cannot extend is not extended. */
export function unite(choices: readonly Beginnings[]): Beginnings {
  const all = new Map<string, boolean>()
  for (const choice of choices)
    for (const [text, isOpen] of choice) all.set(text, isOpen && all.get(text) !== false)
  return all
}

/** Whether every match begins with a letter or digit of ASCII, so that it begins at an edge of a word. */
export function isIndexable(beginnings: Beginnings): boolean {
  return [...beginnings.keys()].every((text) => /^\w/.test(text))
}

/** The beginnings of a match of `first` with a match of `next` after it. */
export function concatenate(first: Beginnings, next: Beginnings): Beginnings {
  if (first === noCharacters) return next
  if (![...first.values()].includes(true)) return first
  const all = new Map<string, boolean>()
  for (const [text, isOpen] of first) {
    if (!isOpen) all.set(text, false)
    else
      for (const follower of next) {
        const [extended, isExtendable] = extend(text, ...follower)
        all.set(extended, isExtendable && all.get(extended) !== false)
      }
  }
  return all
}

function extend(text: string, following: string, isOpen: boolean): [string, boolean] {
  const extended = (text + following).slice(0, beginningLengthMax)
  return [extended, isOpen && extended.length < beginningLengthMax]
}

/** An index of patterns that match whole words. */
export class PatternIndex<Pattern> {
  readonly #byBeginning = new Map<string, Pattern[]>()
  /** Those that are not indexable. */
  readonly #others: Pattern[] = []

  constructor(patterns: readonly Pattern[], beginningsOf: (pattern: Pattern) => Beginnings) {
    for (const pattern of patterns) {
      const beginnings = beginningsOf(pattern)
      if (isIndexable(beginnings))
        for (const text of beginnings.keys())
          this.#byBeginning.set(text, [...(this.#byBeginning.get(text) ?? []), pattern])
      else this.#others.push(pattern)
    }
  }

  /** The patterns that can match the text; no other one does. */
  listCandidates(text: string): ReadonlySet<Pattern> {
    const candidates = new Set(this.#others)
    for (const beginning of listBeginnings(text))
      for (const pattern of this.#byBeginning.get(beginning) ?? []) candidates.add(pattern)
    return candidates
  }
}

/** What the words of the text begin with, up to `beginningLengthMax` characters; once for all indexes. */
const listBeginnings = rememberRecent((text): ReadonlySet<string> => {
  const lengths = Array.from({ length: beginningLengthMax }, (_, index) => index + 1)
  return new Set(
    Array.from(text.matchAll(/\b\w/g)).flatMap(({ index }) =>
      lengths.map((length) => text.slice(index, index + length)),
    ),
  )
})
