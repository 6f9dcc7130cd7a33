/** Selects one of several wordings by an identifier, so that texts vary between cards but do not change for a card. */

/** An integer below `count` that depends only on `id` and `salt`; `salt` makes two choices for one card independent. */
export function variantHash(id: string, count: number, salt = 0): number {
  let hash = 0x811c9dc5 ^ salt // FNV-1a
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x2c1b3c6d) >>> 8) % count
}
