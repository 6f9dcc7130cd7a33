/** Converts text to index terms, for documents and queries alike. */

import { foldText, isStopWord, singularize } from '@careatlas/vocabulary/words'

/** Longer words are truncated; the longest in English medical dictionaries have 45 letters. */
const termLengthMax = 64

/** The contract limits `q` to 512 characters; longer text is truncated here too. */
const queryLengthMax = 4096
const queryTermsMax = 32

/**
 * Terms in the order written, with repeats: folded, split at everything except letters and digits, in the singularize, without
 * single characters, stop words and bare numbers, which are house numbers and ZIP codes. A compound is also one term, for users
 * who write it as one word: `OB-GYN` → `ob`, `gyn`, `obgyn`; `O'Brien` → `brien`, `obrien`.
 */
export function indexTerms(text: string): string[] {
  return splitCompounds(text).flatMap((parts) =>
    toTerms(parts.length > 1 ? [...parts, parts.join('')] : parts),
  )
}

/**
 * Distinct terms of a query in the order written, the first 32. A compound gives only its parts: an index that contains it as one
 * word also contains the parts.
 */
export function queryTerms(text: string): string[] {
  const terms = splitCompounds(text.slice(0, queryLengthMax)).flatMap(toTerms)
  return [...new Set(terms)].slice(0, queryTermsMax)
}

/** Words joined by hyphens, and names after one letter: `O'Brien`, `D’Angelo`. */
const compound = /[\p{L}\p{N}]+(?:(?:[-‐]|(?<=(?<!\p{L})\p{L})['’](?=\p{L}{2}))[\p{L}\p{N}]+)*/gu

/** `['ob', 'gyn']` of `OB-GYN`, `['heart']` of `heart`. */
function splitCompounds(text: string): string[][] {
  return (foldText(text).match(compound) ?? []).map((word) => word.split(/[-‐'’]/))
}

function toTerms(words: readonly string[]): string[] {
  return words
    .filter((word) => word.length > 1 && !isStopWord(word) && !/^\p{N}+$/u.test(word))
    .map((word) => singularize(word.slice(0, termLengthMax)))
}
