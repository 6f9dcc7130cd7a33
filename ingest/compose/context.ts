/** The settings with which all cards of one ingest are composed. */

export interface ComposeContext {
  /** Carrier code → payer name; a code without a name is shown as it is. */
  readonly carrierNames: ReadonlyMap<string, string>
  /** Taxonomy code → the official NUCC display name, when the operator loads the NUCC file. */
  readonly officialNames: ReadonlyMap<string, string> | null
  /** The last sentence of every text, such as "Fictional data."; one sentence of at most `noticeLengthMax`. */
  readonly notice: string | null
  /** The day of the newest registry file, with which the age of rows is compared; null if no file has a day. */
  readonly registryAsOf: string | null
}

/** In characters; it must leave room for a clause in a short biography of 280. */
export const noticeLengthMax = 120
