/** A site whose users sign in at its identity provider, and are signed in in the chat: `npm run example chat-identity-provider [SERVICE] [PORT] [PROVIDER_PORT]`. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { registerPage } from '../register-page.ts'
import { createIdentityProvider, type SiteClient } from './identity-provider.ts'
import { beginSignIn, requestTokens, type SignedInUser } from './sign-in.ts'

const [service = 'http://127.0.0.1:8080', port = '8082', providerPort = '8083'] = process.argv.slice(2)

const site = `http://127.0.0.1:${port}`
// Another host name, because cookies do not distinguish ports.
const issuer = `http://localhost:${providerPort}`
const publicKey = registerPage('example-site', [
  `--origin=${site}`,
  `--issuer=${issuer}`,
  '--audience=example-web',
])
const client: SiteClient = {
  id: 'example-web',
  secret: randomBytes(32).toString('base64url'),
  redirectUri: `${site}/callback`,
}

interface Session {
  readonly user: SignedInUser | null
  /** While the user is at the identity provider. */
  readonly pending: { readonly verifier: string; readonly state: string } | null
}

/** By the value of the cookie. */
const sessions = new Map<string, Session>()
const sessionsMax = 1000

const routes: Readonly<Record<string, (context: RequestContext) => Promise<void> | void>> = {
  'GET /': showPage,
  'GET /page.js': sendScript,
  'GET /sign-in': startSignIn,
  'GET /callback': finishSignIn,
  'GET /id-token': sendIdToken,
  'POST /sign-out': signOut,
}

interface RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly query: URLSearchParams
  /** Null without a session. */
  readonly sessionId: string | null
  readonly session: Session | null
}

createServer(createIdentityProvider(issuer, client)).listen(Number(providerPort), 'localhost')
createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  })
}).listen(Number(port), '127.0.0.1', () => console.log(`open ${site}/`))

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', site)
  const [, sessionId = null] = /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
  const session = sessionId === null ? null : (sessions.get(sessionId) ?? null)
  const route = routes[`${request.method} ${pathname}`]
  if (route === undefined) response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end()
  else await route({ request, response, query, sessionId, session })
}

function showPage({ response, session }: RequestContext): void {
  const isSignedIn = session?.user != null
  response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Acme</title>
  <h1>Acme</h1>
  ${isSignedIn ? '<form method="post" action="/sign-out"><button>Sign out</button></form>' : '<a href="/sign-in">Sign in</a>'}
  <div id="chat"></div>
  <script type="module" src="/page.js"></script>
</html>`)
}

/** The chat calls `/id-token` when it connects, and before a message if its access token is about to expire. */
async function sendScript({ response }: RequestContext): Promise<void> {
  response.setHeader('content-type', 'text/javascript')
    .end(`import { createServiceChat } from ${JSON.stringify(await findClient())}

createServiceChat({
  container: document.getElementById('chat'),
  partnerIdentifier: 'example-site',
  publicKey: ${JSON.stringify(publicKey)},
  authType: 'tokenExchange',
  idTokenProvider: async () => {
    const response = await fetch('/id-token')
    if (response.status === 204) return null
    if (!response.ok) throw new Error('the ID token is not available')
    return response.text()
  },
})`)
}

async function findClient(): Promise<string> {
  const manifest = (await (await fetch(`${service}/sdk/manifest.json`)).json()) as {
    readonly files: readonly { readonly name: string; readonly url: string }[]
  }
  return manifest.files.find(({ name }) => name === 'chat.mjs')!.url
}

function startSignIn({ response }: RequestContext): void {
  const { url, ...pending } = beginSignIn(issuer, client)
  createSession(response, { user: null, pending })
  response.writeHead(303, { location: url }).end()
}

async function finishSignIn({ response, query, sessionId, session }: RequestContext): Promise<void> {
  const code = query.get('code')
  if (session?.pending == null || code === null || query.get('state') !== session.pending.state) {
    response.writeHead(400).end('The sign-in has ended. Go back to the site and sign in again.')
    return
  }
  const user = await requestTokens(issuer, client, {
    grant_type: 'authorization_code',
    code,
    code_verifier: session.pending.verifier,
  })
  // A new id, because another person may know the old one (session fixation).
  sessions.delete(sessionId!)
  createSession(response, { user, pending: null })
  response.writeHead(303, { location: '/' }).end()
}

/** The oldest session makes room for another one. */
function createSession(response: ServerResponse, session: Session): void {
  const id = randomBytes(16).toString('base64url')
  const [oldest] = sessions.keys()
  if (sessions.size >= sessionsMax && oldest !== undefined) sessions.delete(oldest)
  sessions.set(id, session)
  response.setHeader('set-cookie', `session=${id}; HttpOnly; SameSite=Lax; Path=/`)
}

const renewBeforeMs = 300_000

/** Renews an ID token that expires soon. */
async function sendIdToken({ response, sessionId, session }: RequestContext): Promise<void> {
  response.setHeader('cache-control', 'no-store')
  if (session?.user == null) {
    response.writeHead(204).end()
    return
  }
  let { user } = session
  if (user.expiresAt - Date.now() < renewBeforeMs) {
    const { refreshToken } = user
    user = await requestTokens(issuer, client, { grant_type: 'refresh_token', refresh_token: refreshToken })
    sessions.set(sessionId!, { user, pending: null })
  }
  response.end(user.idToken)
}

function signOut({ request, response, sessionId }: RequestContext): void {
  if (request.headers.origin !== site) {
    response.writeHead(403).end()
    return
  }
  if (sessionId !== null) sessions.delete(sessionId)
  response.writeHead(303, { location: '/' }).end()
}
