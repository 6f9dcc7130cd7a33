/** Dates and sources in words. */
import { formats } from '../../web/format.ts'
import { type Html, html } from '../../web/html.ts'
import type { Language } from '../../web/navigation.ts'
import { messages } from './messages.ts'

/** `2026-10-31` → a time element with "Oct 31, 2026"; "date not known" without one. */
export function dateWords(date: string | null, language: Language): Html {
  return formats[language].date(date) ?? html`${messages[language].noDate}`
}

/** `plan_network` → "plan network file"; an identifier without a name is written with spaces. */
export function sourceWords(id: string, language: Language): Html {
  const { sourceNames, sourceLanguage } = messages[language]
  const name = sourceNames[id]
  if (name !== undefined) return html`${name}`
  const words = id.replaceAll('_', ' ')
  return sourceLanguage === null ? html`${words}` : html`<span lang="${sourceLanguage}">${words}</span>`
}

/** A value with its source and date, as cards have them. */
export interface Attributed {
  readonly source: string | null
  readonly as_of: string | null
}

/** "Oct 31, 2026, plan network file"; null for a value that no source states. */
export function attribution({ source, as_of }: Attributed, language: Language): Html | null {
  if (source === null) return null
  return html`<small class="dated">${dateWords(as_of, language)}, ${sourceWords(source, language)}</small>`
}
