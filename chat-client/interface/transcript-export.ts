/** Prints the conversation or saves it as text, with the sources and dates of its cards. */
import type { ChatCard } from '@careatlas/contract/chat-frames'
import type { ChatState, Entry } from '../chat-state.ts'
import { element } from './element.ts'
import { formatAddress, formatPhone, nameSource } from './format.ts'
import type { InterfaceContext } from './interface-context.ts'

type ExportContext = Pick<InterfaceContext, 'strings' | 'formats'>

/** How long the browser may read the file. */
const downloadMs = 60_000

export function saveTranscript(state: ChatState, context: ExportContext): void {
  const file = new Blob([writeTranscript(state, context)], { type: 'text/plain;charset=utf-8' })
  const url = URL.createObjectURL(file)
  element('a', { href: url, download: 'chat.txt' }).click()
  setTimeout(() => URL.revokeObjectURL(url), downloadMs)
}

/** Prints from a frame of its own, because a style sheet in a shadow root cannot hide the page around it. */
export function printTranscript(state: ChatState, context: ExportContext, parent: Element): void {
  const frame = element('iframe', { class: 'visually-hidden', 'aria-hidden': 'true', tabindex: -1 })
  parent.append(frame)
  const { contentDocument: page, contentWindow: view } = frame
  if (page !== null && view !== null) {
    page.title = state.productName ?? context.strings.transcript
    const text = page.createElement('pre')
    text.textContent = writeTranscript(state, context)
    page.body.append(text)
    const sheet = new (view as Window & typeof globalThis).CSSStyleSheet()
    sheet.replaceSync('pre{white-space:pre-wrap;font:11pt/1.5 system-ui,sans-serif}')
    page.adoptedStyleSheets = [sheet]
    view.addEventListener('afterprint', () => frame.remove())
    view.print()
  }
}

/** The transcript as plain text. */
function writeTranscript(
  { productName, entries, notices, hasEarlier }: ChatState,
  { strings, formats }: ExportContext,
): string {
  let text = `${productName ?? strings.title}\n\n`
  for (const notice of notices) text += `${notice.text}${notice.contact ? ` ${notice.contact.tel}` : ''}\n\n`
  if (hasEarlier) text += `${strings.earlierMissing}\n\n`
  for (const entry of entries) text += writeEntry(entry, { strings, formats })
  return `${text}${strings.disclaimer}\n`
}

function writeEntry(entry: Entry, { strings, formats }: ExportContext): string {
  const author = entry.role === 'user' ? strings.you : strings.answer
  let text = `${author}, ${formats.dateTime(entry.time)}\n${entry.text}\n`
  if (entry.role === 'assistant')
    for (const card of entry.cards) text += writeCard(card, { strings, formats })
  return `${text}\n`
}

function writeCard(card: ChatCard, { strings, formats }: ExportContext): string {
  const place = card.kind === 'provider' ? card.location : card
  const specialty = card.kind === 'provider' ? card.specialty : card.focus
  let text = `\n- ${card.name ?? strings.placeOfCare}\n`
  const add = (line: string | null | undefined): void => {
    if (line) text += `  ${line}\n`
  }
  add(specialty)
  if (place !== null) {
    add(card.kind === 'provider' ? place.name : null)
    add(formatAddress(place))
    add(place.phone && formatPhone(place.phone))
  }
  add(card.url)
  for (const { id, as_of } of card.sources)
    add(`${nameSource(id)}, ${formats.date(as_of) ?? strings.dateNotStated}`)
  return text
}
