/** The requests of the API that return the cards of a page, as commands. */
import { codeBlock } from '../../web/code-block.ts'
import { type Html, html } from '../../web/html.ts'
import { messages } from './messages.ts'
import type { RecordContext } from './record-context.ts'

/** @param paths the paths of the cards, which are those of their pages */
export function apiRequests(paths: readonly string[], { url, hasKeys, language }: RecordContext): Html {
  const { apiCall, apiCalls, shell, keyHint, copyLabels } = messages[language]
  const label = paths.length === 1 ? apiCall : apiCalls
  const header = hasKeys ? "-H 'Authorization: Bearer <API_KEY>' \\\n  " : ''
  const key = hasKeys
    ? html`<p class="small muted">${keyHint} <a href="/keys">/keys</a>, <a href="/docs">/docs</a></p>`
    : null
  const code = paths.map((path) => `curl ${header}'${url}/v1${path}'`).join('\n')
  return html`<details class="api">
    <summary>${label}</summary>
    ${codeBlock({ language: 'sh', caption: shell, label, copyLabels, code })} ${key}
  </details>`
}
