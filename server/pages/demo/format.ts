/** Numbers and distances in the language of the page. */
import type { Language } from '../../web/navigation.ts'
import { messages } from '../records/messages.ts'

export interface Formats {
  readonly number: (value: number) => string
  /** `1.6 mi` */
  readonly distance: (miles: number) => string
}

function createFormats(language: Language): Formats {
  const { locale } = messages[language]
  const numbers = new Intl.NumberFormat(locale)
  const [near, far] = [1, 0].map(
    (digits) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
  return {
    number: (value) => numbers.format(value),
    distance: (miles) => `${(miles < 10 ? near! : far!).format(miles)} mi`,
  }
}

export const formats: Readonly<Record<Language, Formats>> = {
  en: createFormats('en'),
  es: createFormats('es'),
}
