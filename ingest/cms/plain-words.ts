/** What a list calls its places, in lower case without punctuation, so that its spelling does not matter. */

/** `Children's` → `childrens`, `Acute Care - Department of Defense` → `acute care department of defense` */
export function normalizeLabel(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
