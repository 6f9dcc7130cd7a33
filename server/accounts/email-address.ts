/** Normalizes e-mail addresses; an account is identified by the normalized form. */
import { domainToASCII } from 'node:url'
import { ApiError } from '@careatlas/contract/errors'
import * as z from 'zod'

/** RFC 5321, section 4.5.3.1.3, without its angle brackets. */
const lengthMax = 254

/** Characters with a meaning in URLs: `domainToASCII` would drop or decode the text after them. */
const urlSyntax = /[\s/\\?#:%@[\]]/

/** Returns the address in lower case, with its domain in ASCII (RFC 5890). Throws `invalid_parameter`. */
export function parseEmail(text: string): string {
  const atIndex = text.lastIndexOf('@')
  const host = text.slice(atIndex + 1).trim()
  const domain = atIndex === -1 || urlSyntax.test(host) ? '' : domainToASCII(host)
  const address = `${text.slice(0, Math.max(atIndex, 0)).trim()}@${domain}`.toLowerCase()
  if (address.length > lengthMax || !z.email().safeParse(address).success)
    throw new ApiError('invalid_parameter', 'email must be one e-mail address, such as ana@example.org.')
  return address
}
