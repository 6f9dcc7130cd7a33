/** The messages, with the notices before and the suggestions after them. Updates only the messages that changed. */
import type { ChatState, Entry } from '../chat-state.ts'
import { button, element, setAttribute } from './element.ts'
import { createEntry, createTypingIndicator, type EntryView } from './entry.ts'
import { icon } from './icons.ts'
import type { InterfaceContext, View } from './interface-context.ts'
import { createUrgentNotices } from './notices.ts'
import { createSuggestions } from './suggestions.ts'

export interface Transcript extends View {
  focus(): void
}

interface Shown {
  readonly view: EntryView<Entry>
  entry: Entry
}

export function createTranscript(context: InterfaceContext): Transcript {
  const { chat, strings } = context
  const notices = createUrgentNotices(context)
  const suggestions = createSuggestions(context)
  const welcome = element(
    'div',
    { part: 'welcome' },
    icon('chat'),
    element('h3', {}, strings.welcome),
    element('p', {}, strings.welcomeDetail),
  )
  const earlier = button(
    { part: 'load-earlier secondary-button' },
    () => chat.loadEarlier(),
    strings.loadEarlier,
  )
  const log = element('div', {
    part: 'log',
    role: 'log',
    'aria-live': 'polite',
    'aria-relevant': 'additions',
    'aria-label': strings.transcript,
  })
  const typing = element('div', { part: 'entry pending-answer' }, createTypingIndicator(strings))
  const content = element('div', { part: 'content' }, welcome, earlier, log, typing, suggestions.element)
  const scroller = element(
    'div',
    { part: 'transcript', tabindex: 0, role: 'region', 'aria-label': strings.transcript },
    notices.element,
    content,
  )
  const latest = button(
    { part: 'latest', 'aria-label': strings.latest, hidden: true },
    () => scroller.scrollTo({ top: scroller.scrollHeight }),
    icon('send'),
  )
  const scrolling = followEnd(scroller, content, latest)
  const entries = createEntries(log, context)
  return {
    element: element('div', { part: 'main' }, scroller, latest),
    focus: () => scroller.focus(),
    update: (state) => {
      const before = scrolling.measure()
      notices.update(state)
      const change = entries.update(state.entries)
      welcome.hidden = state.entries.length > 0
      earlier.hidden = !state.hasEarlier
      typing.hidden = !entries.isAnswerExpected(state)
      suggestions.update(state)
      scrolling.restore(before, { ...change, lastQuestion: entries.findLastQuestion() })
    },
  }
}

/** What an update did to the messages. */
interface Change {
  /** Earlier messages were inserted above. */
  readonly isEarlierAdded: boolean
  /** The user has sent a message, or the conversation is another one. */
  readonly isStartOver: boolean
}

function createEntries(log: HTMLElement, context: InterfaceContext) {
  const shown = new Map<string, Shown>()
  /** Messages that were sent on this page: only they wait for an answer. */
  const sentHere = new Set<string>()
  let lastQuestion: HTMLElement | null = null

  const update = (entries: readonly Entry[]): Change => {
    const firstBefore = log.firstElementChild
    const lastQuestionBefore = lastQuestion
    const ids = new Set<string>()
    let added = 0
    for (const { id } of entries) {
      ids.add(id)
      if (!shown.has(id)) added++
    }
    for (const [id, { view }] of shown)
      if (!ids.has(id)) {
        view.element.remove()
        shown.delete(id)
      }
    // Screen readers speak new messages, but not a page of earlier ones.
    if (added > 2) silence(log)
    let position = log.firstElementChild
    lastQuestion = null
    for (const entry of entries) {
      const view = show(entry)
      if (view.element === position) position = position.nextElementSibling
      else log.insertBefore(view.element, position)
      if (entry.role === 'user') {
        lastQuestion = view.element
        if (entry.delivery !== 'accepted') sentHere.add(entry.id)
      }
    }
    return {
      isEarlierAdded:
        firstBefore !== null && firstBefore.isConnected && log.firstElementChild !== firstBefore,
      isStartOver: lastQuestion !== lastQuestionBefore,
    }
  }

  const show = (entry: Entry): EntryView<Entry> => {
    const known = shown.get(entry.id)
    if (known === undefined) {
      const view = createEntry(entry, context)
      view.update(entry)
      shown.set(entry.id, { view, entry })
      return view
    }
    if (known.entry !== entry) {
      known.view.update(entry)
      known.entry = entry
    }
    return known.view
  }

  return {
    update,
    findLastQuestion: () => lastQuestion,
    isAnswerExpected: ({ entries, connection }: ChatState): boolean => {
      const last = entries[entries.length - 1]
      if (last?.role !== 'user' || connection !== 'connected' || !sentHere.has(last.id)) return false
      return last.delivery === 'sending' || last.delivery === 'accepted'
    },
  }
}

/** Keeps screen readers from speaking the messages that are inserted now. */
function silence(log: HTMLElement): void {
  setAttribute(log, 'aria-live', 'off')
  requestAnimationFrame(() => requestAnimationFrame(() => setAttribute(log, 'aria-live', 'polite')))
}

interface Position {
  readonly isAtEnd: boolean
  readonly top: number
  readonly height: number
}

/** The end counts as visible with this many pixels below it. */
const endTolerance = 16

/**
 * Scrolls with new content while the end is visible, but keeps the last question visible, so that a long answer is read from its
 * beginning.
 */
function followEnd(scroller: HTMLElement, content: HTMLElement, latest: HTMLElement) {
  let isFollowing = true
  let question: HTMLElement | null = null
  const endTop = (): number => scroller.scrollHeight - scroller.clientHeight
  const isAtEnd = (): boolean => scroller.scrollTop >= endTop() - endTolerance
  const follow = (): void => {
    const questionTop =
      question === null ? Number.POSITIVE_INFINITY : question.offsetTop - scrollMargin(scroller)
    scroller.scrollTop = Math.min(endTop(), questionTop)
  }
  scroller.addEventListener(
    'scroll',
    () => {
      latest.hidden = isAtEnd()
    },
    { passive: true },
  )
  // The user scrolls away with these; scrolling by this code fires none of them.
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const)
    scroller.addEventListener(type, () => (isFollowing = false), { passive: true })
  // Messages get their true height when they are first rendered, and the keyboard of a phone changes the height of the scroller.
  const observer = new ResizeObserver(() => {
    if (isFollowing) follow()
    latest.hidden = isAtEnd()
  })
  observer.observe(content)
  observer.observe(scroller)
  return {
    measure: (): Position => ({
      isAtEnd: isAtEnd(),
      top: scroller.scrollTop,
      height: scroller.scrollHeight,
    }),
    restore: (
      before: Position,
      { isEarlierAdded, isStartOver, lastQuestion }: Change & { readonly lastQuestion: HTMLElement | null },
    ): void => {
      question = lastQuestion
      if (isEarlierAdded) {
        scroller.scrollTop = before.top + scroller.scrollHeight - before.height
        return
      }
      if (isStartOver || before.isAtEnd) isFollowing = true
      if (isFollowing) follow()
    },
  }
}

/** The height of the notices that cover the top. */
function scrollMargin(scroller: HTMLElement): number {
  const notices = scroller.firstElementChild
  return (notices instanceof HTMLElement ? notices.offsetHeight : 0) + 12
}
