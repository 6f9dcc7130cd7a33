/** Removes stray punctuation from names of organizations: `HOSPITAL OF YORK,` and `HEART CLINIC , INC..`. */

/** Returns the name without stray punctuation; a name of only punctuation stays unchanged. */
export function withoutStrayPunctuation(name: string): string {
  const trimmed = name.trim()
  if (!stray.test(trimmed)) return trimmed
  return trimmed
    .replaceAll(/\s+(?=\.)/g, '')
    .replaceAll(/\s+([,;])\s*/g, '$1 ')
    .replace(/(?<=[\p{L}\p{N}.)])[\s,;:-]+$/u, '')
    .replace(/\.{2,}$/, '.')
}

/** A quick test, because few names have any. */
const stray = /\s[,;.]|[,;:-]$|\.\.$/
