/** Tags of languages that people speak (BCP 47): a language, its script and its region, and no extension. */

/** An extension or a private part (`en-u-ca-…`, `en-x-…`) holds any word that somebody likes. */
export const languageTagPattern = /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?$/

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** ISO 639-2 codes for several, unknown or no languages. */
const noLanguage = new Set(['mul', 'und', 'mis', 'zxx'])

/**
 * The tag in its one spelling, null for a text that is none, or that names no language.
 *
 * @example 'zh-hant' → 'zh-Hant', 'pt-br' → 'pt-BR', 'en-u-ca-roc' → null, 'zz' → null, 'mul' → null
 */
export function parseLanguageTag(written: string): string | null {
  if (!languageTagPattern.test(written)) return null
  const [language = ''] = written.toLowerCase().split('-')
  return noLanguage.has(language) || names.of(language) === undefined
    ? null
    : new Intl.Locale(written).toString()
}
