/** Secret API keys: `<service>_sk_`, 32 base62 characters from a CSPRNG, and their CRC-32 as 6 more. */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A text with the form and checksum of a key. It may be unknown or revoked. */
export type ApiKey = string & { readonly [brand]: true }
declare const brand: unique symbol

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 62^32 > 2^190, so keys cannot be guessed. */
const secretLength = 32

/** 62^6 > 2^32, so every CRC-32 fits. */
const checksumLength = 6

/** Creates a key for the service named `service` (lower-case letters, digits and hyphens). */
export function createApiKey(service: string): ApiKey {
  const characters = Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length)))
  const unchecked = `${prefixOf(service)}${characters.join('')}`
  return `${unchecked}${computeChecksum(unchecked)}` as ApiKey
}

/** Parses a key; null if `text` is not one. The length is checked first, so long texts cost nothing. */
export function parseApiKey(text: string, service: string): ApiKey | null {
  const prefix = prefixOf(service)
  if (text.length !== prefix.length + secretLength + checksumLength) return null
  if (!text.startsWith(prefix) || !/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return null
  const unchecked = text.slice(0, -checksumLength)
  return text.slice(-checksumLength) === computeChecksum(unchecked) ? (text as ApiKey) : null
}

/** The form for display after creation: `careatlas_sk_…x7Qz`. */
export function displayForm(key: ApiKey): string {
  return `${key.slice(0, key.lastIndexOf('_') + 1)}…${key.slice(-4)}`
}

/** SHA-256, the only stored form of a key. 190 random bits need no slow hash. */
export function digestKey(key: ApiKey): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The first 64 bits of the digest: the public identifier and primary key. */
export function keyIdOf(digest: Buffer): string {
  return `key_${digest.toString('hex', 0, 8)}`
}

/** Whether a text from a client can be an ID. PostgreSQL rejects queries with some other texts, such as those with NUL. */
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
