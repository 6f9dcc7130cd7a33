/** Secret API keys: `<service>_sk_`, 32 base62 characters from a CSPRNG, and their CRC-32 as 6 more. */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A text that has the form and the checksum of a key; whether it is a live key, only the state knows. */
export type ApiKey = string & { readonly [brand]: true }
declare const brand: unique symbol

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 62^32 > 2^190: nobody guesses one. */
const secretLength = 32

/** 62^6 > 2^32: every CRC-32 fits. */
const checksumLength = 6

/** Makes a new key of the service named `service` (lower-case letters, digits and hyphens). */
export function createApiKey(service: string): ApiKey {
  const characters = Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length)))
  const unchecked = `${prefixOf(service)}${characters.join('')}`
  return `${unchecked}${computeChecksum(unchecked)}` as ApiKey
}

/** Reads a key, or null when `text` cannot be one; a text of another length is refused without being read. */
export function parseApiKey(text: string, service: string): ApiKey | null {
  const prefix = prefixOf(service)
  if (text.length !== prefix.length + secretLength + checksumLength) return null
  if (!text.startsWith(prefix) || !/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return null
  const unchecked = text.slice(0, -checksumLength)
  return text.slice(-checksumLength) === computeChecksum(unchecked) ? (text as ApiKey) : null
}

/** What may be shown of a key after its creation: `careatlas_sk_…x7Qz`. */
export function displayForm(key: ApiKey): string {
  return `${key.slice(0, key.lastIndexOf('_') + 1)}…${key.slice(-4)}`
}

/** SHA-256, the only form in which a key is stored: 190 random bits need no slow hash. */
export function digestKey(key: ApiKey): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The first 64 bits of the digest: public, unique, and the way to the row. */
export function keyIdOf(digest: Buffer): string {
  return `key_${digest.toString('hex', 0, 8)}`
}

/** Whether a text from outside can be an id: PostgreSQL refuses to look for some that cannot. */
export function isKeyId(text: string): boolean {
  return /^key_[0-9a-f]{16}$/.test(text)
}

function prefixOf(service: string): string {
  return `${service}_sk_`
}

function computeChecksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
