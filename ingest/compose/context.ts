/** The settings with which all cards of one ingest are composed. */

export interface ComposeContext {
  /** Carrier code → payer name; a code without a name is shown as it is. */
  readonly carrierNames: ReadonlyMap<string, string>
  /** Taxonomy code → the official NUCC display name, when the operator loads the NUCC file. */
  readonly officialNames: ReadonlyMap<string, string> | null
  /** The last sentence of every text, such as "Fictional data."; at most `noticeLengthMax` characters. */
  readonly notice: string | null
  /** The day of the newest registry file, from which the age of a registration is counted; null if no file is dated. */
  readonly registryAsOf: string | null
}

/** In characters; the rest of a short biography of 280 characters must have room for a clause. */
export const noticeLengthMax = 120
