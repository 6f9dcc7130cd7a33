/** Prints the conversation or saves it as text, with the sources and dates of its cards. */
import type { ChatCard } from '@careatlas/contract/chat-frames'
import { callSafely } from '../call-safely.ts'
import type { ChatState, Entry } from '../chat-state.ts'
import { renderCard } from './card.ts'
import { element } from './element.ts'
import type { InterfaceContext } from './interface-context.ts'

/** How long the browser may read the file. */
const downloadMs = 60_000

export function saveTranscript(title: string, state: ChatState, context: InterfaceContext): void {
  const file = new Blob([writeTranscript(title, state, context)], { type: 'text/plain;charset=utf-8' })
  const url = URL.createObjectURL(file)
  element('a', { href: url, download: 'chat.txt' }).click()
  setTimeout(() => URL.revokeObjectURL(url), downloadMs)
}

/** Prints from a frame of its own, because a style sheet in a shadow root cannot hide the page around it. */
export function printTranscript(
  title: string,
  state: ChatState,
  context: InterfaceContext,
  parent: Element,
): void {
  const frame = element('iframe', { class: 'visually-hidden', 'aria-hidden': 'true', tabindex: -1 })
  parent.append(frame)
  const view = frame.contentWindow!
  const { document: page } = view
  page.title = title
  page.body.dir = 'auto'
  page.body.textContent = writeTranscript(title, state, context)
  page.body.style.cssText = 'font:11pt/1.5 system-ui;white-space:pre-wrap'
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}

/** The transcript as plain text. */
function writeTranscript(
  title: string,
  { entries, notices, hasEarlier }: ChatState,
  context: InterfaceContext,
): string {
  const { strings } = context
  let text = `${title}\n\n`
  for (const notice of notices) text += `${notice.text}${notice.contact ? ` ${notice.contact.tel}` : ''}\n\n`
  if (hasEarlier) text += `${strings.earlierMissing}\n\n`
  for (const entry of entries) text += writeEntry(entry, context)
  return `${text}${strings.disclaimer}\n`
}

function writeEntry(entry: Entry, context: InterfaceContext): string {
  const { strings, formats } = context
  const author = entry.role === 'user' ? strings.you : strings.answer
  let text = `${author}, ${formats.dateTime(entry.time)}\n${entry.text}\n`
  if (entry.role === 'assistant')
    for (const card of entry.cards) callSafely(() => (text += writeCard(card, context)))
  return `${text}\n`
}

/** Each text of the card on a line of its own, and its address in place of what can be tapped only. */
function writeCard(card: ChatCard, context: InterfaceContext): string {
  let text = ''
  const texts = document.createTreeWalker(renderCard(card, context), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { nodeValue } = texts.currentNode
    if (nodeValue !== context.strings.directions) text += `  ${nodeValue}\n`
  }
  return `\n- ${text.slice(2)}  ${card.url}\n`
}
