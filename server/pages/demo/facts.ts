/** Parts that the items of both lists share: the call, the way there, and facts with their dates. */
import type { Address } from '@careatlas/contract/cards'
import { directionsUrl, formatAddress, formatPhone, telephoneUrl } from '../../web/format.ts'
import { type Html, html, type HtmlValue } from '../../web/html.ts'
import type { View } from './answer.ts'

/** Where a record is, as both kinds of cards have it. */
export interface Place {
  readonly address: Address
  readonly phone: string | null
  readonly phone_extension: string | null
  readonly geo_precision: string | null
}

/** Calling comes first, because an office knows best. */
export function actions(
  { messages }: View,
  name: string,
  { address, phone, phone_extension: extension }: Place,
): Html {
  const suffix = extension === null ? '' : ` ${messages.extension} ${extension}`
  const number = phone === null ? '' : `${formatPhone(phone)}${suffix}`
  const call =
    phone === null
      ? html`<p class="muted small">${messages.phoneUnknown}</p>`
      : html`<a
          class="button"
          href="${telephoneUrl(phone, extension)}"
          aria-label="${messages.phone} ${number}, ${name}"
          ><span>${messages.phone}</span> ${number}</a
        >`
  const directions =
    address.line_1 === null
      ? null
      : html`<a
          class="button quiet"
          href="${directionsUrl(formatAddress(address))}"
          rel="noreferrer"
          target="_blank"
          aria-label="${messages.directionsTo(name)}"
          >${messages.directions}</a
        >`
  return html`<div class="act">${call} ${directions}</div>`
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
export function dated({ messages, formats }: View, value: string, asOf: string | null): Html {
  return html`${value} <span class="muted">(${formats.date(asOf) ?? messages.undated})</span>`
}
