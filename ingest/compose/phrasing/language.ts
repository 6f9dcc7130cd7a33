/** Writes language names as patients use them. */
import { joinList } from './grammar.ts'

/** Languages whose Unicode name differs from the usual name in the United States. */
const commonNames: Readonly<Record<string, string>> = {
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

/** BCP 47 tag → English name, such as "Portuguese (Brazil)"; null for a tag without a known language. */
export function languageName(tag: string): string | null {
  return commonNames[tag.toLowerCase()] ?? unicodeName(tag)
}

function unicodeName(tag: string): string | null {
  try {
    return unicodeNames.of(tag) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The names of the tags in the given order. English is separate, because texts mention it in other words. */
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

/** "Spanish and Portuguese", "English"; null if no tag has a name. */
export function languagesInWords(tags: readonly string[]): string | null {
  const { english, others } = languageNames(tags)
  const all = english ? ['English', ...others] : others
  return all.length === 0 ? null : joinList(all)
}

function isEnglish(tag: string): boolean {
  return tag === 'en' || tag.startsWith('en-')
}
