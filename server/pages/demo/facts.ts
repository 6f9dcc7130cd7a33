/** Parts that the items of both lists share: the call, the way there, and facts with their dates. */
import type { Address } from '@careatlas/contract/cards'
import { type Html, html, type HtmlValue } from '../../web/html.ts'
import { addressLines, directionsLink, telephoneLink } from '../records/contact.ts'
import { dateWords } from '../records/date-words.ts'
import type { View } from './answer.ts'

/** Where a record is, as both kinds of cards have it. */
export interface Place {
  readonly address: Address
  readonly phone: string | null
  readonly phone_extension: string | null
  readonly geo_precision: string | null
}

/** Calling comes first, because an office knows best. */
export function actions({ request: { language } }: View, name: string, place: Place): Html {
  const { address } = place
  return html`<div class="act">
    ${telephoneLink(place, language, 'button call')} ${directionsLink({ address, label: name }, language)}
  </div>`
}

/** On one line. */
export function addressText({ messages }: View, { address }: Place): string {
  return addressLines(address).join(', ') || messages.noAddress
}

/** The distance to the center of a ZIP code is approximate; below a mile, it says little. */
export function distanceText(
  { messages, formats }: View,
  miles: number | null | undefined,
  place: Place,
): string | null {
  if (miles === undefined || miles === null) return null
  const distance = formats.distance(miles)
  if (place.geo_precision === 'address') return messages.away(distance)
  return miles < 1 ? messages.nearby : messages.away(messages.about(distance))
}

export function fact(label: string, value: HtmlValue): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div> `
}

/** A value with the date of its source. */
export function dated({ request }: View, value: string, asOf: string | null): Html {
  return html`${value} <span class="muted">(${dateWords(asOf, request.language)})</span>`
}
