/** Splits a sentence of an answer, or a value of a record, into words and numbers that can be compared. */
import { foldText } from '@careatlas/vocabulary/words'

export interface Token {
  readonly kind: 'word' | 'number' | 'break'
  /** A folded word, or the digits of a number: `(401) 555-0100` is one number, whatever its separators are. */
  readonly value: string
  /** Whether it is a number or begins with a capital letter, as names, addresses and dates do. */
  readonly isMarked: boolean
}

const tokenPattern =
  /(?<number>\d(?:[\d\s().:/–-]*\d)?)|(?<word>\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*)|(?<mark>[^\s.&'’+-])/gu

/** A dash between spaces separates parts; a hyphen joins the parts of a name. */
const dashes = /\s[-–—]+\s/g

/** The tokens in order; a comma or another mark is a break, which no phrase contains. */
export function tokensOf(text: string): readonly Token[] {
  return [...text.replaceAll(dashes, ' , ').matchAll(tokenPattern)].map(({ groups = {} }): Token => {
    const { number, word } = groups
    if (number !== undefined) return { kind: 'number', value: normalizeNumber(number), isMarked: true }
    if (word === undefined) return { kind: 'break', value: '|', isMarked: false }
    const value = foldText(word)
      .replace(/['’]s$/, '')
      .replaceAll(/['’]/g, '')
    return { kind: 'word', value, isMarked: /^\p{Lu}/u.test(word) }
  })
}

/** A decimal such as a distance keeps its point. */
function normalizeNumber(text: string): string {
  return /^\d+\.\d{1,2}$/.test(text) ? text : text.replaceAll(/\D/g, '')
}
