/** Carrier codes: opaque tokens, either a payer id as clearinghouses use it (`00890`) or a public program (`MEDICARE`). */
import { DirectoryError } from '@careatlas/contract/errors'

/** The code in its one spelling: trimmed and upper-case, leading zeros kept; throws `invalid_parameter`. */
export function parseCarrierCode(text: string): string {
  const code = text.trim()
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(code)) {
    const rule = 'must be codes of 1 to 32 letters, digits, underscores or hyphens'
    throw new DirectoryError('invalid_parameter', `carriers ${rule}; got ${text.slice(0, 64)}.`)
  }
  return code.toUpperCase()
}

/** The public programs of the United States by their usual tokens. */
const programs = /^(MEDICARE|MEDICAID|CHIP|TRICARE|CHAMPVA|VA|IHS)(_[A-Z]{2})?$/

/**
 * A public program, alone or with a state (`MEDICAID_TX`), or else a payer. Letters alone prove nothing: 790 of 4,139
 * payer ids of a clearinghouse list of 2025 have no digit (`HMSA`). A payer file states the kind of each of its codes.
 */
export function carrierKind(code: string): 'payer_id' | 'program' {
  return programs.test(code) ? 'program' : 'payer_id'
}
