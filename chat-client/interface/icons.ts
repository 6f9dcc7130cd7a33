/** Icons: strokes on a grid of 24. */

const paths = {
  send: 'M12 20V4M5 11l7-7 7 7',
  stop: 'M7 7h10v10H7z',
  close: 'M6 6l12 12M18 6L6 18',
  create: 'M12 5v14M5 12h14',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  back: 'M19 12H5M12 5l-7 7 7 7',
  phone: 'M4 4h4l2 5-2 1a11 11 0 0 0 6 6l1-2 5 2v4A16 16 0 0 1 4 4z',
  directions: 'M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11zM12 10h.01',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  chat: 'M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5z',
  alert: 'M12 3L2 20h20zM12 9.5v5M12 17.5h.01',
  check: 'M4 12.5l5 5L20 6.5',
  up: 'M7 11v9H3v-9zl4-8a2 2 0 0 1 2 2v4h8l-2 11H7',
} as const

type IconName = keyof typeof paths

/** Screen readers skip it: the button has a label. */
export function icon(name: IconName): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', paths[name])
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', `icon icon-${name}`)
  svg.append(path)
  return svg
}
