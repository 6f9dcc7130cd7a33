/** `/compare?npi=…&npi=…`: facts of up to three clinicians side by side. */
import type { ProviderCard } from '@careatlas/contract/cards'
import { ApiError } from '@careatlas/contract/errors'
import { errorNote } from '../../web/forms.ts'
import { type Html, html, type HtmlValue } from '../../web/html.ts'
import { keptLinks } from '../../web/kept-links.ts'
import { localizedPath } from '../../web/navigation.ts'
import { apiRequests } from './api-requests.ts'
import { addressLines, telephoneLink } from './contact.ts'
import { attribution } from './date-words.ts'
import { languageWords, mainSpecialtyName } from './facts.ts'
import { hoursBlock } from './hours.ts'
import { messages } from './messages.ts'
import { placeLabel } from './place-block.ts'
import { planAnswers, planForm } from './plan-form.ts'
import { type ReadOptions, readProvider } from './read-record.ts'
import type { RecordContext } from './record-context.ts'

export const comparedMax = 3

/** Lists of a column beyond this number are cut, and say so. */
const shownMax = { carriers: 12, places: 4 }

/** A card, or the reason why there is none. */
type Column = { readonly npi: string } & ({ readonly card: ProviderCard } | { readonly problem: string })

/** Each NPI without a card has a column that says why. */
export async function comparePage(
  query: Readonly<Record<string, unknown>>,
  context: RecordContext,
  options: ReadOptions,
): Promise<{ readonly title: string; readonly main: Html }> {
  const { language } = context
  const { compareTitle: title, compareLead, compareProblem, compareNone } = messages[language]
  const { npis, isInvalid } = readNpis(query['npi'])
  const columns = await Promise.all(npis.map((npi) => readColumn(npi, options)))
  const table = columns.length === 0 ? html`<p>${compareNone}</p>` : compareTable(columns, context)
  const cardPaths = columns.flatMap((column) => ('card' in column ? `/providers/${column.npi}` : []))
  const main = html`<article class="record compare">
    <h1>${title}</h1>
    <p class="lead">${compareLead}</p>
    ${keptLinks(language)} ${errorNote(isInvalid ? compareProblem : undefined)} ${table}
    <div class="compare-forms">
      ${npis.length < comparedMax ? addForm(npis, context) : null}
      ${npis.length > 0 ? planChooser(npis, context) : null}
    </div>
    ${cardPaths.length === 0 ? null : apiRequests(cardPaths, context)}
  </article>`
  return { title, main }
}

function readNpis(value: unknown): { readonly npis: readonly string[]; readonly isInvalid: boolean } {
  const sent = [value ?? []].flat().filter((npi) => npi !== '')
  const valid = sent.filter((npi) => typeof npi === 'string').map((npi) => npi.trim())
  const npis = [...new Set(valid.filter((npi) => /^\d{10}$/.test(npi)))]
  return {
    npis: npis.slice(0, comparedMax),
    isInvalid: npis.length > comparedMax || valid.some((npi) => !/^\d{10}$/.test(npi)),
  }
}

function pathWith(npis: readonly string[]): string {
  const query = new URLSearchParams(npis.map((npi): [string, string] => ['npi', npi]))
  return npis.length === 0 ? '/compare' : `/compare?${query.toString()}`
}

async function readColumn(npi: string, options: ReadOptions): Promise<Column> {
  try {
    return { npi, card: await readProvider(npi, options) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { npi, problem: error.message }
  }
}

function compareTable(columns: readonly Column[], context: RecordContext): Html {
  const { language } = context
  const { compareTitle, fact } = messages[language]
  const heads = columns.map((column) => columnHead(column, columns, context))
  // With explicit roles, it is still a table for assistive technology where a phone shows each fact above its values.
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${compareTitle}">
    <table role="table" class="columns-${columns.length}">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">${fact}</th>
          ${heads}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows(context).map(
          ([name, render]) =>
            html`<tr role="row">
              <th scope="row" role="rowheader">${name}</th>
              ${columns.map(
                (column) => html`<td role="cell">${'card' in column ? render(column.card) : null}</td> `,
              )}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`
}

function columnHead(column: Column, columns: readonly Column[], { language }: RecordContext): Html {
  const { remove, removeNamed, unavailable } = messages[language]
  const { npi } = column
  const others = columns.map((other) => other.npi).filter((other) => other !== npi)
  const name = 'card' in column ? column.card.name.display : `NPI ${npi}`
  return html`<th scope="col" role="columnheader">
    <a class="name" href="${localizedPath(`/providers/${npi}`, language)}">${name}</a>
    ${'card' in column ? null : html`<p class="small">${unavailable}. <span lang="en">${column.problem}</span></p>`}
    <a class="small" href="${localizedPath(pathWith(others), language)}" aria-label="${removeNamed(name)}"
      >${remove}</a
    >
  </th> `
}

type Row = readonly [name: string, render: (card: ProviderCard) => HtmlValue]

/** Distances are not compared: the page knows no position. */
function rows(context: RecordContext): readonly Row[] {
  const { language, now, plan } = context
  const words = messages[language]
  const orUnknown = (value: string): HtmlValue =>
    value === '' ? html`<span class="unknown">${words.notKnown}</span>` : value
  const atMainPlace =
    (render: (place: ProviderCard['practice_locations'][number], card: ProviderCard) => HtmlValue) =>
    (card: ProviderCard) => {
      const place = card.practice_locations.find(({ primary }) => primary) ?? card.practice_locations[0]
      return place === undefined ? orUnknown('') : render(place, card)
    }
  return [
    [words.specialty, ({ specialties }) => mainSpecialtyName(specialties, language)],
    [words.phone, atMainPlace((place) => telephoneLink(place, language))],
    [words.languages, ({ languages }) => orUnknown(languageWords(languages, language))],
    [
      words.newPatients,
      atMainPlace(({ accepting_new_patients: patients }) =>
        patients.value === 'unknown'
          ? orUnknown('')
          : html`${words.accepting[patients.value]} ${attribution(patients, language)}`,
      ),
    ],
    ...(plan === null
      ? []
      : [[words.yourPlan, (card: ProviderCard) => planAnswers(card, context)] satisfies Row]),
    [words.payers, (card) => carrierCell(card, context)],
    [words.hours, atMainPlace((place, { sources }) => hoursBlock(place, { language, now, sources }))],
    [words.places, (card) => placesCell(card, context)],
  ]
}

function carrierCell({ carriers }: ProviderCard, { language }: RecordContext): Html {
  const { noListings, moreCarriers } = messages[language]
  if (carriers.length === 0) return html`<span class="unknown">${noListings}</span>`
  const more = carriers.length - shownMax.carriers
  return html`<ul class="plain">
    ${carriers
      .slice(0, shownMax.carriers)
      .map((listing) => html`<li>${listing.name} ${attribution(listing, language)}</li> `)}
    ${more > 0 ? html`<li class="muted">${moreCarriers(more)}</li>` : null}
  </ul>`
}

function placesCell({ practice_locations: places }: ProviderCard, { language }: RecordContext): Html {
  const { morePlaces } = messages[language]
  const more = places.length - shownMax.places
  return html`<ul class="plain">
    ${places.slice(0, shownMax.places).map(
      (place) =>
        html`<li>
          <a href="${localizedPath(`/locations/${place.location_uuid}`, language)}"
            >${placeLabel(place, language)}</a
          >
          <small>${addressLines(place.address).at(-1)}</small>
        </li> `,
    )}
    ${more > 0 ? html`<li class="muted">${morePlaces(more)}</li>` : null}
  </ul>`
}

function addForm(npis: readonly string[], { language, plan }: RecordContext): Html {
  const { compareAdd, compareAddButton } = messages[language]
  const kept = npis.map((npi) => html`<input type="hidden" name="npi" value="${npi}" />`)
  return html`<form method="get" action="${localizedPath('/compare', language)}">
    ${kept} ${plan === null ? null : html`<input type="hidden" name="plan" value="${plan}" />`}
    <label for="npi">${compareAdd}</label>
    <input id="npi" name="npi" inputmode="numeric" pattern="[0-9]{10}" maxlength="10" required />
    <button class="quiet">${compareAddButton}</button>
  </form>`
}

function planChooser(npis: readonly string[], { language, carriers, plan, invalid }: RecordContext): Html {
  return planForm({
    language,
    carriers,
    plan,
    isInvalid: invalid.includes('plan'),
    action: localizedPath('/compare', language),
    hidden: npis.map((npi) => ['npi', npi]),
  })
}
