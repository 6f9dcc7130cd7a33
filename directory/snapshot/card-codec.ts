/**
 * Card JSON at rest: raw deflate (RFC 1951) against a dictionary of sample cards.
 * Chosen over zstd because Node loads the dictionary anew for every card: see docs/decisions/0004-card-compression.md.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The window of sample text that every card is compressed against, in bytes. */
const dictionaryBytes = 8 * 1024

/** A stored card is never larger than this when inflated: rosters of 100,000 entries at about 150 bytes each. */
const cardBytesMax = 16 * 1024 * 1024

export interface CardCodec {
  encode(json: string): Uint8Array
  decode(stored: Uint8Array): string
}

/** Both directions for the cards of one table; an empty dictionary is one too. */
export function cardCodec(dictionary: Uint8Array): CardCodec {
  return {
    encode: (json) => deflateRawSync(json, { dictionary, level: 1 }),
    decode: (stored) =>
      inflateRawSync(stored, { dictionary, maxOutputLength: cardBytesMax }).toString('utf8'),
  }
}

/** A dictionary from a few whole cards; the last bytes weigh most, so the last sample should be a typical card. */
export function dictionaryOf(samples: readonly string[]): Uint8Array {
  return Buffer.from(samples.join('')).subarray(-dictionaryBytes)
}
