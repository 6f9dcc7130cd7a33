/** One plain page: readable without a style, without a script, in light and in dark. */
import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light dark; --text: #1b1f24; --ground: #fff; --raised: #f2f4f7; --muted: #5a626d; --line: #c9ced6; --edge: #6b7480; --accent: #0b57d0; --on-accent: #fff; --wrong: #b3261e; --on-wrong: #fff; --focus: #b45309 }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --ground: #15181c; --raised: #22272e; --muted: #a8b0bb; --line: #3a414b; --edge: #7d8794; --accent: #9cc2ff; --on-accent: #0b1420; --wrong: #ff8a80; --on-wrong: #2a0503; --focus: #f5a524 }
}
body { font: 1.0625rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 0 auto; padding: 1.25rem 1.25rem 3rem; color: var(--text); background: var(--ground); overflow-wrap: break-word }
header { font-size: .9375rem }
h1 { font-size: 2rem; line-height: 1.2; margin: 1.25rem 0 1rem }
h2 { font-size: 1.375rem; line-height: 1.3; margin: 2.25rem 0 .75rem }
h3 { font-size: 1.0625rem; margin: 1.25rem 0 .25rem }
h1 + .under { margin-top: -.75rem }
a { color: var(--accent) }
time { white-space: nowrap }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; background: var(--raised); border-radius: .25rem }
code { padding: .1em .3em; white-space: nowrap }
code.long { white-space: normal; overflow-wrap: anywhere; box-decoration-break: clone; -webkit-box-decoration-break: clone }
pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
pre code { padding: 0; font-size: 1em; white-space: inherit }
pre.line { white-space: pre; overflow-x: auto }
ul { padding-left: 1.25rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.25rem; margin: 1.25rem 0 }
dt, .muted { color: var(--muted) }
dd { margin: 0; overflow-wrap: anywhere }
form { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0 }
label { flex: 1 1 100%; margin-bottom: -.35rem; font-weight: 600 }
input { font: inherit; box-sizing: border-box; flex: 0 1 24rem; min-width: 0; padding: .5rem .6rem; border: 1px solid var(--edge); border-radius: .35rem; background: inherit; color: inherit }
input.code { flex-basis: 10rem; letter-spacing: .25em; font-variant-numeric: tabular-nums }
button, summary.quiet { font: inherit; box-sizing: border-box; padding: .5rem 1rem; border: 1px solid var(--accent); border-radius: .35rem; background: var(--accent); color: var(--on-accent); cursor: pointer }
button.quiet, summary.quiet { background: transparent; color: inherit; border-color: var(--edge) }
button.danger { background: var(--wrong); border-color: var(--wrong); color: var(--on-wrong) }
summary { cursor: pointer; width: fit-content }
summary.quiet { list-style: none }
summary.quiet::-webkit-details-marker { display: none }
.row { display: flex; flex-wrap: wrap; align-items: start; gap: .6rem; margin: .6rem 0 0 }
.row > form { margin: 0 }
.row > details[open] { flex: 1 1 18rem }
.row button.quiet, summary.quiet { padding: .3rem .7rem }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; max-width: 24rem; margin: 1.5rem 0 }
.pair > form { margin: 0 }
.pair button { flex: 1 1 100%; padding: .5rem }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
.note { border-left: 4px solid var(--accent); padding: .1rem 1rem; margin: 1rem 0 }
.wrong { border-left-color: var(--wrong) }
form > .note { flex: 1 1 100%; margin: 0 }
ul.keys { list-style: none; padding: 0 }
ul.keys > li { border-top: 1px solid var(--line); padding: .8rem 0 1rem }
ul.keys > li:last-child { padding-bottom: 0 }
@media (max-width: 30rem) {
  h1 { font-size: 1.625rem }
  dl { grid-template-columns: 1fr; gap: 0 }
  dd + dt { margin-top: .5rem }
  form:not(.inline) > input, form:not(.inline) > button { flex: 1 1 100% }
  .row > details[open] { flex-basis: 100% }
}
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** In the page itself, so that no browser asks for one. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b57d0'/%3E%3Cpath d='M8 3.5v9M3.5 8h9' stroke='%23fff' stroke-width='2.5' stroke-linecap='round'/%3E%3C/svg%3E"

/** Nothing runs, nothing loads, nothing frames the page; its own style is named by its hash. */
function policyWith(formAction: string): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
}

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyWith("'none'"),
  'cache-control': 'public, max-age=300',
}

/** Of a page with forms, which is somebody's own. */
export const formPageHeaders = {
  ...pageHeaders,
  'content-security-policy': policyWith("'self'"),
  'cache-control': 'no-store',
  // Without a referrer a browser tells the origin of a form as `null` (Fetch Standard, "append a request Origin header").
  'referrer-policy': 'same-origin',
}

/** Of a page whose form may end at another origin: browsers hold its redirects to the same rule (CSP 3, section 6.4.1). */
export function formPageHeadersTo(next: string): typeof formPageHeaders {
  return { ...formPageHeaders, 'content-security-policy': policyWith(`'self' ${next}`) }
}

/** What a page says. */
export interface PageText {
  readonly productName: string
  /** Plain text; null: it is the start page. */
  readonly title: string | null
  /** HTML of our own making. */
  readonly main: string
}

/** The whole document, with the way to the start page on every other. */
export function page({ productName, title, main }: PageText): string {
  const name = escapeHtml(productName)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === null ? name : `${escapeHtml(title)} – ${name}`}</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
${title === null ? '' : `<header><a href="/">${name}</a></header>\n`}<main>
${main}
</main>
</body>
</html>
`
}

/** More letters than fit in a line of the narrowest phone (320 px, of which 260 are for a list). */
const longCode = 26

/** Code within a sentence, broken only where it is too long for a line. */
export function inlineCode(text: string): string {
  return `<code${text.length > longCode ? ' class="long"' : ''}>${escapeHtml(text)}</code>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
