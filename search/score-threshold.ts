/** The score below which hits are withheld. */
import type { ScoreThreshold } from './search-engine.ts'

/**
 * Chosen on the judged queries; `benchmarks/results/relevance.md` shows the effect of other values. A hit with less than half of the
 * best score usually matches another need. The engine applies the threshold, because only the engine sees the withheld hits
 * (`Matches.filtered`).
 */
export const scoreThreshold: ScoreThreshold = { min: 0.45, minOfTop: 0.5 }
