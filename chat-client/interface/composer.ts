/** The box in which the user writes, with the buttons that send, stop the answer and share the location. */
import { button, element, setAttribute, setText } from './element.ts'
import { icon } from './icons.ts'
import type { InterfaceContext, View } from './interface-context.ts'
import { fillIn } from './strings.ts'

export interface Composer extends View {
  focus(): void
}

/** The counter appears when fewer characters are left. */
const counterThreshold = 200

export function createComposer(
  { chat, strings }: InterfaceContext,
  placeholder: string,
  onLocation: (() => void) | null,
): Composer {
  const field = element('textarea', {
    part: 'input',
    rows: 1,
    placeholder,
    'aria-label': strings.message,
    enterkeyhint: 'send',
    dir: 'auto',
    autocomplete: 'off',
  })
  /** The same text in the same cell gives the field its height without a style attribute. */
  const mirror = element('div', { class: 'mirror', 'aria-hidden': 'true' })
  const counter = element('p', { part: 'counter', hidden: true })
  const tooLong = element('p', { class: 'visually-hidden', role: 'alert' })
  const stop = button(
    { part: 'stop', 'aria-label': strings.stop },
    () => {
      chat.cancelAnswer()
      field.focus()
    },
    icon('stop'),
  )
  const spinner = element('span', { class: 'spinner', 'aria-hidden': 'true' })
  const sendButton = element('button', { part: 'send' }, icon('send'), spinner)
  const form = element(
    'form',
    { part: 'composer' },
    counter,
    tooLong,
    element(
      'div',
      { part: 'composer-box' },
      onLocation &&
        button(
          { part: 'location-button icon-button', title: strings.useLocation },
          onLocation,
          icon('directions'),
        ),
      element('div', { class: 'grow' }, field, mirror),
      stop,
      sendButton,
    ),
    element('p', { part: 'disclaimer' }, strings.disclaimer),
  )
  let { state } = chat
  const send = (): void => {
    updateText()
    if (sendButton.disabled) return
    const text = field.value.trim()
    field.value = ''
    updateText()
    chat.send(text)
  }
  const updateText = (): void => {
    mirror.textContent = `${field.value}\n`
    const left = state.messageCharactersMax - field.value.trim().length
    counter.hidden = left >= counterThreshold
    counter.classList.toggle('over', left < 0)
    setText(counter, fillIn(left < 0 ? strings.tooLong : strings.charactersLeft, { count: Math.abs(left) }))
    // Spoken once, not after each key.
    if (left >= 0) setText(tooLong, '')
    else if (tooLong.textContent === '') setText(tooLong, counter.textContent ?? '')
    setAttribute(field, 'aria-invalid', left < 0 ? 'true' : null)
    sendButton.disabled = field.value.trim() === '' || left < 0 || state.connection === 'blocked'
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send()
    field.focus()
  })
  field.addEventListener('input', updateText)
  field.addEventListener('keydown', (event) => {
    // Enter ends the composition of a character; Safari reports it after the composition, with the code 229.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
    event.preventDefault()
    send()
  })
  return {
    element: form,
    focus: () => field.focus(),
    render: (changed) => {
      state = changed
      const draft = state.draft === null ? null : chat.takeDraft()
      if (draft !== null) field.value = field.value.trim() === '' ? draft : `${field.value}\n${draft}`
      // Not while only the user or the network can continue.
      const isSigningIn =
        state.authentication === 'signing-in' && state.problem === null && state.connection !== 'offline'
      sendButton.classList.toggle('is-signing-in', isSigningIn)
      setAttribute(sendButton, 'aria-label', isSigningIn ? strings.sendSigningIn : strings.send)
      field.readOnly = state.connection === 'blocked'
      const last = state.entries[state.entries.length - 1]
      stop.hidden = last?.role !== 'assistant' || last.isComplete
      updateText()
    },
  }
}
