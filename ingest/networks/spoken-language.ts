/** Parses the languages of payers, which are names or codes, to BCP 47 tags. */
import { readDataTable } from '../read/data-table.ts'
import { parseLanguageTag } from '../read/language-tag.ts'

/** Names that are common in the United States and missing in Unicode, and languages without a two-letter code. */
const commonNames: ReadonlyMap<string, string> = new Map(
  readDataTable(import.meta.dirname, 'language-names.tsv').map(([name = '', tag = '']) => [name, tag]),
)

const unicodeNames = new Intl.DisplayNames('en', {
  type: 'language',
  fallback: 'none',
  languageDisplay: 'standard',
})

/** The names of the 190 languages with a two-letter code; filled on first use. */
let codesByName: ReadonlyMap<string, string> | null = null

/**
 * The tag of a language by its English name or its ISO 639 code; null for an unknown language.
 *
 * @example 'Spanish' → 'es', 'ENG' → 'en', 'chi' → 'zh', 'pt-br' → 'pt-BR', 'Creole' → null
 */
export function parseSpokenLanguage(text: string): string | null {
  const name = text.trim().toLowerCase()
  const cached = cachedTags.get(name)
  if (cached !== undefined) return cached
  const tag = findTag(name)
  if (cachedTags.size < cachedTagsMax) cachedTags.set(name, tag)
  return tag
}

/** Parsed texts, because a directory has a few dozen languages millions of times. */
const cachedTags = new Map<string, string | null>()
const cachedTagsMax = 1000

function findTag(name: string): string | null {
  codesByName ??= listUnicodeCodesByName()
  return commonNames.get(name) ?? codesByName.get(name) ?? parseLanguageTag(name)
}

function listUnicodeCodesByName(): ReadonlyMap<string, string> {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const names = codes.map((code) => [unicodeNames.of(code)?.toLowerCase(), code] as const)
  return new Map(names.filter((entry): entry is readonly [string, string] => entry[0] !== undefined))
}
