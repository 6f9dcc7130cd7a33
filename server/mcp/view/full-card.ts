/** The whole card of a clinician or a place. */
import type {
  CarrierListing,
  LocationCard,
  PracticeLocation,
  ProviderCard,
  Source,
} from '@careatlas/contract/cards'
import { type Child, element } from './element.ts'
import { fact } from './fact.ts'
import {
  formatAccepting,
  describePlace,
  formatDate,
  formatHours,
  formatPhone,
  telephoneUrl,
} from './format.ts'
import type { Host } from './host.ts'
import { link } from './link.ts'
import { describeHoursDate, describeSource, nameSource } from './provenance.ts'

/** Longer lists are cut, and say so. */
const listMax = { places: 10, carriers: 30, clinicians: 50 }

/** Everything that a person needs before a call, with the dates. */
export function renderProviderDetails(host: Host, card: ProviderCard): HTMLElement {
  const { practice_locations: places, telehealth } = card
  return element(
    'div',
    {},
    element('p', { class: 'prose' }, card.biography),
    section(
      'Places',
      ...places.slice(0, listMax.places).map((place) => renderPracticeLocation(host, place, card.sources)),
      cut(places.length, listMax.places),
    ),
    section('Listed by', renderCarriers(card.carriers)),
    element(
      'dl',
      { class: 'facts' },
      ...card.education_training.flatMap(({ kind, institution, field, year }) =>
        fact(kind.replaceAll('_', ' '), [institution, field, year].filter(Boolean).join(', ')),
      ),
      ...card.affiliations.flatMap((affiliation) =>
        fact('Works with', affiliation.name, describeSource(affiliation)),
      ),
      ...(telehealth.value === 'unknown'
        ? []
        : fact(
            'Telehealth',
            telehealth.value === 'offered' ? 'Offered' : 'Not offered',
            describeSource(telehealth),
          )),
      ...fact(
        'NPI',
        card.npi,
        card.updated_on === null ? null : `registration updated ${formatDate(card.updated_on)}`,
      ),
      ...fact('Sources', listSources(card.sources)),
    ),
    linkToPage(host, card),
  )
}

/** As for a clinician, with those who practice there. */
export function renderLocationDetails(host: Host, card: LocationCard): HTMLElement {
  const { providers, emergency_services: emergency } = card
  return element(
    'div',
    {},
    element('p', { class: 'prose' }, card.summary),
    providers.length === 0
      ? null
      : section(
          `Clinicians (${card.provider_count})`,
          element(
            'ul',
            { class: 'roster' },
            ...providers
              .slice(0, listMax.clinicians)
              .map(({ name, specialty }) =>
                element('li', {}, name, specialty && element('small', {}, ` ${specialty}`)),
              ),
          ),
          cut(card.provider_count, Math.min(listMax.clinicians, providers.length)),
        ),
    element(
      'dl',
      { class: 'facts' },
      ...(emergency.value === 'unknown'
        ? []
        : fact(
            'Emergency',
            emergency.value === 'yes' ? 'Has emergency services' : 'No emergency services',
            describeSource(emergency),
          )),
      ...(card.legal_name === null ? [] : fact('Legal name', card.legal_name)),
      ...(card.fax === null ? [] : fact('Fax', formatPhone(card.fax))),
      ...(card.organization_npi === null
        ? []
        : fact(
            'NPI',
            card.organization_npi,
            card.updated_on === null ? null : `registration updated ${formatDate(card.updated_on)}`,
          )),
      ...fact('Sources', listSources(card.sources)),
    ),
    linkToPage(host, card),
  )
}

/** Tool results add the page of the record for people. */
function linkToPage(host: Host, card: object): HTMLElement | null {
  const { url } = card as { readonly url?: string }
  return url === undefined ? null : link(host, url, 'text', 'Open the page of this record')
}

function section(title: string, ...children: readonly Child[]): HTMLElement {
  return element('section', {}, element('h3', {}, title), ...children)
}

function cut(count: number, max: number): HTMLElement | null {
  return count > max ? element('p', { class: 'muted' }, `${max} of ${count} shown.`) : null
}

function renderPracticeLocation(
  host: Host,
  place: PracticeLocation,
  sources: readonly Source[],
): HTMLElement {
  const { phone, phone_extension, accepting_new_patients: accepting, office_hours } = place
  const { name, address } = describePlace({ ...place, city: null })
  return element(
    'div',
    { class: 'practice' },
    name && element('strong', {}, name),
    element('p', {}, address),
    phone && link(host, telephoneUrl(phone, phone_extension), 'text', formatPhone(phone, phone_extension)),
    element(
      'dl',
      { class: 'facts' },
      ...(office_hours.length === 0
        ? fact('Hours', 'Not stated by any source')
        : fact('Hours', formatHours(office_hours).join('; '), describeHoursDate(sources))),
      ...fact(
        'New patients',
        formatAccepting(accepting.value),
        accepting.value === 'unknown' ? null : describeSource(accepting),
      ),
    ),
  )
}

function renderCarriers(carriers: readonly CarrierListing[]): HTMLElement {
  if (carriers.length === 0)
    return element('p', { class: 'muted' }, 'No plan in this data. Not listed is not out of network.')
  return element(
    'ul',
    { class: 'roster' },
    ...carriers
      .slice(0, listMax.carriers)
      .map((carrier) => element('li', {}, carrier.name, element('small', {}, ` ${describeSource(carrier)}`))),
    carriers.length > listMax.carriers
      ? element('li', {}, `and ${carriers.length - listMax.carriers} more`)
      : null,
  )
}

function listSources(sources: readonly Source[]): string {
  return sources.map(({ id, as_of }) => `${nameSource(id)} (${formatDate(as_of)})`).join(', ')
}
