/** The clinicians of a place, in pages: a hospital has thousands. */
import type { LocationCard, RosterEntry } from '@careatlas/contract/cards'
import { errorNote } from '../../web/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { localizedPath } from '../../web/navigation.ts'
import { attribution } from './date-words.ts'
import { sourceText } from './facts.ts'
import { formats } from '../format.ts'
import { messages } from './messages.ts'
import type { RecordContext } from './record-context.ts'

/** Clinicians on a page. */
export const rosterPageSize = 50

/** A page of the roster, with links to the others. A page that does not exist is an error in place, above the first one. */
export function rosterSection({ providers }: LocationCard, context: RecordContext): Html {
  const { language, invalid, page: wanted } = context
  const { roster, noRoster, rosterRange, pageProblem } = messages[language]
  const format = formats[language].number
  const pages = Math.max(1, Math.ceil(providers.length / rosterPageSize))
  const isInvalid = wanted > pages || invalid.includes('page')
  const page = isInvalid ? 1 : wanted
  const first = (page - 1) * rosterPageSize
  const shown = providers.slice(first, first + rosterPageSize)
  const range =
    pages === 1
      ? null
      : html`<p class="muted">
          ${rosterRange(format(first + 1), format(first + shown.length), format(providers.length))}
        </p>`
  return html`<section id="roster" aria-labelledby="roster-title">
    <h2 id="roster-title">${roster(format(providers.length))}</h2>
    ${errorNote(isInvalid ? pageProblem(pages) : undefined)}
    ${shown.length === 0 ? html`<p class="unknown">${noRoster}</p>` : null} ${range}
    <ul class="plain roster">
      ${shown.map((entry) => rosterItem(entry, context))}
    </ul>
    ${pageLinks(page, pages, context)}
  </section>`
}

function rosterItem(
  { npi, name, specialty, accepting_new_patients: patients }: RosterEntry,
  { language }: RecordContext,
): Html {
  const { specialtyNotKnown, accepting } = messages[language]
  const known =
    patients.value === 'unknown'
      ? null
      : html` <small>${accepting[patients.value]}</small> ${attribution(patients, language)}`
  return html`<li>
    <a href="${localizedPath(`/providers/${npi}`, language)}">${name}</a>
    <span>${specialty === null ? specialtyNotKnown : sourceText(specialty, language)}</span>${known}
  </li> `
}

function pageLinks(page: number, pages: number, { language, path }: RecordContext): Html | null {
  if (pages === 1) return null
  const { rosterPages, previous, next } = messages[language]
  const link = (target: number, label: string, rel: string) =>
    target < 1 || target > pages
      ? null
      : html`<a
          class="button quiet"
          rel="${rel}"
          href="${localizedPath(path, language)}?page=${target}#roster"
          >${label}</a
        >`
  return html`<nav class="pages" aria-label="${rosterPages}">
    ${link(page - 1, previous, 'prev')} <span>${page} / ${pages}</span> ${link(page + 1, next, 'next')}
  </nav>`
}
