/** The allowed wordings of codes, languages and hours, from the tables of the directory and from Unicode. */
import type { OfficeHours } from '@careatlas/contract/cards'
import type { Evidence, NpiEvidence } from './evidence.ts'
import type { PhraseTree } from './phrase-tree.ts'
import type { ExactPhrase } from './prose.ts'
import { findMeaning } from './tables.ts'
import { isInTraining, isUnderSupervision } from './supervision.ts'
import { listRemarks } from './remarks.ts'
import { mayBeStudent, traineeCode, findTraineeProfession } from './trainees.ts'
import { splitWords } from './words.ts'

/** Adds texts that a text may contain only as a whole. */
export function addTexts(phrases: PhraseTree<ExactPhrase>, texts: readonly string[]): void {
  for (const text of texts) phrases.add(splitWords(text), { kind: 'other', text })
}

/** The name of a kind of clinician or organization, in the singular and the plural. */
export interface Kind {
  readonly name: string
  readonly plural: string
  /** The care that this kind gives; empty if no text describes it. */
  readonly care: string
}

/**
 * For each code, its name and "clinician registered as" it; with evidence of supervision in the credential cell or a license
 * number, also "who works under supervision"; for a trainee, the profession "in training".
 */
export function listKinds(rows: NpiEvidence, credentials: readonly string[]): readonly Kind[] {
  const trainee = findTraineeProfession(rows, credentials)
  const remarks = listRemarks(rows)
  const codes = rows.taxonomies().map(({ code }) => code)
  const named = [...codes, ...(mayBeStudent(rows) ? [traineeCode] : [])].flatMap((code) => {
    const meaning = findMeaning(code)
    if (meaning === null) return []
    const { name, plural, care } = meaning
    if (meaning.kind === 'organization') return [{ name, plural, care }]
    const registered = {
      name: `clinician registered as ${addArticle(name)}`,
      plural: `clinicians registered as ${plural}`,
      care: '',
    }
    return [
      { name, plural, care },
      registered,
      ...(isUnderSupervision(code, rows, credentials) ||
      [...remarks].some((remark) => limitedRemarks.has(remark))
        ? [withSupervision(meaning)]
        : []),
      ...(isInTraining(code, rows, credentials) || remarks.has('training') || remarks.has('student')
        ? [withLevel(meaning, 'in training')]
        : []),
    ]
  })
  if (trainee === null) return named
  return [...named, { name: `${trainee} in training`, plural: `${trainee}s in training`, care: '' }]
}

/** Meanings of remarks about holders with a limited permission. */
const limitedRemarks: ReadonlySet<string> = new Set(['limited', 'residency', 'fellowship'])

/** The kind under supervision. Its care is that of the whole profession, which `addCode` adds. */
function withSupervision({ name, plural }: Kind): Kind {
  return {
    name: `${name} who works under supervision`,
    plural: `${plural} who work under supervision`,
    care: '',
  }
}

function withLevel({ name, plural, care }: Kind, level: string): Kind {
  return { name: `${name} ${level}`, plural: `${plural} ${level}`, care }
}

/** Adds the phrases of a kind whose name is not that of a code; `addCode` adds those of the others. */
export function addKind(phrases: PhraseTree<ExactPhrase>, { name, plural, care }: Kind): void {
  if (
    !/ registered as an? | in training$| who works under supervision$|^health care student or trainee$/.test(
      name,
    )
  )
    return
  phrases.add(splitWords(name), { kind: 'code', text: name, plural: false })
  phrases.add(splitWords(plural), { kind: 'code', text: name, plural: true })
  phrases.add(splitWords(name.replace(/^clinician /, '')), { kind: 'code', text: name, plural: false })
  if (care !== '') phrases.add(splitWords(`${plural} ${care}`), { kind: 'code', text: name, plural: true })
}

/** "a", or "an" before a vowel sound; abbreviations are read as letters. */
function addArticle(name: string): string {
  const isAn = /^[A-Z](?:[A-Z]|\b)/.test(name)
    ? /^(?!NICU)[AEFHILMNORSX]/.test(name)
    : /^(?!eu|one\b|uni|ur[aeio]|us[aeiu]|ut[aei])[aeiou]/i.test(name)
  return `${isAn ? 'an' : 'a'} ${name}`
}

const phrasesByCode = new Map<string, readonly (readonly [readonly string[], ExactPhrase])[]>()

/** Adds the directory's words for a code: its names, its field and the care that its holders give. */
export function addCode(phrases: PhraseTree<ExactPhrase>, code: string): void {
  for (const [words, phrase] of listCodePhrases(code)) phrases.add(words, phrase)
}

function listCodePhrases(code: string): readonly (readonly [readonly string[], ExactPhrase])[] {
  const known = phrasesByCode.get(code)
  if (known !== undefined) return known
  const meaning = findMeaning(code)
  const phrases: (readonly [readonly string[], ExactPhrase])[] = []
  if (meaning !== null) {
    const { name, plural, plain, field, care } = meaning
    const add = (text: string, isPlural = false): void =>
      void (text !== '' && phrases.push([splitWords(text), { kind: 'code', text: name, plural: isPlural }]))
    add(name)
    add(plural, true)
    add(plain)
    add(field)
    if (care !== '') add(`${plural} ${care}`, true)
  }
  phrasesByCode.set(code, phrases)
  return phrases
}

/** The official display name, if the NUCC file was given, and the names of the directory. */
export function listTaxonomyNames(code: string, { store }: Evidence): readonly string[] {
  const official = store.officialNames.get(code)
  const plainName = findMeaning(code)?.name
  if (official !== undefined) return [official]
  return plainName === undefined ? [`Unknown taxonomy code ${code}`] : [capitalize(plainName)]
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const unicodeLanguageNames = new Intl.DisplayNames('en', {
  type: 'language',
  fallback: 'none',
  languageDisplay: 'standard',
})

/** Common English names of languages for which Unicode has another name. */
const commonLanguageNames: Readonly<Record<string, string>> = {
  kea: 'Cape Verdean Creole',
  cmn: 'Mandarin',
  yue: 'Cantonese',
  tl: 'Tagalog',
}

export function getLanguageName(tag: string): string | null {
  try {
    return commonLanguageNames[tag.toLowerCase()] ?? unicodeLanguageNames.of(tag) ?? null
  } catch {
    return null
  }
}

/** `08:00` → `8`, `17:30` → `5:30`, `12:00` → `noon` */
export function formatTimes(hours: readonly OfficeHours[]): ReadonlySet<string> {
  return new Set(hours.flatMap(({ open, close }) => [formatTime(open), formatTime(close)]))
}

export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (minute === 0 && hour % 12 === 0) return hour % 24 === 0 ? 'midnight' : 'noon'
  return `${hour % 12 === 0 ? 12 : hour % 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`
}
