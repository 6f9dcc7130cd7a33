/** A plain page with the chat, under a strict policy: `bin/node examples/chat-page/server.ts [SERVICE] [PORT]`. */
import { createServer } from 'node:http'
import { registerPage } from '../register-page.ts'

const [service = 'http://127.0.0.1:8080', port = '8081'] = process.argv.slice(2)
const origin = `http://127.0.0.1:${port}`
const publicKey = registerPage('example-page', [`--origin=${origin}`, '--auth-types=passwordless'])

const { url, integrity } = await findClient()

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Acme</title>
  <h1>Acme</h1>
  <div id="chat"></div>
  <script src="${url}" integrity="${integrity}" crossorigin="anonymous"></script>
  <script src="/page.js"></script>
</html>`

const script = `createServiceChat({
  container: document.getElementById('chat'),
  partnerIdentifier: 'example-page',
  publicKey: ${JSON.stringify(publicKey)},
  authType: 'passwordless',
})`

const { origin: client } = new URL(url)
const policy = `default-src 'self' ${client}; connect-src ${client} ${client.replace('http', 'ws')}`

createServer((request, response) => {
  response.setHeader('content-security-policy', policy)
  if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script)
  else if (request.url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  else response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end()
}).listen(Number(port), '127.0.0.1', () => console.log(`open ${origin}/`))

/** The address of the script changes with its version. A page in production can have a copy of both values. */
async function findClient(): Promise<{ readonly url: string; readonly integrity: string }> {
  const manifest = (await (await fetch(`${service}/sdk/manifest.json`)).json()) as {
    readonly files: readonly { readonly name: string; readonly url: string; readonly integrity: string }[]
  }
  return manifest.files.find(({ name }) => name === 'chat.js')!
}
