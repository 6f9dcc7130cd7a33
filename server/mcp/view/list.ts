/** The list of hits. Each has the number of its pin, its facts, and buttons that call, give directions and open the details. */
import { createDetails } from './details.ts'
import { type Child, element } from './element.ts'
import { fact } from './fact.ts'
import {
  describePlace,
  formatAccepting,
  formatAddress,
  formatDistance,
  formatHours,
  formatLanguages,
  formatPhone,
  telephoneUrl,
} from './format.ts'
import type { ListedHit } from './hit.ts'
import type { Host } from './host.ts'
import { directionsUrl, link } from './link.ts'
import { describeHoursDate, describeSource } from './provenance.ts'

/** Further carriers are in the details. */
const carriersShownMax = 3

/** Renders one hit. A single card has no number and no button for details. `applied` are the codes of the carrier filter. */
export function renderHit(
  host: Host,
  hit: ListedHit,
  { number, applied }: { readonly number: number | null; readonly applied: readonly string[] },
): HTMLLIElement {
  const details = number === null ? null : createDetails(host, hit)
  return element(
    'li',
    { class: 'hit', 'data-number': number },
    element(
      'div',
      { class: 'head' },
      number === null ? null : element('span', { class: 'number', 'aria-hidden': 'true' }, String(number)),
      element(number === null ? 'h1' : 'h2', { class: 'name', tabindex: -1 }, hit.name),
      hit.distanceMiles === null
        ? null
        : element(
            'span',
            { class: 'distance' },
            formatDistance(hit.distanceMiles, hit.place?.geo_precision === 'address'),
          ),
    ),
    hit.specialty && element('p', { class: 'specialty' }, hit.specialty),
    renderPlace(hit),
    element('dl', { class: 'facts' }, ...renderFacts(hit, applied)),
    element('div', { class: 'actions' }, ...renderLinks(host, hit), details?.toggle ?? null),
    details?.panel ?? null,
  )
}

/** The name of the place and its address; of a compact hit, only the city. */
function renderPlace({ place, placeCount }: ListedHit): HTMLElement | null {
  if (place === null) return null
  const { name, address } = describePlace(place)
  const more = placeCount === 2 ? 'and 1 more place' : `and ${placeCount - 1} more places`
  return element(
    'p',
    { class: 'place' },
    name && element('strong', {}, name),
    name && element('br'),
    address,
    placeCount > 1 ? element('small', {}, ` ${more}`) : null,
  )
}

function renderFacts(hit: ListedHit, applied: readonly string[]): readonly Child[] {
  const { languages, hours, sources, accepting, clinicianCount } = hit
  return [
    languages.length > 0 && fact('Languages', formatLanguages(languages)),
    hours.length > 0 && fact('Hours', formatHours(hours).join('; '), describeHoursDate(sources)),
    accepting &&
      accepting.value !== 'unknown' &&
      fact('New patients', formatAccepting(accepting.value), describeSource(accepting)),
    hit.kind === 'clinician' && hit.carriers && fact('Listed by', ...describeCarriers(hit.carriers, applied)),
    clinicianCount !== null && clinicianCount > 0 && fact('Clinicians', `${clinicianCount} practice here`),
  ]
    .flat()
    .filter((child) => child !== false && child !== null)
}

/** Carriers with their dates, those of the filter first. */
function describeCarriers(
  carriers: NonNullable<ListedHit['carriers']>,
  applied: readonly string[],
): readonly [string, string | null] {
  if (carriers.length === 0) return ['No plan in this data. Not listed is not out of network.', null]
  const isApplied = (code: string) => Number(applied.includes(code))
  const shown = carriers.toSorted((a, b) => isApplied(b.code) - isApplied(a.code)).slice(0, carriersShownMax)
  const more = carriers.length - shown.length
  const names = shown.map((carrier) => `${carrier.name} (${describeSource({ ...carrier, source: null })})`)
  return [names.join(', '), more > 0 ? `and ${more} more` : null]
}

function renderLinks(host: Host, { name, place }: ListedHit): readonly Child[] {
  if (place === null) return []
  const { phone, phone_extension = null, address } = place
  const directions = address?.line_1 ? directionsUrl(formatAddress(address)) : null
  return [
    phone === null
      ? null
      : link(
          host,
          telephoneUrl(phone, phone_extension),
          'button primary',
          `Call ${formatPhone(phone, phone_extension)}`,
        ),
    directions === null
      ? null
      : withLabel(link(host, directions, 'button', 'Directions'), `Directions to ${name}`),
  ]
}

/** For a screen reader, links with the same text differ by the name. */
function withLabel(anchor: HTMLElement | null, label: string): HTMLElement | null {
  anchor?.setAttribute('aria-label', label)
  return anchor
}
