/** What every card of one ingest is composed with. */

export interface ComposeContext {
  /** Carrier code → payer name; a code without a name stands for itself. */
  readonly carrierNames: ReadonlyMap<string, string>
  /** Taxonomy code → the official NUCC display name, when the operator loads the NUCC file. */
  readonly officialNames: ReadonlyMap<string, string> | null
  /** Ends every text, such as "Fictional data."; one sentence of at most `noticeLengthMax`. */
  readonly notice: string | null
  /** The day of the newest registry file, by which older rows are told to be old; null when none is dated. */
  readonly registryAsOf: string | null
}

/** In characters; it must leave room for a clause in a short biography of 280. */
export const noticeLengthMax = 120
