/** The dialog of the open chat. The browser keeps the focus inside while it is modal. */
import type { ChatState } from '../chat-state.ts'
import type { SetProperties } from './attach-styles.ts'
import { element } from './element.ts'

export interface Modal {
  readonly element: HTMLDialogElement
  /** Returns whether it opened or closed. */
  render(state: ChatState): 'opened' | 'closed' | null
}

/** @param onClose the user closed it with the Escape key or the gesture of the device */
export function createModal(onClose: () => void, ...children: readonly HTMLElement[]): Modal {
  const dialog = element('dialog', { part: 'modal', 'aria-labelledby': 'title' }, ...children)
  dialog.addEventListener('cancel', (event) => {
    // Also an input fires `cancel`.
    if (event.target !== dialog) return
    event.preventDefault()
    onClose()
  })
  let wasOpen = false
  dialog.addEventListener('close', () => {
    // The event follows later, when the page may have opened the chat again.
    if (wasOpen) onClose()
  })
  // Outside the content there is only the backdrop. A selection of text may end there, so the press must begin there, too.
  let isPressedOutside = false
  dialog.addEventListener('pointerdown', ({ target }) => (isPressedOutside = target === dialog))
  dialog.addEventListener('click', ({ target }) => {
    if (isPressedOutside && target === dialog) onClose()
  })
  return {
    element: dialog,
    render: ({ isOpen }) => {
      // The page may have removed or hidden the container. The dialog is not modal then, and opens again when it is back.
      if (!dialog.matches(':modal')) dialog.open = false
      const isVisible = dialog.parentElement!.getClientRects().length > 0
      if ((isOpen === dialog.open && isOpen === wasOpen) || (isOpen && !isVisible)) return null
      // The browser may have closed the dialog itself: it ignores `preventDefault` before the user has used the page.
      wasOpen = isOpen
      if (isOpen) dialog.showModal()
      else dialog.close()
      return isOpen ? 'opened' : 'closed'
    },
  }
}

/**
 * Sets the height and the top of the part of the window that the keyboard of a phone leaves visible, because viewport units include what the keyboard
 * covers. A user who zooms in also sees a part only, but then the dialog keeps its size.
 */
export function followVisualViewport(signal: AbortSignal, setProperties: SetProperties): void {
  const viewport = window.visualViewport!
  const update = (): void => {
    const { scale, height, offsetTop } = viewport
    const isZoomed = scale > 1.01
    setProperties({
      '--visible-height': isZoomed ? null : `${height}px`,
      '--visible-top': isZoomed ? null : `${offsetTop}px`,
    })
  }
  viewport.addEventListener('resize', update, { signal })
  viewport.addEventListener('scroll', update, { signal })
  update()
}
