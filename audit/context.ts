/** What the checks of one run share, and what one card gives. */
import type { Cards } from './cards.ts'
import type { Evidence } from './evidence.ts'
import type { Finding } from './findings.ts'

export interface Checked {
  readonly findings: readonly Finding[]
  readonly statements: number
}

/** What the checks of one run share. */
export interface Context {
  readonly evidence: Evidence
  readonly cards: Cards
  readonly notice: string | null
  /** Days of the source files by the id of the source. */
  readonly daysOfSources: ReadonlyMap<string, ReadonlySet<string | null>>
}
