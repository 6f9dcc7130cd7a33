/** For tests: a server that sends its codes by e-mail, registered OAuth clients, and a browser without JavaScript. */
import assert from 'node:assert/strict'
import * as client from 'openid-client'
import { type RunOptions, runServer } from '../running.fixture.ts'
import { mcpPing } from '../mcp-ping.fixture.ts'
import { startMailServer } from '../mail-server.fixture.ts'

export const redirect_uri = 'http://127.0.0.1:49152/callback'

/** An unsigned JWT, for requests that need a request object or a client assertion. */
export const unsignedJwt = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"client_id":"x"}').toString('base64url')}.`

/** Starts a server that sends its codes by e-mail, with functions to create its clients, browsers and users. */
export async function startOAuthServer(
  settings: Readonly<Record<string, string>> = {},
  options: RunOptions = {},
) {
  const resources = new AsyncDisposableStack()
  const mail = resources.use(await startMailServer())
  const mailSettings = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' }
  const server = resources.use(await runServer({ ...mailSettings, ...settings }, options))
  let userCount = 0
  return {
    mail,
    url: server.url,
    dataDir: server.dataDir,
    key: server.key,
    resource: `${server.url}/mcp`,
    browser: (url = server.url) => new Browser(url),
    /** The e-mail address of a new user, who has used none of the limits for codes. */
    newAddress: () => `person${(userCount += 1)}@example.org`,
    /** The code in the last e-mail. */
    code: () => codeIn(mail.mails.at(-1)?.text),
    register: (metadata: Readonly<Record<string, unknown>> = {}) => registerClient(server.url, metadata),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
export type OAuthTestServer = Awaited<ReturnType<typeof startOAuthServer>>

function codeIn(mail: string | undefined): string {
  return /^Subject: (\d{6}) /m.exec(mail ?? '')?.[1] ?? 'no code'
}

function registerClient(
  url: string,
  metadata: Readonly<Record<string, unknown>>,
): Promise<client.Configuration> {
  return client.dynamicClientRegistration(
    new URL(url),
    { client_name: 'Little Agent', redirect_uris: [redirect_uri], ...metadata },
    client.None(),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  )
}

export interface PageResponse {
  readonly status: number
  readonly html: string
  readonly url: string
  /** The URL outside the service to which the browser was redirected; null without such a redirect. */
  readonly returnUrl: URL | null
  readonly headers: Headers
}

/** Keeps cookies by path, follows redirects within the service, and submits forms of the pages. */
export class Browser {
  readonly #url: string
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>()

  constructor(url: string) {
    this.#url = url
  }

  get cookieValues(): readonly string[] {
    return [...this.#cookies.values()].map(({ value }) => value)
  }

  async go(address: string | URL, init: RequestInit = {}): Promise<PageResponse> {
    const url = new URL(address, this.#url)
    if (url.origin !== this.#url)
      return { status: 0, html: '', url: url.href, returnUrl: url, headers: new Headers() }
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const headers = { accept: 'text/html', cookie, ...(init.headers as Record<string, string>) }
    const response = await fetch(url, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line)
    const next = response.headers.get('location')
    if (next !== null) return this.go(new URL(next, url))
    return {
      status: response.status,
      html: await response.text(),
      url: url.href,
      returnUrl: null,
      headers: response.headers,
    }
  }

  #storeCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const [, path = '/'] = /path=([^;]+)/i.exec(line) ?? []
    if (value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, { value, path })
  }

  /** Submits the form whose action ends with `action`; `typed` adds or replaces fields. */
  async send(
    page: PageResponse,
    action: string,
    typed: Readonly<Record<string, string>> = {},
  ): Promise<PageResponse> {
    const forms = [...page.html.matchAll(/<form[^>]* action="([^"]+)">([\s\S]*?)<\/form>/g)]
    const form = forms.find(
      ([html, target]) =>
        target?.endsWith(action) &&
        (typed['decision'] === undefined || html.includes(`value="${typed['decision']}"`)),
    )
    assert.ok(form, `no form ${action} in ${page.html}`)
    const fields = [...form[2]!.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    )
    const body = new URLSearchParams({ ...Object.fromEntries(fields), ...typed })
    return this.go(form[1]!, { method: 'POST', body, headers: { origin: this.#url } })
  }

  async signIn(
    page: PageResponse,
    server: Pick<OAuthTestServer, 'code' | 'newAddress'>,
    address = server.newAddress(),
  ): Promise<PageResponse> {
    const codePage = await this.send(page, '/code', { email: address })
    assert.equal(codePage.status, 200, codePage.html)
    return this.send(codePage, '/session', { code: server.code() })
  }
}

/** The authorization request of a client, and the values that its token request needs. */
export async function startAuthorization(
  server: OAuthTestServer,
  config: client.Configuration,
  parameters: Readonly<Record<string, string>> = {},
) {
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: 'directory:read',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'of-this-request',
    resource: server.resource,
    ...parameters,
  })
  return { url, checks: { pkceCodeVerifier: verifier, expectedState: 'of-this-request' } }
}

/** Signs in, allows the client, and returns the redirect with the authorization code. */
export async function allow(
  server: OAuthTestServer,
  config: client.Configuration,
  browser = server.browser(),
  address = server.newAddress(),
) {
  const { url, checks } = await startAuthorization(server, config)
  const consent = await browser.signIn(await browser.go(url), server, address)
  const { returnUrl } = await browser.send(consent, '/consent', { decision: 'allow' })
  assert.ok(returnUrl, consent.html)
  return { returnUrl, checks }
}

/** The form of a token request with a new authorization code. */
export async function createTokenRequest(
  server: OAuthTestServer,
  config: client.Configuration,
): Promise<Record<string, string>> {
  const { returnUrl, checks } = await allow(server, config)
  return {
    grant_type: 'authorization_code',
    client_id: config.clientMetadata().client_id,
    code: returnUrl.searchParams.get('code') ?? '',
    code_verifier: checks.pkceCodeVerifier,
    redirect_uri,
  }
}

export async function obtainRefreshToken(
  server: OAuthTestServer,
  config: client.Configuration,
  browser?: Browser,
  address?: string,
): Promise<string> {
  const { returnUrl, checks } = await allow(server, config, browser, address)
  return (await client.authorizationCodeGrant(config, returnUrl, checks)).refresh_token ?? ''
}

export async function errorOf(request: Promise<unknown>): Promise<string> {
  const failure: unknown = await request.then(
    () => null,
    (error: unknown) => error,
  )
  return String((failure as { error?: unknown } | null)?.error ?? failure)
}

/** The status of a request to the MCP endpoint with this token. */
export async function statusWith(server: OAuthTestServer, token: string): Promise<number> {
  return (await fetch(server.resource, mcpPing({ authorization: `Bearer ${token}` }))).status
}

export function requestToken(
  server: OAuthTestServer,
  form: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(`${server.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
}
