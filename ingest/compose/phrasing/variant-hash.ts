/** Which of several ways to say a thing is used: fixed by the identifier, so that ten cards do not read alike. */

/** A whole number below `count`, the same for the same `id`; `salt` makes two choices of one card independent. */
export function variantHash(id: string, count: number, salt = 0): number {
  let hash = 0x811c9dc5 ^ salt // FNV-1a
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x2c1b3c6d) >>> 8) % count
}
