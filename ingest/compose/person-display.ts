/** A registered name as the card holds it, mended where the registry's field holds more than a name. */
import type { PersonName } from '@careatlas/contract/cards'
import { titleCaseName } from '@careatlas/directory/title-case'
import type { RegisteredName } from '../facts.ts'
import { readCredentials } from './credential.ts'

/** Suffixes as written after a name; `I` and `X` in the registry are no generation that anyone writes. */
const suffixes: Readonly<Record<string, string>> = {
  'JR': 'Jr.', 'SR': 'Sr.', 'II': 'II', 'III': 'III', 'IV': 'IV', 'V': 'V', 'VI': 'VI', '2ND': 'II', '3RD': 'III',
} // prettier-ignore

/** "First name unknown", "no middle name" and their like. */
const placeholders = new Set(['FNU', 'LNU', 'NFN', 'NLN', 'NMN', 'NMI', 'UNKNOWN', 'NONE', 'N/A'])

/** Name parts upper case as registered, credential and display as people write them: "Maria E. Garcia, MD". */
export function composePersonName(registered: RegisteredName): PersonName {
  const [last, extras] = splitLastName(registered.last)
  const suffix = suffixOf(registered.suffix) ?? extras.map(suffixOf).find((found) => found !== null) ?? null
  const own = readCredentials(registered.credential)
  const read =
    own.length > 0 ? own : extras.flatMap((extra) => (suffixOf(extra) ? [] : readCredentials(extra)))
  const ownWords = `${registered.first} ${last}`.split(' ').filter((word) => word.length > 3)
  const credentials = read.filter((credential) => !ownWords.includes(credential))
  const name = {
    first: cleanPart(registered.first),
    middle: /\d/.test(registered.middle ?? '') ? null : cleanPart(registered.middle),
    last: cleanPart(last),
    suffix,
    credential: credentials.length > 0 ? credentials.join(', ') : null,
  }
  const spoken = spokenName(name, true)
  return { ...name, display: name.credential === null ? spoken : `${spoken}, ${name.credential}` }
}

/** "Maria E. Garcia, MD". */
export function displayName(registered: RegisteredName): string {
  return composePersonName(registered).display
}

/** The name alone, without credential: "Maria E. Garcia", or "Maria Garcia" without the middle initial. */
export function spokenName(name: Omit<PersonName, 'display' | 'credential'>, withMiddle: boolean): string {
  const { first, last, suffix } = name
  const middle =
    withMiddle && name.middle !== null && /^\p{L}/u.test(name.middle) ? `${name.middle[0]}.` : null
  const titled = titleCaseName([first, last].filter((part) => part !== null).join(' '))
  if (titled === '') return 'This clinician'
  const words = titled.split(' ')
  if (middle !== null) words.splice(first === null ? 0 : first.split(' ').length, 0, middle)
  if (suffix !== null) words.push(suffix)
  return words.join(' ')
}

/** `PARRA, LCSW` → `PARRA` and what follows the comma, which belongs to other fields. */
function splitLastName(last: string | null): readonly [string | null, readonly string[]] {
  if (last === null || !last.includes(',')) return [last, []]
  const [name = '', ...extras] = last.split(',').map((part) => part.trim())
  return [name, extras]
}

function suffixOf(text: string | null): string | null {
  return text === null ? null : (suffixes[text.toUpperCase().replace(/\./g, '').trim()] ?? null)
}

/** Without nicknames in brackets and digits; null when nothing is left or it only says that the name is unknown. */
function cleanPart(part: string | null): string | null {
  if (part === null) return null
  const kept = /[\d("[]/.test(part) ? part.replace(/\([^)]*\)?|"[^"]*"?|\[[^\]]*\]?|\d+/g, ' ') : part
  const cleaned = kept.replace(/\s+/g, ' ').trim()
  return cleaned === '' || placeholders.has(cleaned) ? null : cleaned
}
