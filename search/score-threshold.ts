/** Score thresholds below which hits are withheld. */
import type { SearchModeUsed } from '@careatlas/contract/envelopes'
import type { ScoreThreshold } from './search-engine.ts'

/** Chosen on the judged queries; `benchmarks/results/relevance.md` shows the effect of other values. */
const scoreMin: Readonly<Record<SearchModeUsed, number>> = {
  hybrid: 0.45,
  semantic: 0.45,
  lexical: 0.45,
  name: 0,
  geo: 0,
}

/** A hit with less than half of the best score answers another need. */
const minOfTop = 0.5

/** The threshold of a mode. The engine applies it, because only the engine sees the withheld hits (`Matches.filtered`). */
export function scoreThreshold(mode: SearchModeUsed): ScoreThreshold {
  return { min: scoreMin[mode], minOfTop }
}
