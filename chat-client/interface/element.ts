/** Creates elements. Texts become text nodes and never markup, because texts of the service are untrusted. */
import { parseUrl } from '../parse-url.ts'

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Null, false, 0 and an empty text render as nothing. */
type Child = Node | string | null | undefined | false | 0

/** A null, undefined or false attribute is omitted, and a true one is empty. A `part` is also the class. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) setAttribute(created, name, value)
  if (typeof attributes['part'] === 'string') created.className = attributes['part']
  for (const child of children) if (child) created.append(child)
  return created
}

/** Removes the attribute for null, undefined and false. Writes only a changed value, because each write may be announced. */
export function setAttribute(
  target: Element,
  name: string,
  value: string | number | boolean | null | undefined,
): void {
  if (value === null || value === undefined || value === false) return target.removeAttribute(name)
  const text = value === true ? '' : String(value)
  if (target.getAttribute(name) !== text) target.setAttribute(name, text)
}

/** Writes only a changed text. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text
}

export function button(
  attributes: Attributes,
  onClick: (event: MouseEvent) => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const created = element('button', { type: 'button', ...attributes }, ...children)
  created.addEventListener('click', onClick)
  return created
}

/** Calls `close` for the Escape key while `panel` is visible; the dialog stays open. */
export function closeOnEscape(area: HTMLElement, panel: HTMLElement, close: () => void): void {
  area.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || panel.hidden) return
    event.preventDefault()
    event.stopPropagation()
    close()
  })
}

/** Text for screen readers only. */
export function hiddenText(text: string): HTMLElement {
  return element('span', { class: 'visually-hidden' }, text)
}

/**
 * Null for another scheme, such as `javascript:`, and for relative addresses. A call or an e-mail replaces nothing, and a new tab would stay empty.
 */
export function link(
  href: string,
  attributes: Attributes,
  ...children: readonly Child[]
): HTMLElement | null {
  const url = parseUrl(href, /^(?:https?|tel|mailto):$/)
  if (url === null) return null
  return element(
    'a',
    {
      href: url.href,
      target: url.protocol.startsWith('http') ? '_blank' : null,
      rel: 'noopener noreferrer',
      ...attributes,
    },
    ...children,
  )
}
