/** UUIDv7 (RFC 9562, section 5.7), also on pages without TLS, which lack `crypto.randomUUID`. */
export function uuidV7(): string {
  let digits = `${Date.now().toString(16).padStart(12, '0')}7`
  for (const byte of crypto.getRandomValues(new Uint8Array(19)))
    digits += (digits.length === 16 ? 8 + (byte & 3) : byte & 15).toString(16)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
