/** Languages by their names in English and in the language itself. */
import { wordsOf } from '@careatlas/vocabulary/words'
import { allWordLists } from './word-lists.ts'

export interface NamedLanguage {
  /** BCP 47; several if the name is ambiguous. */
  readonly tags: readonly string[]
  /** The number of words of the name. */
  readonly words: number
  /** Whether the name is also a surname or a common word. */
  readonly ambiguous: boolean
}

/** The longest language name that begins at `from`; null if none does. `joined` returns `count` words. */
export function languageAt(
  joined: (from: number, count: number) => string,
  from: number,
): NamedLanguage | null {
  for (let words = nameWordsMax; words > 0; words--) {
    const name = joined(from, words)
    const tags = tagsByName.get(name)
    if (tags !== undefined) return { tags, words, ambiguous: ambiguous.has(name) }
  }
  return null
}

/** A list for each tag, and the list of ambiguous names. */
const { ambiguous: ambiguousNames, ...namesByTag } = Object.fromEntries(allWordLists('language-names.txt'))
const ambiguous = new Set(ambiguousNames)
const tagsByName = invert(namesByTag)
const nameWordsMax = Math.max(...Array.from(tagsByName.keys(), (name) => name.split(' ').length))

function invert(lists: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, readonly string[]>()
  for (const [key, names] of Object.entries(lists)) {
    const tags = key.split(' ')
    for (const name of tags.length === 1 ? [...names, nativeName(tags[0]!)] : names) {
      const folded = wordsOf(name).join(' ')
      if (folded !== '' && !byName.has(folded)) byName.set(folded, tags)
    }
  }
  return byName
}

/** `español` of `es`; empty if Unicode CLDR has no name. */
function nativeName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag) ?? ''
}

/** A name by which a query can ask for the language; the tag itself if the language is not known. */
export function languageQueryName(tag: string): string {
  const [, names] = Object.entries(namesByTag).find(([tags]) => tags.split(' ')[0] === tag) ?? []
  return names?.[0] ?? tag
}
