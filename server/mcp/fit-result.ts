/** Fits the result of a tool into the context of a model: at most 60,000 characters, by whole items. */
import type { ResourceLink } from '@modelcontextprotocol/server'

/** About 16,000 tokens, well below the 25,000 tokens at which clients cut a result. */
export const resultCharactersMax = 60_000

/** What a tool answers, before it is formatted. */
export interface Answer {
  /** JSON; it is also the structured content. */
  readonly text: string
  /** A link to the resource of each record. */
  readonly links: readonly ResourceLink[]
}

/** The characters of the text and the links; the structured content repeats the text and is not counted. */
export function charactersOf({ text, links }: Answer): number {
  return text.length + JSON.stringify(links).length
}

interface Page {
  readonly meta: { readonly count: number; readonly has_more: boolean; readonly truncated: boolean }
  readonly data: readonly unknown[]
}

/** Leaves out the last hits of a page until it fits; the next page starts with them. One hit stays. */
export function fitPage<Content extends Page>(page: Content, present: (page: Content) => Answer): Answer {
  let answer = present(page)
  for (let count = page.data.length - 1; count > 0 && charactersOf(answer) > resultCharactersMax; count--) {
    const meta = { ...page.meta, count, has_more: true, truncated: true }
    answer = present({ ...page, meta, data: page.data.slice(0, count) })
  }
  return answer
}

/** Halves the list with the most characters until the card fits; the card names its shortened lists. */
export function fitCard<Card extends object>(
  content: CardContent<Card>,
  present: (content: CardContent<Card>) => Answer,
): Answer {
  let { data } = content
  const shortened = new Set<string>()
  let answer = present(content)
  while (charactersOf(answer) > resultCharactersMax) {
    const longest = longestList(data)
    if (longest === null) break
    shortened.add(longest.name)
    const items = longest.items.slice(0, Math.floor(longest.items.length / 2))
    data = { ...data, [longest.name]: items, truncated_fields: [...shortened] }
    answer = present({ data, meta: { ...content.meta, truncated: true } })
  }
  return answer
}

interface CardContent<Card> {
  readonly data: Card
  readonly meta: { readonly region: string; readonly truncated: boolean }
}

interface List {
  readonly name: string
  readonly items: readonly unknown[]
}

/** Null if no list of the card has an item left. */
function longestList(card: object): List | null {
  const lists = Object.entries(card).flatMap(([name, items]: [string, unknown]): List[] =>
    Array.isArray(items) && items.length > 0 && name !== 'truncated_fields' ? [{ name, items }] : [],
  )
  const bySize = lists.toSorted((a, b) => JSON.stringify(b.items).length - JSON.stringify(a.items).length)
  return bySize[0] ?? null
}
