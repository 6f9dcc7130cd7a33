/** What was searched and how many results there are. */
import type { SearchPage } from './search.ts'
import { element } from './element.ts'

export interface Headline {
  readonly page: SearchPage
  /** The number of hits that the list shows. */
  readonly shown: number
  readonly noun: 'clinician' | 'place'
  /** The ZIP code of the input, because the echo has its point only. */
  readonly zip: string | null
}

/** The number of results, and below it the search as interpreted. */
export function renderHeadline(headline: Headline): readonly HTMLElement[] {
  return [element('h1', {}, countResults(headline)), element('p', {}, describeSearch(headline))]
}

function countResults({ page, shown, noun }: Headline): string {
  const { total, has_more } = page.meta
  const nouns = (count: number) => `${count} ${noun}${count === 1 ? '' : 's'}`
  if (shown === 0) return `No ${noun}s listed here for this search`
  if (total !== undefined && total > shown) return `${shown} of ${nouns(total)}`
  return has_more ? `First ${nouns(shown)}` : nouns(shown)
}

const orders = { relevance: 'best match first', distance: 'nearest first', name: 'by name' } as const

function describeSearch({ page: { parameters }, shown, zip }: Headline): string {
  const { q, first_name, last_name, name, geo, carriers, sort } = parameters
  const names = [first_name, last_name, name].filter((part) => part !== undefined).join(' ')
  const from = geo?.label ?? (zip === null ? describePosition(geo?.source) : `ZIP ${zip}`)
  return [
    q && `“${q}”`,
    names && `name ${names}`,
    geo && `within ${geo.radius_miles} mi of ${from}`,
    carriers && `listed by ${carriers.join(' or ')}`,
    shown > 1 && orders[sort],
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A user may have given the ZIP code in a form of the client. */
function describePosition(source: string | undefined): string {
  if (source === 'host') return 'your approximate location'
  return source === 'zip' ? 'your ZIP code' : 'the given position'
}
