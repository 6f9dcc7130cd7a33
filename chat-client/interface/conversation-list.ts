/** The earlier conversations of a signed-in user, over the transcript. */
import type { ConversationSummary } from '../chat-state.ts'
import { button, closeOnEscape, element, setText } from './element.ts'
import { icon } from './icons.ts'
import type { InterfaceContext, View } from './interface-context.ts'
import { fillIn } from './strings.ts'

export interface ConversationList extends View {
  open(): void
  close(): void
}

export function createConversationList(context: InterfaceContext, onClose: () => void): ConversationList {
  const { chat, strings, formats } = context
  const close = (): void => {
    if (root.hidden) return
    root.hidden = true
    onClose()
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
  const renderItem = ({
    conversation_id,
    title,
    updated_at,
    message_count,
  }: ConversationSummary): HTMLElement =>
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
        element(
          'span',
          { part: 'conversation-detail' },
          `${formats.dateTime(updated_at)} · ${fillIn(strings.messageCount, { count: message_count })}`,
        ),
      ),
    )
  let shown: readonly ConversationSummary[] | null | undefined
  let wasReady = true
  return {
    element: root,
    open: () => {
      root.hidden = false
      chat.listConversations()
      back.focus()
    },
    close,
    render: (state) => {
      const { conversations, authentication, problem } = state
      if (authentication === 'anonymous' || authentication === 'failed') close()
      const isReady = authentication === 'signed-in' && problem === null
      // The chat has connected again, or the user has tried again.
      if (isReady && !wasReady && !root.hidden) chat.listConversations()
      wasReady = isReady
      const waiting = problem === null ? strings.loading : ''
      setText(
        status,
        conversations === null ? waiting : conversations.length > 0 ? '' : strings.noConversations,
      )
      if (conversations === shown) return
      shown = conversations
      list.replaceChildren()
      for (const conversation of conversations ?? []) list.append(renderItem(conversation))
    },
  }
}
