/** Weak matches are withheld: below which score a hit of each mode is not shown. */
import type { SearchModeUsed } from '@careatlas/contract/envelopes'

/**
 * A lexical score is the share of the best score possible for the question. 0.15 withholds a clinician who shares one
 * common word with a question of many, and keeps one who has a single rare word of it.
 */
const floors: Readonly<Record<SearchModeUsed, number>> = {
  lexical: 0.15,
  hybrid: 0.15,
  semantic: 0.15,
  name: 0,
  geo: 0,
}

/** The engine applies it, because only the engine sees what falls below (`Matches.filtered`). */
export function relevanceFloor(mode: SearchModeUsed): number {
  return floors[mode]
}
