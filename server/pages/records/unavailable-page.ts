/** The page of a record without a card: what is known about its identifier. */
import type { LocationCard } from '@careatlas/contract/cards'
import type { ApiError } from '@careatlas/contract/errors'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { errorNote } from '../../web/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { demoPath, type Language, localizedPath } from '../../web/navigation.ts'
import { addressBlock } from './contact.ts'
import { dateWords } from './date-words.ts'
import { messages } from './messages.ts'
import { placeHeading } from './place-block.ts'

interface Explanation {
  readonly title: string
  readonly text: Html
}

/** @param id the NPI or `location_uuid` of the path, in any form */
export function unavailablePage(
  error: ApiError,
  { id, snapshot, language }: UnavailableOptions,
): { readonly title: string; readonly main: Html } {
  const { title, text } =
    snapshot === null ? explainByMessage(error, language) : explain(error, id, snapshot, language)
  const asOf =
    snapshot === null
      ? null
      : html`<p class="small muted">
          ${messages[language].registryDate(dateWords(snapshot.manifest.data_as_of, language))}
        </p>`
  return {
    title,
    main: html`<h1>${title}</h1>
      ${text} ${error.status === 400 ? null : asOf} ${searchLink(language)}`,
  }
}

function searchLink(language: Language): Html | null {
  if (demoPath === null) return null
  return html`<p class="row">
    <a class="button quiet" href="${localizedPath(demoPath, language)}">${messages[language].search}</a>
  </p>`
}

interface UnavailableOptions {
  readonly id: string
  readonly snapshot: Snapshot | null
  readonly language: Language
}

/** The errors of the operations that get a card. */
function explain(error: ApiError, id: string, snapshot: Snapshot, language: Language): Explanation {
  const { invalidNpi, invalidNpiText, invalidUuid } = messages[language]
  const { code } = error
  if (code === 'invalid_npi') {
    const text = html`<p>${invalidNpiText}</p>
      ${apiMessage(error, language)}`
    return { title: invalidNpi, text }
  }
  if (code === 'invalid_parameter') return { title: invalidUuid, text: apiMessage(error, language) }
  if (code === 'location_not_found' || code === 'location_removed')
    return explainRemoval(id.toLowerCase(), snapshot, language)
  if (code === 'provider_not_found' || code === 'provider_deactivated' || code === 'outside_coverage')
    return explainNpi(id, snapshot, language)
  return explainByMessage(error, language)
}

function explainByMessage(error: ApiError, language: Language): Explanation {
  return { title: messages[language].unavailable, text: apiMessage(error, language) }
}

/** The sentence of the API, which is English. */
function apiMessage(error: ApiError, language: Language): Html {
  return html`<p class="small muted">${messages[language].apiMessage}:</p>
    <div lang="en">${errorNote(error.message)}</div>`
}

function explainNpi(npi: string, snapshot: Snapshot, language: Language): Explanation {
  const words = messages[language]
  const registry = snapshot.registryStatus(npi)
  switch (registry?.status) {
    case 'deactivated': {
      const { since } = registry
      const text = since === null ? words.deactivatedUndated : words.deactivated(dateWords(since, language))
      return {
        title: words.deactivatedTitle(npi),
        text: html`<p>${text}</p>
          <p>${words.deactivatedAdvice}</p>`,
      }
    }
    case 'organization':
      return {
        title: words.organizationTitle(npi),
        text: listPlaces(npi, registry.locationUuids, snapshot, language),
      }
    case 'outside_coverage':
      return {
        title: words.outsideTitle(npi),
        text: html`<p>${words.outside}</p>
          <p><a href="/v1/regions">${words.regionsLink}</a></p>`,
      }
    case undefined: {
      const newest = dateWords(snapshot.manifest.data_as_of, language)
      return { title: words.unknownTitle(npi), text: html`<p>${words.unknown(newest)}</p>` }
    }
  }
}

/** An organization NPI can have hundreds of places. */
const shownPlacesMax = 50

function listPlaces(npi: string, uuids: readonly string[], snapshot: Snapshot, language: Language): Html {
  const { organization, organizationNowhere, morePlaces } = messages[language]
  if (uuids.length === 0) return html`<p>${organizationNowhere}</p>`
  const places = snapshot
    .cards('locations', uuids.slice(0, shownPlacesMax))
    .filter((json) => json !== null)
    .map((json) => JSON.parse(json) as LocationCard)
  const items = places.map(
    (place) => html`<li>${placeHeading(place, { language })} ${addressBlock(place.address, language)}</li> `,
  )
  const more = uuids.length - shownPlacesMax
  const legalName = places.find((place) => place.organization_npi === npi)?.legal_name
  return html`${legalName && html`<p class="under">${legalName}</p>`}
    <p>${organization}</p>
    <ul class="plain places places-grid">
      ${items}
    </ul>
    ${more > 0 ? html`<p class="muted">${morePlaces(more)}</p>` : null}`
}

function explainRemoval(uuid: string, snapshot: Snapshot, language: Language): Explanation {
  const { removedTitle, removed, movedLink, unknownPlaceTitle, unknownPlace } = messages[language]
  const former = snapshot.formerLocation(uuid)
  if (former === null || former.heir !== null)
    return { title: unknownPlaceTitle, text: html`<p>${unknownPlace}</p>` }
  const { reason, day, elsewhere } = former
  const link =
    elsewhere === null
      ? null
      : html`<p><a href="${localizedPath(`/locations/${elsewhere}`, language)}">${movedLink}</a></p>`
  return {
    title: removedTitle,
    text: html`<p>${removed[reason](dateWords(day, language))}</p>
      ${link}`,
  }
}
