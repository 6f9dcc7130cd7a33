/** The view of a tool result: a list of clinicians or places with a map, or one card. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { describeError } from './details.ts'
import { button, element } from './element.ts'
import { renderFooter } from './footer.ts'
import { renderLocationDetails, renderProviderDetails } from './full-card.ts'
import { renderHeadline } from './headline.ts'
import { type AnyHit, isProvider, type ListedHit, readHit } from './hit.ts'
import { Host, readToolError, type ToolResult } from './host.ts'
import { renderHit } from './list.ts'
import { renderMap } from './map.ts'
import { renderNotices } from './notices.ts'
import { fetchNextPage, fetchWholeCards, type SearchPage } from './search.ts'
import { readStateBorders } from '../../web/map/state-borders.ts'
import { applyHostContext } from './theme.ts'

type SingleCard = ProviderCard | LocationCard

/** `join-view.ts` writes it before the modules. */
declare const appInfo: { readonly name: string; readonly version: string }

const main = document.querySelector('main')!
const announcements = document.querySelector('#announcements')!
const borders = readStateBorders(document.querySelector('#state-borders')!.textContent)

/** The search that the view shows; null before its result, and for a single card. */
let search: ShownSearch | null = null
let zip: string | null = null

interface ShownSearch {
  /** The last page. */
  page: SearchPage
  /** Of all pages. */
  hits: readonly ListedHit[]
  readonly noun: 'clinician' | 'place'
  readonly header: HTMLElement
  readonly map: HTMLElement
  readonly list: HTMLElement
  readonly more: HTMLElement
}

const host = new Host({
  contextChanged: applyHostContext,
  toolInput(input) {
    zip = typeof input['zip'] === 'string' ? input['zip'] : null
    if (search === null) showMessage('loading', 'Searching the directory…')
  },
  toolResult(result) {
    try {
      showResult(result)
    } catch {
      showMessage('failure', 'This result cannot be shown as a card. Its text is complete.')
    }
  },
  toolCancelled: () => showMessage('loading', 'The search was stopped.'),
})
host.connect(appInfo).catch(() => showMessage('failure', 'This page needs a host of MCP Apps.'))
new ResizeObserver(() => search && drawMap(search)).observe(main)

function showMessage(kind: 'loading' | 'failure', text: string): void {
  main.replaceChildren(element('p', { class: kind, role: kind === 'failure' ? 'alert' : 'status' }, text))
}

function showResult(result: ToolResult): void {
  search = null
  if (result.isError === true) return showMessage('failure', readToolError(result))
  const { data } = result.structuredContent as { readonly data: SingleCard | readonly AnyHit[] }
  if (Array.isArray(data)) showSearch(result.structuredContent as SearchPage)
  else showCard(data as SingleCard)
}

/** The result of `get_provider` or `get_location`. */
function showCard(card: SingleCard): void {
  const item = renderHit(host, readHit(card as AnyHit), { number: null, applied: [] })
  const details = 'npi' in card ? renderProviderDetails(host, card) : renderLocationDetails(host, card)
  main.replaceChildren(element('ol', { class: 'hits' }, item), element('div', { class: 'details' }, details))
}

function showSearch(page: SearchPage): void {
  const { meta, data } = page
  const shown: ShownSearch = {
    page,
    hits: data.map(readHit),
    noun: data.length > 0 && !data.some(isProvider) ? 'place' : 'clinician',
    header: element('header'),
    map: element('div'),
    list: element('ol', { class: 'hits' }),
    more: element('div', { class: 'more' }),
  }
  search = shown
  const { header, map, list, more } = shown
  list.append(...shown.hits.map((_, index) => renderListed(shown, index)))
  main.replaceChildren(...renderNotices(host, meta.notices), header, map, list, more, renderFooter(page))
  showProgress(shown)
  if (shown.hits.some(({ isCompact }) => isCompact) && host.callsTools) void completeHits(shown)
}

function renderListed({ hits, page }: ShownSearch, index: number): HTMLElement {
  return renderHit(host, hits[index]!, { number: index + 1, applied: page.parameters.carriers ?? [] })
}

/** Draws what depends on the number of hits. */
function showProgress(shown: ShownSearch): void {
  const { header, page, hits, noun, more } = shown
  header.replaceChildren(...renderHeadline({ page, shown: hits.length, noun, zip }))
  more.replaceChildren(
    ...(page.meta.has_more && host.callsTools ? [button('Show more', () => void showMore(shown), {})] : []),
  )
  drawMap(shown)
}

/** Compact hits have no points, hours and dates, so that they are short for a model; the view gets whole cards. */
async function completeHits(shown: ShownSearch): Promise<void> {
  const { list, page } = shown
  list.setAttribute('aria-busy', 'true')
  try {
    const cards = await fetchWholeCards(host, page)
    shown.hits = shown.hits.map((hit) => {
      const card = cards.get(hit.id)
      return card === undefined ? hit : readHit(card)
    })
    for (const [index, item] of [...list.children].entries()) replaceItem(shown, item, index)
    drawMap(shown)
  } catch (error) {
    const text = `Hours, plans and the map are missing. ${describeError(error)}`
    list.before(element('p', { class: 'failure', role: 'status' }, text))
  }
  list.removeAttribute('aria-busy')
}

/** Leaves an item with open details as it is. */
function replaceItem(shown: ShownSearch, item: Element, index: number): void {
  if (item.querySelector('[aria-expanded="true"]') !== null) return
  const hadFocus = item.contains(document.activeElement)
  const replacement = renderListed(shown, index)
  item.replaceWith(replacement)
  if (hadFocus) replacement.querySelector<HTMLElement>('.name')?.focus()
}

async function showMore(shown: ShownSearch): Promise<void> {
  const { more, list, hits: before } = shown
  more.setAttribute('aria-busy', 'true')
  more.replaceChildren(element('p', { class: 'loading', role: 'status' }, 'Getting more…'))
  try {
    shown.page = await fetchNextPage(host, shown.page)
    shown.hits = [...before, ...shown.page.data.map(readHit)]
    const added = shown.page.data.map((_, index) => renderListed(shown, before.length + index))
    list.append(...added)
    showProgress(shown)
    added[0]?.querySelector<HTMLElement>('.name')?.focus()
    announcements.textContent = `${added.length} more, ${shown.hits.length} in all`
  } catch (error) {
    const retry = button('Try again', () => void showMore(shown))
    more.replaceChildren(element('p', { class: 'failure', role: 'alert' }, describeError(error)), retry)
    retry.focus()
  }
  more.removeAttribute('aria-busy')
}

/** Draws the map again if it has another width or other hits. */
function drawMap({ map, hits, page }: ShownSearch): void {
  const width = Math.floor(map.getBoundingClientRect().width)
  const drawn = `${width} ${hits.length} ${hits.filter(({ isCompact }) => isCompact).length}`
  if (width === 0 || map.dataset['drawn'] === drawn) return
  map.dataset['drawn'] = drawn
  const rendered = renderMap({ hits, geo: page.parameters.geo, borders, width })
  map.replaceChildren(...(rendered === null ? [] : [rendered]))
}

/** Emphasizes the pin of the hit with the pointer or the focus. */
for (const type of ['pointerover', 'focusin'])
  main.addEventListener(type, ({ target }) => {
    const number = (target as Element).closest<HTMLElement>('.hit')?.dataset['number']
    for (const pin of main.querySelectorAll<SVGElement>('.pin'))
      pin.classList.toggle(
        'current',
        number !== undefined && pin.dataset['numbers']?.split(' ').includes(number) === true,
      )
  })

/** A pin leads to its first hit. Keyboards have the list itself. */
main.addEventListener('click', ({ target }) => {
  const [number] = (target as Element).closest<SVGElement>('.pin')?.dataset['numbers']?.split(' ') ?? []
  if (number !== undefined) main.querySelector<HTMLElement>(`.hit[data-number="${number}"] .name`)?.focus()
})
