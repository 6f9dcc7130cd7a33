/** Notices: urgent ones stay at the top of the transcript, with a link that calls. */
import type { Notice } from '@careatlas/contract/envelopes'
import { element, link } from './element.ts'
import { icon } from './icons.ts'
import type { InterfaceContext, View } from './interface-context.ts'
import { fillIn, type InterfaceStrings } from './strings.ts'

export function createUrgentNotices({ strings }: InterfaceContext): View {
  const list = element('div', { part: 'urgent-notices' })
  let shown = ''
  return {
    element: list,
    render: ({ notices }) => {
      let key = ''
      for (const { kind, text } of notices) key += `${kind}\n${text}\n`
      if (key === shown) return
      shown = key
      list.replaceChildren()
      for (const notice of notices) list.append(renderNotice(notice, strings))
    },
  }
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
