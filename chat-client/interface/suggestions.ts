/** What the user can tap after the last answer. */
import { button, element } from './element.ts'
import type { InterfaceContext, View } from './interface-context.ts'

export function createSuggestions({ chat, strings }: InterfaceContext): View {
  const list = element('div', { part: 'suggestions', role: 'group', 'aria-label': strings.suggestions })
  let shown: readonly string[] | null = null
  return {
    element: list,
    render: ({ suggestions }) => {
      if (suggestions === shown) return
      shown = suggestions
      list.replaceChildren()
      for (const text of suggestions) list.append(button({ part: 'suggestion' }, () => chat.send(text), text))
      list.hidden = suggestions.length === 0
    },
  }
}
