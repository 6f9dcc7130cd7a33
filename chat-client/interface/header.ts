/** The title and the actions of the chat. */
import { button, closeOnEscape, element, setText } from './element.ts'
import { icon } from './icons.ts'
import type { InterfaceContext, View } from './interface-context.ts'
import { printTranscript, saveTranscript } from './transcript-export.ts'

export interface Header extends View {
  /** Focuses the button of the menu. */
  focusMenu(): void
}

export interface HeaderActions {
  readonly onConversations: () => void
  readonly onNew: () => void
  readonly onClose: () => void
}

export function createHeader(
  context: InterfaceContext,
  headerTitle: string | undefined,
  actions: HeaderActions,
): Header {
  const { chat, strings } = context
  const title = element('h2', { part: 'title', id: 'title' })
  const menu = element('div', { part: 'menu', id: 'menu', hidden: true })
  const toggle = button(
    {
      part: 'icon-button menu-button',
      'aria-label': strings.more,
      'aria-expanded': 'false',
      'aria-controls': 'menu',
    },
    () => setOpen(Boolean(menu.hidden)),
    icon('more'),
  )
  const setOpen = (isOpen: boolean): void => {
    menu.hidden = !isOpen
    toggle.setAttribute('aria-expanded', String(isOpen))
  }
  const close = (): void => {
    setOpen(false)
    toggle.focus()
  }
  const createItem = (label: string, onClick: () => void): HTMLButtonElement =>
    button(
      { part: 'menu-item' },
      () => {
        close()
        onClick()
      },
      label,
    )
  const conversations = createItem(strings.conversations, actions.onConversations)
  const print = createItem(strings.print, () =>
    printTranscript(title.innerText, chat.state, context, menuArea),
  )
  const save = createItem(strings.save, () => saveTranscript(title.innerText, chat.state, context))
  const deletion = createItem(strings.deleteData, () => {
    if (confirm(strings.confirmDeletion)) chat.deleteMessages()
  })
  menu.append(conversations, print, save, deletion)
  const menuArea = element('div', { class: 'menu-area' }, toggle, menu)
  closeOnEscape(menuArea, menu, close)
  menuArea.addEventListener('focusout', ({ relatedTarget }) => {
    // Safari focuses no button that is clicked; then the target is null, and the click follows.
    if (relatedTarget instanceof Node && !menuArea.contains(relatedTarget)) setOpen(false)
  })
  const create = button(
    { part: 'icon-button new-conversation', title: strings.newConversation },
    actions.onNew,
    icon('create'),
  )
  const closeChat = button(
    { part: 'icon-button close', title: strings.close },
    actions.onClose,
    icon('close'),
  )
  return {
    element: element('header', { part: 'header' }, title, create, menuArea, closeChat),
    focusMenu: () => toggle.focus(),
    render: ({ productName, entries, authentication }) => {
      setText(title, headerTitle ?? productName ?? strings.transcript)
      const isEmpty = entries.length === 0
      conversations.hidden = authentication !== 'signed-in'
      for (const action of [create, print, save]) action.disabled = isEmpty
      deletion.disabled = isEmpty && conversations.hidden
    },
  }
}
