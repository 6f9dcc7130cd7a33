/** The earlier conversations of a signed-in user, over the transcript. */
import type { ConversationSummary } from '../chat-state.ts'
import { button, closeOnEscape, element, setText } from './element.ts'
import { icon } from './icons.ts'
import type { InterfaceContext, View } from './interface-context.ts'

export interface ConversationList extends View {
  open(): void
  close(): void
}

export function createConversationList(context: InterfaceContext, onClose: () => void): ConversationList {
  const { chat, strings, formats } = context
  const close = (): void => {
    if (root.hidden) return
    const hadFocus = root.matches(':focus-within')
    root.hidden = true
    if (hadFocus) onClose()
  }
  const back = button({ part: 'icon-button', 'aria-label': strings.back }, close, icon('back'))
  const list = element('ul')
  const status = element('p', { role: 'status' })
  const root = element(
    'section',
    { part: 'conversations', 'aria-label': strings.conversations, hidden: true },
    element('div', { part: 'conversations-head' }, back, element('h3', {}, strings.conversations)),
    list,
    status,
  )
  closeOnEscape(root, root, close)
  const renderItem = ({ conversation_id, title, updated_at }: ConversationSummary): HTMLElement =>
    element(
      'li',
      {},
      button(
        { part: 'conversation' },
        () => {
          chat.openConversation(conversation_id)
          close()
        },
        element('span', { part: 'conversation-title' }, title),
        element('span', { part: 'conversation-detail' }, formats.dateTime(updated_at)),
      ),
    )
  /** As text: the same list, loaded again, keeps the focus. */
  let shown = ''
  /** Messages of the transcript when the list was opened. */
  let covered = 0
  return {
    element: root,
    open: () => {
      root.hidden = false
      covered = chat.state.entries.length
      chat.listConversations()
      back.focus()
    },
    close,
    render: (state) => {
      const { conversations, authentication, problem, entries } = state
      // Also for a new message, because its answer may be urgent.
      if (authentication === 'anonymous' || entries.length > covered) close()
      const waiting = problem === null ? strings.loading : ''
      setText(
        status,
        conversations === null ? waiting : conversations.length > 0 ? '' : strings.noConversations,
      )
      const text = JSON.stringify(conversations)
      if (text === shown) return
      shown = text
      const hadFocus = list.matches(':focus-within')
      list.replaceChildren()
      for (const conversation of conversations ?? []) list.append(renderItem(conversation))
      if (hadFocus) back.focus()
    },
  }
}
