/** The permanent identifier of a place: RFC 9562 UUID version 5 over its address key and the identifier of its organization. */
import { hash } from 'node:crypto'

/**
 * Equal for equal arguments in every generation and on every machine. `key` is from `addressKey`; `organization` distinguishes
 * the organizations at one address, for example by NPI, and is empty if none is known.
 */
export function locationUuid(key: string, organization: string): string {
  return uuidV5(namespace, `${key}\n${organization}`)
}

/** A random namespace of this project. Another value would change the identifier of every place. */
const namespace = Buffer.from('ec0bc90a70f84a749003561cc8f092f4', 'hex')

/** RFC 9562 section 5.5: the first 16 bytes of SHA-1 over namespace and name, with version and variant set. */
export function uuidV5(namespaceBytes: Uint8Array, name: string): string {
  const hex = hash('sha1', Buffer.concat([namespaceBytes, Buffer.from(name)]))
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
