/** A place as a person needs it before a visit: whether to call, when it is open, and how to get there. */
import type { AcceptingNewPatients, Address, OfficeHours, Source } from '@careatlas/contract/cards'
import { type Html, html } from '../../web/html.ts'
import { type Language, localizedPath } from '../../web/navigation.ts'
import {
  addressBlock,
  addressLines,
  directionsLink,
  faxWords,
  isNamedByStreet,
  telephoneLink,
} from './contact.ts'
import { datedFact } from './facts.ts'
import { hoursBlock } from './hours.ts'
import { messages } from './messages.ts'

export interface PlaceBlockOptions {
  readonly language: Language
  readonly now: Date
  readonly sources: readonly Source[]
  /** Whether calling is the main action of the page. */
  readonly isMain: boolean
}

interface ShownPlace {
  readonly location_uuid: string
  readonly name: string | null
  readonly address: Address
  readonly phone: string | null
  readonly phone_extension: string | null
  readonly fax: string | null
  readonly office_hours: readonly OfficeHours[]
  readonly accepting_new_patients?: AcceptingNewPatients
  readonly active?: boolean
}

/** The name links to the page of the place; a place without a name of its own is named by its address. */
export function placeHeading(place: ShownPlace, { language }: Pick<PlaceBlockOptions, 'language'>): Html {
  const path = localizedPath(`/locations/${place.location_uuid}`, language)
  return html`<h3><a href="${path}">${placeLabel(place, language)}</a></h3>`
}

/** The name of a place in a sentence. */
export function placeLabel(
  { name, address }: Pick<ShownPlace, 'name' | 'address'>,
  language: Language,
): string {
  return name ?? addressLines(address)[0] ?? messages[language].placeOfCare
}

/** Everything below the name. */
export function placeBlock(place: ShownPlace, options: PlaceBlockOptions): Html {
  const { language, isMain } = options
  const { hours, newPatients, accepting, notActive } = messages[language]
  const label = placeLabel(place, language)
  // The name of the page or the heading above is the street already.
  const address = isNamedByStreet(place) ? { ...place.address, line_1: null, line_2: null } : place.address
  return html`<div class="place">
    ${place.active === false ? html`<p class="note wrong">${notActive}</p>` : null}
    <div class="reach">
      ${telephoneLink(place, language, isMain ? 'button call' : 'tel')}
      ${directionsLink({ address: place.address, label }, language)} ${faxWords(place.fax, language)}
    </div>
    ${addressBlock(address, language)}
    <dl class="facts">
      ${
        place.accepting_new_patients === undefined
          ? null
          : datedFact(newPatients, place.accepting_new_patients, accepting, language)
      }
      <div>
        <dt>${hours}</dt>
        <dd>${hoursBlock(place, options)}</dd>
      </div>
    </dl>
  </div>`
}
