/** The earlier conversations of a signed-in user, over the transcript. */
import type { ConversationSummary } from '../chat-state.ts'
import { button, closeOnEscape, element } from './element.ts'
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
  const list = element('div', { part: 'conversation-list' })
  const root = element(
    'section',
    { part: 'conversations', 'aria-label': strings.conversations, hidden: true },
    element('div', { part: 'conversations-head' }, back, element('h3', {}, strings.conversations)),
    list,
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
  return {
    element: root,
    open: () => {
      root.hidden = false
      chat.listConversations()
      back.focus()
    },
    close,
    update: ({ conversations, authentication }) => {
      if (authentication !== 'signed-in') close()
      if (conversations === shown) return
      shown = conversations
      const items = element('ul')
      for (const conversation of conversations ?? []) items.append(renderItem(conversation))
      const status = conversations === null ? strings.loading : strings.noConversations
      list.replaceChildren(items.firstChild ? items : element('p', { role: 'status' }, status))
    },
  }
}
