/** For tests: a service with a partner, whose page is of another origin and whose users sign in at an identity provider. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startMailServer } from '@careatlas/server/mail-server.fixture'
import type { RunOptions } from '@careatlas/server/running.fixture'
import { type RunningChat, runChat, testPartner } from '@careatlas/server/chat/chat-server.fixture'
import { pageClient, startIdentityProvider } from '@careatlas/server/chat/tokens/identity-provider.fixture'
import type { PartnerSettings } from '@careatlas/state/partners'
import { readClientModule } from './chat-client-source.fixture.ts'

/** A service, the origin of a page that may use it, and the identity provider of the page. */
export interface Partnership extends AsyncDisposable {
  readonly service: Pick<RunningChat, 'url' | 'client'>
  readonly dataDir: string
  readonly origin: string
  /** Replaces the headers of the page. */
  headers: Readonly<Record<string, string>>
  /** The ID token of a user. */
  signIn(user: string): Promise<string>
}

export interface PartnershipOptions extends RunOptions {
  readonly partner?: Partial<PartnerSettings>
  readonly settings?: Readonly<Record<string, string>>
}

export async function startPartnership({
  partner = {},
  settings = {},
  ...options
}: PartnershipOptions = {}): Promise<Partnership> {
  await using opened = new AsyncDisposableStack()
  let headers: Partnership['headers'] = {}
  const server = createServer(({ url = '/' }, response) => {
    const module = readClientModule(url)
    if (module !== null) response.writeHead(200, { 'content-type': 'text/javascript' }).end(module)
    else response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const identityProvider = opened.use(await startIdentityProvider())
  const identity = { issuer: identityProvider.url, audiences: [pageClient] }
  const service = opened.use(
    await runChat(settings, {
      ...options,
      partner: { ...testPartner, ...identity, origins: [origin], ...partner },
    }),
  )
  const owned = opened.move()
  return {
    service,
    dataDir: service.dataDir,
    origin,
    signIn: (user) => identityProvider.signIn(user),
    get headers() {
      return headers
    },
    set headers(changed) {
      headers = changed
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** One whose users can verify an e-mail address. */
export interface MailedPartnership extends Partnership {
  /** The code of the last mail, or of the last one to a destination. */
  readCode(destination?: string): string
}

/** @param isStrict whether the page has a strict policy, which allows only files of the service */
export async function startMailedPartnership(isStrict = true): Promise<MailedPartnership> {
  await using opened = new AsyncDisposableStack()
  const mailServer = opened.use(await startMailServer())
  const partnership = opened.use(
    await startPartnership({
      settings: { SMTP_URL: mailServer.url, MAIL_FROM: 'chat@careatlas.example' },
    }),
  )
  if (isStrict) partnership.headers = strictHeaders(partnership.service.url)
  const owned = opened.move()
  return {
    ...partnership,
    readCode: (destination) => {
      const mail = mailServer.mails.findLast(
        ({ to }) => destination === undefined || to.includes(destination),
      )
      return (
        /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? assert.fail(`no code for ${destination ?? 'any address'}`)
      )
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Acme</title><div id="chat"></div><div id="other"></div>`

/** The headers of a page whose policy allows the chat of the service at `url` and nothing else. */
export function strictHeaders(url: string): Readonly<Record<string, string>> {
  const policy = [
    `default-src 'none'`,
    `script-src ${url}`,
    `connect-src ${url} ${url.replace('http', 'ws')}`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ]
  return { 'content-security-policy': policy.join('; ') }
}
