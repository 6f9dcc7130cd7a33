/** Questions that the user answers before messages move to an identity, and before the location is shared. */
import { button, element, setText } from './element.ts'
import type { InterfaceContext, View } from './interface-context.ts'
import { fillIn } from './strings.ts'

export function createMigrationConsent({ chat, strings, announce }: InterfaceContext): View {
  const question = element('h3')
  const root = element(
    'section',
    { part: 'panel migration', hidden: true },
    question,
    element(
      'div',
      { part: 'panel-actions' },
      button({ part: 'primary-button' }, () => chat.migrate(true), strings.keep),
      button({ part: 'secondary-button' }, () => chat.migrate(false), strings.discard),
    ),
  )
  return {
    element: root,
    render: ({ migration }) => {
      const text = migration === null ? '' : fillIn(strings.keepMessages, { count: migration.messageCount })
      if (root.hidden && text !== '') announce(text)
      setText(question, text)
      root.hidden = text === ''
    },
  }
}

export interface LocationConsent {
  readonly element: HTMLElement
  /** False if the browser has no location, as on pages that are not secure. */
  readonly isAvailable: boolean
  ask(): void
}

const locationOptions = { timeout: 15_000, maximumAge: 300_000 }

export function createLocationConsent(context: InterfaceContext, onEnd: () => void): LocationConsent {
  const { chat, strings } = context
  const status = element('p', { role: 'status' })
  const share = button(
    { part: 'primary-button' },
    () => {
      setText(status, strings.loading)
      navigator.geolocation.getCurrentPosition(onPosition, onFailure, locationOptions)
    },
    strings.share,
  )
  const close = (): void => {
    root.hidden = true
    onEnd()
  }
  const root = element(
    'section',
    { part: 'panel location', 'aria-label': strings.locationConsent, hidden: true },
    element('h3', {}, strings.locationConsent),
    element('p', {}, strings.locationDetail),
    status,
    element(
      'div',
      { part: 'panel-actions' },
      share,
      button({ part: 'secondary-button' }, close, strings.notNow),
    ),
  )
  const onPosition = async ({ coords: { latitude, longitude } }: GeolocationPosition): Promise<void> => {
    // Not if the user has declined meanwhile, also when the question is open again.
    if (root.hidden || status.textContent === '') return
    const isShared = await chat.shareLocation({ lat: roundDegrees(latitude), lng: roundDegrees(longitude) })
    setText(status, '')
    if (!isShared) return
    context.announce(strings.locationShared)
    close()
  }
  const onFailure = (): void => setText(status, strings.locationFailed)
  return {
    element: root,
    isAvailable: 'geolocation' in navigator && isSecureContext,
    ask: () => {
      setText(status, '')
      root.hidden = false
      share.focus()
    },
  }
}

/** About 0.7 miles: the exact position never leaves the browser. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 100) / 100
}
