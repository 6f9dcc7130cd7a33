/** `q` as an engine takes it, and what the caller is told of how it was read. */
import type { Geo } from '@careatlas/contract/envelopes'
import { defaultRadiusMiles } from '@careatlas/contract/parameters'
import type { Collection, Query } from './search-engine.ts'
import type { Knowledge } from './understanding/knowledge.ts'
import { understand } from './understanding/understand.ts'
import type { TextMode } from './understanding/weigh-concepts.ts'

interface Question {
  readonly q: string | undefined
  readonly collection: Collection
  readonly mode: TextMode
  /** The position that the parameters give; it goes before one in the question. */
  readonly geo: Geo | null
  readonly radiusMiles: number | undefined
}

interface InterpretedQuestion {
  readonly text: Pick<Query, 'text'>
  readonly geo: Geo | null
  readonly echo: { readonly q?: string; readonly q_expanded?: string }
  readonly carrierHints: readonly string[]
}

export function interpretQuestion(
  { q, collection, mode, geo, radiusMiles = defaultRadiusMiles }: Question,
  knowledge: Knowledge,
): InterpretedQuestion {
  if (q === undefined) return { text: {}, geo, echo: {}, carrierHints: [] }
  const { text, place, expanded, carrierHints } = understand(q, collection, mode, knowledge)
  return {
    text: { text },
    geo: geo ?? (place && { ...place, radius_miles: radiusMiles, source: 'q' }),
    echo: { q, ...(expanded !== null && { q_expanded: expanded }) },
    carrierHints,
  }
}
