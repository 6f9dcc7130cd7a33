/** Notices: urgent ones stay at the top of the transcript, with a link that calls. */
import type { Notice } from '@careatlas/contract/envelopes'
import type { ChatState } from '../chat-state.ts'
import { append } from '../append.ts'
import { element, link } from './element.ts'
import { icon } from './icons.ts'
import type { InterfaceContext, View } from './interface-context.ts'
import { fillIn, type InterfaceStrings } from './strings.ts'

export function createUrgentNotices({ strings }: InterfaceContext): View {
  const list = element('div', { part: 'urgent-notices' })
  let shown = ''
  return {
    element: list,
    update: (state) => {
      const notices = collectUrgent(state)
      let key = ''
      for (const { kind, text } of notices) key += `${kind}\n${text}\n`
      if (key === shown) return
      shown = key
      list.replaceChildren()
      for (const notice of notices) list.append(renderNotice(notice, strings))
    },
  }
}

/** The urgent notices of the conversation and of the answer that arrives, each kind once. */
function collectUrgent({ notices, entries }: ChatState): readonly Notice[] {
  const collected: Notice[] = []
  const kinds = new Set<string>()
  const add = (notice: Notice): void => {
    if (notice.severity !== 'urgent' || kinds.has(notice.kind)) return
    kinds.add(notice.kind)
    append(collected, notice)
  }
  for (const notice of notices) add(notice)
  for (const entry of entries) if (entry.role === 'assistant') for (const notice of entry.notices) add(notice)
  return collected
}

export function renderNotice({ severity, text, contact }: Notice, strings: InterfaceStrings): HTMLElement {
  const isUrgent = severity === 'urgent'
  return element(
    'div',
    { part: `notice notice-${severity}`, role: isUrgent ? 'alert' : 'note' },
    icon('alert'),
    element('p', {}, text),
    contact &&
      link(
        `tel:${contact.tel}`,
        { part: 'call-link', title: contact.label },
        icon('phone'),
        fillIn(strings.call, { number: contact.tel }),
      ),
  )
}
