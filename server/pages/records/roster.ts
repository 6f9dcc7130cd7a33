/** The clinicians of a place: by kind of care, filtered, and in pages, because a hospital has thousands. */
import type { LocationCard, RosterEntry } from '@careatlas/contract/cards'
import { formats } from '../../web/format.ts'
import { errorNote } from '../../web/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { localizedPath } from '../../web/navigation.ts'
import { specialtyName, specialtyTitle } from '../../web/specialty-name.ts'
import { attribution } from './date-words.ts'
import { type CareGroup, filterRoster, groupByCare } from './filter-roster.ts'
import { messages } from './messages.ts'
import { nameTextMax } from './read-query.ts'
import type { RecordContext } from './record-context.ts'

/** Clinicians on a page. */
export const rosterPageSize = 25

/** A shorter roster is read faster than filtered. */
const filteredMin = 10

/** The roster with its filter. A filter or a page that does not exist is an error in place. */
export function rosterSection({ providers }: LocationCard, context: RecordContext): Html {
  const { language, invalid } = context
  const { roster, noRoster, rosterProblem } = messages[language]
  const isFilterInvalid = invalid.includes('care') || invalid.includes('name')
  const content =
    providers.length === 0
      ? html`<p class="unknown">${noRoster}</p>`
      : html`${providers.length < filteredMin ? null : filterForm(providers, context)}
        ${errorNote(isFilterInvalid ? rosterProblem : undefined)} ${entriesFound(providers, context)}`
  return html`<section id="roster" aria-labelledby="roster-title">
    <h2 id="roster-title">${roster(formats[language].number(providers.length))}</h2>
    ${content}
  </section>`
}

/** A select of the kinds of care with their numbers, and a field for a name. It needs no scripts. */
function filterForm(providers: readonly RosterEntry[], context: RecordContext): Html {
  const { language, path, care, name } = context
  const words = messages[language]
  const { number } = formats[language]
  const options = groupByCare(providers).flatMap(({ care: option, entries }) => {
    if (option === null) return []
    const selected = option === care ? html` selected` : null
    const title = specialtyTitle(option, language)
    const titleLanguage = title.language === language ? null : html` lang="${title.language}"`
    const label = `${title.text} (${number(entries.length)})`
    return html`<option value="${option}" ${titleLanguage}${selected}>${label}</option> `
  })
  return html`<form
    class="roster-filter"
    method="get"
    action="${localizedPath(path, language)}#roster"
    aria-label="${words.rosterFilter}"
  >
    <div>
      <label for="roster-care">${words.rosterCare}</label>
      <select id="roster-care" name="care">
        <option value="">${words.rosterAllCare(number(providers.length))}</option>
        ${options}
      </select>
    </div>
    <div>
      <label for="roster-name">${words.rosterName}</label>
      <input id="roster-name" name="name" maxlength="${nameTextMax}" autocomplete="off" value="${name}" />
    </div>
    <button class="quiet">${words.rosterShow}</button>
  </form>`
}

function entriesFound(providers: readonly RosterEntry[], context: RecordContext): Html {
  const { language, path, care, name, page: wanted, invalid } = context
  const { rosterFound, rosterNone, rosterAll, rosterRange, pageProblem } = messages[language]
  const { number } = formats[language]
  const found = filterRoster(providers, context)
  const groups = groupByCare(found)
  const pages = Math.max(1, Math.ceil(found.length / rosterPageSize))
  const isInvalid = wanted > pages || invalid.includes('page')
  const page = isInvalid ? 1 : wanted
  const first = (page - 1) * rosterPageSize
  const last = Math.min(first + rosterPageSize, found.length)
  const shown = groupByCare(groups.flatMap(({ entries }) => entries).slice(first, last))
  const sizes = new Map(groups.map((group) => [group.care, group.entries.length]))
  const range = pages === 1 ? null : rosterRange(number(first + 1), number(last), number(found.length))
  const all = html`<a href="${localizedPath(path, language)}#roster">${rosterAll}</a>`
  const matches =
    found.length === 0 ? rosterNone : rosterFound(number(found.length), number(providers.length))
  return html`${care === null && name === null ? null : html`<p role="status">${matches} ${all}</p>`}
  ${errorNote(isInvalid ? pageProblem(pages) : undefined)} ${range && html`<p class="muted">${range}</p>`}
  ${shown.map((group) => careSection(group, sizes.get(group.care) ?? 0, context))}
  ${pageLinks(page, pages, context)}`
}

/** A kind of care, which can be folded, with the entries of this page and the number of all. */
function careSection({ care, entries }: CareGroup, size: number, context: RecordContext): Html {
  const { language } = context
  const title = care === null ? messages[language].specialtyNotKnown : specialtyName(care, language)
  return html`<details class="care" open>
    <summary>
      <h3>${title}</h3>
      <span class="muted">${formats[language].number(size)}</span>
    </summary>
    <ul class="plain roster">
      ${entries.map((entry) => rosterItem(entry, context))}
    </ul>
  </details> `
}

function rosterItem(
  { npi, name, accepting_new_patients: patients }: RosterEntry,
  { language }: RecordContext,
): Html {
  const { accepting } = messages[language]
  const known =
    patients.value === 'unknown'
      ? null
      : html` <small>${accepting[patients.value]}</small> ${attribution(patients, language)}`
  return html`<li><a href="${localizedPath(`/providers/${npi}`, language)}">${name}</a>${known}</li> `
}

function pageLinks(page: number, pages: number, context: RecordContext): Html | null {
  if (pages === 1) return null
  const { rosterPages, previous, next } = messages[context.language]
  const link = (target: number, label: string, rel: string) =>
    target < 1 || target > pages
      ? null
      : html`<a class="button quiet" rel="${rel}" href="${pagePath(target, context)}">${label}</a>`
  return html`<nav class="pages" aria-label="${rosterPages}">
    ${link(page - 1, previous, 'prev')} <span>${page} / ${pages}</span> ${link(page + 1, next, 'next')}
  </nav>`
}

/** The page keeps the filter. */
function pagePath(page: number, { language, path, care, name }: RecordContext): string {
  const query = new URLSearchParams({
    ...(care !== null && { care }),
    ...(name !== null && { name }),
    page: String(page),
  })
  return `${localizedPath(path, language)}?${query.toString()}#roster`
}
