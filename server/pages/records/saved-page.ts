/** `/saved`: what the user saved in this browser. The server never gets the list; a script of the page fills it. */
import { type Html, html } from '../../web/html.ts'
import { localizedPath } from '../../web/navigation.ts'
import { demoPagePath } from '../demo/demo-request.ts'
import { messages } from './messages.ts'
import type { RecordContext } from './record-context.ts'

/** The title and the content of the page. */
export function savedPage({ language }: RecordContext): { readonly title: string; readonly main: Html } {
  const words = messages[language]
  const list = (name: string, title: string, empty: string, more: Html | null) =>
    html`<section
      data-show="${name}"
      data-prefix="${localizedPath('', language)}"
      data-locale="${words.locale}"
      data-remove="${words.remove}"
      data-saved-on="${words.savedOn}"
      hidden
    >
      <h2>${title}</h2>
      <p class="muted" data-empty>
        ${empty} <a href="${localizedPath(demoPagePath, language)}">${words.findCare}</a>
      </p>
      <ul class="plain saved"></ul>
      ${more}
    </section>`
  const compare = html`<p hidden data-compare>
    <a class="button" href="${localizedPath('/compare', language)}">${words.compareThese}</a>
  </p>`
  const main = html`<article class="record">
    <h1>${words.savedTitle}</h1>
    <p class="lead">${words.savedLead}</p>
    <p>${words.savedPrivacy}</p>
    <p class="note" data-without-storage>${words.savedUnavailable}</p>
    ${list('saved', words.savedTitle, words.savedEmpty, null)}
    ${list('compared', words.comparedTitle, words.comparedEmpty, compare)}
  </article>`
  return { title: words.savedTitle, main }
}
