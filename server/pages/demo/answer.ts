/** The answer of a search in the demo, as the operation of the API returns it. */
import type { LocationSearchEnvelope, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import type { QueryPart } from '@careatlas/search/query/describe-query'
import type { Formats } from '../../web/format.ts'
import type { DemoRequest, UnknownPlace } from './demo-request.ts'
import type { Messages } from './messages.ts'

export type Envelope = ProviderSearchEnvelope | LocationSearchEnvelope

/** What every part of a page needs. */
export interface View {
  readonly request: DemoRequest
  readonly messages: Messages
  readonly formats: Formats
  readonly carriers: readonly Carrier[]
  /** The date of the data; null without a snapshot. */
  readonly dataAsOf: string | null
  /** The plan or payer that the user named; null: none. */
  readonly plan: string | null
  /** The time of "open now". */
  readonly now: Date
}

export interface Answer {
  readonly envelope: Envelope
  /** What the search understood in `q`; empty without it. */
  readonly parts: readonly QueryPart[]
  /** The query of the same search in the API. */
  readonly apiQuery: URLSearchParams
  /** The place of the form if it is not known, so that the search does not use it. */
  readonly unknownPlace: UnknownPlace | null
}

/** The names of these payers; a code without a name stays as it is. */
export function carrierNames(codes: readonly string[], carriers: readonly Carrier[]): string {
  const byCode = new Map(carriers.map(({ code, name }) => [code, name]))
  return codes.map((code) => byCode.get(code) ?? code).join(', ')
}
