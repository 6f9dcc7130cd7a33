/** Language tags (BCP 47) of a language, its script and its region, without extensions. */

/** Excludes extensions and private parts (`en-u-ca-…`, `en-x-…`), because they can contain arbitrary words. */
export const languageTagPattern = /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?$/

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** ISO 639-2 codes for several languages, an unknown language or no language. */
const noLanguage = new Set(['mul', 'und', 'mis', 'zxx'])

/**
 * The tag in canonical spelling; null if the text is not a tag, or names no language.
 *
 * @example 'zh-hant' → 'zh-Hant', 'pt-br' → 'pt-BR', 'en-u-ca-roc' → null, 'zz' → null, 'mul' → null
 */
export function parseLanguageTag(text: string): string | null {
  if (!languageTagPattern.test(text)) return null
  const [language = ''] = text.toLowerCase().split('-')
  return noLanguage.has(language) || names.of(language) === undefined
    ? null
    : new Intl.Locale(text).toString()
}
