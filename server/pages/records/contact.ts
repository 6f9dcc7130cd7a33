/** How to reach a place: telephone, fax, address and directions. */
import type { Address } from '@careatlas/contract/cards'
import { titleCasePlace } from '@careatlas/directory/title-case'
import { directionsUrl, formatAddress, formatPhone, telephoneUrl } from '../../web/format.ts'
import { type Html, html } from '../../web/html.ts'
import type { Language } from '../../web/navigation.ts'
import { messages } from './messages.ts'

interface Telephone {
  readonly phone: string | null
  readonly phone_extension: string | null
}

/** A link that calls the number; `className` is `button` where it is the main action. */
export function telephoneLink(
  { phone, phone_extension: extension }: Telephone,
  language: Language,
  className: 'button call' | 'tel' = 'tel',
): Html {
  const { phoneNotKnown, extension: extensionWords, callNumber } = messages[language]
  if (phone === null) return html`<span class="unknown">${phoneNotKnown}</span>`
  const number = formatPhone(phone)
  const label = className === 'tel' ? number : callNumber(number)
  return html`<a class="${className}" href="${telephoneUrl(phone, extension)}">${label}</a>${
      extension === null ? null : html` <span class="extension">${extensionWords(extension)}</span>`
    }`
}

/** A fax number is text: calling it helps no one. Null without a number. */
export function faxWords(fax: string | null, language: Language): Html | null {
  if (fax === null) return null
  return html`<span class="fax">${messages[language].fax}: ${formatPhone(fax)}</span>`
}

/** Cards have addresses in upper case. */
export function addressLines(address: Address): readonly string[] {
  const { line_1, line_2, city, state, postal_code } = address
  const town = [city === null ? null : titleCasePlace(city), [state, postal_code].filter(Boolean).join(' ')]
  return [
    ...[line_1, line_2].map((line) => (line === null ? null : titleCasePlace(line))),
    town.filter(Boolean).join(', '),
  ].filter((line) => line !== null && line !== '') as readonly string[]
}

/** The lines of an address. */
export function addressBlock(address: Address, language: Language): Html {
  const lines = addressLines(address)
  if (lines.length === 0) return html`<p class="unknown">${messages[language].addressNotKnown}</p>`
  return html`<address>
    ${lines.map((line, index) => html`${index === 0 ? null : html`<br />`}${line}`)}
  </address>`
}

/** Whether the name of a place is its street address, as it is if not exactly one organization is there. */
export function isNamedByStreet({
  name,
  address,
}: {
  readonly name: string | null
  readonly address: Address
}): boolean {
  const number = /^\d\S*/.exec(address.line_1 ?? '')?.[0]
  return number !== undefined && name !== null && name.startsWith(`${number} `)
}

/** Opens a maps site, which gets the address only when the link is followed. Null without a street line. */
export function directionsLink(
  { address, label }: { readonly address: Address; readonly label: string },
  language: Language,
): Html | null {
  if (address.line_1 === null) return null
  const { directions, directionsNote } = messages[language]
  return html`<a
    class="button quiet directions"
    href="${directionsUrl(formatAddress(address))}"
    rel="noopener noreferrer external"
    title="${directionsNote}"
    aria-label="${directions}: ${label}"
    >${directions}</a
  >`
}
