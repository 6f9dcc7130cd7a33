/**
 * The proof that a browser has signed in with an e-mail address before. It stays in a cookie after the user signs out, and gives
 * the browser its own limits for one-time codes (`state/one-time-codes.ts`).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** In seconds: 400 days, which browsers do not exceed (RFC 6265bis, section 5.5). */
export const proofLifetimeSeconds = 400 * 24 * 3600

const idBytes = 16
const macBytes = 16

/** A random id of the browser and a MAC of this id and the normalized address, in base64url. */
export function createProof(pepper: Uint8Array, email: string): string {
  const id = randomBytes(idBytes)
  return Buffer.concat([id, computeMac(pepper, id, email)]).toString('base64url')
}

/** Accepts only the canonical base64url, because the text identifies the browser and the last character has unused bits. */
export function isValidProof(pepper: Uint8Array, email: string, proof: string): boolean {
  const bytes = Buffer.from(proof, 'base64url')
  if (bytes.toString('base64url') !== proof) return false
  const [id, mac] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)]
  return mac.length === macBytes && timingSafeEqual(mac, computeMac(pepper, id, email))
}

function computeMac(pepper: Uint8Array, id: Uint8Array, email: string): Buffer {
  return createHmac('sha256', pepper)
    .update('known browser ')
    .update(id)
    .update(email)
    .digest()
    .subarray(0, macBytes)
}
