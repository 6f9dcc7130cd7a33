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
  /** The position from the parameters; it takes precedence over a place in `q`. */
  readonly geo: Geo | null
  readonly radiusMiles: number | undefined
}

export interface InterpretedText {
  /** Empty if `q` consists of a place: then only the position filters. */
  readonly text: Pick<Query, 'text'>
  /** The mode that ran: `lexical` if no embedder is available or it did not answer in time; null without text. */
  readonly mode: TextMode | null
  readonly geo: Geo | null
  readonly echo: TextEcho
  /** What the text contains besides the text query; null without text. */
  readonly parsed: Pick<
    ParsedQuery,
    'emergency' | 'evidence' | 'helplines' | 'isUnderstood' | 'language' | 'unapplied'
  > | null
}

interface TextEcho {
  readonly q?: string
  readonly q_language?: string
  readonly q_expanded?: string
  readonly unresolved_place?: string
}

/** A place in `q` becomes the position if the parameters have none. */
export async function interpretText(
  { q, collection, mode, geo, radiusMiles }: TextRequest,
  resources: QueryResources,
): Promise<InterpretedText> {
  if (q === undefined) return { text: {}, mode: null, geo, echo: {}, parsed: null }
  const supportedMode = resources.finder.comparesMeaning ? mode : 'lexical'
  const embedded = await parseAndEmbed({ q, collection, mode: supportedMode, geo }, resources)
  const { place, onlyPlace, language, expanded, unapplied } = embedded.parsed
  return {
    text: onlyPlace ? {} : { text: embedded.text },
    mode: onlyPlace ? null : embedded.mode,
    geo: geo ?? (place && toGeo(place, radiusMiles)),
    echo: {
      q,
      ...(language !== null && { q_language: language.tag }),
      ...(expanded !== null && { q_expanded: expanded }),
      ...(unapplied.unknownPlace !== null && { unresolved_place: unapplied.unknownPlace }),
    },
    parsed: embedded.parsed,
  }
}

function toGeo(place: QueryLocation, requestedRadius: number | undefined): Geo {
  const { lat, lng, label, radiusMiles } = place
  return { lat, lng, label, radius_miles: requestedRadius ?? radiusMiles ?? defaultRadiusMiles, source: 'q' }
}

interface EmbeddedQuery {
  readonly mode: TextMode
  readonly parsed: ParsedQuery
  readonly text: TextQuery
}

/** Falls back to lexical search if the vector does not arrive; the mode in the response says so. */
async function parseAndEmbed(
  request: Omit<TextRequest, 'radiusMiles'> & { readonly q: string },
  resources: QueryResources,
): Promise<EmbeddedQuery> {
  const { q, collection, mode, geo } = request
  const parsed = parseQuery(q, collection, mode, resources, geo)
  const { topic, text } = parsed
  if (topic === null || resources.vectors === null) return { mode, parsed, text: { ...text, vector: null } }
  const vector = await resources.vectors.get(topic.words)
  if (vector === null) return parseAndEmbed({ ...request, mode: 'lexical' }, resources)
  return { mode, parsed, text: { ...text, vector: vector.map((value) => value * topic.confidence) } }
}
