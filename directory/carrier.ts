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

/** Programs are named by upper-case words joined by underscores (`MEDICAID_TX`); every other code is a payer's. */
export function carrierKind(code: string): 'payer_id' | 'program' {
  return /^[A-Z]+(_[A-Z]+)*$/.test(code) ? 'program' : 'payer_id'
}
