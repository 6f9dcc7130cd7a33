/** The words that names are completed from. */
import { foldName } from '@careatlas/directory/person-name'
import type { NamePrefix } from '@careatlas/directory/snapshot/suggestions'
import type { Typed } from './suggest.ts'

/** Hardly any name has more words; each costs time. */
const wordsMax = 8

export function toNamePrefix({ q, position, limit }: Typed): NamePrefix {
  return { words: foldedWords(q).slice(0, wordsMax), position, limit }
}

/** The folded words of a text; none if it has no letter or digit. */
export function foldedWords(text: string): readonly string[] {
  return foldName(text).split(' ').filter(Boolean)
}
