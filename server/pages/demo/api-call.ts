/** The request of the API that has the same results, as a command. */
import { operations } from '@careatlas/contract/operations'
import { codeBlock } from '../../web/code-block.ts'
import { type Html, html } from '../../web/html.ts'
import type { Answer, View } from './answer.ts'

export interface ApiOptions {
  /** The public address, without a trailing slash. */
  readonly url: string
  /** Whether requests need a key. */
  readonly auth: boolean
}

/** The operation that searches each kind. */
export const operationByKind = { clinicians: 'searchProviders', places: 'searchLocations' } as const

export function apiCall({ messages, request }: View, { apiQuery }: Answer, { url, auth }: ApiOptions): Html {
  const id = operationByKind[request.kind]
  const { path } = operations.find(({ operationId }) => operationId === id)!
  const header = auth ? "-H 'Authorization: Bearer <API_KEY>' \\\n  " : ''
  const key = auth ? html`${messages.withKey} <a href="/keys" hreflang="en">${messages.getKey}</a>.` : null
  return html`<details class="api">
    <summary>${messages.apiCall}</summary>
    <p class="small muted">
      ${messages.apiText} <a href="/docs#${id}" hreflang="en"><code>${id}</code></a
      >. ${key}
    </p>
    ${codeBlock({
      language: 'sh',
      caption: 'Shell',
      label: messages.apiCall,
      copyLabels: [messages.copy[0]!, messages.copy[1]!],
      code: `curl ${header}'${url}${path}?${apiQuery.toString()}'`,
    })}
  </details>`
}
