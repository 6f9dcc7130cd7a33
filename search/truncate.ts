/** Truncates a page of cards until its JSON fits the response budget, by whole items. */
import type { SearchMeta } from '@careatlas/contract/envelopes'

const kibibyte = 1024

/**
 * Configurable size of the uncompressed JSON response. Below 64 KiB a page of one card may not fit; above 4 MiB a page blocks
 * the event loop; the largest valid page measured 297 KB.
 */
export const responseBudgetBytes = {
  min: 64 * kibibyte,
  max: 4096 * kibibyte,
  default: 512 * kibibyte,
} as const

/** The parts of a search envelope that truncation needs. */
interface Page<Card> {
  readonly parameters: unknown
  readonly meta: SearchMeta
  readonly data: Card[]
}

/** A page of search results as JSON. */
export interface PageOfJson<Envelope extends Page<unknown>> {
  readonly parameters: Envelope['parameters']
  readonly json: string
}

/** Joins the JSON of the cards to a page; only a page that exceeds the budget is parsed and truncated. */
export function fitPage<Envelope extends Page<unknown>>(
  { parameters, meta }: Pick<Envelope, 'parameters' | 'meta'>,
  cards: readonly string[],
  budgetBytes: number,
  truncatePage: (page: Envelope, budgetBytes: number) => Envelope,
): PageOfJson<Envelope> {
  const json = `${JSON.stringify({ parameters, meta }).slice(0, -1)},"data":[${cards.join()}]}`
  if (Buffer.byteLength(json) <= budgetBytes) return { parameters, json }
  return { parameters, json: JSON.stringify(truncatePage(JSON.parse(json) as Envelope, budgetBytes)) }
}

/** Makes a card smaller, or returns the card itself if there is nothing to remove. */
export type Reduction<Card> = (card: Card) => Card

/**
 * Truncates a page that exceeds the budget: applies the reductions in order, each first to the cards that it shortens most, until the page fits; then removes cards from
 * the end. A page keeps its first card even if that exceeds the budget, because no client can page past an empty page.
 */
export function truncate<Card, Envelope extends Page<Card>>(
  page: Envelope,
  budgetBytes: number,
  reductions: readonly Reduction<Card>[],
): Envelope {
  const cardsBudget = budgetBytes - bytesOf({ ...page, data: [] })
  let sized = page.data.map((card) => ({ card, bytes: bytesOf(card) }))
  for (const reduction of reductions) sized = reduceLargest(sized, cardsBudget, reduction)
  while (sized.length > 1 && totalBytes(sized) > cardsBudget) sized = sized.slice(0, -1)
  const meta = sized.length < page.data.length ? setHasMore(page.meta) : page.meta
  return {
    ...page,
    meta: { ...meta, count: sized.length, truncated: true },
    data: sized.map(({ card }) => card),
  }
}

/** The removed cards are within the paging window, so the page does not reach its end. */
function setHasMore(pageMeta: SearchMeta): SearchMeta {
  const { window_reached: _, ...meta } = pageMeta
  return { ...meta, has_more: true, notices: meta.notices.filter(({ kind }) => kind !== 'window_reached') }
}

interface Sized<Card> {
  readonly card: Card
  readonly bytes: number
}

function reduceLargest<Card>(
  page: readonly Sized<Card>[],
  cardsBudget: number,
  reduction: Reduction<Card>,
): Sized<Card>[] {
  const savings = page
    .map(({ card, bytes }, index) => {
      const smaller = reduction(card)
      return { index, smaller, saved: smaller === card ? 0 : bytes - bytesOf(smaller) }
    })
    .filter(({ saved }) => saved > 0)
    .toSorted((a, b) => b.saved - a.saved || a.index - b.index)
  const result = [...page]
  for (const { index, smaller, saved } of savings) {
    if (totalBytes(result) <= cardsBudget) break
    result[index] = { card: smaller, bytes: page[index]!.bytes - saved }
  }
  return result
}

/** Bytes of the cards and the commas between them. */
function totalBytes(page: readonly Sized<unknown>[]): number {
  return page.reduce((sum, { bytes }) => sum + bytes + 1, -1)
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
