/** One plain page: readable without a style, without a script, in light and in dark. */
import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light dark }
body { font: 1.0625rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 0 auto; padding: 2rem 1.25rem; color: #1b1f24; background: #fff }
a { color: #0b57d0 }
code, pre { font-family: ui-monospace, monospace; font-size: .9375em; background: #f2f4f7; border-radius: .25rem }
code { padding: .1em .3em }
pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
pre code { padding: 0 }
form { margin: 1rem 0 }
form.inline { display: inline-block; margin: .25rem .75rem .25rem 0 }
label { display: block; font-weight: 600 }
input { font: inherit; box-sizing: border-box; width: 100%; max-width: 24rem; padding: .5rem .6rem; border: 1px solid #6b7480; border-radius: .35rem; background: inherit; color: inherit }
input.code { max-width: 10rem; letter-spacing: .25em; font-variant-numeric: tabular-nums }
button { font: inherit; margin-top: .6rem; padding: .5rem 1rem; border: 1px solid #0b57d0; border-radius: .35rem; background: #0b57d0; color: #fff; cursor: pointer }
form.inline button { margin-top: 0; padding: .3rem .7rem }
input:not([type=hidden]) + button { margin-left: .5rem }
summary { cursor: pointer; margin: .5rem 0; width: fit-content }
button.quiet { background: transparent; color: inherit; border-color: #6b7480 }
:focus-visible { outline: 3px solid #f5a524; outline-offset: 2px }
.note { border-left: 4px solid #0b57d0; padding: .1rem 1rem; margin: 1rem 0 }
.wrong { border-left-color: #b3261e }
ul.keys { list-style: none; padding: 0 }
ul.keys > li { border-top: 1px solid #c9ced6; padding: .8rem 0 }
.quiet-text { opacity: .75 }
@media (prefers-color-scheme: dark) {
  button { background: #9cc2ff; border-color: #9cc2ff; color: #0b1420 }
  ul.keys > li { border-color: #3a414b }
  body { color: #e6e8eb; background: #15181c }
  a { color: #9cc2ff }
  code, pre { background: #22272e }
}
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing runs, nothing loads, nothing frames the page; its own style is named by its hash. */
function policyWith(formAction: string): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
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

/** @param title plain text  @param main HTML of our own making */
export function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
