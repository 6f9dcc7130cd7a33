/** The messages, with the notices before and the suggestions after them. Updates only the messages that changed. */
import { callSafely } from '../call-safely.ts'
import type { ChatState, Entry } from '../chat-state.ts'
import { button, element } from './element.ts'
import { createEntry, createTypingIndicator, type EntryView } from './entry.ts'
import { icon } from './icons.ts'
import type { InterfaceContext, View } from './interface-context.ts'
import { createUrgentNotices } from './notices.ts'
import { createSuggestions } from './suggestions.ts'

export interface Transcript extends View {
  focus(): void
}

interface Entries {
  render(entries: readonly Entry[]): Change
  isAnswerExpected(state: ChatState): boolean
}

interface Scrolling {
  measure(): Position
  restore(before: Position, change: Change): void
  followEnd(): void
}

interface Shown {
  readonly view: EntryView<Entry>
  entry: Entry | null
}

export function createTranscript(context: InterfaceContext): Transcript {
  const { chat, strings } = context
  const notices = createUrgentNotices(context)
  const suggestions = createSuggestions(context)
  const welcome = element('div', { part: 'welcome' }, icon('chat'), element('h3', {}, strings.welcome))
  const earlier = button(
    { part: 'load-earlier secondary-button' },
    () => chat.requestEarlier(),
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
    () => {
      scrolling.followEnd()
      // The button disappears.
      scroller.focus()
    },
    icon('send'),
  )
  const main = element('div', { part: 'main' }, scroller, latest)
  const scrolling = followContent(main, scroller, content, latest)
  const entries = createEntries(log, context)
  const render = (state: ChatState): void => {
    const before = scrolling.measure()
    notices.render(state)
    const change = entries.render(state.entries)
    welcome.hidden = state.entries.length > 0
    // Otherwise the focus would go to the composer.
    if (!state.hasEarlier && earlier.matches(':focus')) scroller.focus()
    earlier.hidden = !state.hasEarlier
    typing.hidden = !entries.isAnswerExpected(state)
    suggestions.render(state)
    scrolling.restore(before, change)
    if (!change.isComplete) requestAnimationFrame(() => render(chat.state))
  }
  return {
    element: main,
    focus: () => scroller.focus(),
    render,
  }
}

/** What an update did to the messages. */
interface Change {
  /** Earlier messages were inserted above. */
  readonly isEarlierAdded: boolean
  readonly lastQuestion: Element | null
  /** Whether all messages are inserted; otherwise the next frame inserts more. */
  readonly isComplete: boolean
}

/**
 * A frame inserts one group of messages, the newest ones first, so that a page of them is not one long task. The browser skips groups
 * that are far from what is visible. In each frame of scrolling it checks every group, so single messages would take longer.
 */
const groupSize = 5

function createEntries(log: HTMLElement, context: InterfaceContext): Entries {
  const shown = new Map<string, Shown>()
  /** Messages that were sent on this page: only they wait for an answer. */
  const sentHere = new Set<string>()

  const render = (entries: readonly Entry[]): Change => {
    const ids = new Set<string>()
    for (const { id } of entries) ids.add(id)
    for (const [id, { view }] of shown)
      if (!ids.has(id)) {
        view.element.remove()
        shown.delete(id)
      }
    let added = ids.size - shown.size
    const isComplete = added <= groupSize
    // Screen readers speak new messages, but not a page of earlier ones.
    if (added > 2) log.ariaLive = 'off'
    if (isComplete && log.ariaLive === 'off') afterFrame(() => (log.ariaLive = 'polite'))
    const before = log.querySelectorAll('.entry')
    let position = 0
    let previous: Element | null = null
    let lastQuestion: Element | null = null
    for (const entry of entries) {
      if (!shown.has(entry.id) && added-- > groupSize) continue
      const message = show(entry)
      if (message === before[position]) position += 1
      else place(log, message, previous)
      previous = message
      if (entry.role === 'user') {
        lastQuestion = message
        if (entry.delivery !== 'accepted') sentHere.add(entry.id)
      }
    }
    for (const group of log.querySelectorAll('.group:empty')) group.remove()
    return {
      isEarlierAdded: before.length > 0 && before[0] !== log.querySelector('.entry'),
      lastQuestion,
      isComplete,
    }
  }

  const show = (entry: Entry): HTMLElement => {
    let known = shown.get(entry.id)
    if (known === undefined) {
      known = { view: createEntry(entry, context), entry: null }
      shown.set(entry.id, known)
    }
    if (known.entry !== entry) {
      const { view } = known
      // One message with an unknown form does not hide the others.
      callSafely(() => view.render(entry))
      known.entry = entry
    }
    return known.view.element
  }

  return {
    render,
    isAnswerExpected: ({ entries, connection, problem, migration }) => {
      const last = entries[entries.length - 1]
      // While a problem is shown, nothing seems to work: the service may have been unable to begin the answer.
      if (last?.role !== 'user' || connection !== 'connected' || (problem ?? migration) !== null) return false
      return sentHere.has(last.id) && /^(?:sending|accepted)$/.test(last.delivery)
    },
  }
}

/** Moves a message behind another one: into its group, or into a new group if that one is full. */
function place(log: Element, message: Element, previous: Element | null): void {
  const group = previous?.parentElement
  if (group && (previous.nextElementSibling || group.children.length < groupSize)) previous.after(message)
  else {
    const created = element('div', {}, message)
    log.insertBefore(created, group ? group.nextElementSibling : log.firstElementChild)
    // Once it was rendered, the browser knows the height of what it skips, and nothing moves when it is visible again.
    afterFrame(() => (created.className = 'group'))
  }
}

/** Runs `task` when the next frame has been rendered. */
function afterFrame(task: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(task))
}

interface Position {
  readonly isAtEnd: boolean
  /** From the top of what is visible to the end of the content. */
  readonly fromEnd: number
}

/** The end counts as visible with this many pixels below it. */
const endTolerance = 16

/** The pixels above a question that is kept visible, below the notices. */
const questionMargin = 12

/**
 * Scrolls with new content while the end is visible, but keeps the last question visible, so that a long answer is read from its
 * beginning.
 */
function followContent(
  main: HTMLElement,
  scroller: HTMLElement,
  content: HTMLElement,
  latest: HTMLElement,
): Scrolling {
  let isFollowing = true
  let question: Element | null = null
  /** The question that stays visible; null after the user has scrolled. */
  let anchor: Element | null = null
  const fromEnd = (): number => scroller.scrollHeight - scroller.scrollTop
  const isAtEnd = (): boolean => fromEnd() <= scroller.clientHeight + endTolerance
  const follow = (): void => {
    // The browser limits it to the end.
    scroller.scrollTop =
      anchor === null ? scroller.scrollHeight : topOf(anchor) - topOf(content) - questionMargin
  }
  const leaveQuestion = (isEndFollowed: boolean): void => {
    anchor = null
    isFollowing = isEndFollowed
  }
  const showLatest = (): void => {
    latest.hidden = isAtEnd()
  }
  scroller.addEventListener('scroll', showLatest)
  // The user scrolls away with these; scrolling by this code fires none of them.
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const)
    scroller.addEventListener(type, () => leaveQuestion(false), { passive: true })
  // Messages get their true height when they are first rendered, and the keyboard of a phone changes the height of the
  // whole part. The arrow changes only that of the scroller.
  const observer = new ResizeObserver(() => {
    if (isFollowing) follow()
    showLatest()
  })
  for (const target of [content, main]) observer.observe(target)
  return {
    measure: () => ({ isAtEnd: isAtEnd(), fromEnd: fromEnd() }),
    restore: (before, { isEarlierAdded, lastQuestion }) => {
      // The user has sent a message, or the conversation is another one.
      const isStartOver = lastQuestion !== question
      question = lastQuestion
      if (isEarlierAdded) {
        scroller.scrollTop = scroller.scrollHeight - before.fromEnd
        return
      }
      if (isStartOver) anchor = question
      if (isStartOver || before.isAtEnd) isFollowing = true
      if (isFollowing) follow()
    },
    followEnd: () => {
      leaveQuestion(true)
      follow()
    },
  }
}

function topOf(target: Element): number {
  return target.getBoundingClientRect().top
}
