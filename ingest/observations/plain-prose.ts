/** Prose that patients read under the name of a clinician: nothing in it leads elsewhere or acts as markup. */

/** Wide and ligated characters count as what they look like. Takes a text of bounded length. */
export function isPlainProse(prose: string): boolean {
  const plain = prose.normalize('NFKC').replaceAll('\u3002', '.')
  return !pointers.some((pointer) => pointer.test(plain))
}

/** `https://`, `mailto:`, `www.`; an address with `@`; a host, `example.com` or `EXAMPLE.COM`; a tag. */
const pointers = [
  /[a-z]:\/\/|\b(?:mailto|javascript):|\bwww\./i,
  /[^\s@]\s*@\s*[^\s@]/,
  /[\p{L}\p{N}_-]\.(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\p{N}])/u,
  /<[a-z!/?]/i,
]
