/** Finds telephone numbers in a text: with separators, in letters or in words. */

/** The kind of a text; addresses and license numbers often have as many digits as a telephone number. */
export type TextKind = 'words' | 'address' | 'identifier'

export function hasTelephone(text: string, kind: TextKind): boolean {
  if (telephoneNumbers.some((number) => number.test(text))) return true
  if (kind !== 'words') return false
  return (
    numberWords.test(text.toUpperCase()) || longNumbers.some((number) => number.test(replaceLetterO(text)))
  )
}

const digit = '(?:ZERO|OH|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|\\d)'

/** Seven digits, some of them in words, in capitals. */
export const numberWords = new RegExp(`\\b${digit}(?:[\\s,.-]+${digit}\\b){6}`)

/** Patterns that are telephone numbers even in an address, unlike `660 EUCLID AVE 8109-43-1160` and `0101-259-801`. */
const telephoneNumbers = [
  // (401) 555-0100, 401-555-0100, +1.401.555.0100
  /\([2-9]\d\d\)\s?\d{3}\s?[-. ]?\s?\d{4}(?!\d)/,
  /(?<![\d-])(?:\+?1[-. ])?[2-9]\d\d([-.])[2-9]\d\d\1\d{4}(?![\d-])/,
  /\+\d[\d\s().-]{8,}/,
  // At the end of the text, not after another number: 401 555 0100, BOSTON 401 555 0100
  /(?<!\d\s*)\b(?:1 )?[2-9]\d\d [2-9]\d\d \d{4}\s*$/,
  // 1-800-DENTIST, 855-GOFEDEX
  /\b1[-.]8(?:00|33|44|55|66|77|88)[-.][a-z]/i,
  /\b8(?:00|33|44|55|66|77|88)-(?=[a-z\d]{7}\b|[a-z\d]{3}-[a-z\d]{4}\b)(?=[\d-]*[a-z])/i,
  /\b(?:call|text|tel|phone|telephone|whats\s?app|dial|sms)\b[\s:.#]*(?:(?:us|me|now|at|today)\b[\s:.#]*){0,3}\+?(?:\d{3}[-. ]{1,2}(?=\d{3}))?\d{3}[-. ]?\d{4}/i,
  // TEXT 12345, TEXT PILLS TO 12345, DIAL 888 GET PILLS
  /\b(?:text|sms)\s+(?:\S+\s+)?(?:to\s+)?\d{5,6}\b/i,
  /\b(?:call|text|dial)\s+(?:1[-. ])?8(?:00|33|44|55|66|77|88)\b/i,
]

/** Numbers that are too long for a name or a sentence. */
const longNumbers = [
  // 1800PILLSNOW, 1-800PILLSNOW, 555-0100
  /\b1[-. ]?8(?:00|33|44|55|66|77|88)[a-z]{4}/i,
  /(?<![\d-])[2-9]\d\d[-.]\d{4}(?![\d-])/,
  /\b1[-. ]8(?:00|33|44|55|66|77|88)[-. ]?[a-z]/i,
  // Ten digits or more, unless every digit belongs to a year: `2001-2005 2007` is not a telephone number.
  /(?<!\p{Nd})(?!(?:(?:19|20)\d\d\P{Nd}{1,3})+(?:19|20)\d\d(?!\p{Nd}))\p{Nd}(?:[\s()./+*_~|•·\p{Pd}]{0,3}\p{Nd}){9,}/u,
]

/** `4O1-555-O1OO`: a letter O beside a digit is a zero, unless it is part of a word (`SOTO 237700000X`). */
function replaceLetterO(text: string): string {
  return /\d[-. ]?o|o[-. ]?\d/i.test(text)
    ? text.replace(/(?<![a-np-z])(?:(?<=[\doO][-. ]?)o|o(?=[-. ]?[\doO]))(?![a-np-z])/gi, '0')
    : text
}
