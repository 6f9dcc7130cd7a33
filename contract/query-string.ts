/** A strict parser for query strings: percent-encoding must be complete and valid UTF-8. */
import { ApiError } from './errors.ts'

/** Parameter name → its values in the order sent. A map, so that `__proto__` is an ordinary name. */
export type QueryString = ReadonlyMap<string, readonly string[]>

/**
 * Reads `?a=1&b=2` with or without the question mark; `+` is a space. `node:http` represents each byte above 0x7F as one
 * character.
 * @throws ApiError `invalid_parameter`
 */
export function readQueryString(search: string): QueryString {
  const values = new Map<string, string[]>()
  for (const pair of search.replace(/^\?/, '').split('&')) {
    const nameEnd = pair.includes('=') ? pair.indexOf('=') : pair.length
    const name = decode(pair.slice(0, nameEnd), 'A parameter name')
    const value = decode(pair.slice(nameEnd + 1), printableName.test(name) ? name : 'A parameter')
    if (pair !== '') values.set(name, [...(values.get(name) ?? []), value])
  }
  return values
}

/** Names that a message may repeat: no valid name is longer or has other characters. */
const printableName = /^[a-z_]{1,20}$/

function decode(text: string, subject: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replaceAll(/[\u0080-\u00ff]/g, percentEscape))
  } catch {
    throw new ApiError('invalid_parameter', `${subject} must be percent-encoded UTF-8.`)
  }
}

function percentEscape(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16)}`
}
