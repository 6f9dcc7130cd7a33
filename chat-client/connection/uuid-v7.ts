/** UUIDv7 (RFC 9562, section 5.7), also on pages without TLS, which lack `crypto.randomUUID`. */
export function uuidV7(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = Date.now()
  for (let index = 0; index < 6; index += 1) bytes[index] = Math.floor(time / 256 ** (5 - index))
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  let digits = ''
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
