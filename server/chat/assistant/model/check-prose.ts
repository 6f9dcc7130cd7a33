/** Checks the text of a model before any of it is shown: every name, number, address and date must be that of a record. */
import { foldText } from '@careatlas/vocabulary/words'
import type { RecordReference } from '../conversation-context.ts'
import type { EvidenceRecord } from './evidence.ts'
import { RejectedAnswerError } from './rejected-answer.ts'
import { type Token, tokensOf } from './tokens.ts'

export interface ProseOptions {
  readonly records: readonly EvidenceRecord[]
  /** Whether any answer may state the words: the place of the search, counts, numbers to call. */
  readonly isCommon: (words: string) => boolean
  /** Whether the folded word belongs to English, Spanish or health care, so that it is not a name. */
  readonly isKnownWord: (word: string) => boolean
  /** Whether the folded word is never a name: "the", "call". */
  readonly isFunctionWord: (word: string) => boolean
  /** Whether many clinicians have the folded word as a name: "mark", "young". */
  readonly isCommonName: (word: string) => boolean
}

export const proseCharactersMax = 1500

/** All but Western European letters: invisible characters, combining marks, markup, symbols, and letters that resemble others. */
const forbiddenCharacters = /[^A-Za-zÀ-ÖØ-öø-ÿ\d \t\r\n\u00a0.,;:!?¿¡'’"“”()/&+–—-]/u

/** `example.com`, `www.example`, `https:`, `example dot com`. */
const links = /\p{L}{2}\.\p{L}{2}|\bwww\b|https?:|\bdot (?:com|org|net|health|info)\b|\bpunto com\b/iu

/** What a payer covers is stated by the server, because absence in a list proves nothing. */
const insurance =
  /\b(?:insur\w*|networks?|coverage|covere?[ds]?|co-?pay\w*|deductibles?|payers?|medicare|medicaid|plans?|planes|asegur\w*|seguros?|cobertura|cubren?|afiliad[oa]s?|red|accepts?|takes?|aceptan?|toman?)\b/i

const medicalAdvice =
  /\b(?:dos(?:e|es|age|ages|is)|milligrams?|miligramos?|m[gl]|mcg|tablets?|tabletas?|pills?|pastillas?|capsules?|ibuprofen\w*|acetaminophen|aspirin\w*|antibiotic\w*|diagn[oó]s\w*|you (?:\w+ )?(?:have|suffer)|usted (?:\w+ )?(?:tiene|sufre)|no need|can wait|puede esperar|(?:not|nothing|no es|nada) (?:an? )?(?:urgent|serious|emergency|dangerous|urgente|grave|peligroso))\b/i

/** Only the server states these, from sources with dates; no source compares clinicians. */
const claims =
  /\b(?:best|better|excellent|highly|top|rated?|ratings?|reviews?|experienced?|renowned|recommend\w*|board|awards?|new patients|telehealth|video|open|opens|closed|closes|hours|available|availability|appointments?|walk-?ins?|prices?|costs?|free|mejor(?:es)?|excelentes?|recomend\w*|experiencia|pacientes nuevos|nuevos pacientes|telesalud|abiert[oa]s?|abren?|cerrad[oa]s?|horarios?|disponibles?|citas?|precios?|gratis)\b/i

/** Digits and parts of numbers in words, without accents. */
const numberWords: ReadonlySet<string> = new Set(
  `zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety hundred thousand double triple
  cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve
  veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil doble`.split(/\s+/),
)

/** Words between the parts of a number that is dictated. */
const numberJoints: ReadonlySet<string> = new Set(['and', 'then', 'or', 'y', 'o', 'luego'])

/** Of parts of a number, or of single letters: as many could spell a telephone number or a word that the other checks do not find. */
const spelledMax = 2

/** A person follows these titles, in whatever case. */
const titles: ReadonlySet<string> = new Set(['dr', 'dra', 'drs', 'mr', 'mrs', 'ms', 'prof', 'sr', 'sra'])

/** A person or an ordinary word follows these. */
const professions: ReadonlySet<string> = new Set(['doctor', 'doctora', 'nurse', 'enfermero', 'enfermera'])

/** Words of an address that is not that of a record, because it would be a part of a phrase of the record. */
const streets: ReadonlySet<string> = new Set([
  'street',
  'avenue',
  'road',
  'boulevard',
  'lane',
  'suite',
  'calle',
  'avenida',
])

/** Words within names: `Maria de la Cruz`. */
const particles: ReadonlySet<string> = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'van',
  'von',
  'der',
  'den',
  'da',
  'dos',
  'di',
  'bin',
  'al',
])

/** Not after an abbreviation. */
const sentenceEnd = /(?<=[!?;]|(?<!\b(?:dra?|drs|mrs?|ms|prof|sra?|st|ave|rd))\.)\s+|\n+/i

/** Returns the records that the text names, in its order. Throws RejectedAnswerError. */
export function checkProse(prose: string, options: ProseOptions): readonly RecordReference[] {
  if (prose.length === 0 || prose.length > proseCharactersMax) throw new RejectedAnswerError('length')
  if (forbiddenCharacters.test(prose)) throw new RejectedAnswerError('characters')
  if (links.test(prose)) throw new RejectedAnswerError('link')
  const statements = withoutNames(prose, options.records)
  checkSubjects(statements)
  checkSpelling(tokensOf(statements))
  const named: RecordReference[] = []
  let subject: readonly EvidenceRecord[] = options.records
  for (const sentence of prose.split(sentenceEnd)) {
    const phrases = findPhrases(tokensOf(sentence), options)
    subject = checkSentence(phrases, subject, options)
    named.push(...listNamed(phrases, options.records))
  }
  return named.filter((one, index) => named.findIndex(({ id }) => id === one.id) === index)
}

/** "Harbor Walk-In Care" is a name and no statement. */
function withoutNames(prose: string, records: readonly EvidenceRecord[]): string {
  return records.flatMap(({ names }) => names).reduce((rest, name) => rest.replaceAll(name, ' '), prose)
}

/** Also with accents on letters that have none, and with words that a hyphen divides. */
function checkSubjects(statements: string): void {
  const folded = foldText(statements)
  checkSubject(folded)
  checkSubject(folded.replaceAll(/(?<=[a-z])-(?=[a-z])/g, ''))
}

function checkSubject(text: string): void {
  if (medicalAdvice.test(text)) throw new RejectedAnswerError('medical_advice')
  if (insurance.test(text)) throw new RejectedAnswerError('insurance')
  if (claims.test(text)) throw new RejectedAnswerError('unsupported_claim')
}

/** Rejects numbers in words or in groups of one or two digits, and words that are spelled out. */
function checkSpelling(tokens: readonly Token[]): void {
  let [parts, letters] = [0, 0]
  for (const { kind, value } of tokens) {
    if (kind === 'number' ? value.length <= 2 : numberWords.has(value)) parts += 1
    else if (kind !== 'break' && !numberJoints.has(value)) parts = 0
    letters = kind === 'word' && value.length === 1 ? letters + 1 : 0
    if (parts > spelledMax) throw new RejectedAnswerError('number_words')
    if (letters > spelledMax) throw new RejectedAnswerError('characters')
  }
}

/** Adjacent words and numbers that a record must have next to each other. */
interface Phrase {
  readonly words: string
  readonly hasNumber: boolean
}

/** Rejects words that are neither known nor part of a fact. */
function findPhrases(tokens: readonly Token[], options: ProseOptions): readonly Phrase[] {
  const phrases: Phrase[] = []
  let first = true
  for (let at = 0; at < tokens.length; at++) {
    const { kind, value, isMarked } = tokens[at]!
    if (kind === 'break') continue
    const isStart = first
    first = false
    if (titles.has(value)) checkPerson(tokens[at + 1], options)
    else if (isMarked && value !== 'i') {
      const marked = takeMarked(tokens, at)
      at += marked.length - 1
      phrases.push(...toPhrases(marked, isStart, options))
    } else {
      checkWord(value, options)
      checkPair(value, tokens[at + 1], options)
      if (professions.has(value)) checkProfession(tokens[at + 1], options)
    }
  }
  return phrases
}

/** The adjacent marked tokens, with the particles between them. */
function takeMarked(tokens: readonly Token[], from: number): readonly Token[] {
  let end = from
  for (let at = from; at < tokens.length; at++) {
    const { value, isMarked } = tokens[at]!
    if (isMarked) end = at + 1
    else if (!particles.has(value)) break
  }
  return tokens.slice(from, end)
}

/** A sentence begins with a capital letter, so its first word may be an ordinary one, and before a name only a function word. */
function toPhrases(marked: readonly Token[], isStart: boolean, options: ProseOptions): readonly Phrase[] {
  const whole = toPhrase(marked)
  if (isSupported(whole.words, options)) return [whole]
  const [start, ...rest] = marked
  if (!isStart || start?.kind !== 'word') throw new RejectedAnswerError('unsupported_fact')
  const isOrdinary =
    rest.length === 0
      ? isKnown(start.value, options) && !isProbableName(start.value, options)
      : options.isFunctionWord(start.value)
  if (!isOrdinary) throw new RejectedAnswerError('unsupported_fact')
  return rest.length === 0 ? [] : toPhrases(rest, false, options)
}

function toPhrase(tokens: readonly Token[]): Phrase {
  return {
    words: tokens.map(({ value }) => value).join(' '),
    hasNumber: tokens.some(({ kind }) => kind === 'number'),
  }
}

function isSupported(words: string, { records, isCommon }: ProseOptions): boolean {
  return isCommon(words) || records.some((record) => record.has(words))
}

function checkPerson(token: Token | undefined, { records }: ProseOptions): void {
  if (token?.kind !== 'word' || !records.some((record) => record.hasName(token.value)))
    throw new RejectedAnswerError('unsupported_fact')
}

/** After "doctor", a word in lower case may be a name; a capital letter is checked anyway. */
function checkProfession(token: Token | undefined, options: ProseOptions): void {
  if (token?.kind !== 'word' || token.isMarked || options.isFunctionWord(token.value)) return
  checkPerson(token, options)
}

function checkWord(word: string, options: ProseOptions): void {
  if (streets.has(word)) throw new RejectedAnswerError('unsupported_fact')
  if (!isKnown(word, options) && !options.records.some((record) => record.has(word)))
    throw new RejectedAnswerError('unknown_word')
}

/** Two ordinary words that are both names are a person: "grace young". */
function checkPair(word: string, next: Token | undefined, options: ProseOptions): void {
  if (next?.kind !== 'word' || ![word, next.value].every((one) => isProbableName(one, options))) return
  if (!isSupported(`${word} ${next.value}`, options)) throw new RejectedAnswerError('unsupported_fact')
}

function isProbableName(word: string, { isCommonName, isFunctionWord }: ProseOptions): boolean {
  return !isFunctionWord(word) && isCommonName(word)
}

/** Also plurals. */
function isKnown(word: string, { isKnownWord }: ProseOptions): boolean {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some(isKnownWord)
}

/**
 * The numbers of a sentence must belong to the record that it names, or to the last one that was named. Returns the records that the
 * next sentence may be about.
 */
function checkSentence(
  phrases: readonly Phrase[],
  subject: readonly EvidenceRecord[],
  { records, isCommon }: ProseOptions,
): readonly EvidenceRecord[] {
  const facts = phrases.filter(({ words }) => !isCommon(words))
  const names = facts.filter(({ hasNumber }) => !hasNumber)
  const about = names.length === 0 ? subject : records.filter((record) => hasAll(record, names))
  if (facts.length > names.length && !about.some((record) => hasAll(record, facts)))
    throw new RejectedAnswerError('mixed_records')
  return about.length === 0 ? records : about
}

function hasAll(record: EvidenceRecord, phrases: readonly Phrase[]): boolean {
  return phrases.every(({ words }) => record.has(words))
}

function listNamed(
  phrases: readonly Phrase[],
  records: readonly EvidenceRecord[],
): readonly RecordReference[] {
  return phrases.flatMap(({ words }) =>
    records.flatMap((record) =>
      record.reference !== null && record.hasName(words) ? [record.reference] : [],
    ),
  )
}
