/** The notices of a search above its results, urgent ones first, and the reasons why results may be missing. */
import type { Notice } from '@careatlas/contract/envelopes'
import type { Contacts } from '@careatlas/search/notices'
import { type Html, html } from '../../web/html.ts'
import { type Answer, carrierNames, type Envelope, type View } from './answer.ts'
import { chosenCarriers } from './demo-request.ts'

export function notices(view: View, { envelope }: Answer, contacts: Contacts): Html {
  const { messages } = view
  const { notices: all, coverage } = envelope.meta
  const texts = [
    ...(coverage === 'partial' ? [messages.partialCoverage] : []),
    ...(view.request.kind === 'places' && chosenCarriers(view.request).length > 0
      ? [messages.carriersIgnored]
      : []),
  ]
  return html`${all.map((notice) => noticeNote(view, notice, { envelope, contacts }))}
  ${texts.map((text) => html`<div class="note info"><p>${text}</p></div> `)}`
}

interface NoticeContext {
  readonly envelope: Envelope
  readonly contacts: Contacts
}

/** An urgent notice is announced at once, and has a link that calls. */
function noticeNote(view: View, notice: Notice, context: NoticeContext): Html {
  const { severity, contact } = notice
  const isUrgent = severity === 'urgent'
  const call =
    contact === null
      ? null
      : html`<p>
          <a class="button danger" href="tel:${contact.tel}"
            >${view.messages.call(contact.tel, contact.label)}</a
          >
        </p>`
  const role = isUrgent ? html` role="alert"` : null
  return html`<div class="note ${isUrgent ? 'wrong' : severity}" ${role}>
    ${noticeText(view, notice, context)} ${call}
  </div> `
}

/** In Spanish if a translation of its kind exists. */
function noticeText(
  { messages, carriers }: View,
  { kind, text, contact }: Notice,
  { envelope, contacts }: NoticeContext,
): Html {
  const { parameters, meta } = envelope
  const translate = messages.notices?.[kind]
  if (translate === undefined) return html`<p lang="en">${text}</p>`
  const translated = translate({
    contact,
    emergency: contacts.emergency.tel,
    crisis: contacts.crisis.tel,
    unknownPlace: parameters.unresolved_place ?? '',
    unknownPayer: ('unresolved_payer' in parameters && parameters.unresolved_payer) || '',
    area: parameters.geo?.label ?? '',
    carriers: carrierNames(meta.carriers_without_listings ?? [], carriers),
  })
  return html`<p>${translated}</p>`
}
