/** The data that all checks of one audit run share. */
import type { Cards } from './cards.ts'
import type { Evidence } from './evidence.ts'
import type { Finding } from './findings.ts'

export interface Checked {
  readonly findings: readonly Finding[]
  readonly statements: number
}

export interface Context {
  readonly evidence: Evidence
  readonly cards: Cards
  readonly notice: string | null
  /** The days of the source files by the id of their source. */
  readonly sourceDays: ReadonlyMap<string, ReadonlySet<string | null>>
}
