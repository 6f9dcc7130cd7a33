/** What the pages of clinicians and of places share: the heading, the questions, what a browser keeps, and the API request. */
import { type Html, html } from '../../web/html.ts'
import { keptLinks } from '../../web/kept-links.ts'
import { type Language, localizedPath } from '../../web/navigation.ts'
import { apiRequests } from './api-requests.ts'
import { dateWords } from './date-words.ts'
import { messages } from './messages.ts'
import type { RecordContext } from './record-context.ts'

/** A page of one record. */
export interface RecordPage {
  readonly title: string
  /** For search engines and previews of links. */
  readonly description: string
  readonly main: Html
}

export interface FramedRecord {
  readonly kind: string
  readonly title: string
  /** What and where, below the title. */
  readonly about: Html
  /** The same as text, for the list of saved records. */
  readonly aboutText: string
  readonly canCompare: boolean
  /** How to reach it. */
  readonly reach: Html
  /** Everything else. */
  readonly rest: Html
}

/** Renders a record. The questions come directly after the ways to reach it, beside them on a wide screen. */
export function recordFrame(record: FramedRecord, context: RecordContext): Html {
  const { language, path, url, now } = context
  const { printedFrom } = messages[language]
  return html`<article class="record">
    <header>
      <p class="eyebrow">${record.kind}</p>
      <h1>${record.title}</h1>
      <p class="under">${record.about}</p>
      ${keepButtons(record, context)} ${keptLinks(language)}
    </header>
    <div class="record-columns">
      <section class="reach-section" aria-labelledby="reach">${record.reach}</section>
      <aside>${questions(language)} ${reportLink(context)}</aside>
      <div class="rest">${record.rest} ${apiRequests([path], context)}</div>
    </div>
    <p class="printed">
      ${printedFrom(url + localizedPath(path, language), dateWords(now.toISOString().slice(0, 10), language))}
    </p>
  </article>`
}

function questions(language: Language): Html {
  const { questions: title, questionList } = messages[language]
  return html`<section class="questions" aria-labelledby="questions">
    <h2 id="questions">${title}</h2>
    <ol>
      ${questionList.map((question) => html`<li>${question}</li> `)}
    </ol>
  </section>`
}

/** Hidden until the script finds that the browser can keep a list. */
function keepButtons(
  { title, aboutText, canCompare }: FramedRecord,
  { language, path }: RecordContext,
): Html {
  const words = messages[language]
  const toggle = (list: 'saved' | 'compared') => {
    const { on, off, done, full } = words.keepButtons[list]
    return html`<button
      class="quiet"
      type="button"
      data-list="${list}"
      data-on="${on}"
      data-off="${off}"
      data-done="${done}"
      data-full="${full}"
    >
      ${off}
    </button>`
  }
  return html`<div
    class="keep"
    hidden
    data-path="${path}"
    data-name="${title}"
    data-about="${aboutText}"
    data-removed="${words.removedStatus}"
  >
    ${toggle('saved')} ${canCompare ? toggle('compared') : null}
    <button class="quiet" type="button" data-print>${words.print}</button>
    <p class="small muted" role="status"></p>
  </div>`
}

function reportLink({ language, path }: RecordContext): Html {
  return html`<p class="report">
    <a class="button quiet" href="${localizedPath(`${path}/report`, language)}"
      >${messages[language].report}</a
    >
  </p>`
}
