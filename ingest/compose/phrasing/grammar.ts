/** English grammar for all texts: lists, articles, plurals, small numbers, months. */

/** `['a', 'b', 'c']` → "a, b and c"; if an item contains "and", "a, b and c, and d". */
export function joinList(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? ''
  const comma = items.some((item) => / (?:and|or) /.test(item)) ? ',' : ''
  return `${items.slice(0, -1).join(', ')}${comma} and ${items[items.length - 1]}`
}

/** Joins clauses that contain commas: "speaks Spanish, as reported, and teaches", "a, b; c; and d". */
export function joinClauses(clauses: readonly string[]): string {
  if (clauses.length < 3) return clauses.join(', and ')
  return `${clauses.slice(0, -1).join('; ')}; and ${clauses.at(-1)}`
}

/** Letters whose names begin with a vowel sound, for abbreviations that are read letter by letter: an LPN, an MRI technician. */
const spelledWithVowel = /^[AEFHILMNORSX](?![a-z])/
/** Abbreviations that are read as a word, which begins with a consonant: a NICU nurse. */
const readAsWord = /^(?:NICU|LASIK|SANE|HIPAA)\b/
const silentH = /^(?:honest|hour|heir)/i
const soundsLikeConsonant = /^(?:eu|one\b|u(?:ni(?!n)|r[aeio]|s[aeiu]|t[aei]))/i

/** "a family nurse practitioner", "an internist", "a urologist", "an MRI technologist". */
export function withArticle(noun: string): string {
  return `${startsWithVowelSound(noun) ? 'an' : 'a'} ${noun}`
}

function startsWithVowelSound(noun: string): boolean {
  if (/^[A-Z](?:[A-Z]|\b)/.test(noun)) return spelledWithVowel.test(noun) && !readAsWord.test(noun)
  return silentH.test(noun) || (/^[aeiou]/i.test(noun) && !soundsLikeConsonant.test(noun))
}

const smallNumbers = (
  'no one two three four five six seven eight nine ten ' +
  'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
).split(' ')

/** Words up to twenty, then digits: "fourteen", "1,203". */
export function countInWords(count: number): string {
  return smallNumbers[count] ?? count.toLocaleString('en-US')
}

/** "one more place", "seven more places". */
export function countedNoun(count: number, singular: string, plural = `${singular}s`): string {
  return `${countInWords(count)} ${count === 1 ? singular : plural}`
}

/** Capitalizes the first letter, for the start of a sentence or a label. */
export function withCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "Cardiovascular disease" → "cardiovascular disease", while "MRI safety" and "AIDS care" stay. */
export function midSentence(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

/** Capitalizes the text and adds a period, unless it already ends with one, as "Smith Jr." does. */
export function toSentence(text: string): string {
  return withCapital(/[.!?]$/.test(text) ? text : `${text}.`)
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/**
 * The month and the year, because the exact day of an observation is not reliable: `2026-03-14` → "March 2026". January 1
 * becomes only its year, because a file whose name has only a year is also dated January 1, and the year is true of both.
 */
export function monthInWords(date: string): string {
  const year = date.slice(0, 4)
  return date.endsWith('-01-01') ? year : `${months[Number(date.slice(5, 7)) - 1]} ${year}`
}
