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
 * Terms in the order written, repeats included: accents and case folded, split at whatever is neither letter
 * nor digit, without single characters and stop words, in the singular.
 */
export function indexTerms(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return words.filter((word) => !stopWords.has(word)).map((word) => singular(word.slice(0, termLengthLimit)))
}

/**
 * Distinct terms of a question in the order written, the first 32; empty when it holds nothing to look for.
 */
export function questionTerms(text: string): string[] {
  return [...new Set(indexTerms(text.slice(0, questionLengthLimit)))].slice(0, questionTermLimit)
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
