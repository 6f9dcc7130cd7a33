/** For tests: a server that sends its codes by mail, a registered OAuth client, and a browser without JavaScript. */
import assert from 'node:assert/strict'
import * as client from 'openid-client'
import { type RunOptions, runServer } from '../running.fixture.ts'
import { mailServer } from '../accounts/mail-server.fixture.ts'

export const redirect_uri = 'http://127.0.0.1:49152/callback'

/** A server that sends its codes by mail, with functions to create its clients, browsers and users. */
export async function startOAuthServer(
  settings: Readonly<Record<string, string>> = {},
  options: RunOptions = {},
) {
  const opened = new AsyncDisposableStack()
  const mail = opened.use(await mailServer())
  const sending = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' }
  const server = opened.use(await runServer({ ...sending, ...settings }, options))
  let users = 0
  return {
    mail,
    url: server.url,
    server,
    resource: `${server.url}/mcp`,
    browser: (url = server.url) => new Browser(url),
    /** The e-mail address of a new user, for whom no limit delays a code. */
    newAddress: () => `person${(users += 1)}@example.org`,
    code: () => codeIn(mail.mails.at(-1)?.text),
    register: (metadata: Readonly<Record<string, unknown>> = {}) => registerClient(server.url, metadata),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
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
  /** The redirect target outside the service; null while the browser is still in the service. */
  readonly left: URL | null
  readonly headers: Headers
}

/** Keeps cookies by path, follows redirects within the service, and submits forms of the pages. */
export class Browser {
  readonly #url: string
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>()

  constructor(url: string) {
    this.#url = url
  }

  /** The values of all cookies. */
  get secrets(): readonly string[] {
    return [...this.#cookies.values()].map(({ value }) => value)
  }

  async go(address: string | URL, init: RequestInit = {}): Promise<PageResponse> {
    const url = new URL(address, this.#url)
    if (url.origin !== this.#url)
      return { status: 0, html: '', url: url.href, left: url, headers: new Headers() }
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const headers = { accept: 'text/html', cookie, ...(init.headers as Record<string, string>) }
    const response = await fetch(url, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const next = response.headers.get('location')
    if (next !== null) return this.go(new URL(next, url))
    return {
      status: response.status,
      html: await response.text(),
      url: url.href,
      left: null,
      headers: response.headers,
    }
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const [, path = '/'] = /path=([^;]+)/i.exec(line) ?? []
    if (value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, { value, path })
  }

  /** Submits the form of the page whose action ends with `action`, with the values of `typed`. */
  async send(
    page: PageResponse,
    action: string,
    typed: Readonly<Record<string, string>> = {},
  ): Promise<PageResponse> {
    const forms = [...page.html.matchAll(/<form[^>]* action="([^"]+)">([\s\S]*?)<\/form>/g)]
    const wanted = forms.find(
      ([form, where]) =>
        where?.endsWith(action) &&
        (typed['decision'] === undefined || form.includes(`value="${typed['decision']}"`)),
    )
    assert.ok(wanted, `no form ${action} in ${page.html}`)
    const fields = [...wanted[2]!.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    )
    const body = new URLSearchParams({ ...Object.fromEntries(fields), ...typed })
    return this.go(wanted[1]!, { method: 'POST', body, headers: { origin: this.#url } })
  }

  async signIn(
    page: PageResponse,
    at: Pick<OAuthTestServer, 'code' | 'newAddress'>,
    address = at.newAddress(),
  ): Promise<PageResponse> {
    const codePage = await this.send(page, '/code', { email: address })
    assert.equal(codePage.status, 200, codePage.html)
    return this.send(codePage, '/session', { code: at.code() })
  }
}

/** The authorization request of a client, and the values with which it checks the response. */
export async function startAuthorization(
  at: OAuthTestServer,
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
    resource: at.resource,
    ...parameters,
  })
  return { url, checks: { pkceCodeVerifier: verifier, expectedState: 'of-this-request' } }
}

/** Signs in, allows the client, and returns the redirect with the authorization code. */
export async function allow(
  at: OAuthTestServer,
  config: client.Configuration,
  browser = at.browser(),
  address = at.newAddress(),
) {
  const { url, checks } = await startAuthorization(at, config)
  const consent = await browser.signIn(await browser.go(url), at, address)
  const { left } = await browser.send(consent, '/consent', { decision: 'allow' })
  assert.ok(left, consent.html)
  return { left, checks }
}

export async function refreshTokenOf(
  at: OAuthTestServer,
  config: client.Configuration,
  browser?: Browser,
  address?: string,
): Promise<string> {
  const { left, checks } = await allow(at, config, browser, address)
  return (await client.authorizationCodeGrant(config, left, checks)).refresh_token ?? ''
}

export async function errorOf(request: Promise<unknown>): Promise<string> {
  const refused: unknown = await request.then(
    () => null,
    (error: unknown) => error,
  )
  return String((refused as { error?: unknown } | null)?.error ?? refused)
}

/** The status of a request with this token: 404 for an accepted token, because `/mcp` is not implemented yet. */
export async function statusWith(at: OAuthTestServer, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(at.resource, { method: 'POST', headers })).status
}

export function tokenEndpoint(
  at: OAuthTestServer,
  form: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(`${at.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
}
