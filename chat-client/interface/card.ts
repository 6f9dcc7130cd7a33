/** The card of a clinician or a place of care: what it is, where, how to reach it, and the sources with their dates. */
import type { ChatCard } from '@careatlas/contract/chat-frames'
import { button, element, link } from './element.ts'
import { formatAddress, formatPhone, nameSource } from './format.ts'
import { icon } from './icons.ts'
import type { InterfaceContext } from './interface-context.ts'
import { fillIn } from './strings.ts'

type ProviderCard = Extract<ChatCard, { kind: 'provider' }>
type Place = NonNullable<ProviderCard['location']> & { readonly line_1?: string | null }

export function renderCard(card: ChatCard, context: InterfaceContext): HTMLElement {
  const { strings, formats } = context
  const place: Place | null = card.kind === 'provider' ? card.location : card
  const name = card.kind === 'provider' ? card.name : card.name || card.line_1 || strings.placeOfCare
  const specialty = card.kind === 'provider' ? card.specialty : card.focus
  return element(
    'article',
    { part: 'card' },
    element(
      'div',
      { part: 'card-head' },
      element('h4', { part: 'card-name' }, link(card.url, { part: 'link' }, name) ?? name),
      // Places in the ZIP code of the search have the same point on the map; 0.0 would be too exact.
      card.distance_miles &&
        element('span', { part: 'card-distance', dir: 'ltr' }, formats.miles(card.distance_miles)),
    ),
    specialty && element('p', { part: 'card-specialty' }, capitalize(specialty)),
    renderPlace(card, place),
    renderPlan(card, context),
    card.languages.length > 0 &&
      element(
        'p',
        { part: 'card-fact' },
        fillIn(strings.languages, { list: formats.languages(card.languages) }),
      ),
    renderCounts(card, context),
    renderActions(name, place, context),
    renderSources(card, context),
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The name of the place of a clinician, and the address; of a clinician's place only the town is known. */
function renderPlace(card: ChatCard, place: Place | null): HTMLElement | null {
  if (place === null) return null
  const address = formatAddress(place)
  const name = card.kind === 'provider' && place.name
  return name || address
    ? element('p', { part: 'card-address' }, name, name && address && element('br'), address)
    : null
}

function renderPlan(card: ChatCard, { strings, formats }: InterfaceContext): HTMLElement | null {
  if (card.kind !== 'provider' || card.plan === undefined) return null
  const { status, payer, as_of } = card.plan
  const date = formats.date(as_of)
  return element(
    'p',
    { part: `card-plan card-plan-${status}` },
    icon(status === 'listed' ? 'check' : 'alert'),
    element('span', {}, fillIn(strings[`plan_${status}`], { payer, date })),
  )
}

function renderCounts(card: ChatCard, { strings }: InterfaceContext): HTMLElement | null {
  const [template, count] =
    card.kind === 'provider'
      ? [strings.morePlaces, card.location_count - 1]
      : [strings.clinicians, card.provider_count]
  return count > 0 ? element('p', { part: 'card-fact' }, fillIn(template, { count })) : null
}

function renderActions(name: string, place: Place | null, context: InterfaceContext): HTMLElement {
  const phone = place?.phone
  const number = phone && formatPhone(phone)
  return element(
    'div',
    { part: 'card-actions' },
    number && createCallLink(name, phone, number, context),
    number && createCopyButton(name, number, context),
    createDirectionsLink(name, place, context),
  )
}

function createCallLink(
  name: string,
  phone: string,
  number: string,
  { strings }: InterfaceContext,
): HTMLElement | null {
  return link(
    `tel:${phone}`,
    {
      part: 'card-action card-call',
      'aria-label': `${fillIn(strings.call, { number })}, ${name}`,
    },
    icon('phone'),
    element('bdi', { dir: 'ltr' }, number),
  )
}

const copiedMs = 2000

/** Null on pages without a clipboard, which are not secure. */
function createCopyButton(
  name: string,
  number: string,
  { strings, announce }: InterfaceContext,
): HTMLElement | null {
  if (!('clipboard' in navigator)) return null
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(number)
    } catch {
      return
    }
    announce(strings.copied)
    created.replaceChildren(icon('check'))
    setTimeout(() => created.replaceChildren(icon('copy')), copiedMs)
  }
  const created = button(
    { part: 'card-action card-copy', title: `${strings.copyNumber}, ${name}` },
    () => void copy(),
    icon('copy'),
  )
  return created
}

/** The site of the map gets the address only after a click. Null without a street or a name to find. */
function createDirectionsLink(
  name: string,
  place: Place | null,
  { strings }: InterfaceContext,
): HTMLElement | null {
  if (place === null) return null
  const address = formatAddress(place)
  const destination = place.line_1 ? address : place.name && address ? `${place.name}, ${address}` : ''
  if (destination === '') return null
  return link(
    `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`,
    { part: 'card-action', 'aria-label': `${strings.directions}, ${name}` },
    icon('directions'),
    strings.directions,
  )
}

function renderSources({ sources }: ChatCard, { strings, formats }: InterfaceContext): HTMLElement | null {
  if (sources.length === 0) return null
  const list = element('ul')
  let newest = ''
  for (const { id, as_of } of sources) {
    if (as_of !== null && as_of > newest) newest = as_of
    list.append(element('li', {}, `${nameSource(id)}, ${formats.date(as_of)}`))
  }
  const summary = fillIn(strings.sources, { count: sources.length, date: formats.date(newest) })
  return element('details', { part: 'card-sources' }, element('summary', {}, summary), list)
}
