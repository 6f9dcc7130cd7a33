/** The authorization of an agent in a real browser: sign-in by e-mail, consent, and redirect to the agent. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startMailServer } from '@careatlas/server/mail-server.fixture'
import { runServer } from '@careatlas/server/running.fixture'
import type { Locator } from 'playwright-core'
import { openChromium } from './chromium.fixture.ts'
import { inspectPage } from './page-inspection.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

test(
  'a user authorizes an agent with only the keyboard, is redirected with a code, and disconnects the agent',
  { skip },
  async () => {
    await using mail = await startMailServer()
    await using server = await runServer({ SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' })
    await using agent = await startAgent()
    const registered = await fetch(`${server.url}/oauth/register`, {
      method: 'POST',
      body: JSON.stringify({ client_name: 'Little Agent', redirect_uris: [agent.url] }),
      headers: { 'content-type': 'application/json' },
    })
    const { client_id } = (await registered.json()) as { client_id: string }
    const query = new URLSearchParams({
      client_id,
      redirect_uri: agent.url,
      response_type: 'code',
      code_challenge: hash('sha256', 'a verifier of the agent', 'base64url'),
      code_challenge_method: 'S256',
    })
    const context = await chromium!.newContext()
    const page = await context.newPage()
    await page.goto(`${server.url}/oauth/authorize?${query.toString()}`)
    await inspectPage(page, 'oauth-sign-in')
    await page.keyboard.type('ana@example.org')
    await page.keyboard.press('Enter')
    await page.getByLabel('Six-digit code').waitFor()
    await inspectPage(page, 'oauth-code')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.keyboard.type(/^Subject: (\d{6}) /m.exec(mail.mails[0]?.text ?? '')?.[1] ?? 'no code')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Allow Little Agent to access Careatlas?' }).waitFor()
    await inspectPage(page, 'oauth-consent')
    await page.getByRole('button', { name: 'Allow', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Thank you').waitFor()
    assert.ok(new URL(page.url()).searchParams.get('code'))
    await page.goto(`${server.url}/keys`)
    await page.getByRole('heading', { name: 'Connected apps' }).waitFor()
    await inspectPage(page, 'connected-apps')
    const disconnect = page.getByRole('button', { name: 'Disconnect Little Agent' })
    await expectDescription(disconnect, /^authorized\s+20\d\d-/)
    await disconnect.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Connected apps' }).waitFor({ state: 'detached' })
    await context.close()
  },
)

/** The accessible description of an element. */
async function expectDescription(button: Locator, description: RegExp): Promise<void> {
  const id = (await button.getAttribute('aria-describedby')) ?? ''
  assert.match((await button.page().locator(`#${id}`).textContent()) ?? '', description)
}

/** An agent that waits for the redirect on a local port. */
async function startAgent() {
  const server = createServer((_request, response) => response.end('Thank you'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
