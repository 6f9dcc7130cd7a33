/** Links, which the host opens. */
import { type Child, element } from './element.ts'
import type { Host } from './host.ts'

/** Other schemes, such as `javascript:`, never become links. */
const linkSchemes = new Set(['https:', 'tel:'])

/** Null if the URL is not https or tel. A refused link says so beside it. */
export function link(
  host: Host,
  url: string,
  className: string,
  ...children: readonly Child[]
): HTMLElement | null {
  if (!URL.canParse(url) || !linkSchemes.has(new URL(url).protocol)) return null
  const anchor = element(
    'a',
    { href: url, class: className, target: '_blank', rel: 'noopener noreferrer' },
    ...children,
  )
  anchor.addEventListener('click', (event) => {
    if (!host.opensLinks) return
    event.preventDefault()
    host.openLink(url).catch(() => reportRefusal(anchor, url))
  })
  return anchor
}

/** Shows the number or the address as text, so that it can be copied. */
function reportRefusal(anchor: HTMLAnchorElement, url: string): void {
  const target = url.startsWith('tel:') ? url.slice('tel:'.length) : url
  const refusal = element('span', { class: 'refused', role: 'status' }, `Not opened here. Copy: ${target}`)
  if (anchor.nextElementSibling?.className !== 'refused') anchor.after(refusal)
}

/** Directions to an address from the place where the person is; the map site gets the address only after a click. */
export function directionsUrl(address: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address }).toString()}`
}
