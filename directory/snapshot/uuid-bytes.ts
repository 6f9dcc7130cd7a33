/** A UUID as the 16 bytes that are stored, big-endian, so that byte order is text order. */

/** Of canonical text, in either case. */
export function uuidBytes(uuid: string): Uint8Array {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

/** Canonical lower-case text of the first 16 bytes. */
export function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
