/** The list of results with its counts and its pages, or, without results, the reason and the next best step. */
import type { LocationHit, ProviderHit } from '@careatlas/contract/cards'
import { type Html, html } from '../../web/html.ts'
import { keptLinks } from '../../web/kept-links.ts'
import type { Answer, View } from './answer.ts'
import {
  chosenCarriers,
  type DemoRequest,
  firstValue,
  linkTo,
  nameParameters,
  withoutPosition,
} from './demo-request.ts'
import { findCheckedPayers } from './checked-payers.ts'
import { mapButton, mapSlot } from './map-slot.ts'
import { locationItem } from './location-item.ts'
import { providerItem } from './provider-item.ts'
import { radii } from './search-form.ts'

export function results(view: View, answer: Answer): Html {
  const { messages, formats, request } = view
  const { meta, data } = answer.envelope
  const payers = findCheckedPayers(view, answer.envelope)
  const items = data.map((hit, index) => {
    const number = meta.offset + index + 1
    return request.kind === 'clinicians'
      ? providerItem(view, hit as ProviderHit, { number, payers })
      : locationItem(view, hit as LocationHit, number)
  })
  const reasons = [
    ...(meta.filtered && items.length > 0 ? [messages.weakLeftOut] : []),
    ...(meta.truncated ? [messages.truncated] : []),
  ]
  const list = html`<ol id="results" start="${meta.offset + 1}">
    ${items}
  </ol>`
  return html`<div class="list-head">
      <div>
        <h2 id="results-title" tabindex="-1">${summary(view, answer)}</h2>
        <p class="small muted">
          ${messages.registryDate} ${formats.date(meta.data_as_of)}. ${reasons.join(' ')}
        </p>
      </div>
      <div class="above-list">
        ${items.length === 0 ? null : mapButton(view)} ${keptLinks(request.language)}
      </div>
    </div>
    ${items.length === 0 ? nextSteps(view, answer) : null}
    ${items.length === 0 ? null : html`${mapSlot(view)} ${list}`} ${pages(view, answer)}`
}

/** "Results 11 to 20", with the total if it is exact. */
export function summary({ messages, formats }: View, { envelope: { meta } }: Answer): string {
  const { count, offset, total } = meta
  if (count === 0) return messages.none
  const [first, last] = [formats.number(offset + 1), formats.number(offset + count)]
  return total === undefined
    ? messages.count(first, last)
    : messages.countOf(first, last, formats.number(total))
}

function pages({ request, messages }: View, { envelope: { meta } }: Answer): Html | null {
  const { offset, limit, count, has_more } = meta
  if (offset === 0 && !has_more) return null
  const before = Math.max(0, offset - limit)
  const link = (label: string, start: number, rel: string) =>
    html`<a
      class="button quiet"
      rel="${rel}"
      href="${linkTo(request, { offset: start === 0 ? null : String(start) })}"
      >${label}</a
    > `
  return html`<nav class="pages" aria-label="${messages.pages}">
    ${offset > 0 ? link(messages.previous, before, 'prev') : null}
    ${has_more ? link(messages.next, offset + count, 'next') : null}
  </nav>`
}

/** Why nothing was found, and similar searches that may find something. */
function nextSteps(view: View, answer: Answer): Html {
  const { messages } = view
  const steps = similarSearches(view, answer).map(
    ({ label, path }) => html`<li><a href="${path}">${label}</a></li> `,
  )
  return html`<div class="none">
    <p>${reason(view, answer)}</p>
    ${
      steps.length === 0
        ? null
        : html`<h3>${messages.nextStep}</h3>
            <ul>
              ${steps}
            </ul>`
    }
  </div>`
}

function reason({ messages, formats, request }: View, { envelope: { parameters, meta } }: Answer): string {
  if (request.kind === 'clinicians' && chosenCarriers(request).length > 0) return messages.noneWithCarriers
  if (meta.filtered) return messages.noneFiltered
  const { geo } = parameters
  return geo === undefined ? messages.noneAtAll : messages.noneInRadius(formats.number(geo.radius_miles))
}

interface Step {
  readonly label: string
  readonly path: string
}

function similarSearches({ request, messages, formats }: View, { envelope, parts }: Answer): readonly Step[] {
  const { geo } = envelope.parameters
  const steps: Step[] = []
  const step = (label: string, changes: Parameters<typeof linkTo>[1]) =>
    steps.push({ label, path: linkTo(request, changes) })
  if (envelope.meta.offset > 0) step(messages.firstPage, {})
  if (chosenCarriers(request).length > 0) step(messages.withoutCarriers, { carriers: null })
  const wider = radii.find((miles) => geo !== undefined && miles > geo.radius_miles)
  if (geo !== undefined && wider !== undefined)
    step(messages.wider(formats.number(wider)), {
      radius_miles: String(wider),
      // A radius needs a position besides `q`.
      ...(geo.source === 'q' && { place: geo.label ?? `${geo.lat}, ${geo.lng}` }),
    })
  if (geo !== undefined && geo.source !== 'q' && firstValue(request, 'q') !== undefined)
    step(messages.withoutPlace, withoutPosition)
  for (const { kind, without } of parts)
    if (without && ['name', 'language', 'place', 'payer'].includes(kind))
      step(messages.withoutPart(without), { q: without })
  if (mayFitOtherKind(request, parts))
    step(messages.otherKind[request.kind], { kind: request.kind === 'clinicians' ? 'places' : null })
  return steps
}

/** Both kinds give care. Clinicians are not places, but the name of a place may be that of a clinician. */
function mayFitOtherKind(request: DemoRequest, parts: Answer['parts']): boolean {
  if (parts.some(({ kind }) => kind === 'care' || (kind === 'name' && request.kind === 'places'))) return true
  return !['q', ...nameParameters].some((name) => request.sent.has(name))
}
