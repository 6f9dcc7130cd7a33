/** The layout of every page: readable without styles and scripts, in light and dark mode, from the width of a phone. */
import type { FastifyReply } from 'fastify'
import { scriptPaths, stylePath } from './assets.ts'
import { type Html, html } from './html.ts'
import { iconUrl, mark } from './mark.ts'
import { footerLinks, headerLinks, type Language, layoutTexts } from './navigation.ts'

export interface ContentPolicy {
  /** Where forms may be sent. */
  readonly formAction?: string
  /** Whether the page runs scripts of this server, and whether these may send requests to it. */
  readonly scripts?: 'none' | 'run' | 'run and request'
}

/** Allows no inline code, no frames, and nothing from other origins. */
function contentSecurityPolicy({ formAction = "'none'", scripts = 'none' }: ContentPolicy): string {
  const script = scripts === 'none' ? '' : " script-src 'self';"
  const connect = scripts === 'run and request' ? " connect-src 'self';" : ''
  return `default-src 'none'; style-src 'self';${script}${connect} img-src data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
}

/** For public pages. */
export function publicPageHeaders(policy: ContentPolicy = {}) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(policy),
    'cache-control': 'public, max-age=300',
  }
}

export const pageHeaders = publicPageHeaders()

/** For pages with forms, which are private to one user and run no scripts. */
export const formPageHeaders = {
  ...publicPageHeaders({ formAction: "'self'" }),
  'cache-control': 'no-store',
  // Without a referrer, a browser sends the origin of a form as `null` (Fetch Standard, "append a request Origin header").
  'referrer-policy': 'same-origin',
}

/** For a form that may redirect to the origin `next`: browsers also apply `form-action` to redirects (CSP 3, section 6.4.1). */
export function formPageHeadersWithRedirect(next: string): typeof formPageHeaders {
  const policy = contentSecurityPolicy({ formAction: `'self' ${next}` })
  return { ...formPageHeaders, 'content-security-policy': policy }
}

export interface Page {
  readonly productName: string
  /** Null on the start page. */
  readonly title: string | null
  readonly main: Html
  /** The class of the body: one narrow column unless the page has another layout. */
  readonly layout?: 'narrow' | 'landing' | 'docs' | 'docs reference' | 'demo' | 'records'
  /** For search engines. */
  readonly description?: string
  /** The path of this page, or of the section of the header that it belongs to. */
  readonly path?: string
  /** The path of the same document as Markdown. */
  readonly markdownPath?: string
  /** Default: English. */
  readonly language?: Language
  /** The same page in another language. */
  readonly translation?: { readonly language: Language; readonly path: string; readonly label: string }
  /** Whether the service has API keys; default: true. */
  readonly hasKeys?: boolean
  /** The scripts of this page; its headers must allow them. */
  readonly scripts?: readonly (keyof typeof scriptPaths)[]
}

/** Renders a complete document. */
export function page({
  productName,
  title,
  main,
  layout = 'narrow',
  description,
  path,
  markdownPath,
  language = 'en',
  translation,
  hasKeys = true,
  scripts = [],
}: Page): Html {
  const { skip, site, disclaimer } = layoutTexts(language)
  const links = headerLinks(hasKeys, language).map(({ path: target, label, language: targetLanguage }) => {
    const current = target === path ? html` aria-current="true"` : null
    const hreflang = targetLanguage === undefined ? null : html` hreflang="${targetLanguage}"`
    return html`<a href="${target}" ${current}${hreflang}>${label}</a> `
  })
  const bottom = footerLinks(language).map(
    ({ path: target, label }) => html`<li><a href="${target}">${label}</a></li> `,
  )
  const meta = description === undefined ? null : html`<meta name="description" content="${description}" />`
  const twin =
    markdownPath === undefined
      ? null
      : html`<link rel="alternate" type="text/markdown" href="${markdownPath}" />`
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === null ? null : `${title} – `}${productName}</title>
        ${meta} ${twin}
        <link rel="icon" href="${iconUrl}" />
        <link rel="stylesheet" href="${stylePath}" />
        ${scripts.map((name) => html`<script src="${scriptPaths[name]}" type="module"></script>`)}
      </head>
      <body class="${layout}">
        <a class="skip" href="#main">${skip}</a>
        <header class="top">
          <div>
            <a class="brand" href="/">${mark}<span>${productName}</span></a>
            <nav aria-label="${site}">${links}${translation && translationLink(translation)}</nav>
          </div>
        </header>
        <main id="main">${main}</main>
        <footer class="foot">
          <div>
            <p>${disclaimer}</p>
            <ul>
              ${bottom}
            </ul>
          </div>
        </footer>
      </body>
    </html> `
}

/** The scripts of a page may replace the link, because it has the query of the page. */
function translationLink({ language, path, label }: NonNullable<Page['translation']>): Html {
  return html`<a id="translation" data-part href="${path}" hreflang="${language}" lang="${language}"
    >${label}</a
  >`
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
