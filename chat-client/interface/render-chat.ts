/** Renders a chat into an element of the page: a bar, which opens a dialog. */
import type { Chat, ChatState } from '../chat-state.ts'
import { attachStyles, type SetProperties } from './attach-styles.ts'
import { createComposer } from './composer.ts'
import { createLocationConsent, createMigrationConsent } from './consents.ts'
import { warnOfContrast } from './contrast.ts'
import { createConversationList } from './conversation-list.ts'
import { element } from './element.ts'
import { createFormats } from './format.ts'
import { createHeader } from './header.ts'
import type { InterfaceContext } from './interface-context.ts'
import type { InterfaceOptions } from './interface-options.ts'
import { createModal, followVisualViewport } from './modal.ts'
import { createStatusLine } from './status-line.ts'
import { chooseLanguage } from './strings.ts'
import { styleSheet } from './style-sheet.ts'
import { createTheme } from './theme.ts'
import { createTranscript } from './transcript.ts'
import { createTrigger } from './trigger.ts'
import { createVerification } from './verification.ts'

/** Whether the build is one of `dist/development`. */
declare const IS_DEVELOPMENT: boolean

export function renderChat(container: Element, chat: Chat, options: InterfaceOptions): { destroy(): void } {
  const ended = new AbortController()
  // Not empty, because a style sheet of the page may hide empty elements.
  const host = element('div', {}, ' ')
  const root = host.attachShadow({ mode: 'open' })
  const language = chooseLanguage(container, options.strings ?? {})
  const announcer = element('p', { class: 'visually-hidden', role: 'status' })
  const context: InterfaceContext = {
    chat,
    strings: language.strings,
    formats: createFormats(language),
    hasFeedback: options.feedback === true,
    announce: (text) => (announcer.textContent = text),
  }
  const placeholder = options.placeholder ?? language.strings.placeholder
  const close = (): void => chat.close()

  const trigger = createTrigger(context, placeholder, () => {
    chat.open()
    // At once: phones show the keyboard only for a focus within the tap.
    render(chat.state)
  })
  const location = createLocationConsent(context, () => composer.focus())
  const verification = createVerification(context)
  const migration = createMigrationConsent(context)
  const transcript = createTranscript(context)
  const conversations = createConversationList(context, () => header.focusMenu())
  const statusLine = createStatusLine(context)
  const composer = createComposer(context, placeholder, location.isAvailable ? () => location.ask() : null)
  const header = createHeader(context, options.headerTitle, {
    onConversations: () => conversations.open(),
    onNew: () => {
      conversations.close()
      chat.newConversation()
      composer.focus()
    },
    onClose: close,
  })
  // First, because the style sheet hides what follows it.
  transcript.element.prepend(conversations.element)
  const modal = createModal(
    close,
    element(
      'div',
      { class: 'modal-content' },
      header.element,
      transcript.element,
      element('div', { part: 'dock' }, verification.element, migration.element, location.element),
      statusLine.element,
      composer.element,
      announcer,
    ),
  )
  const views = [trigger, header, transcript, conversations, verification, migration, statusLine, composer]

  const render = (state: ChatState): void => {
    if (ended.signal.aborted) return
    const change = modal.render(state)
    const focused = root.activeElement
    for (const view of views) view.render(state)
    if (change === 'opened') composer.focus()
    else if (change === 'closed') {
      conversations.close()
      // The browser returns the focus to where it was, which is nowhere if the page was loaded with an open chat.
      if (document.activeElement === document.body || modal.element.contains(root.activeElement))
        trigger.focus()
    } else if (
      state.isOpen &&
      focused?.getClientRects().length === 0 &&
      (root.activeElement ?? focused) === focused
    ) {
      // The focused control has gone. A focus in the composer would open the keyboard of a phone.
      if (window.matchMedia('(pointer: coarse)').matches) transcript.focus()
      else composer.focus()
    }
  }

  container.append(host)
  const setProperties = attachStyles(root, styleSheet, options.nonce)
  const content = element('div', { class: 'root', lang: language.tag }, trigger.element, modal.element)
  root.append(content)
  applyTheme(content, setProperties, options, ended.signal)
  followVisualViewport(ended.signal, setProperties)
  const schedule = scheduleFrames(() => render(chat.state))
  chat.setListener(schedule)
  content.addEventListener('animationstart', schedule)
  // Shortcuts of the page do not know that the target is a text field.
  content.addEventListener('keydown', (event) => event.stopPropagation())
  // The countdown of the verification stops while the page is hidden.
  document.addEventListener('visibilitychange', schedule, { signal: ended.signal })
  render(chat.state)
  return {
    destroy: () => {
      ended.abort()
      modal.element.remove()
      host.remove()
    },
  }
}

/** Runs `task` once in the next frame, however often it is requested. */
function scheduleFrames(task: () => void): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(() => {
      isScheduled = false
      task()
    })
  }
}

function applyTheme(
  content: Element,
  setProperties: SetProperties,
  options: InterfaceOptions,
  signal: AbortSignal,
): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => setProperties(createTheme(options, dark.matches))
  const warn = (): void => warnOfContrast(content, setProperties)
  dark.addEventListener('change', apply, { signal })
  apply()
  if (IS_DEVELOPMENT && options.colors !== undefined) {
    dark.addEventListener('change', warn, { signal })
    // The browser computes no colors before the page inserts the container.
    content.addEventListener('animationstart', warn, { once: true })
  }
}
