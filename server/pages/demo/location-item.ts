/** A place of care in the list of results. */
import type { LocationHit } from '@careatlas/contract/cards'
import { formatAddress } from '../../web/format.ts'
import { type Html, html } from '../../web/html.ts'
import { localizedPath } from '../../web/navigation.ts'
import { openNowLine } from '../records/hours.ts'
import type { View } from './answer.ts'
import { actions, distanceText, fact } from './facts.ts'

export function locationItem(view: View, hit: LocationHit, number: number): Html {
  const { messages, formats, request } = view
  const name = hit.name ?? messages.unnamedPlace
  const distance = distanceText(view, hit.distance_miles, hit)
  return html`<li
    class="result"
    data-location="${hit.location_uuid}"
    data-latitude="${hit.lat}"
    data-longitude="${hit.lng}"
  >
    <span class="number" aria-hidden="true">${number}</span>
    <div class="who">
      <h3><a href="${localizedPath(`/locations/${hit.location_uuid}`, request.language)}">${name}</a></h3>
      <p class="summary" lang="en">${hit.summary}</p>
      <p class="where">
        ${distance && html`<strong>${distance}</strong> · `}${formatAddress(hit.address) || messages.noAddress}
      </p>
      ${openNowLine(hit, { language: request.language, now: view.now })}
    </div>
    ${actions(view, name, hit)}
    <dl class="known">
      ${fact(messages.clinicianCount, formats.number(hit.provider_count))}
      ${hit.languages.length === 0 ? null : fact(messages.languages, hit.languages.map(formats.language).join(', '))}
    </dl>
  </li> `
}
