/** Converts `q` to the text query of an engine and the echo in the response. */
import type { Geo } from '@careatlas/contract/envelopes'
import type { Point } from '@careatlas/directory/distance'
import { defaultRadiusMiles } from '@careatlas/contract/parameters'
import type { TextQuery } from './relevance.ts'
import type { Collection, Query } from './search-engine.ts'
import { findByEndpoint } from './query/endpoint-meaning.ts'
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
    | 'emergency'
    | 'evidence'
    | 'helplines'
    | 'isUnderstood'
    | 'language'
    | 'namedFields'
    | 'place'
    | 'unapplied'
  > | null
}

interface TextEcho {
  readonly q?: string
  readonly q_language?: string
  readonly q_expanded?: string
  readonly unresolved_place?: string
}

/** A place in `q` becomes the position, and a distance in `q` the radius, if the parameters have none. */
export async function interpretText(
  { q, collection, mode, geo, radiusMiles }: TextRequest,
  resources: QueryResources,
): Promise<InterpretedText> {
  if (q === undefined) return { text: {}, mode: null, geo, echo: {}, parsed: null }
  const supportedMode = resources.finder.comparesMeaning ? mode : 'lexical'
  const embedded = await parseAndEmbed({ q, collection, mode: supportedMode, geo }, resources)
  const { place, onlyPlace, language, expanded, unapplied } = embedded.parsed
  const namedRadius = radiusMiles ?? embedded.parsed.radiusMiles
  return {
    text: onlyPlace ? {} : { text: embedded.text },
    mode: onlyPlace ? null : embedded.mode,
    geo: geo ? { ...geo, radius_miles: namedRadius ?? geo.radius_miles } : place && toGeo(place, namedRadius),
    echo: {
      q,
      ...(language !== null && { q_language: language.tag }),
      ...(expanded !== null && { q_expanded: expanded }),
      ...(unapplied.unknownPlace !== null && { unresolved_place: unapplied.unknownPlace.name }),
    },
    parsed: embedded.parsed,
  }
}

function toGeo(place: QueryLocation, namedRadius: number | null): Geo {
  const { lat, lng, label, radiusMiles } = place
  return { lat, lng, label, radius_miles: namedRadius ?? radiusMiles ?? defaultRadiusMiles, source: 'q' }
}

interface EmbeddedQuery {
  readonly mode: TextMode
  readonly parsed: ParsedQuery
  readonly text: TextQuery
}

/**
 * If the vector does not arrive, the built-in model finds the concepts, and texts are compared by words; then the mode in the
 * response is `lexical`.
 */
async function parseAndEmbed(
  { q, collection, mode, geo }: Omit<TextRequest, 'radiusMiles'> & { readonly q: string },
  resources: QueryResources,
): Promise<EmbeddedQuery> {
  const parse = (parsedMode: TextMode, parsedBy: QueryResources): ParsedQuery =>
    parseQuery(q, collection, parsedMode, parsedBy, geo)
  const { vectors } = resources
  const parsed = parse(mode, resources)
  if (parsed.topic === null || vectors === null)
    return { mode, parsed, text: { ...parsed.text, vector: null } }
  const vector = await vectors.get(parsed.topic.words)
  if (vector === null) {
    const fallback = mode === 'hybrid' ? parsed : parse('hybrid', resources)
    return { mode: 'lexical', parsed: fallback, text: { ...fallback.text, vector: null } }
  }
  const finder = findByEndpoint(vector, resources)
  const understood = finder === null ? parsed : parse(mode, { ...resources, finder })
  const confidence = understood.topic?.confidence ?? 0
  return {
    mode,
    parsed: understood,
    text: { ...understood.text, vector: vector.map((value) => value * confidence) },
  }
}

/** The resources to describe a query after its search: with the phrases of the endpoint if it has sent the vector of the query. */
export function describingResources(
  {
    q,
    collection,
    mode,
    geo,
  }: Omit<TextRequest, 'geo' | 'radiusMiles'> & { readonly q: string; readonly geo: Point | null },
  resources: QueryResources,
): QueryResources {
  if (resources.phrases === undefined) return resources
  const { topic } = parseQuery(q, collection, mode, resources, geo)
  const vector = topic && resources.vectors?.peek(topic.words)
  const finder = vector ? findByEndpoint(vector, resources) : null
  return finder === null ? resources : { ...resources, finder }
}
