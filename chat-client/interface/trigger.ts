/** The bar in the page that opens the chat. It looks like the box in which the user writes. */
import { button, element, hiddenText } from './element.ts'
import { icon } from './icons.ts'
import type { InterfaceContext, View } from './interface-context.ts'

export interface Trigger extends View {
  focus(): void
}

export function createTrigger(
  { strings }: InterfaceContext,
  placeholder: string,
  onOpen: () => void,
): Trigger {
  const unread = element('span', { part: 'unread', hidden: true }, hiddenText(strings.newAnswer))
  const root = button(
    { part: 'trigger', 'aria-haspopup': 'dialog' },
    onOpen,
    icon('chat'),
    element('span', { part: 'trigger-text' }, placeholder),
    unread,
    element('span', { part: 'trigger-arrow' }, icon('send')),
  )
  let wasOpen = false
  /** The last answer that the user can have seen. */
  let seenAnswer: string | null = null
  return {
    element: root,
    focus: () => root.focus(),
    render: ({ isOpen, entries }) => {
      const last = entries[entries.length - 1]
      const answer = last?.role === 'assistant' && last.isComplete ? last.id : null
      if (isOpen || !wasOpen) seenAnswer = answer
      if (isOpen) wasOpen = true
      unread.hidden = answer === null || answer === seenAnswer
    },
  }
}
