/** Text to index terms: the one reading of words that documents and questions share. */

/** Longer words are cut here; the longest in English medical dictionaries have 45 letters. */
const termLengthLimit = 64

/** The contract allows 512 characters, hardly ever this many words; more would only cost time. */
const questionLengthLimit = 4096
const questionTermLimit = 32

const stopWords = new Set(
  (
    'an and any are as at be been but by can did do does for from had has have he her him his how if in ' +
    'into is it its me my near no not of on or our she so some than that the their them then there these ' +
    'they this to us was we were what when where which who whom why will with would you your'
  ).split(' '),
)

/**
 * Terms in the order written, repeats included: accents and case folded, split at whatever is neither letter nor digit,
 * in the singular, without single characters, stop words and bare numbers, which are house numbers and ZIP codes here.
 * A hyphenated compound is also one term, for whoever writes it as one word: `OB-GYN` → `ob`, `gyn`, `obgyn`.
 */
export function indexTerms(text: string): string[] {
  return compoundsOf(text).flatMap((parts) => termsOf(parts.length > 1 ? [...parts, parts.join('')] : parts))
}

/**
 * Distinct terms of a question in the order written, the first 32; empty when it holds nothing to look for. A compound
 * asks for its parts alone: an index that holds it as one word holds them too.
 */
export function questionTerms(text: string): string[] {
  const terms = compoundsOf(text.slice(0, questionLengthLimit)).flatMap(termsOf)
  return [...new Set(terms)].slice(0, questionTermLimit)
}

/** `['ob', 'gyn']` of `OB-GYN`, `['heart']` of `heart`. */
function compoundsOf(text: string): string[][] {
  return (fold(text).match(/[\p{L}\p{N}]+(?:[-‐][\p{L}\p{N}]+)*/gu) ?? []).map((word) => word.split(/[-‐]/))
}

function termsOf(words: readonly string[]): string[] {
  return words
    .filter((word) => word.length > 1 && !stopWords.has(word) && !/^\p{N}+$/u.test(word))
    .map((word) => singular(word.slice(0, termLengthLimit)))
}

const marks = /\p{M}+/gu

/** Marks go before NFKD too: it sorts each run of them, which takes half a second for a run of 40,000. */
function fold(text: string): string {
  const base = text.replaceAll(marks, '')
  return base.normalize('NFKD').replaceAll(marks, '').toLowerCase()
}

/**
 * The S-stemmer (D. Harman, "How effective is suffixing?", 1991) for words of four letters or more:
 * `therapies` → `therapy`, `diseases` → `disease`, `knees` → `knee`; `illness` and `virus` stay.
 */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word
  if (/[^ae]ies$/.test(word)) return `${word.slice(0, -3)}y`
  return /[us]s$/.test(word) ? word : word.slice(0, -1)
}
