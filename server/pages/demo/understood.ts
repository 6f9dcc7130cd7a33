/** What a search understood, as chips: what filters, what changes the order, and what is not applied. */
import type { ProviderSearchEcho } from '@careatlas/contract/envelopes'
import type { QueryPart } from '@careatlas/search/query/describe-query'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { type Html, html, type HtmlValue } from '../../web/html.ts'
import { specialtyTitle } from '../../web/specialty-name.ts'
import { type Answer, carrierNames, type View } from './answer.ts'
import { findNamedPayers } from './checked-payers.ts'
import {
  chosenCarriers,
  type DemoRequest,
  firstValue,
  linkTo,
  nameParameters,
  placeText,
  withoutPosition,
} from './demo-request.ts'

interface Chip {
  readonly label: string
  /** The language of the label, if it is not that of the page. */
  readonly language?: 'en'
  /** The path of the search without it; null if its words cannot be removed alone. */
  readonly without: string | null
}

interface Row {
  readonly title: string
  readonly text: string
  readonly chips: readonly Chip[]
  readonly more?: HtmlValue
}

/** A narrow screen folds it into one line with the labels of the chips. */
export function understood(view: View, answer: Answer): Html | null {
  const { messages, request } = view
  const wishRow =
    request.kind === 'clinicians'
      ? { title: messages.weighs, text: messages.weighsText }
      : { title: messages.unapplied, text: messages.clinicianWishes }
  const rows: readonly Row[] = [
    { title: messages.filters, text: filtersText(view), chips: filterChips(view, answer) },
    ...planRow(view),
    {
      title: messages.searchedFor,
      text: messages.searchedForText,
      chips: needChips(view, answer),
    },
    { ...wishRow, chips: partChips(view, answer, wishes) },
    ...payerRow(view, answer),
  ].filter(({ chips }) => chips.length > 0)
  if (rows.length === 0) return null
  const labels = rows
    .flatMap(({ chips }) => chips)
    .map((chip, index) => html`${index > 0 ? ' · ' : null}${chipLabel(chip)}`)
  return html`<details class="understood" aria-label="${messages.understood}">
    <summary>${labels}</summary>
    <dl>${rows.map((item) => renderRow(view, item))}</dl>
    ${exactWords(view, answer)}
  </details>`
}

function chipLabel({ label, language }: Chip): Html {
  return html`<span${language === undefined ? null : html` lang="${language}"`}>${label}</span>`
}

function renderRow({ messages }: View, { title, text, chips, more }: Row): Html {
  const items = chips.map((chip) => {
    const remove =
      chip.without === null
        ? null
        : html`<a href="${chip.without}" aria-label="${messages.remove(chip.label)}"
            ><span aria-hidden="true">×</span></a
          >`
    return html`<li>${chipLabel(chip)}${remove}</li> `
  })
  return html`<div>
    <dt>${title}</dt>
    <dd>
      <ul class="wishes">
        ${items}
      </ul>
      <p>${text} ${more}</p>
    </dd>
  </div> `
}

function filtersText({ request, messages }: View): string {
  const isByPayer = request.kind === 'clinicians' && chosenCarriers(request).length > 0
  return isByPayer ? `${messages.filtersText} ${messages.payerFilterText}` : messages.filtersText
}

/** The plan that the user named, with links that make its payers filters. */
function planRow(view: View): readonly Row[] {
  const { request, messages, formats, plan } = view
  if (plan === null || request.kind === 'places') return []
  const payers = findNamedPayers(view)
  const more = payers.length - payerLinksMax
  const links = payerLinks(
    view,
    payers.filter(({ provider_count }) => provider_count > 0).map(({ code }) => code),
  )
  return [
    {
      title: messages.answered,
      text: messages.answeredText,
      chips: [{ label: messages.plans(plan), without: linkTo(request, { plan: null }) }],
      more: [...links, more > 0 ? messages.morePayers(formats.number(more)) : null],
    },
  ]
}

function filterChips(
  { request, messages, formats, carriers }: View,
  { envelope, parts, unknownPlace }: Answer,
): readonly Chip[] {
  const { geo, carriers: codes = [], ...echo } = envelope.parameters as Partial<ProviderSearchEcho>
  const chips: Chip[] = []
  if (geo !== undefined) {
    const place = geo.label ?? unknownPlace?.state ?? placeText(request)
    const inQuery = parts.find(({ kind }) => kind === 'place')
    const without = geo.source === 'q' ? withoutWords(request, inQuery) : linkTo(request, withoutPosition)
    chips.push({ label: messages.within(formats.number(geo.radius_miles), place), without })
  }
  for (const code of codes) {
    const others = chosenCarriers(request).filter((other) => other !== code)
    chips.push({
      label: messages.listedBy(carrierNames([code], carriers)),
      without: linkTo(request, { carriers: others }),
    })
  }
  for (const parameter of nameParameters) {
    const value: unknown = (echo as Record<string, unknown>)[parameter]
    if (typeof value === 'string')
      chips.push({ label: messages.named(value), without: linkTo(request, { [parameter]: null }) })
  }
  return chips
}

type PartKind = QueryPart['kind']

const needs: readonly PartKind[] = ['care', 'name']

/** They are about clinicians, so a search for places of care does not apply them. */
const wishes: readonly PartKind[] = ['language', 'gender', 'telehealth', 'accepting']

function needChips(view: View, answer: Answer): readonly Chip[] {
  const chips = partChips(view, answer, needs)
  const { request, messages } = view
  if (firstValue(request, 'search_mode') !== 'lexical') return chips
  return [...chips, { label: messages.wordsOnly, without: linkTo(request, { search_mode: null }) }]
}

function partChips(view: View, { parts }: Answer, kinds: readonly PartKind[]): readonly Chip[] {
  return parts
    .filter(({ kind }) => kinds.includes(kind))
    .map((part) => ({ ...partLabel(view, part), without: withoutWords(view.request, part) }))
}

/** A kind of care in Spanish is named by its profession; without one, its name is English. */
function partLabel(view: View, part: QueryPart): Pick<Chip, 'label' | 'language'> {
  if (part.kind !== 'care') return { label: partText(view, part) }
  const name = view.request.language === 'es' && part.code ? taxonomyOf(part.code)?.name : undefined
  const title = name === undefined ? null : specialtyTitle(name, 'es')
  return title?.language === 'es' ? { label: title.text } : { label: part.value, language: 'en' }
}

function partText({ messages, formats }: View, { kind, value }: QueryPart): string {
  switch (kind) {
    case 'care':
    case 'place':
      return value
    case 'name':
      return messages.named(value)
    case 'language':
      return messages.speaks(formats.language(value))
    case 'gender':
      return messages.gender[value === 'F' ? 'F' : 'M']
    case 'telehealth':
      return messages.telehealthWish
    case 'accepting':
      return messages.acceptingWish
    case 'payer':
      return messages.payerNamed
  }
}

/** The path of the search without the words of a part; null if they cannot be removed alone. */
function withoutWords(request: DemoRequest, part: QueryPart | undefined): string | null {
  const q = part?.without ?? null
  if (q === null) return null
  return linkTo(request, q === '' ? { q, search_mode: null } : { q })
}

/** Payers beyond this number are not offered as filters. */
const payerLinksMax = 3

/** Links that make payers filters, unless they filter already. */
function payerLinks({ request, messages, carriers }: View, codes: readonly string[]): readonly Html[] {
  const applied = chosenCarriers(request)
  return codes
    .filter((code) => !applied.includes(code))
    .slice(0, payerLinksMax)
    .map((code) => {
      const path = linkTo(request, { carriers: [...applied, code] })
      return html`<a href="${path}">${messages.filterBy(carrierNames([code], carriers))}</a> `
    })
}

function payerRow(view: View, { envelope, parts }: Answer): readonly Row[] {
  const { request, messages, carriers } = view
  const { carrier_hints: hints = [] } = envelope.parameters as Partial<ProviderSearchEcho>
  const part = parts.find(({ kind }) => kind === 'payer')
  if (part === undefined) return []
  const names = carrierNames(hints.slice(0, payerLinksMax), carriers)
  const label = hints.length === 0 ? partText(view, part) : names
  return [
    {
      title: messages.unapplied,
      text: messages.payerText,
      chips: [{ label, without: withoutWords(request, part) }],
      more: payerLinks(view, hints),
    },
  ]
}

function exactWords({ request, messages }: View, { envelope: { parameters } }: Answer): Html | null {
  if (parameters.q === undefined || firstValue(request, 'search_mode') === 'lexical') return null
  const expanded =
    parameters.q_expanded === undefined
      ? null
      : html`${messages.searchedAs} <q lang="en">${parameters.q_expanded}</q>. `
  const path = linkTo(request, { search_mode: 'lexical' })
  return html`<p class="exact">
    ${expanded}<a href="${path}">${messages.exactWords}</a> (${messages.exactWordsText}).
  </p>`
}
