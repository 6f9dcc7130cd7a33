/** Tags of languages that people speak (BCP 47): a language, its script and its region, and no extension. */

/** An extension or a private part (`en-u-ca-…`, `en-x-…`) holds any word that somebody likes. */
export const languageTagPattern = /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?$/

/**
 * The tag in its one spelling, null for a text that is none.
 *
 * @example 'zh-hant' → 'zh-Hant', 'pt-br' → 'pt-BR', 'en-u-ca-roc' → null
 */
export function languageTag(written: string): string | null {
  return languageTagPattern.test(written) ? new Intl.Locale(written).toString() : null
}
