/** Carrier codes: payer IDs of clearinghouses (`00890`) or tokens of public programs (`MEDICARE`). */
import { carrierCodePattern } from '@careatlas/contract/carrier-code'
import type { CarrierKind } from '@careatlas/contract/envelopes'

/** Normalizes a code: trimmed, upper case, with leading zeros; null if the text is not a code. */
export function parseCarrierCode(text: string): string | null {
  const code = text.trim()
  return carrierCodePattern.test(code) ? code.toUpperCase() : null
}

/** The tokens of public programs in the United States. */
const programs = /^(MEDICARE|MEDICAID|CHIP|TRICARE|CHAMPVA|VA|IHS)(_[A-Z]{2})?$/

/**
 * A public program, with or without a state (`MEDICAID_TX`), or otherwise a payer. A code without digits may be a payer: 790 of
 * 4,139 payer IDs in a clearinghouse list of 2025 have none (`HMSA`). A payer file states the kind of each code.
 */
export function carrierKind(code: string): CarrierKind {
  return programs.test(code) ? 'program' : 'payer_id'
}
