/** Below which score a hit is too weak to be shown. */
import type { SearchModeUsed } from '@careatlas/contract/envelopes'
import type { ScoreThreshold } from './search-engine.ts'

/** Chosen on the judged questions: `benchmarks/results/relevance.md` shows what others would withhold. */
const scoreMin: Readonly<Record<SearchModeUsed, number>> = {
  hybrid: 0.45,
  semantic: 0.45,
  lexical: 0.45,
  name: 0,
  geo: 0,
}

/** Half as good as the best is an answer to something else. */
const minOfTop = 0.5

/** The floor of a mode. The engine applies it, because only the engine sees what falls below (`Matches.filtered`). */
export function scoreThreshold(mode: SearchModeUsed): ScoreThreshold {
  return { min: scoreMin[mode], minOfTop }
}
