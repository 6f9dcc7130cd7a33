/** Converts `q` to the text query of an engine and the echo in the response. */
import type { Geo } from '@careatlas/contract/envelopes'
import { defaultRadiusMiles } from '@careatlas/contract/parameters'
import type { TextQuery } from './relevance.ts'
import type { Collection, Query } from './search-engine.ts'
import type { QueryLocation } from './query/extract-location.ts'
import type { QueryResources } from './query/query-resources.ts'
import { parseQuery, type ParsedQuery } from './query/parse-query.ts'
import type { TextMode } from './query/score-concepts.ts'

interface TextRequest {
  readonly q: string | undefined
  readonly collection: Collection
  readonly mode: TextMode
  /** The position of the parameters; it precedes a place in `q`. */
  readonly geo: Geo | null
  readonly radiusMiles: number | undefined
}

export interface InterpretedText {
  /** No text if `q` consists of a place: then only the position filters. */
  readonly text: Pick<Query, 'text'>
  /** The mode that ran: `lexical` if no embedder is available or it did not answer in time; null without text. */
  readonly mode: TextMode | null
  readonly geo: Geo | null
  readonly echo: { readonly q?: string; readonly q_expanded?: string; readonly unresolved_place?: string }
  /** What the text says beside the need; null without text. */
  readonly parsed: Pick<ParsedQuery, 'emergency' | 'isUnderstood' | 'unapplied'> | null
}

/** A place in `q` is the position if the parameters have none. */
export async function interpretText(
  { q, collection, mode, geo, radiusMiles }: TextRequest,
  resources: QueryResources,
): Promise<InterpretedText> {
  if (q === undefined) return { text: {}, mode: null, geo, echo: {}, parsed: null }
  const possible = resources.finder.comparesMeaning ? mode : 'lexical'
  const read = await parseAndEmbed({ q, collection, mode: possible, geo }, resources)
  const { place, onlyPlace, expanded, unapplied } = read.parsed
  return {
    text: onlyPlace ? {} : { text: read.text },
    mode: onlyPlace ? null : read.mode,
    geo: geo ?? (place && positionAt(place, radiusMiles)),
    echo: {
      q,
      ...(expanded !== null && { q_expanded: expanded }),
      ...(unapplied.unknownPlace !== null && { unresolved_place: unapplied.unknownPlace }),
    },
    parsed: read.parsed,
  }
}

function positionAt({ lat, lng, label, radiusMiles: own }: QueryLocation, given: number | undefined): Geo {
  return { lat, lng, label, radius_miles: given ?? own ?? defaultRadiusMiles, source: 'q' }
}

interface EmbeddedQuery {
  readonly mode: TextMode
  readonly parsed: ParsedQuery
  readonly text: TextQuery
}

/** Falls back to lexical search if the vector does not arrive; the mode in the response says so. */
async function parseAndEmbed(
  question: Omit<TextRequest, 'radiusMiles'> & { readonly q: string },
  resources: QueryResources,
): Promise<EmbeddedQuery> {
  const { q, collection, mode, geo } = question
  const parsed = parseQuery(q, collection, mode, resources, geo)
  const { topic, text } = parsed
  if (topic === null || resources.vectors === null) return { mode, parsed, text: { ...text, vector: null } }
  const direction = await resources.vectors.get(topic.words)
  if (direction === null) return parseAndEmbed({ ...question, mode: 'lexical' }, resources)
  return { mode, parsed, text: { ...text, vector: direction.map((value) => value * topic.sure) } }
}
