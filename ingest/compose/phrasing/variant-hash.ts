/** Selects one of several wordings by the identifier, so that texts vary between cards but stay the same for each card. */

/** An integer below `count` that depends only on `id` and `salt`; `salt` makes two choices for one card independent. */
export function variantHash(id: string, count: number, salt = 0): number {
  let hash = 0x811c9dc5 ^ salt // FNV-1a
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x2c1b3c6d) >>> 8) % count
}
