/** Values for the scripts of a page, such as texts in its language. */
import { type Html, html } from './html.ts'

/** `{ list: 'Suggestions' }` → `data-list="Suggestions"` */
export function dataAttributes(values: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(values).map(([name, value]) => html`data-${name}="${value}" `)
}
