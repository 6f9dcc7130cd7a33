/** A conversation as a page for printing: urgent notices first, then the messages, each card with its sources and dates. */
import type { ChatCard } from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'
import type { StoredMessage } from '@careatlas/state/conversations/conversations'
import { html, type Html } from '../web/html.ts'
import { page } from '../web/layout.ts'
import { collectUrgentNotices, isAnswer } from './session/transcript.ts'

export function transcriptPage(productName: string, messages: readonly StoredMessage[]): Html {
  return page({
    productName,
    title: 'Conversation',
    hasKeys: false,
    main: html`<h1>Conversation</h1>
      ${collectUrgentNotices(messages).map(renderNotice)}
      <dl>${messages.map(renderMessage)}</dl>`,
  })
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
