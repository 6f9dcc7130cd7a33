/** The lasting identifier of a place: RFC 9562 UUID version 5 over its address and the organisation there. */
import { createHash } from 'node:crypto'
import type { Address } from '@careatlas/contract/cards'
import { addressKey } from './address.ts'
import { uuidText } from './snapshot/uuid-bytes.ts'

/**
 * The same place under the same organisation gets the same identifier in every generation and on every machine.
 * `organizationKey` tells apart the organisations at one address; empty for a place of no known organisation.
 */
export function locationUuid(address: Address, organizationKey: string): string {
  return uuidV5(namespace, `${addressKey(address)}\n${organizationKey}`)
}

/** Ours alone, drawn at random once; another value would give every place another identifier. */
const namespace = Buffer.from('ec0bc90a70f84a749003561cc8f092f4', 'hex')

/** RFC 9562 section 5.5: the first 16 bytes of SHA-1 over namespace and name, with version and variant set. */
export function uuidV5(space: Uint8Array, name: string): string {
  const bytes = createHash('sha1').update(space).update(name).digest()
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return uuidText(bytes)
}
