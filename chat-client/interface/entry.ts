/** One message of the transcript. */
import type { AnswerEntry, Entry, UserEntry } from '../chat-state.ts'
import { renderCard } from './card.ts'
import { button, element, hiddenText, setText } from './element.ts'
import { createFeedback, type Feedback } from './feedback.ts'
import type { InterfaceContext } from './interface-context.ts'
import { renderNotice } from './notices.ts'
import { renderMarkdown } from './render-markdown.ts'
import type { InterfaceStrings } from './strings.ts'

export interface EntryView<Shown extends Entry> {
  readonly element: HTMLElement
  /** An entry never changes its role. */
  render(entry: Shown): void
}

export function createEntry({ role, id }: Entry, context: InterfaceContext): EntryView<Entry> {
  return role === 'user' ? createUserEntry(context) : createAnswer(id, context)
}

function createUserEntry({ chat, strings }: InterfaceContext): EntryView<UserEntry> {
  const text = element('div', { part: 'bubble user-bubble' })
  const status = element('div', { part: 'delivery' })
  let delivery: UserEntry['delivery'] | null = null
  return {
    element: element(
      'div',
      { part: 'entry user-entry' },
      element('h3', { class: 'visually-hidden' }, strings.you),
      text,
      status,
    ),
    render: (entry) => {
      setText(text, entry.text)
      if (entry.delivery === delivery) return
      delivery = entry.delivery
      status.replaceChildren()
      if (entry.delivery === 'queued') status.append(strings.queued)
      if (entry.delivery === 'failed')
        status.append(
          element('span', { role: 'alert' }, strings.notSent),
          button({ part: 'send-again' }, () => chat.retry(), strings.sendAgain),
        )
    },
  }
}

/**
 * While an answer arrives, it is busy and its text is not live; when it is complete, its text is a new element. So screen readers
 * speak it once. They do not speak the cards, which the text announces and the user reads one by one.
 */
function createAnswer(id: string, context: InterfaceContext): EntryView<AnswerEntry> {
  const { strings, hasFeedback } = context
  const notices = element('div', { part: 'notices' })
  const cards = element('div', { part: 'cards', 'aria-live': 'off' })
  const status = element('p', { part: 'answer-status' })
  const root = element(
    'div',
    { part: 'entry answer-entry' },
    element('h3', { class: 'visually-hidden' }, strings.answer),
    notices,
  )
  let body: HTMLElement | null = null
  let feedback: Feedback | null = null
  let shown: AnswerEntry | null = null
  const renderBody = (entry: AnswerEntry): void => {
    const target = body === null || entry.isComplete !== shown?.isComplete ? createBody(entry) : body
    if (entry.text === '' && !entry.isComplete) target.replaceChildren(createTypingIndicator(strings))
    else renderMarkdown(target, entry.text)
    target.hidden = entry.text === '' && entry.isComplete
    if (target === body) return
    // Inserted with its text, so that it is one insertion.
    if (body === null) root.append(target, cards, status)
    else body.replaceWith(target)
    body = target
  }
  return {
    element: root,
    render: (entry) => {
      root.setAttribute('aria-busy', String(!entry.isComplete))
      if (entry.text !== shown?.text || entry.isComplete !== shown.isComplete) renderBody(entry)
      if (entry.notices !== shown?.notices) {
        notices.replaceChildren()
        for (const notice of entry.notices)
          if (notice.severity !== 'urgent') notices.append(renderNotice(notice, strings))
      }
      if (entry.cards !== shown?.cards) {
        cards.replaceChildren()
        for (const card of entry.cards) cards.append(renderCard(card, context))
      }
      status.textContent = describeFinish(entry, strings)
      if (hasFeedback && entry.isComplete && entry.finishReason === 'stop') {
        if (feedback === null) {
          feedback = createFeedback(id, context)
          root.append(feedback.element)
        }
        feedback.render(entry.feedback)
      }
      shown = entry
    },
  }
}

function createBody({ isComplete }: AnswerEntry): HTMLElement {
  return element('div', { part: 'bubble answer-bubble', 'aria-live': isComplete ? null : 'off' })
}

/** Also shown between a message and the beginning of its answer. */
export function createTypingIndicator({ answering }: InterfaceStrings): HTMLElement {
  return element('span', { part: 'typing' }, element('i'), element('i'), element('i'), hiddenText(answering))
}

function describeFinish({ isComplete, finishReason }: AnswerEntry, strings: InterfaceStrings): string {
  if (!isComplete || finishReason === 'stop') return ''
  return finishReason === 'cancelled' ? strings.stopped : strings.incomplete
}
