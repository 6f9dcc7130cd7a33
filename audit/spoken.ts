/** The allowed wordings of codes, languages and hours, from the tables of the directory and from Unicode. */
import type { OfficeHours } from '@careatlas/contract/cards'
import type { Evidence, NpiEvidence } from './evidence.ts'
import type { PhraseTree } from './phrase-tree.ts'
import type { OwnPhrase } from './prose.ts'
import { meaningOf } from './tables.ts'
import { isInTraining, isUnderSupervision } from './supervision.ts'
import { remarksOf } from './remarks.ts'
import { mayBeStudent, trainee as traineeCode, traineeAs } from './trainees.ts'
import { wordsOf } from './words.ts'

/** Adds texts that must match whole. */
export function addTexts(own: PhraseTree<OwnPhrase>, texts: readonly string[]): void {
  for (const text of texts) own.add(wordsOf(text), { kind: 'other', text })
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
export function kindsHeld(rows: NpiEvidence, credentials: readonly string[]): readonly Kind[] {
  const trainee = traineeAs(rows, credentials)
  const remarks = remarksOf(rows)
  const codes = rows.taxonomies().map(({ code }) => code)
  const named = [...codes, ...(mayBeStudent(rows) ? [traineeCode] : [])].flatMap((code) => {
    const meaning = meaningOf(code)
    if (meaning === null) return []
    const { name, plural, care } = meaning
    if (meaning.kind === 'organization') return [{ name, plural, care }]
    const registered = {
      name: `clinician registered as ${withArticle(name)}`,
      plural: `clinicians registered as ${plural}`,
      care: '',
    }
    return [
      { name, plural, care },
      registered,
      ...(isUnderSupervision(code, rows, credentials) || [...remarks].some((one) => limiting.has(one))
        ? [supervised(meaning)]
        : []),
      ...(isInTraining(code, rows, credentials) || remarks.has('training') || remarks.has('student')
        ? [leveled(meaning, 'in training')]
        : []),
    ]
  })
  if (trainee === null) return named
  return [...named, { name: `${trainee} in training`, plural: `${trainee}s in training`, care: '' }]
}

/** Meanings of remarks about holders with a limited permission. */
const limiting: ReadonlySet<string> = new Set(['limited', 'residency', 'fellowship'])

/** The care is that of the whole profession, which `addCode` adds. */
function supervised({ name, plural }: Kind): Kind {
  return {
    name: `${name} who works under supervision`,
    plural: `${plural} who work under supervision`,
    care: '',
  }
}

function leveled({ name, plural, care }: Kind, level: string): Kind {
  return { name: `${name} ${level}`, plural: `${plural} ${level}`, care }
}

/** Adds a kind whose name is not that of a code; `addCode` adds the others. */
export function addKind(own: PhraseTree<OwnPhrase>, { name, plural, care }: Kind): void {
  if (
    !/ registered as an? | in training$| who works under supervision$|^health care student or trainee$/.test(
      name,
    )
  )
    return
  own.add(wordsOf(name), { kind: 'code', text: name, plural: false })
  own.add(wordsOf(plural), { kind: 'code', text: name, plural: true })
  own.add(wordsOf(name.replace(/^clinician /, '')), { kind: 'code', text: name, plural: false })
  if (care !== '') own.add(wordsOf(`${plural} ${care}`), { kind: 'code', text: name, plural: true })
}

/** "a", or "an" before a vowel sound; abbreviations are read as letters. */
function withArticle(name: string): string {
  const isAn = /^[A-Z](?:[A-Z]|\b)/.test(name)
    ? /^(?!NICU)[AEFHILMNORSX]/.test(name)
    : /^(?!eu|one\b|uni|ur[aeio]|us[aeiu]|ut[aei])[aeiou]/i.test(name)
  return `${isAn ? 'an' : 'a'} ${name}`
}

const wordsByCode = new Map<string, readonly (readonly [readonly string[], OwnPhrase])[]>()

/** Adds the directory's words for a code: its names, its field and the care that its holders give. */
export function addCode(own: PhraseTree<OwnPhrase>, code: string): void {
  for (const [words, phrase] of phrasesOf(code)) own.add(words, phrase)
}

function phrasesOf(code: string): readonly (readonly [readonly string[], OwnPhrase])[] {
  const known = wordsByCode.get(code)
  if (known !== undefined) return known
  const meaning = meaningOf(code)
  const phrases: (readonly [readonly string[], OwnPhrase])[] = []
  if (meaning !== null) {
    const { name, plural, plain, field, care } = meaning
    const add = (text: string, isPlural = false): void =>
      void (text !== '' && phrases.push([wordsOf(text), { kind: 'code', text: name, plural: isPlural }]))
    add(name)
    add(plural, true)
    add(plain)
    add(field)
    if (care !== '') add(`${plural} ${care}`, true)
  }
  wordsByCode.set(code, phrases)
  return phrases
}

/** The official display name, if the NUCC file was given, and the names of the directory. */
export function officialOrOwnNames(code: string, { store }: Evidence): readonly string[] {
  const official = store.officialNames.get(code)
  const own = meaningOf(code)?.name
  if (official !== undefined) return [official]
  return own === undefined ? [`Unknown taxonomy code ${code}`] : [capitalized(own)]
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const unicodeNames = new Intl.DisplayNames('en', {
  type: 'language',
  fallback: 'none',
  languageDisplay: 'standard',
})

/** Usual English names of languages for which Unicode has another name. */
const usualNames: Readonly<Record<string, string>> = {
  kea: 'Cape Verdean Creole',
  cmn: 'Mandarin',
  yue: 'Cantonese',
  tl: 'Tagalog',
}

export function languageName(tag: string): string | null {
  try {
    return usualNames[tag.toLowerCase()] ?? unicodeNames.of(tag) ?? null
  } catch {
    return null
  }
}

/** `08:00` → `8`, `17:30` → `5:30`, `12:00` → `noon` */
export function timesInWords(hours: readonly OfficeHours[]): ReadonlySet<string> {
  return new Set(hours.flatMap(({ open, close }) => [timeInWords(open), timeInWords(close)]))
}

export function timeInWords(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (minute === 0 && hour % 12 === 0) return hour % 24 === 0 ? 'midnight' : 'noon'
  return `${hour % 12 === 0 ? 12 : hour % 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`
}
