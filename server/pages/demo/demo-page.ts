/** The page of the demo: urgent notices, the form, and below it the answer, an error, or examples. */
import type { ApiError } from '@careatlas/contract/errors'
import type { Contacts } from '@careatlas/search/notices'
import { type Html, html } from '../../web/html.ts'
import { keptLinks } from '../../web/kept-links.ts'
import { page } from '../../web/layout.ts'
import { type Language, localizedPath } from '../../web/navigation.ts'
import { type ApiOptions, apiCall } from './api-call.ts'
import type { Answer, View } from './answer.ts'
import { demoPagePath, firstValue, linkTo } from './demo-request.ts'
import { plainError } from './plain-error.ts'
import { notices, unknownPlaceSentence, urgentNotices } from './notices.ts'
import { results, summary } from './results.ts'
import { kindTabs, searchForm } from './search-form.ts'
import { understood } from './understood.ts'

export interface DemoPageOptions extends ApiOptions {
  readonly productName: string
  readonly contacts: Contacts
  /** What every record of the snapshot says, for example that it is fictional; null: nothing. */
  readonly notice: string | null
}

/** What the page shows below the form: an answer, an error, or, before the first search, null. */
export type Outcome = Answer | ApiError | null

/** Renders the complete page; the scripts of the page take their parts from it too. */
export function demoPage(view: View, outcome: Outcome, options: DemoPageOptions): Html {
  const { request, messages } = view
  const { language } = request
  const q = firstValue(request, 'q')
  const main = html`${urgentRegion(view, outcome, options)}
    <h1>${messages.title}</h1>
    <p id="lead" class="lead" data-part ${outcome === null ? null : html`hidden`}>${messages.lead}</p>
    ${searchForm(view, { isFolded: outcome !== null && !('code' in outcome) })}
    <p id="status" class="spoken" role="status"></p>
    ${kindTabs(view)} ${answerRegion(view, outcome, options)}`
  const other: Language = language === 'en' ? 'es' : 'en'
  return page({
    productName: options.productName,
    title: q === undefined ? messages.title : `${q} – ${messages.title}`,
    main,
    layout: 'demo',
    description: messages.lead,
    path: localizedPath(demoPagePath, language),
    language,
    translation: {
      language: other,
      label: messages.languageLabel,
      path: linkTo({ ...request, language: other }, { offset: firstValue(request, 'offset') ?? null }),
    },
    hasKeys: options.auth,
    scripts: ['copy', 'demo', 'suggestions', 'planNames', 'saved'],
  })
}

/** An alert that a script inserts here is announced at once. */
function urgentRegion(view: View, outcome: Outcome, { contacts }: DemoPageOptions): Html {
  const alerts = outcome === null || 'code' in outcome ? null : urgentNotices(view, outcome, contacts)
  return html`<div id="urgent" data-part>${alerts}</div>`
}

/** The scripts replace this region with that of the next search, and announce it. */
function answerRegion(view: View, outcome: Outcome, options: DemoPageOptions): Html {
  if (outcome === null) return region('', start(view, options))
  if ('code' in outcome) return region(view.messages.error, failure(view, outcome))
  return region(
    [unknownPlaceSentence(view, outcome), summary(view, outcome)].filter(Boolean).join(' '),
    html`${notices(view, outcome, options.contacts)} ${understood(view, outcome)} ${results(view, outcome)}
    ${recordNotice(view, options)} ${apiCall(view, outcome, options)}`,
  )
}

function region(announcement: string, content: Html): Html {
  return html`<div id="answer" data-part data-announcement="${announcement}">${content}</div>`
}

function recordNotice({ messages }: View, { notice }: DemoPageOptions): Html | null {
  return notice === null
    ? null
    : html`<p class="small muted">${messages.notice} “<span lang="en">${notice}</span>”</p>`
}

function start(view: View, options: DemoPageOptions): Html {
  const { request, messages } = view
  const examples = messages.examples.map((q) => html`<li><a href="${linkTo(request, { q })}">${q}</a></li> `)
  return html`<h2 id="results-title" tabindex="-1">${messages.start}</h2>
    <ul class="chips">
      ${examples}
    </ul>
    <p class="muted">${messages.startText}</p>
    ${keptLinks(request.language)} ${recordNotice(view, options)}`
}

/** A sentence for people, then the message of the API, which is in English. */
function failure(view: View, error: ApiError): Html {
  const { messages } = view
  const { code, message } = error
  return html`<div class="note wrong" role="alert">
    <h2 id="results-title" tabindex="-1">${messages.error}</h2>
    <p>${plainError(error, view)}</p>
    <p class="small muted">
      ${messages.forDevelopers}: <span lang="en">${message}</span>
      <a href="/docs/errors/${code}" hreflang="en">${messages.errorPage}</a> (<code>${code}</code>)
    </p>
  </div>`
}
