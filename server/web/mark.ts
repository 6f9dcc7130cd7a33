/** The mark of the service: four sheets of a map; the gap between them is a cross. */
import { Html, html } from './html.ts'

const sheets =
  '<path d="M10 2v5.5A2.5 2.5 0 0 1 7.5 10H2V7a5 5 0 0 1 5-5Z"/>' +
  '<path d="M14 2v5.5a2.5 2.5 0 0 0 2.5 2.5H22V7a5 5 0 0 0-5-5Z" opacity=".55"/>' +
  '<path d="M10 22v-5.5A2.5 2.5 0 0 0 7.5 14H2v3a5 5 0 0 0 5 5Z" opacity=".55"/>' +
  '<path d="M14 22v-5.5a2.5 2.5 0 0 1 2.5-2.5H22v3a5 5 0 0 1-5 5Z"/>'

/** In the color of the text around it. */
export const mark: Html = html`<svg
  width="24"
  height="24"
  viewBox="0 0 24 24"
  fill="currentColor"
  aria-hidden="true"
>
  ${Html.dangerouslyTrusted(sheets)}
</svg>`

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#0f8a70">${sheets}</svg>`

/** The icon of browser tabs is part of each page, so that a browser makes no further request for it. */
export const iconUrl = `data:image/svg+xml,${encodeURIComponent(icon)}`
