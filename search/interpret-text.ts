/** `q` as an engine takes it, and what the caller is told of how it was read. */
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
  /** The position that the parameters give; it goes before one in the question. */
  readonly geo: Geo | null
  readonly radiusMiles: number | undefined
}

interface InterpretedText {
  /** No text where the question names a place and nothing else: then the position alone is asked for. */
  readonly text: Pick<Query, 'text'>
  /**
   * The way that was possible: `lexical` where nothing compares meaning, or did not in good time; null where no text is
   * asked for.
   */
  readonly mode: TextMode | null
  readonly geo: Geo | null
  readonly echo: { readonly q?: string; readonly q_expanded?: string }
  readonly carrierHints: readonly string[]
}

/** A place in `q` gives the position where the parameters give none. */
export async function interpretText(
  { q, collection, mode, geo, radiusMiles }: TextRequest,
  resources: QueryResources,
): Promise<InterpretedText> {
  if (q === undefined) return { text: {}, mode: null, geo, echo: {}, carrierHints: [] }
  const possible = resources.finder.comparesMeaning ? mode : 'lexical'
  const read = await parseAndEmbed({ q, collection, mode: possible, geo }, resources)
  const { place, onlyPlace, expanded, carrierHints } = read.parsed
  return {
    text: onlyPlace ? {} : { text: read.text },
    mode: onlyPlace ? null : read.mode,
    geo: geo ?? (place && positionAt(place, radiusMiles)),
    echo: { q, ...(expanded !== null && { q_expanded: expanded }) },
    carrierHints,
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

/** By words alone when the vector does not come: then the answer is that of a search by words, and says so. */
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
