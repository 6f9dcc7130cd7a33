/** What an answer may state: the names, numbers, addresses and dates of the records that the tools returned in a conversation. */
import { regionOfState } from '@careatlas/directory/region'
import type { RecordReference } from '../conversation-context.ts'
import { languageWords } from '../value-words.ts'
import { tokensOf } from './tokens.ts'

/** The facts of one record as searchable text. */
export interface EvidenceRecord {
  /** Null if it is neither a clinician nor a place. */
  readonly reference: RecordReference | null
  /** Names of several words, as a text copies them. */
  readonly names: readonly string[]
  has(words: string): boolean
  /** Whether a name of the record has the words. */
  hasName(words: string): boolean
}

/** Fields whose text is prose, which may name anything; payers, because only the server states them; and identifiers. */
const ignoredFields: ReadonlySet<string> = new Set([
  'biography',
  'short_biography',
  'summary',
  'statements',
  'note',
  'carriers',
  'url',
  'lat',
  'lng',
  'score',
  'source',
  'sources',
  'code',
  'location_uuid',
])

const nameFields: ReadonlySet<string> = new Set(['name', 'display', 'first', 'middle', 'last', 'legal_name'])

/** @param record a record of a tool result, or a card that the user has seen */
export function readEvidence(record: unknown): EvidenceRecord {
  const facts = [...listFacts(record, '')]
  const all = toText(facts.map(({ text }) => text))
  const names = facts.flatMap(({ field, text }) => (nameFields.has(field) ? [text] : []))
  const nameText = toText(names)
  return {
    reference: findReference(record),
    names: names.filter((name) => name.includes(' ')),
    has: (words) => all.includes(` ${words} `),
    hasName: (words) => nameText.includes(` ${words} `),
  }
}

/** The records of a tool result. The echo of the request is none, because it has the words of the model. */
export function recordsOf(result: unknown): readonly unknown[] {
  const { data } = (result ?? {}) as { readonly data?: unknown }
  return Array.isArray(data) ? data : [data]
}

/** Texts as one, in which a phrase is found only within one of them. */
export function toText(texts: readonly string[]): string {
  const lines = texts.map((text) =>
    tokensOf(text)
      .map(({ value }) => value)
      .join(' '),
  )
  return ` | ${lines.join(' | ')} | `
}

interface Fact {
  readonly field: string
  readonly text: string
}

function* listFacts(value: unknown, field: string): Generator<Fact> {
  if (ignoredFields.has(field)) return
  if (typeof value === 'string') yield* variantsOf(value, field)
  else if (typeof value === 'number') yield* numberVariants(value, field)
  else if (Array.isArray(value)) for (const item of value) yield* listFacts(item, field)
  else if (typeof value === 'object' && value !== null) {
    yield* addressVariants(value as Readonly<Record<string, unknown>>)
    for (const [name, member] of Object.entries(value)) yield* listFacts(member, name)
  }
}

/** A telephone number with and without the country code; the name of a language beside its tag. */
function* variantsOf(text: string, field: string): Generator<Fact> {
  yield { field, text }
  if (/^\+1\d{10}$/.test(text)) yield { field, text: text.slice(2) }
  if (field === 'languages')
    for (const language of ['en', 'es'] as const) yield { field, text: languageWords([text], language) }
}

/** A distance may be rounded. */
function* numberVariants(value: number, field: string): Generator<Fact> {
  yield { field, text: String(value) }
  if (field !== 'distance_miles') return
  yield { field, text: value.toFixed(1) }
  yield { field, text: String(Math.round(value)) }
}

/** The parts of an address in one line, with the abbreviation and the name of the state. */
function* addressVariants(value: Readonly<Record<string, unknown>>): Generator<Fact> {
  const part = (name: string): string => (typeof value[name] === 'string' ? value[name] : '')
  const state = part('state')
  if (state === '') return
  const zip = part('postal_code').slice(0, 5)
  for (const name of [state, regionOfState(state)?.name ?? ''])
    yield { field: 'address', text: `${part('line_1')} ${part('line_2')} ${part('city')} ${name} ${zip}` }
}

function findReference(record: unknown): RecordReference | null {
  const { npi, location_uuid: uuid } = (record ?? {}) as Readonly<Record<string, unknown>>
  if (typeof npi === 'string') return { kind: 'provider', id: npi }
  return typeof uuid === 'string' ? { kind: 'location', id: uuid } : null
}
