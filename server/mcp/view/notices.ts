/** The notices of a search: urgent ones first and as an alert, with a button that calls. */
import type { Notice } from '@careatlas/contract/envelopes'
import { element } from './element.ts'
import type { Host } from './host.ts'
import { link } from './link.ts'

const severities = ['urgent', 'warning', 'info']

export function renderNotices(host: Host, notices: readonly Notice[]): readonly HTMLElement[] {
  return notices
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
    .map((notice) => renderNotice(host, notice))
}

function renderNotice(host: Host, { severity, text, contact }: Notice): HTMLElement {
  const isUrgent = severity === 'urgent'
  return element(
    'section',
    {
      class: `notice ${isUrgent ? 'urgent' : severity === 'warning' ? 'warning' : 'info'}`,
      role: isUrgent ? 'alert' : 'note',
    },
    element('p', {}, text),
    contact &&
      link(host, `tel:${contact.tel}`, 'call', `Call ${contact.tel}`, element('small', {}, contact.label)),
  )
}
