/** Thumbs below an answer, and a comment after one of them. */
import type { AnswerEntry } from '../chat-state.ts'
import { button, element } from './element.ts'
import { icon } from './icons.ts'
import type { InterfaceContext } from './interface-context.ts'

export interface Feedback {
  readonly element: HTMLElement
  update(value: AnswerEntry['feedback']): void
}

const commentCharactersMax = 1000

export function createFeedback(answerId: string, { chat, strings }: InterfaceContext): Feedback {
  const createThumb = (value: 'up' | 'down', label: string): HTMLButtonElement =>
    button(
      { part: `thumb thumb-${value}`, 'aria-label': label, 'aria-pressed': 'false' },
      () => {
        chat.sendFeedback(answerId, value)
        showForm(value)
      },
      icon('up'),
    )
  const up = createThumb('up', strings.helpful)
  const down = createThumb('down', strings.notHelpful)
  const root = element('div', { part: 'feedback' }, up, down)
  let form: HTMLElement | null = null
  const showForm = (value: 'up' | 'down'): void => {
    form?.remove()
    form = createCommentForm((comment) => {
      if (comment !== '') chat.sendFeedback(answerId, value, comment)
    })
    root.append(form)
  }
  const createCommentForm = (onSend: (comment: string) => void): HTMLElement => {
    const comment = element('input', { part: 'field', maxlength: commentCharactersMax })
    const created = element(
      'form',
      { part: 'comment-form' },
      element('label', {}, strings.comment, comment),
      element('button', { part: 'secondary-button' }, strings.send),
    )
    created.addEventListener('submit', (event) => {
      event.preventDefault()
      onSend(comment.value.trim())
      const thanks = element('p', { role: 'status', tabindex: -1 }, strings.thanks)
      created.replaceChildren(thanks)
      thanks.focus()
    })
    return created
  }
  return {
    element: root,
    update: (value) => {
      up.setAttribute('aria-pressed', String(value === 'up'))
      down.setAttribute('aria-pressed', String(value === 'down'))
    },
  }
}
