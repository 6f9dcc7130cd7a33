/** Languages by their names in English and in the language itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseLists } from '@careatlas/vocabulary/data-file'
import { wordsOf } from '@careatlas/vocabulary/words'

export interface NamedLanguage {
  /** BCP 47; several if the name is ambiguous. */
  readonly tags: readonly string[]
  /** How many words the name has. */
  readonly words: number
  /** Whether the name is also a surname or an everyday word. */
  readonly ambiguous: boolean
}

/** The longest language name that begins at a place; null if none does. */
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

const { languages, ambiguous } = readLanguages()
const tagsByName = namesOf(languages)
const nameWordsMax = Math.max(...Array.from(tagsByName.keys(), (name) => name.split(' ').length))

function readLanguages(): {
  readonly languages: ReadonlyMap<string, readonly string[]>
  readonly ambiguous: ReadonlySet<string>
} {
  const file = 'language-names.txt'
  const lists = new Map(parseLists(readFileSync(join(import.meta.dirname, 'words', file), 'utf8'), file))
  const names = lists.get('ambiguous')
  lists.delete('ambiguous')
  return { languages: lists, ambiguous: new Set(names) }
}

function namesOf(lists: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const byName = new Map<string, readonly string[]>()
  for (const [key, listed] of lists) {
    const tags = key.split(' ')
    for (const name of tags.length === 1 ? [...listed, ownName(tags[0]!)] : listed) {
      const folded = wordsOf(name).join(' ')
      if (folded !== '' && !byName.has(folded)) byName.set(folded, tags)
    }
  }
  return byName
}

/** `español` of `es`; empty if Unicode has no name. */
function ownName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag) ?? ''
}
