/** What the results do not show, and the date of the data. */
import { element } from './element.ts'
import { formatDate } from './format.ts'
import type { SearchPage } from './search.ts'

/** The sentences that belong to every list; more where results were left out. */
export function renderFooter({ meta, parameters }: SearchPage): HTMLElement {
  const withoutListings = meta.carriers_without_listings ?? []
  return element(
    'footer',
    {},
    element(
      'p',
      {},
      element('strong', {}, 'Not listed is not out of network. '),
      'A plan appears only where a source lists the clinician with it. Ask the plan or the office before a visit.',
    ),
    withoutListings.length > 0
      ? element('p', {}, `There are no listings of ${withoutListings.join(', ')} in this data.`)
      : null,
    meta.coverage === 'partial'
      ? element('p', {}, 'Only a part of the searched area is served: care exists that is not listed here.')
      : null,
    meta.filtered && parameters.q !== undefined ? element('p', {}, 'Weak matches were left out.') : null,
    element('p', {}, `Registry data of ${formatDate(meta.data_as_of)}. Call to confirm before you go.`),
  )
}
