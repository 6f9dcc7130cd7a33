/** The reviewed tables of the audit: allowed transformations of cells, phrases of the prose, meanings of codes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitWords } from './words.ts'

const folder = join(import.meta.dirname, 'tables')
const directory = join(import.meta.dirname, '../directory')

/** The cells of each line below the header. */
export function readTable(path: string): readonly (readonly string[])[] {
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line) => line.split('\t'))
}

export type TransformationKind = 'street' | 'unit' | 'city' | 'suffix' | 'credential' | 'state' | 'language'

/** The allowed spellings of a word of a cell, by kind, then by the word in lower case. */
const transformations = new Map<string, Map<string, string[]>>()
for (const [kind = '', from = '', to = ''] of readTable(join(folder, 'transformations.tsv'))) {
  const ofKind = transformations.get(kind) ?? new Map<string, string[]>()
  transformations.set(kind, ofKind)
  ofKind.set(from.toLowerCase(), [...(ofKind.get(from.toLowerCase()) ?? []), to.toLowerCase()])
}

/** The allowed spellings of `from`, without itself. */
export function listSpellings(kind: TransformationKind, from: string): readonly string[] {
  return transformations.get(kind)?.get(from.toLowerCase()) ?? []
}

/** Every pair of a kind: `['ri', 'rhode island']`. */
export function listTransformations(kind: TransformationKind): readonly (readonly [string, string])[] {
  return [...(transformations.get(kind) ?? [])].flatMap(([from, tos]) => tos.map((to) => [from, to] as const))
}

/** Unit designators in every spelling; a designator and the identifier after it belong together. */
export const designators: ReadonlySet<string> = new Set(
  listTransformations('unit').flatMap(([from, to]) => [from, to]),
)

/** Words in an address that name an institution and so rule out a home. */
export const institutionWords: ReadonlySet<string> = new Set(
  readTable(join(folder, 'institutions.tsv')).map(([word = '']) => word),
)

/** Prefixes of the codes of professions that work at an employer or at homes of patients, not in an office of their own. */
export const codesWithoutOffice: readonly string[] = readTable(join(folder, 'without-office.tsv')).map(
  ([prefix = '']) => prefix,
)

/** A code of the NUCC set in the words of the directory. */
export interface Meaning {
  readonly code: string
  readonly kind: string
  readonly name: string
  readonly plural: string
  readonly plain: string
  readonly field: string
  readonly care: string
}

const meanings = new Map<string, Meaning>()
for (const file of readdirSync(join(directory, 'taxonomy')).filter((name) => name.endsWith('.tsv')))
  for (const row of readTable(join(directory, 'taxonomy', file))) {
    const [code = '', kind = '', name = '', plural = '', plain = '', field = '', care = ''] = row
    meanings.set(code, { code, kind, name, plural, plain, field, care })
  }

/** Null for a code that is not in the tables of the directory. */
export function findMeaning(code: string): Meaning | null {
  return meanings.get(code) ?? null
}

/** The codes and plain words that a phrase in a cell or in the file name of a facility list means. */
export interface ListedKind {
  readonly phrase: readonly string[]
  readonly codes: readonly string[]
  readonly words: string
}

export const listedKinds: readonly ListedKind[] = readTable(join(folder, 'listed-kinds.tsv')).map(
  ([phrase = '', codes = '', words = '']) => ({
    phrase: splitWords(phrase),
    codes: codes.split(' ').filter(Boolean),
    words,
  }),
)

/** Kinds of hospitals by the last four digits of their certification numbers, and of hospital units by the third character. */
const certifiedKinds = readTable(join(folder, 'certified-kinds.tsv')).map(
  ([unitLetter = '', first = '', last = '', code = '']) => ({ letter: unitLetter, first, last, code }),
)

/** `413025` → a rehabilitation hospital, `41T001` → a rehabilitation unit. */
export function findCertifiedKinds(certification: string): readonly ListedKind[] {
  const number = certification.toUpperCase()
  if (!/^\d\d[A-Z\d]{2}\d\d$/.test(number)) return []
  const [third, end] = [number.charAt(2), number.slice(2)]
  return certifiedKinds
    .filter(({ letter, first, last }) =>
      letter === '' ? /^\d{4}$/.test(end) && first <= end && end <= last : letter === third,
    )
    .map(({ code }) => ({ phrase: [], codes: [code], words: 'hospital' }))
}

interface MailForwarder {
  readonly number: string
  readonly street: string
  /** Empty if every suite is a mailbox. */
  readonly suites: readonly string[]
}

/** Registered agents and virtual offices by ZIP code. */
export const mailForwarders: ReadonlyMap<string, readonly MailForwarder[]> = Map.groupBy(
  readTable(join(folder, 'mail-forwarders.tsv')).map(([zip = '', number = '', street = '', suites = '']) => ({
    zip,
    number,
    street: street.toLowerCase(),
    suites: suites.toLowerCase().split(' ').filter(Boolean),
  })),
  ({ zip }) => zip,
)

/** Letters of a credential, or a form of license numbers, whose holders practice under supervision. */
export interface SupervisedCredential {
  readonly text: string
  /** Null if the row is about letters. */
  readonly number: RegExp | null
  /** The states where it has this meaning; letters without a state have it everywhere. */
  readonly states: readonly string[]
  /** Prefixes of the codes to which it applies. */
  readonly codes: readonly string[]
  /** Whether the board calls the holder a trainee or in training. */
  readonly isTraining: boolean
}

/** In a number pattern, `#` means a digit and `*` any rest. */
export const supervisedCredentials: readonly SupervisedCredential[] = readTable(
  join(folder, 'supervised-credentials.tsv'),
).map(([kind, text = '', states = '', codes = '', called = '']) => ({
  text,
  number:
    kind === 'number' ? new RegExp(`^${text.replaceAll('#', String.raw`\d`).replaceAll('*', '.*')}$`) : null,
  states: states.split(' ').filter(Boolean),
  codes: codes.split(' '),
  isTraining: /trainee|in training/.test(called),
}))

/** Words in a credential cell that limit it. */
export interface Remark {
  readonly words: readonly string[]
  readonly meaning: 'student' | 'training' | 'limited' | 'residency' | 'fellowship' | 'former'
  /** Words after which, or before which, they mean something else: `student health`, `acc fellow`. */
  readonly notBefore: ReadonlySet<string>
  readonly notAfter: ReadonlySet<string>
}

export const remarks: readonly Remark[] = readTable(join(folder, 'credential-remarks.tsv')).map(
  ([words = '', meaning = '', notBefore = '', notAfter = '']) => ({
    words: words.split(' '),
    meaning: meaning as Remark['meaning'],
    notBefore: new Set(notBefore.split(' ').filter(Boolean)),
    notAfter: new Set(notAfter.split(' ').filter(Boolean)),
  }),
)

const statesOfPrefix = new Map<string, Set<string>>()
for (const [prefix = '', state = ''] of readTable(join(folder, 'zip-states.tsv')))
  statesOfPrefix.set(prefix, (statesOfPrefix.get(prefix) ?? new Set()).add(state))

/** The states in which the prefix of the ZIP code is used. */
export function findStates(zip: string): readonly string[] {
  return [...(statesOfPrefix.get(zip.slice(0, 3)) ?? [])]
}

/** Whether the prefix of the ZIP code is used in the state; null if the prefix or the state is unknown. */
export function isZipInState(zip: string, state: string): boolean | null {
  const states = statesOfPrefix.get(zip.slice(0, 3))
  const isState =
    /^A[AEP]$/.test(state) || listTransformations('state').some(([from]) => from === state.toLowerCase())
  return states === undefined || !isState ? null : states.has(state)
}

export interface Point {
  readonly lat: number
  readonly lng: number
}

const points = new Map<string, Point>()
const pointsByPrefix = new Map<string, Point[]>()
{
  let prefix = ''
  for (const line of readFileSync(join(directory, 'zip-points.csv'), 'utf8').split('\n')) {
    if (line.length === 3) prefix = line
    else if (line !== '' && !line.startsWith('#')) {
      const [end = '', lat, lng] = line.split(',')
      const point = { lat: Number(lat), lng: Number(lng) }
      points.set(prefix + end, point)
      pointsByPrefix.set(prefix, [...(pointsByPrefix.get(prefix) ?? []), point])
    }
  }
}

/** The point of a five-digit ZIP code. */
export function getZipPoint(zip: string): Point | undefined {
  return points.get(zip)
}

/** The points of all ZIP codes with this prefix. */
export function getPointsOfPrefix(prefix: string): readonly Point[] {
  return pointsByPrefix.get(prefix) ?? []
}

/** A phrase that prose may use, and the evidence that it needs. */
export interface Phrase {
  readonly words: readonly string[]
  readonly needs: string
}

/** `<count>`, `<month>`, `<year>`, `<day>` and `<time>` match any such word. */
export const phrases: readonly Phrase[] = readTable(join(folder, 'phrases.tsv')).map(
  ([text = '', needs = '']) => ({
    words: text.split(' ').flatMap((word) => (/^<\w+>$/.test(word) ? [word] : splitWords(word))),
    needs,
  }),
)
