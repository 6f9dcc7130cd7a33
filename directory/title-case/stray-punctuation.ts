/** What lists and forms leave in the names of organizations: `HOSPITAL OF YORK,` and `HEART CLINIC , INC..`. */

/** Without it; a name that is nothing else stays as it is. */
export function withoutStrayPunctuation(name: string): string {
  const trimmed = name.trim()
  if (!stray.test(trimmed)) return trimmed
  return trimmed
    .replaceAll(/\s+(?=\.)/g, '')
    .replaceAll(/\s+([,;])\s*/g, '$1 ')
    .replace(/(?<=[\p{L}\p{N}.)])[\s,;:-]+$/u, '')
    .replace(/\.{2,}$/, '.')
}

/** Few names hold any. */
const stray = /\s[,;.]|[,;:-]$|\.\.$/
