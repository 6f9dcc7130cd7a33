/** A React page that is rendered on the server, with the chat: `npm run example chat-react [SERVICE] [PORT]`. */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild-wasm'
import { createElement, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { registerPage } from '../register-page.ts'
import { App, type AppProps } from './app.ts'

const [serviceUrl = 'http://127.0.0.1:8080', port = '8084'] = process.argv.slice(2)
const origin = `http://127.0.0.1:${port}`
const publicKey = registerPage('example-react', [`--origin=${origin}`, '--auth-types=passwordless'])

const script = await bundle()
const page = renderPage({ serviceUrl, publicKey })
const policy = `default-src 'self'; connect-src ${serviceUrl} ${serviceUrl.replace('http', 'ws')}`

createServer((request, response) => {
  response.setHeader('content-security-policy', policy)
  if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script)
  else if (request.url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  else response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end()
}).listen(Number(port), '127.0.0.1', () => console.log(`open ${origin}/`))

/** React, the page and the chat client in one file. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'browser.ts')],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env['NODE_ENV'] ?? 'production') },
  })
  return outputFiles[0]!.text
}

function renderPage(props: AppProps): string {
  const content = renderToString(createElement(StrictMode, null, createElement(App, props)))
  const data = JSON.stringify(props).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Acme</title>
  <div id="root" data-props="${data}">${content}</div>
  <script type="module" src="/page.js"></script>
</html>`
}
