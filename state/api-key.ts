/** Secret API keys: `<service>_sk_`, 32 base62 characters from a CSPRNG, and the CRC-32 of both in 6 more. */
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

/** Creates a key for the service named `service` (lowercase letters, digits and hyphens). */
export function createApiKey(service: string): ApiKey {
  const characters = Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length)))
  const body = `${formatPrefix(service)}${characters.join('')}`
  return `${body}${computeChecksum(body)}` as ApiKey
}

/** Parses a key; null if `text` is not one. The length is checked first, so long texts cost nothing. */
export function parseApiKey(text: string, service: string): ApiKey | null {
  const prefix = formatPrefix(service)
  if (text.length !== prefix.length + secretLength + checksumLength) return null
  if (!text.startsWith(prefix) || !/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return null
  const body = text.slice(0, -checksumLength)
  return text.slice(-checksumLength) === computeChecksum(body) ? (text as ApiKey) : null
}

/** Returns the form that lists show after creation: `careatlas_sk_…x7Qz`. */
export function maskKey(key: ApiKey): string {
  return `${key.slice(0, key.lastIndexOf('_') + 1)}…${key.slice(-4)}`
}

/** SHA-256, the only stored form of a key. 190 random bits need no slow hash. */
export function digestKey(key: ApiKey): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The first 64 bits of the digest: the public identifier and primary key. */
export function toKeyId(digest: Buffer): string {
  return `key_${digest.toString('hex', 0, 8)}`
}

/** Whether a text from a client has the form of a key ID. Check it before a query: PostgreSQL rejects text with NUL. */
export function isKeyId(text: string): boolean {
  return /^key_[0-9a-f]{16}$/.test(text)
}

function formatPrefix(service: string): string {
  return `${service}_sk_`
}

function computeChecksum(text: string): string {
  let quotient = crc32(text)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(quotient % alphabet.length) + digits
    quotient = Math.floor(quotient / alphabet.length)
  }
  return digits
}
