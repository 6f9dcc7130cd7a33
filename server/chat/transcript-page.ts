/** A conversation as a page for printing: urgent notices first, then the messages, each card with its sources and dates. */
import type { ChatCard } from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'
import type { StoredMessage } from '@careatlas/state/conversations/conversations'
import { html, type Html } from '../web/html.ts'
import { page } from '../web/layout.ts'
import { collectUrgentNotices, isAnswer } from './session/transcript.ts'

/**
 * The page in pieces.
 * @param readAll reads all messages in batches; called twice, because notices of later messages come first
 */
export async function* writeTranscriptPage(
  productName: string,
  readAll: () => AsyncIterable<readonly StoredMessage[]>,
): AsyncGenerator<string> {
  let notices: readonly Notice[] = []
  for await (const messages of readAll()) {
    const later = collectUrgentNotices(messages)
    const kinds = later.map(({ kind }) => kind)
    notices = [...later, ...notices.filter(({ kind }) => !kinds.includes(kind))]
  }
  const main = html`<h1>Conversation</h1>
    ${notices.map(renderNotice)}
    <dl></dl>`
  const document = page({ productName, title: 'Conversation', hasKeys: false, main })
  const [start, end] = document.toString().split('</dl>') as [string, string]
  yield start
  for await (const messages of readAll()) yield html`${messages.map(renderMessage)}`.toString()
  yield `</dl>${end}`
}

function renderNotice({ text, contact }: Notice): Html {
  return html`<p role="alert">
    <strong>${text}</strong
    >${contact && html` <a href="tel:${contact.tel}">${contact.label}: ${contact.tel}</a>`}
  </p>`
}

function renderMessage(message: StoredMessage): Html {
  const time = new Date(message.createdAt).toISOString()
  return html`<dt>
      ${message.role === 'user' ? 'You' : 'Answer'}
      <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>
    </dt>
    <dd>
      ${message.body.text.split('\n').map((line) => html`<p>${line}</p>`)}
      ${
        isAnswer(message) && message.body.cards.length > 0
          ? html`<ul>
              ${message.body.cards.map(renderCard)}
            </ul>`
          : null
      }
    </dd>`
}

function renderCard(card: ChatCard): Html {
  const isProvider = card.kind === 'provider'
  const name = isProvider ? card.name : (card.name ?? card.location_uuid)
  const place = isProvider ? card.location : card
  const address = place && [place.name, place.city, place.state, place.postal_code].filter(Boolean).join(', ')
  const about = isProvider ? card.short_biography : card.summary
  return html`<li>
    <a href="${card.url}">${name}</a>${about && html`<br />${about}`}${address && html`<br />${address}`}${
      place?.phone && html`<br />${place.phone}`
    } <br /><small>${card.sources.map(({ id, as_of }) => `${id} ${as_of ?? ''}`.trim()).join('; ')}</small>
  </li>`
}
