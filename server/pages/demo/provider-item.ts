/** A clinician in the list of results. */
import type { CarrierListing, PracticeLocation, ProviderHit } from '@careatlas/contract/cards'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { formatAddress } from '../../web/format.ts'
import { type Html, html } from '../../web/html.ts'
import { localizedPath } from '../../web/navigation.ts'
import { specialtyName } from '../../web/specialty-name.ts'
import type { View } from './answer.ts'
import { mainSpecialty } from '../records/facts.ts'
import { openNowLine } from '../records/hours.ts'
import { messages as recordMessages } from '../records/messages.ts'
import { planAnswer } from './checked-payers.ts'
import { actions, dated, distanceText, fact } from './facts.ts'

interface ItemOptions {
  /** In the list. */
  readonly number: number
  /** The payers that the clinician is checked against. */
  readonly payers: readonly Carrier[]
}

export function providerItem(view: View, hit: ProviderHit, { number, payers }: ItemOptions): Html {
  const { messages, formats, request } = view
  const { npi, name, specialties, languages, gender, telehealth } = hit
  const place = nearestPlace(hit.practice_locations)
  const main = mainSpecialty(specialties)
  // The words of the page of the clinician.
  const words = recordMessages[request.language]
  const others = (hit.practice_location_count ?? hit.practice_locations.length) - 1
  return html`<li
    class="result"
    data-npi="${npi}"
    data-latitude="${place?.lat}"
    data-longitude="${place?.lng}"
  >
    <span class="number" aria-hidden="true">${number}</span>
    <div class="who">
      <h3><a href="${localizedPath(`/providers/${npi}`, request.language)}">${name.display}</a></h3>
      <p>${main === undefined ? messages.specialtyUnknown : specialtyName(main.name, request.language)}</p>
      ${place && where(view, place, others)}
      ${place && openNowLine(place, { language: request.language, now: view.now })}
    </div>
    ${place && actions(view, name.display, place)}
    <div class="known">
      <dl>${fact(messages.newPatients, newPatients(view, place))}</dl>
      <details>
        <summary>${messages.moreFacts}</summary>
        <dl>
          ${languages.length === 0 ? null : fact(messages.languages, languages.map(formats.language).join(', '))}
          ${telehealth.value === 'offered' ? fact(words.telehealth, dated(view, words.telehealthValues.offered, telehealth.as_of)) : null}
          ${gender === null ? null : fact(words.gender, words.genders[gender])}
          ${fact(messages.listed, listings(view, hit, payers.length === 0))}
        </dl>
      </details>
    </div>
    ${planAnswer(view, hit, payers)}
  </li> `
}

/** With a position, the nearest place; otherwise the primary one. */
function nearestPlace(places: readonly PracticeLocation[]): PracticeLocation | undefined {
  const byDistance = places
    .filter(({ distance_miles }) => typeof distance_miles === 'number')
    .toSorted((a, b) => a.distance_miles! - b.distance_miles!)
  return byDistance[0] ?? places.find(({ primary }) => primary) ?? places[0]
}

function where(view: View, place: PracticeLocation, others: number): Html {
  const { messages, formats, request } = view
  const address = formatAddress(place.address) || messages.noAddress
  const distance = distanceText(view, place.distance_miles, place)
  const more = others > 0 ? ` ${messages.otherPlaces(formats.number(others))}` : ''
  const path = localizedPath(`/locations/${place.location_uuid}`, request.language)
  return html`<p class="where">
    ${distance && html`<strong>${distance}</strong> · `}<a href="${path}">${address}</a>${more}
  </p>`
}

function newPatients(view: View, place: PracticeLocation | undefined): Html | string {
  const { value, as_of } = place?.accepting_new_patients ?? { value: 'unknown', as_of: null }
  const text = view.messages.accepting[value]
  return value === 'unknown' ? text : dated(view, text, as_of)
}

/** Payers beyond this number are on the page of the clinician. */
const listingsMax = 4

/** @param explainsAbsence whether to say that others may cover a visit, as the answers for a plan do */
function listings(view: View, { npi, carriers, carrier_count }: ProviderHit, explainsAbsence: boolean): Html {
  const { messages, formats, request } = view
  const items = carriers
    .slice(0, listingsMax)
    .map(
      ({ name, as_of }: CarrierListing, index) => html`${index > 0 ? ', ' : null}${dated(view, name, as_of)}`,
    )
  const others = (carrier_count ?? carriers.length) - items.length
  const more =
    others > 0
      ? html`,
          <a href="${localizedPath(`/providers/${npi}`, request.language)}"
            >${messages.more(formats.number(others))}</a
          >`
      : null
  const absence = explainsAbsence ? html` <span class="muted">${messages.absence}</span>` : null
  return html`${items.length === 0 ? messages.notListed : [...items, more]}.${absence}`
}
