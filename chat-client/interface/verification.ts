/** The form that verifies an address or a number: first the destination, then the code. */
import type { VerificationChannel } from '@careatlas/contract/chat-frames'
import type {
  Chat,
  ChatState,
  CodeState,
  DestinationState,
  VerificationProblem,
  VerificationState,
} from '../chat-state.ts'
import { button, element, setAttribute, setText } from './element.ts'
import type { InterfaceContext, View } from './interface-context.ts'
import { fillIn, type InterfaceStrings } from './strings.ts'

interface Step<State extends VerificationState> {
  readonly element: HTMLElement
  render(state: State): void
}

export function createVerification(context: InterfaceContext): View {
  const { strings, announce } = context
  const root = element('section', { part: 'panel verification', 'aria-label': strings.verify, hidden: true })
  /** What the user typed: the service returns it masked, and a new code needs it. */
  let destination = ''
  let current: { readonly key: string; readonly step: Step<VerificationState> } | null = null
  /** The state of a step never changes its kind. */
  const open = (key: string, create: () => Step<VerificationState>): Step<VerificationState> => {
    if (current?.key === key) return current.step
    const hadFocus = root.matches(':focus-within')
    const step = create()
    current = { key, step }
    root.replaceChildren(step.element)
    if (root.hidden) announce(strings.verify)
    root.hidden = false
    // The focus is never taken from the message that the user writes.
    if (hadFocus) root.querySelector<HTMLElement>('input')?.focus()
    return step
  }
  return {
    element: root,
    // Also while the chat is closed, which stops the countdown.
    render: ({ verification }: ChatState) => {
      if (verification === null) {
        current = null
        root.hidden = true
        root.replaceChildren()
      } else if (verification.step === 'destination')
        open('destination', () =>
          createDestinationStep(verification, context, (value) => (destination = value)),
        ).render(verification)
      else
        open(verification.sent.challenge_id, () => createCodeStep(verification, context, destination)).render(
          verification,
        )
    },
  }
}

function createDestinationStep(
  { channels, reason }: DestinationState,
  { chat, strings }: InterfaceContext,
  remember: (destination: string) => void,
): Step<DestinationState> {
  const label = element('span')
  const field = element('input', { part: 'field', required: true, minlength: 3, maxlength: 254, dir: 'ltr' })
  let channel: VerificationChannel = channels[0] ?? 'email'
  const choose = (chosen: VerificationChannel): void => {
    channel = chosen
    label.textContent = strings[`${chosen}Label`]
    // Its type, its keyboard and what the browser fills in have the same name.
    for (const attribute of ['type', 'autocomplete', 'inputmode'])
      field.setAttribute(attribute, chosen === 'sms' ? 'tel' : 'email')
  }
  choose(channel)
  const onSubmit = (): void => {
    const value = field.value.trim()
    remember(value)
    chat.requestCode(channel, value)
  }
  return createForm(
    {
      text: reason,
      before: channels.length > 1 ? createChannelChoice(channels, strings, choose) : null,
      label,
      field,
      submit: strings.sendCode,
      onSubmit,
    },
    chat,
    strings,
  )
}

function createChannelChoice(
  channels: readonly VerificationChannel[],
  strings: InterfaceStrings,
  onChoose: (channel: VerificationChannel) => void,
): HTMLElement {
  const choice = element('fieldset', { part: 'channels' }, element('legend', {}, strings.channel))
  for (const channel of channels) {
    const radio = element('input', {
      type: 'radio',
      name: 'channel',
      checked: channel === channels[0],
    })
    radio.addEventListener('change', () => onChoose(channel))
    choice.append(element('label', {}, radio, strings[channel]))
  }
  return choice
}

const secondMs = 1000

function createCodeStep(
  initial: CodeState,
  { chat, strings }: InterfaceContext,
  destination: string,
): Step<CodeState> {
  let state = initial
  const { sent } = initial
  const field = element('input', {
    part: 'field code-field',
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    maxlength: 16,
    dir: 'ltr',
    required: true,
  })
  const resend = button({ part: 'text-button' }, () => {
    if (remainingMs(state) <= 0) chat.requestCode(sent.channel, destination)
  })
  const {
    element: form,
    render,
    showProblem,
  } = createForm(
    {
      text: strings.codeSent,
      before: element('bdi', { dir: 'ltr' }, sent.destination_masked),
      label: element('span', {}, fillIn(strings.code, { count: sent.code_length })),
      field,
      submit: strings.confirmCode,
      onSubmit: () => submit(),
    },
    chat,
    strings,
  )
  form.append(
    resend,
    button({ part: 'text-button' }, () => chat.startVerification(), strings.changeDestination),
  )
  let tried = ''
  const submit = (): void => {
    const code = field.value.replace(/\D/g, '')
    // The same code would cost another attempt.
    const isKnown = state.problem?.code === 'wrong_code' && code === tried
    if (isKnown || code.length !== sent.code_length) return showProblem(strings.problem_wrong_code)
    tried = code
    chat.submitCode(code)
  }
  field.addEventListener('input', () => {
    showProblem('')
    if (field.value.replace(/\D/g, '').length === sent.code_length && !state.isBusy) submit()
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The countdown runs only while it is visible. */
  const count = (): void => {
    clearTimeout(timer)
    const seconds = Math.ceil(remainingMs(state) / secondMs)
    setText(resend, seconds > 0 ? fillIn(strings.resendIn, { seconds }) : strings.resend)
    resend.setAttribute('aria-disabled', String(seconds > 0))
    if (seconds > 0 && form.getClientRects().length > 0 && !document.hidden)
      timer = setTimeout(count, secondMs)
  }
  return {
    element: form,
    render: (changed) => {
      state = changed
      render(state)
      count()
    },
  }
}

function remainingMs({ sent, sentAt, problem }: CodeState): number {
  return sentAt + (problem?.retry_after ?? sent.resend_after) * secondMs - Date.now()
}

interface FormParts {
  readonly text: string
  readonly before: HTMLElement | null
  readonly label: HTMLElement
  readonly field: HTMLInputElement
  /** The label of the button. */
  readonly submit: string
  readonly onSubmit: () => void
}

interface Form {
  readonly element: HTMLFormElement
  readonly render: (state: VerificationState) => void
  readonly showProblem: (text: string) => void
}

function createForm(
  { text, before, label, field, submit, onSubmit }: FormParts,
  chat: Chat,
  strings: InterfaceStrings,
): Form {
  const problem = element('p', { part: 'field-problem', role: 'alert', id: 'field-problem' })
  const confirm = element('button', { part: 'primary-button' }, submit)
  const form = element(
    'form',
    { part: 'panel-form' },
    element('h3', {}, strings.verify),
    element('p', {}, text),
    before,
    element('label', {}, label, field),
    problem,
    element(
      'div',
      { part: 'panel-actions' },
      confirm,
      button({ part: 'secondary-button' }, () => chat.cancelVerification(), strings.notNow),
    ),
  )
  const showProblem = (sentence: string): void => {
    setText(problem, sentence)
    field.setAttribute('aria-invalid', String(sentence !== ''))
    field.setAttribute('aria-describedby', problem.id)
  }
  let isBusy = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy) onSubmit()
  })
  let shown: VerificationProblem | null = null
  const render = (state: VerificationState): void => {
    isBusy = state.isBusy
    // Not disabled, because it would lose the focus.
    setAttribute(confirm, 'aria-disabled', String(isBusy))
    if (state.problem === shown) return
    shown = state.problem
    showProblem(describeProblem(shown, strings))
    if (shown !== null) field.select()
  }
  return { element: form, render, showProblem }
}

function describeProblem(problem: VerificationProblem | null, strings: InterfaceStrings): string {
  if (problem === null) return ''
  const { code, attempts_left: count } = problem
  const text = strings[`problem_${code}`]
  return code === 'wrong_code' && count ? `${text} ${fillIn(strings.attemptsLeft, { count })}` : text
}
