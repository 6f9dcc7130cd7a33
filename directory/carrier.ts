/** Carrier codes: opaque tokens, either a payer id as clearinghouses use it (`00890`) or a public program (`MEDICARE`). */
import { carrierCodePattern } from '@careatlas/contract/carrier-code'
import type { CarrierKind } from '@careatlas/contract/envelopes'

/** The code in its one spelling, trimmed and upper-case with leading zeros kept; null for a text that is no code. */
export function parseCarrierCode(text: string): string | null {
  const code = text.trim()
  return carrierCodePattern.test(code) ? code.toUpperCase() : null
}

/** The public programs of the United States by their usual tokens. */
const programs = /^(MEDICARE|MEDICAID|CHIP|TRICARE|CHAMPVA|VA|IHS)(_[A-Z]{2})?$/

/**
 * A public program, alone or with a state (`MEDICAID_TX`), or else a payer. Letters alone prove nothing: 790 of 4,139
 * payer ids of a clearinghouse list of 2025 have no digit (`HMSA`). A payer file states the kind of each of its codes.
 */
export function carrierKind(code: string): CarrierKind {
  return programs.test(code) ? 'program' : 'payer_id'
}
