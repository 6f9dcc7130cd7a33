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
@media (prefers-color-scheme: dark) {
  body { color: #e6e8eb; background: #15181c }
  a { color: #9cc2ff }
  code, pre { background: #22272e }
}
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing runs, nothing loads, nothing frames the page; its own style is named by its hash. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'public, max-age=300',
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
