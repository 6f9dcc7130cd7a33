/** Below which score a hit is too weak to be shown. */
import type { SearchModeUsed } from '@careatlas/contract/envelopes'

/**
 * A lexical score is the share of the best score possible for the question, so a word that nobody has weighs on it.
 * Measured on 70 questions of patients and 40 that no clinician answers, over the cards of 17,266 clinicians:
 *
 * | floor | questions with a right card among the first ten | of these cards kept | nonsense answered with nothing |
 * | ----: | ----------------------------------------------: | ------------------: | -----------------------------: |
 * |     0 |                                              67 |          575 of 575 |                       21 of 40 |
 * |  0.10 |                                              65 |                 567 |                             21 |
 * |  0.15 |                                              64 |                 559 |                             25 |
 * |  0.20 |                                              63 |                 551 |                             26 |
 * |  0.30 |                                              61 |                 528 |                             32 |
 * |  0.50 |                                              59 |                 503 |                             33 |
 *
 * From 0.15 to 0.16 the most nonsense goes before "Spanish speaking pediatrician" does. What is left of it shares its
 * words with the cards ("car repair"), and no floor can tell. One real word beside an unknown one is a misspelling
 * rather than nonsense, and stays: "cardiologist xyzzyqq" finds cardiologists at 0.24.
 */
const floors: Readonly<Record<SearchModeUsed, number>> = {
  lexical: 0.15,
  hybrid: 0.15,
  semantic: 0.15,
  name: 0,
  geo: 0,
}

/** The floor of a mode. The engine applies it, because only the engine sees what falls below (`Matches.filtered`). */
export function relevanceFloor(mode: SearchModeUsed): number {
  return floors[mode]
}
