/** The layout of every page: readable without styles and scripts, in light and dark mode. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Html, html } from './html.ts'

/** One line for each rule. The style sheet and the icon are part of each page, so that a browser loads nothing else. */
const style = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8').replaceAll(/\n\s+/g, ' ')

const styleHash = hash('sha256', style, 'base64')

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b57d0'/%3E%3Cpath d='M8 3.5v9M3.5 8h9' stroke='%23fff' stroke-width='2.5' stroke-linecap='round'/%3E%3C/svg%3E"

/** No scripts, no requests, no frames; the CSP names the style sheet by its hash. */
function policyWith(formAction: string): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
}

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyWith("'none'"),
  'cache-control': 'public, max-age=300',
}

/** For pages with forms, which are private to one user. */
export const formPageHeaders = {
  ...pageHeaders,
  'content-security-policy': policyWith("'self'"),
  'cache-control': 'no-store',
  // Without a referrer, a browser sends the origin of a form as `null` (Fetch Standard, "append a request Origin header").
  'referrer-policy': 'same-origin',
}

/** For a form that may redirect to another origin: browsers apply `form-action` to redirects too (CSP 3, section 6.4.1). */
export function formPageHeadersTo(next: string): typeof formPageHeaders {
  return { ...formPageHeaders, 'content-security-policy': policyWith(`'self' ${next}`) }
}

/** One value, because a formatter could add whitespace, which changes the hash in the policy. */
const styleElement = Html.dangerouslyTrusted(`<style>${style}</style>`)

export interface Page {
  readonly productName: string
  /** Null on the start page. */
  readonly title: string | null
  readonly main: Html
}

/** A complete document; every page but the start page links the start page. */
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

/** The length of the longest code that fits on the narrowest phone (320 px, of which a list has 260). */
const shortCodeMax = 26

/** Code within a sentence; only long code may break. */
export function inlineCode(text: string): Html {
  return text.length > shortCodeMax ? html`<code class="long">${text}</code>` : html`<code>${text}</code>`
}
