/** Separates suffixes, credentials and legal forms from a last name. */
import { findCredential } from '../facts/known-credential.ts'
import { cellText } from '../read/cell-text.ts'

interface LastName {
  readonly name: string | null
  readonly suffix: string | null
  readonly credential: string | null
}

/**
 * `MARTIN, LCSW` → MARTIN with the credential LCSW; `MARTIN, JR.` and `MARTIN JR` → MARTIN with a suffix. Without a comma,
 * credentials remain in the name (`DO` and `MA` are surnames) unless they have no vowel: `SAUNDERS LPC`, `THOMAS MD PA`. If
 * one credential is unknown, all remain in the name.
 */
export function splitLastName(text: string | null): LastName {
  const whole = { name: text, suffix: null, credential: null }
  if (text === null) return whole
  const hyphen = text.indexOf(' - ')
  if (hyphen > 0 && hasBusinessName(text.slice(hyphen + 3).split(' ')))
    return splitLastName(text.slice(0, hyphen))
  const comma = text.indexOf(',')
  if (comma <= 0) return splitTrailingSuffix(text) ?? splitTrailingCredential(text) ?? whole
  const trailingWords = text
    .slice(comma + 1)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  if (
    !trailingWords.every((word) => isSuffix(word) || legalForms.has(removeDots(word)) || isCredential(word))
  )
    return whole
  const credentials = trailingWords.filter(isCredential)
  return {
    name: cellText(text.slice(0, comma)),
    suffix: trailingWords.find(isSuffix) ?? null,
    credential: credentials.length > 0 ? credentials.join(', ') : null,
  }
}

/**
 * `KENNY - TRUE NORTH COUNSELING MA`: after a spaced hyphen, a business word, or three words that do not begin with a particle,
 * are not part of the surname. One or two words are (`GARCIA - LOPEZ`, `GARCIA - PEREZ SOTO`), with or without credentials.
 */
function hasBusinessName(words: readonly string[]): boolean {
  const names = words.filter((word) => !isSuffix(word) && !isCredential(word))
  return (
    names.some((word) => businessWords.test(removeDots(word))) ||
    (names.length > 2 && !particles.test(names[0]!))
  )
}

const businessWords =
  /^(?:LLC|PLLC|INC|CORP|COUNSELING|THERAPY|CONSULTING|SERVICES?|CLINIC|WELLNESS|HEALTH|CENTER|GROUP|DENTAL|MEDICAL|ASSOCIATES)$/
const particles = /^(?:DA|DE|DEL|DER|DI|DOS|EL|LA|LE|LOS|MAC|MC|SAN|SANTA|ST\.?|VAN|VON)$/

const suffixes = new Set(['JR', 'SR', 'I', 'II', 'III', 'IV', 'V'])

/** Legal forms of a practice, which are not part of a person's name. */
const legalForms = new Set(['INC', 'LLC', 'PC', 'PA', 'PLLC', 'LTD', 'LLP'])

/** Keeps `I` and `V`, which are initials as often as numerals. */
function splitTrailingSuffix(text: string): LastName | null {
  const match = /^(.+?) ((?:JR|SR)\.?|II|III|IV)$/.exec(text)
  return match ? { name: match[1]!, suffix: match[2]!, credential: null } : null
}

/** Splits off credentials without a vowel, which cannot be surnames; a legal form may follow. */
function splitTrailingCredential(text: string): LastName | null {
  const match = vowellessEnding.exec(text)
  if (match === null || !isCredential(match[2]!)) return null
  return { name: match[1]!, suffix: null, credential: match[2]! }
}

const vowellessEnding = /^(.*[AEIOUY].*?) ((?:[B-DF-HJ-NP-TV-XZ]\.?){2,6})(?: (?:PA|PC|PLLC|LLC|INC))?$/

function isCredential(word: string): boolean {
  return findCredential(removeDots(word)) !== null
}

function isSuffix(word: string): boolean {
  return suffixes.has(removeDots(word))
}

function removeDots(word: string): string {
  return word.replaceAll('.', '')
}
