/** Links to what the browser keeps: the saved records and the comparison. A script adds how many there are. */
import { type Html, html } from './html.ts'
import { type Language, localizedPath } from './navigation.ts'

const labels = {
  en: { saved: 'Saved records', compared: 'Comparison' },
  es: { saved: 'Guardados', compared: 'Comparación' },
} as const

/** A line with both links; the script lets the second one lead to the comparison of the chosen clinicians. */
export function keptLinks(language: Language, more: Html | null = null): Html {
  const { saved, compared } = labels[language]
  return html`<p class="kept">
    <a href="${localizedPath('/saved', language)}" data-count="saved">${saved}</a>
    <a href="${localizedPath('/compare', language)}" data-count="compared">${compared}</a>
    ${more}
  </p>`
}
