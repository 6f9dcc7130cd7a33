/** The form of the demo. It works without scripts; the scripts of the page add suggestions and the location of the browser. */
import { queryLengthMax, radiusMilesMax } from '@careatlas/contract/parameters'
import { dataAttributes } from '../../web/data-attributes.ts'
import { type Html, html, type HtmlValue } from '../../web/html.ts'
import { localizedPath } from '../../web/navigation.ts'
import { planNames } from '../records/plan-form.ts'
import { nameTextMax } from '../records/read-query.ts'
import type { View } from './answer.ts'
import {
  chosenCarriers,
  demoPagePath,
  firstValue,
  kinds,
  linkTo,
  placeLengthMax,
  placeText,
} from './demo-request.ts'

/** Radii in miles. */
export const radii = [5, 10, 25, 50, radiusMilesMax] as const

interface FormState {
  /** Whether a narrow screen shows the place, the plan and the radius as one line, which opens. */
  readonly isFolded: boolean
}

export function searchForm(view: View, { isFolded }: FormState): Html {
  const { request, messages } = view
  const action = localizedPath(demoPagePath, request.language)
  return html`<form
    id="search-form"
    class="finder"
    role="search"
    action="${action}"
    ${dataAttributes({
      loading: messages.loading,
      failed: messages.failed,
      retry: messages.retry,
      'too-long': messages.errors.uri_too_long,
    })}
  >
    ${needField(view)}
    <details id="options" class="options" ${isFolded ? null : html`open`}>
      <summary><span id="chosen-options" data-part>${chosenOptions(view)}</span></summary>
      <div class="option-fields">
        ${placeField(view)} ${planField(view)}
        ${view.carriers.length === 0 ? null : html`<p id="plan-hint" class="small muted">${messages.planHint}</p>`}
        ${radiusField(view)}
      </div>
    </details>
    <button class="go">${messages.search}</button>
    ${chosenPayers(view)}
    <input id="kind" type="hidden" name="kind" value="${firstValue(request, 'kind')}" />
  </form>`
}

interface TextField {
  /** The parameter of the request. */
  readonly name: string
  readonly className: string
  readonly label: string
  readonly lengthMax: number
  readonly value: string | null | undefined
  readonly placeholder: string
  /** Further attributes of the input. */
  readonly attributes: HtmlValue
  /** What follows the input. */
  readonly more?: HtmlValue
}

function textField({
  name,
  className,
  label,
  lengthMax,
  value,
  placeholder,
  attributes,
  more,
}: TextField): Html {
  return html`<div class="field ${className}">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      maxlength="${lengthMax}"
      value="${value}"
      placeholder="${placeholder}"
      ${attributes}
    />
    ${more}
  </div>`
}

function needField({ request, messages }: View): Html {
  const suggestions = dataAttributes({
    ...messages.suggestions,
    prefix: localizedPath('', request.language),
    count: messages.suggestionCount('#'),
  })
  return textField({
    name: 'q',
    className: 'need',
    label: messages.need,
    lengthMax: queryLengthMax,
    value: firstValue(request, 'q'),
    placeholder: messages.needPlaceholder,
    attributes: html`enterkeyhint="search" autocomplete="off" autocapitalize="none" spellcheck="false"
    ${suggestions}`,
  })
}

function placeField({ request, messages }: View): Html {
  return textField({
    name: 'place',
    className: 'near',
    label: messages.near,
    lengthMax: placeLengthMax,
    value: placeText(request),
    placeholder: messages.nearPlaceholder,
    attributes: html`autocomplete="postal-code"`,
    more: html`<button
      id="locate"
      class="locate"
      type="button"
      hidden
      data-denied="${messages.locationDenied}"
    >
      ${messages.useLocation}
    </button>`,
  })
}

/** A text field that completes the names of payers and plans. It filters nothing. */
function planField({ messages, carriers, plan }: View): Html | null {
  if (carriers.length === 0) return null
  return textField({
    name: 'plan',
    className: 'for-plan',
    label: messages.plan,
    lengthMax: nameTextMax,
    value: plan,
    placeholder: messages.planPlaceholder,
    attributes: html`list="plan-names" autocomplete="off" aria-describedby="plan-hint"`,
    more: planNames(carriers),
  })
}

/** The place, the plan and the radius in one line; the names of those that are not chosen. */
function chosenOptions(view: View): string {
  const { request, messages, plan, carriers } = view
  const place = placeText(request)
  const radius = firstValue(request, 'radius_miles')
  return [
    place === '' ? messages.near : `${messages.near} ${place}`,
    ...(carriers.length === 0 ? [] : [plan ?? messages.plan]),
    radius === undefined ? messages.radius : radiusLabel(view, radius),
  ].join(' · ')
}

function radiusLabel({ messages, formats }: View, value: string): string {
  if (value === '') return messages.automaticRadius
  const miles = Number(value)
  return messages.miles(Number.isNaN(miles) ? value : formats.number(miles))
}

function radiusField(view: View): Html {
  const { request, messages } = view
  const chosen = firstValue(request, 'radius_miles') ?? ''
  const values = ['', ...radii.map(String)]
  // The URL may have another radius.
  const all = values.includes(chosen) ? values : [...values, chosen]
  const options = all.map((value) => {
    const selected = value === chosen ? html`selected` : null
    return html`<option value="${value}" ${selected}>${radiusLabel(view, value)}</option> `
  })
  return html`<div class="field radius">
    <label for="radius_miles">${messages.radius}</label>
    <select id="radius_miles" name="radius_miles">
      ${options}
    </select>
  </div>`
}

/** The payers that filter. Each search replaces them. */
function chosenPayers({ request }: View): Html {
  const fields = chosenCarriers(request).map(
    (code) => html`<input type="hidden" name="carriers" value="${code}" />`,
  )
  return html`<span id="chosen" data-part hidden>${fields}</span>`
}

/** Links to the same search for clinicians and for places of care. */
export function kindTabs({ request, messages }: View): Html {
  const links = kinds.map((kind) => {
    const current = kind === request.kind ? html`aria-current="page"` : null
    const path = linkTo(request, { kind: kind === 'clinicians' ? null : kind })
    return html`<a href="${path}" ${current}>${messages.kinds[kind]}</a> `
  })
  return html`<nav id="kinds" class="tabs" aria-label="${messages.kindsLabel}" data-part>${links}</nav>`
}
