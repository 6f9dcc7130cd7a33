/** A minimal interface: the transcript as text and a form. */
import type { Chat, ChatState } from '../chat-state.ts'
import type { InterfaceOptions } from './interface-options.ts'

/** Renders the chat into `container` until it is destroyed. */
export function renderChat(container: Element, chat: Chat, options: InterfaceOptions): { destroy(): void } {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const log = document.createElement('div')
  const form = document.createElement('form')
  const input = document.createElement('textarea')
  input.placeholder = options.placeholder ?? 'Ask anything...'
  const button = document.createElement('button')
  button.textContent = 'Send'
  form.append(input, button)
  root.append(log, form)
  container.append(host)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    chat.send(input.value)
    input.value = ''
  })
  const show = ({ entries, draft }: ChatState) => {
    log.replaceChildren(
      ...entries.map(({ text }) => {
        const line = document.createElement('p')
        line.textContent = text
        return line
      }),
    )
    if (draft !== null) input.value = [input.value, chat.takeDraft()].filter(Boolean).join('\n')
  }
  show(chat.state)
  const unsubscribe = chat.subscribe(show)
  return {
    destroy() {
      unsubscribe()
      host.remove()
    },
  }
}
