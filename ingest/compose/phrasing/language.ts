/** Languages by the name that patients use. */
import { joinList } from './grammar.ts'

/** Where the Unicode name is not the one that speakers and patients in the United States use. */
const usualNames: Readonly<Record<string, string>> = {
  kea: 'Cape Verdean Creole',
  cmn: 'Mandarin',
  yue: 'Cantonese',
  tl: 'Tagalog',
}

const unicodeNames = new Intl.DisplayNames('en', {
  type: 'language',
  fallback: 'none',
  languageDisplay: 'standard',
})

/** BCP 47 tag → English name, "Portuguese (Brazil)"; null for a tag that names no language. */
export function languageName(tag: string): string | null {
  return usualNames[tag.toLowerCase()] ?? unicodeName(tag)
}

function unicodeName(tag: string): string | null {
  try {
    return unicodeNames.of(tag) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Names of the tags in the order given, English apart, since it is said differently. */
export function languageNames(tags: readonly string[]): {
  readonly english: boolean
  readonly others: readonly string[]
} {
  const others = tags
    .filter((tag) => !isEnglish(tag))
    .map(languageName)
    .filter((name) => name !== null)
  return { english: tags.some(isEnglish), others: [...new Set(others)] }
}

/** "Spanish and Portuguese", "English"; null when no tag has a name. */
export function languagesInWords(tags: readonly string[]): string | null {
  const { english, others } = languageNames(tags)
  const all = english ? ['English', ...others] : others
  return all.length === 0 ? null : joinList(all)
}

function isEnglish(tag: string): boolean {
  return tag === 'en' || tag.startsWith('en-')
}
