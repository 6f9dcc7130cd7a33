/** Thumbs below an answer, and a comment after one of them. */
import type { AnswerEntry } from '../chat-state.ts'
import { button, element } from './element.ts'
import { icon } from './icons.ts'
import type { InterfaceContext } from './interface-context.ts'

export interface Feedback {
  readonly element: HTMLElement
  render(value: AnswerEntry['feedback']): void
}

const commentCharactersMax = 1000

export function createFeedback(answerId: string, { chat, strings }: InterfaceContext): Feedback {
  const createThumb = (value: 'up' | 'down', label: string): HTMLButtonElement =>
    button(
      { part: `thumb thumb-${value}`, 'aria-label': label, 'aria-pressed': 'false' },
      () => {
        void chat.sendFeedback(answerId, value)
        showForm(value)
      },
      icon('up'),
    )
  const up = createThumb('up', strings.helpful)
  const down = createThumb('down', strings.notHelpful)
  const root = element('div', { part: 'feedback' }, up, down)
  let form: HTMLElement | null = null
  let chosen = ''
  const showForm = (value: 'up' | 'down'): void => {
    // What the user has written stays.
    if (value === chosen) return
    chosen = value
    form?.remove()
    const comment = element('input', { part: 'field', maxlength: commentCharactersMax })
    const created = element(
      'form',
      { part: 'comment-form' },
      element('label', {}, strings.comment, comment),
      element('button', { part: 'secondary-button' }, strings.send),
    )
    created.addEventListener('submit', async (event) => {
      event.preventDefault()
      // Otherwise the comment stays, to be sent again.
      const text = comment.value.trim()
      if (text !== '' && !(await chat.sendFeedback(answerId, value, text))) return
      const thanks = element('p', { role: 'status', tabindex: -1 }, strings.thanks)
      const hadFocus = created.matches(':focus-within')
      created.replaceChildren(thanks)
      if (hadFocus) thanks.focus()
    })
    form = created
    root.append(form)
  }
  return {
    element: root,
    render: (value) => {
      up.setAttribute('aria-pressed', String(value === 'up'))
      down.setAttribute('aria-pressed', String(value === 'down'))
    },
  }
}
