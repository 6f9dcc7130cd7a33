/** Checks that a text has no links, markup or instructions: anyone can register it, and patients and programs read it. */
import { readLists } from '@careatlas/vocabulary/data-file'
import { hasInstruction, verbs } from './instruction-in-text.ts'
import { blankInvisible, stripInvisible } from '@careatlas/directory/strip-invisible'
import { hasTelephone, numberWords, type TextKind } from './telephone-in-text.ts'

/** The reason for omitting a text that fails the check. */
export const unfitTextReason = 'unfit_text'

/**
 * Whether a name or a sentence has no link, host, e-mail address, telephone number, markup or instruction. Full-width characters
 * and ligatures count as the letters that they represent. The text must have a bounded length.
 *
 * @example "St. Mary's Hosp. Inc." → true, 'Evil.Com' → false, 'call 401 555 0100' → false
 */
export function isPlainText(text: string): boolean {
  return findTextDefect(text, 'words') === null
}

/** The defect of a text, as a clause; null if it has none. Addresses and identifiers may have many digits. */
export function findTextDefect(text: string, kind: TextKind): string | null {
  if (isClearlyPlain(text, kind)) return null
  if (!notAscii.test(text)) return findDefectInLatin(text, text, kind)
  if (isDeceptive(text)) return 'it has deceptive characters'
  // A program may read an invisible character as nothing or as a blank.
  for (const visible of new Set([stripInvisible(text), blankInvisible(text)])) {
    const plain = visible.normalize('NFKC').replaceAll(fullStops, '.')
    const defect = findDefectInLatin(plain, plain.normalize('NFD').replaceAll(/\p{M}/gu, ''), kind)
    if (defect !== null) return defect
  }
  return null
}

/** @param words the text without accents */
function findDefectInLatin(plain: string, words: string, kind: TextKind): string | null {
  if (markup.some((mark) => mark.test(plain))) return 'it has markup or a formula'
  if (emailAddresses.some((mail) => mail.test(plain))) return 'it has an e-mail address'
  if (links.some((link) => link.test(plain)) || hasHost(plain, kind) || hasSpelledHost(plain))
    return 'it has a link'
  if (hasTelephone(plain, kind)) return 'it has a telephone number'
  return hasInstruction(words) ? 'it has an instruction' : null
}

const notAscii = /[^ -~]/

/**
 * A quick first test, because nearly all texts are fit; the registry writes capitals. Callers also test several cells joined
 * with blanks, and the joined text must have a warning sign if one of the cells has one. So a sign must not require the end of
 * a text, and a sign at the beginning of a text must also match after a blank.
 */
export function isClearlyPlain(text: string, kind: TextKind): boolean {
  if (hasLongWord(text)) return false
  if (kind === 'identifier' && singleWord.test(text)) return true
  const capitals = lowerCase.test(text) ? text.toUpperCase() : text
  return !warningSigns[kind].some((sign) => sign.test(capitals))
}

function hasLongWord(text: string): boolean {
  for (let start = 0; text.length - start > wordCharsMax;) {
    const end = text.indexOf(' ', start)
    if (end < 0 || end - start > wordCharsMax) return true
    start = end + 1
  }
  return false
}

/** One word, or a license number with its state. */
const singleWord = /^[A-Za-z\d]*(?: [A-Z]{2})?$/
const lowerCase = /[a-z]/

/**
 * In capitals. Several case-sensitive expressions are four times faster than one case-insensitive expression with all
 * alternatives (0.35 against 1.4 microseconds a name).
 */
const hostWordSigns =
  /\bDOT|\bPUN[TK]|XN--|WWW|H[TX]{2}P|,COM\b|\bAT (?:GMAIL|YAHOO|HOTMAIL|OUTLOOK|AOL|ICLOUD|PROTON|YMAIL|MSN)/
/** A full stop that may be part of a host or of an e-mail address; `DR. JANE ROE M.D.` has none. */
const hostDotSigns = /\.[A-Z]{2}|\s\.|[.,]\s*C\s*O\s*M|\bAT.*\.|\..*\bAT/
const warningSigns: Readonly<Record<TextKind, readonly RegExp[]>> = {
  words: [/[^A-Z ,&'/.-]|(?:^| )-/, hostDotSigns, hostWordSigns, numberWords, verbs],
  address: [
    /[^A-Z\d ,&'#/.-]|(?:^| )-/,
    /\.\s?[A-Z]{2}/,
    /\d{3}[-. ]{0,2}\d{4}|8\d\d-[A-Z]/,
    hostWordSigns,
    verbs,
  ],
  identifier: [/[^A-Z\d /.-]/, /\.\s*[A-Z]|\.\d+\.|\d{3}[- ]\d{4}|[A-Z]{3} \d{7}/, hostWordSigns, verbs],
}

/**
 * The scripts that may touch Latin letters in one word, in the highly restrictive profile of UTS 39, section 5.2, and Greek (`TNFα`).
 * Letters and punctuation of other scripts imitate Latin letters and full stops.
 */
const besideLatin = [
  'Latin',
  'Common',
  'Inherited',
  'Greek',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')

const foreign = `(?:[^${besideLatin}]|[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον])`

/** Direction marks, private-use and unassigned characters; pictures; words that mix Latin letters with similar characters. */
const deceptivePatterns = [
  /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\p{Cc}\p{Co}\p{Cn}]|\p{M}{4}/u,
  /(?![\u00a9\u00ae\u2122\u203c])\p{Extended_Pictographic}|\p{Regional_Indicator}/u,
  new RegExp(`\\p{Script=Latin}${foreign}`, 'u'),
  new RegExp(`${foreign}\\p{Script=Latin}`, 'u'),
]

function isDeceptive(text: string): boolean {
  return deceptivePatterns.some((pattern) => pattern.test(text))
}

/**
 * Punctuation and symbols of no script that a reader takes for a full stop: all except Latin-1 (`360°`), primes and the fraction
 * slash; dashes and quotation marks have other categories. U+A78F is a dot among the letters.
 */
const dot = '[[[\\p{Po}\\p{Sm}\\p{So}]--[\\0-\\xb6\\xb8-\\xff\\u2032\\u2033\\u2044]]\\ua78f]'

/** Those after a Latin letter or a digit, or before a Latin letter; elsewhere, the ideographic full stop ends a sentence. */
const fullStops = new RegExp(`(?<=[\\p{Script=Latin}\\d]\\s?)${dot}|${dot}(?=\\s?\\p{Script=Latin})`, 'gv')

/** The longest word in the real files has 27 letters. */
const wordCharsMax = 40

/** Markup of spreadsheets, pages and templates, and characters that break a layout. */
const markup = [
  /<\s*[\p{L}!/?|%#$=]|%>/u,
  /&#x?[\da-f]|&[a-z][a-z\d]+;/i,
  /\]\(|!\s*\[|\[\/?inst\]|[{}]|\[\[|\]\]|@\(|#[a-z]+\(|^\s*#{2}/i,
  /(?:\*\*|__)[\p{L}\d]|(?<!\p{L})`[^`]+`|```/u,
  /%(?:3[ace]|2[2f]|5[bd]|7[bd])|\\u00[\da-f]|\\x[\da-f]/i,
  /^\s*[>|]|^[\s"']*=|^\s*[+-]\s*[\d(]|^\s*[+-].*[|!(]/,
  new RegExp(`[\\p{L}\\p{N}]{${wordCharsMax + 1}}`, 'u'),
]

const links = [
  /[a-z]\s?:\s?\/\s?\/|\b(?:mailto|javascript|tel|sms|data)\s?:\s?[^\s\d]|\b(?:tel|sms)\s?:|\bwww\b|\bhttps?\b|\bhxxps?\b|\bxn--/i,
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/,
  // EVIL DOT COM, EVIL(.)COM, EVIL . C O M
  /\b(?:d[o0]t|punto|punkt)[\s-]*(?:com|net|org|info|io|edu|gov)\b/i,
  /\w\s*[([{]\s*(?:\.|dot)\s*[)\]}]\s*[a-z]/i,
  /[a-z\d]\s?[.,]\s*(?:c\s+o\s+m|com)\b/i,
  /[a-z\d]\s\.\s?(?:net|org)\b/i,
]

/** `CARE @ HOME` and `Care@Home` are names; `care@home` is an e-mail address, and `@CARE` an account. */
const emailAddresses = [
  /[\p{Ll}\d_-]\s*@\s*\p{Ll}/u,
  /[^\s@]\s*@\s*[^\s@]+\s?\.\s?[\p{L}\d]/u,
  /(?:@|\bat)\s*(?:gmail|yahoo|hotmail|outlook|aol|icloud|proton(?:mail)?|ymail|msn)\b/i,
  /(?<![^\s(,;:])@(?=[a-z_])/i,
]

/** A full stop with the words on both sides, which may be a host. */
const hosts =
  /(?<=(?<label>(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]{1,63}))\.(?<ending>xn--[a-z\d]+|\p{L}[\p{L}\p{M}]{1,62})(?![\p{L}\p{M}\p{N}])/giu

/** Whether the text has a host. "Dr.Garcia", "time.We" and "ST.MARY" lack a blank, and "D.SUMMERS" is a name. */
function hasHost(text: string, kind: TextKind): boolean {
  if (!text.includes('.')) return false
  return [...text.matchAll(hosts)].some(({ groups: { label = '', ending = '' } = {}, index, 0: match }) => {
    if (/^xn--/i.test(ending) || !/^\p{Script=Latin}/u.test(ending)) return true
    if (kind !== 'identifier' && /^\p{Ll}+$/u.test(ending)) return true
    const domain = ending.toLowerCase()
    const isAbbreviated = abbreviations.has(label.toLowerCase())
    if (kind === 'identifier') {
      const isWholeText = index === label.length && index + match.length === text.length
      return unambiguousDomains.has(domain) || (isWholeText && !isAbbreviated && otherDomains.has(domain))
    }
    if (kind === 'address' && quadrants.has(domain)) return false
    if (singleLetterDomains.has(domain)) return true
    if (label.length === 1 || isAbbreviated) return false
    return (
      otherDomains.has(domain) ||
      isCountry(domain) ||
      (kind === 'words' && areHostWords(label, ending, text.endsWith(match)))
    )
  })
}

/**
 * Whether both sides of the full stop are words in capitals rather than abbreviations or degrees: `EVIL.PHARMACY`, not
 * `MD.FACS` or `CARE.LLC`. A top-level domain may be any word, and a name lacks the blank after a full stop once in ten
 * thousand. A domain of two letters counts only at the end of the text: `EVIL.TO`, but not `LIVE WELL.BE WELL`.
 */
function areHostWords(label: string, ending: string, isAtEnd: boolean): boolean {
  if (!/[AEIOU]/.test(label) || label.length < 3 || ending !== ending.toUpperCase()) return false
  const domain = ending.toLowerCase()
  if (ending.length === 2) return isAtEnd && sentenceWords.has(domain)
  return /[AEIOUY]/.test(ending) && !legalForms.has(domain)
}

/** `EVIL DOT HEALTH` at the end of a text; `POLKA DOT CARE` and `BLUE DOT HEALTH` are names. */
function hasSpelledHost(text: string): boolean {
  const { color = '', ending = '' } =
    /(?<color>\w+)\s+d[o0]t\s+(?<ending>[a-z]+)\W*$/i.exec(text)?.groups ?? {}
  return (
    otherDomains.has(ending.toLowerCase()) &&
    !/^(?:polka|red|blue|green|yellow|pink|purple|orange|white|black)$/i.test(color)
  )
}

const lists = readLists(import.meta.dirname, 'host-words.txt', ['abbreviations', 'top-level domains'])

/** Abbreviations that names write with a full stop. */
const abbreviations = new Set(lists.abbreviations)
const legalForms = new Set('inc corp co assoc assn ste apt unit aprn arnp rpa mpa mba mha'.split(' '))

/** The only top-level domains that count inside an identifier, because `PHAR.CF.60404` is a license of Washington. */
const unambiguousDomains = new Set('com net org io ly info biz xyz link site online shop app top'.split(' '))
/** `123 MAIN ST.NE` is a street. */
const quadrants = new Set(['ne', 'se'])

/** The top-level domains before which even a single letter is a host, such as `t.co`. */
const singleLetterDomains = new Set(['com', 'net', 'org', 'co', 'io', 'ly', 'me', 'us'])

/** Other top-level domains that anyone can register under. */
const otherDomains = new Set(lists['top-level domains'])

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Country codes that are also the first word of a sentence (`time.In`). */
const sentenceWords = new Set('am as at be by id in is it la my no so to'.split(' '))
/** Country codes that are also a degree or a legal form (`SMITH.MD`). */
const degrees = new Set('do gp hm lc md mt np pa ph pl ps pt sc st'.split(' '))

function isCountry(ending: string): boolean {
  return (
    /^[a-z]{2}$/.test(ending) &&
    !sentenceWords.has(ending) &&
    !degrees.has(ending) &&
    countries.of(ending.toUpperCase()) !== undefined
  )
}
