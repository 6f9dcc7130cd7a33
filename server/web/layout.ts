/** The layout of every page: readable without styles and scripts, in light and dark mode. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Html, html } from './html.ts'

/** The style sheet with one line per rule. It is part of each page, as is the icon, so that a browser makes no further requests. */
const style = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8').replaceAll(/\n\s+/g, ' ')

const styleHash = hash('sha256', style, 'base64')

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b57d0'/%3E%3Cpath d='M8 3.5v9M3.5 8h9' stroke='%23fff' stroke-width='2.5' stroke-linecap='round'/%3E%3C/svg%3E"

/** Allows no scripts, requests or frames, and only the style sheet with this hash. */
function contentSecurityPolicy(formAction: string): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
}

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy("'none'"),
  'cache-control': 'public, max-age=300',
}

/** For pages with forms, which are private to one user. */
export const formPageHeaders = {
  ...pageHeaders,
  'content-security-policy': contentSecurityPolicy("'self'"),
  'cache-control': 'no-store',
  // Without a referrer, a browser sends the origin of a form as `null` (Fetch Standard, "append a request Origin header").
  'referrer-policy': 'same-origin',
}

/** For a form that may redirect to the origin `next`: browsers also apply `form-action` to redirects (CSP 3, section 6.4.1). */
export function formPageHeadersWithRedirect(next: string): typeof formPageHeaders {
  return { ...formPageHeaders, 'content-security-policy': contentSecurityPolicy(`'self' ${next}`) }
}

/** A separate value, because the code formatter could add whitespace to a template, which would change the hash. */
const styleElement = Html.dangerouslyTrusted(`<style>${style}</style>`)

export interface Page {
  readonly productName: string
  /** Null on the start page. */
  readonly title: string | null
  readonly main: Html
}

/** Renders a complete document; every page except the start page links to the start page. */
export function page({ productName, title, main }: Page): Html {
  const header = html`<header><a href="/">${productName}</a></header> `
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === null ? null : `${title} – `}${productName}</title>
        <link rel="icon" href="${Html.dangerouslyTrusted(icon)}" />
        ${styleElement}
      </head>
      <body>
        ${title === null ? null : header}
        <main>${main}</main>
      </body>
    </html> `
}

/** Sends a page with these headers. */
export function sendHtml(
  reply: FastifyReply,
  document: Html,
  headers: Readonly<Record<string, string>> = pageHeaders,
): FastifyReply {
  return reply.headers(headers).send(document.toString())
}

/** The maximum number of characters of code that fit on the narrowest phone (320 px, of which a list item has 260). */
const shortCodeMax = 26

/** Code within a sentence; only long code may wrap. */
export function inlineCode(text: string): Html {
  return text.length > shortCodeMax ? html`<code class="long">${text}</code>` : html`<code>${text}</code>`
}
