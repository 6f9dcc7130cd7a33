/** The sign-in and consent pages accept a consent only from the user and the browser of the interaction. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { mockClock } from '../mock-clock.fixture.ts'
import {
  startAuthorization,
  startOAuthServer,
  type Browser,
  type PageResponse,
} from './oauth-server.fixture.ts'

const advanceClock = mockClock()

const server = await startOAuthServer()
after(() => server[Symbol.asyncDispose]())
const agent = await server.register()

describe('the sign-in and consent pages', () => {
  test('cannot be framed, cached or read by another origin', async () => {
    const browser = server.browser()
    const signIn = await browser.go((await startAuthorization(server, agent)).url)
    const code = await browser.send(signIn, '/code', { email: server.newAddress() })
    const consent = await browser.send(code, '/session', { code: server.code() })
    for (const { html, headers } of [signIn, code, consent]) {
      assert.match(html, /<form/)
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('access-control-allow-origin'), null)
    }
  })

  test('are refused to another browser', async () => {
    const page = await consentPage(server.browser())
    for (const browser of [server.browser(), await signedInBrowser()]) {
      const shown = await browser.go(page.url)
      assert.equal(shown.status, 403)
      assert.doesNotMatch(shown.html, />Allow</)
    }
  })

  test('answer a forged form in the same way for existing and unknown interactions', async () => {
    const page = await consentPage(server.browser())
    for (const path of [page.url, `${server.url}/oauth/interaction/unknown`]) {
      const response = await server.browser().send({ ...page, html: formTo(`${path}/consent`) }, '/consent')
      assert.equal(response.status, 403)
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(response.html, /role="alert".*security token is missing or expired/s)
    }
  })

  test('refuse a forged request to switch the account', async () => {
    const browser = server.browser()
    const page = await consentPage(browser)
    const form = { token: 'guessed' }
    assert.equal((await browser.send(page, '/another-account', form)).status, 403)
    assert.equal((await server.browser().send(page, '/another-account')).status, 403)
    assert.match((await browser.go(page.url)).html, />Allow</)
  })

  test('refuse consent from another signed-in user, even with a CSRF token of that user', async () => {
    const [ana, bob] = [server.browser(), server.browser()]
    const [anasPage, bobsPage] = [await consentPage(ana), await consentPage(bob)]
    const token = /name="token" value="([^"]+)"/.exec(bobsPage.html)?.[1] ?? ''
    assert.equal((await bob.send(anasPage, '/consent', { decision: 'allow', token })).status, 403)
    assert.ok((await ana.send(anasPage, '/consent', { decision: 'allow' })).returnUrl)
  })

  test('refuse consent after the user has signed out or another user has signed in', async () => {
    const browser = server.browser()
    const consent = await consentPage(browser)
    await browser.send(await browser.go('/keys'), '/sign-out')
    assert.equal((await browser.send(consent, '/consent', { decision: 'allow' })).status, 403)
    await browser.signIn(await browser.go('/keys'), server)
    assert.equal((await browser.send(consent, '/consent', { decision: 'allow' })).status, 403)
    assert.equal((await browser.go(consent.url)).status, 403)
  })

  test('refuse consent before sign-in', async () => {
    const browser = server.browser()
    const signIn = await browser.go((await startAuthorization(server, agent)).url)
    const forged = {
      ...signIn,
      html: signIn.html.replace('/code">', '/consent"><input name="decision" value="allow">'),
    }
    assert.equal((await browser.send(forged, '/consent', { decision: 'allow' })).status, 403)
  })

  test('refuse a second consent', async () => {
    const browser = server.browser()
    const consent = await consentPage(browser)
    assert.ok((await browser.send(consent, '/consent', { decision: 'allow' })).returnUrl)
    assert.equal((await browser.send(consent, '/consent', { decision: 'allow' })).status, 403)
  })

  test('do not treat a sign-in on the consent page as consent', async () => {
    const browser = server.browser()
    const consent = await consentPage(browser)
    const forged = { ...consent, html: consent.html.replaceAll('/consent"', '/code"') }
    const next = await browser.signIn(forged, server, 'another.person@example.org')
    assert.equal(next.returnUrl, null)
    assert.doesNotMatch(next.html, /person\d+@/)
  })

  test('refuse a one-time code from another browser, from another page, or after eleven minutes', async (context) => {
    const [ana, bob] = [server.browser(), server.browser()]
    const address = server.newAddress()
    const [anasPage, bobsPage] = [
      await ana.send(await ana.go((await startAuthorization(server, agent)).url), '/code', {
        email: address,
      }),
      await bob.send(await bob.go((await startAuthorization(server, agent)).url), '/code', {
        email: server.newAddress(),
      }),
    ]
    const challenge = /name="challenge" value="([^"]+)"/.exec(anasPage.html)?.[1] ?? ''
    const code = codeFor(address)
    assert.equal((await bob.send(bobsPage, '/session', { challenge, code })).status, 403)
    const keys = await bob.go('/keys')
    assert.equal(
      (
        await bob.send(await bob.send(keys, '/code', { email: server.newAddress() }), '/session', {
          challenge,
          code,
        })
      ).status,
      403,
    )
    advanceClock(context, 11 * 60_000)
    assert.equal((await ana.send(anasPage, '/session', { code })).status, 403)
  })
})

/** The consent page, after the user has signed in. */
async function consentPage(browser: Browser, address = server.newAddress()): Promise<PageResponse> {
  return browser.signIn(await browser.go((await startAuthorization(server, agent)).url), server, address)
}

function formTo(path: string): string {
  return `<form method="post" action="${path}"></form>`
}

async function signedInBrowser(): Promise<Browser> {
  const browser = server.browser()
  await browser.signIn(await browser.go('/keys'), server)
  return browser
}

function codeFor(address: string): string {
  const mail = server.mail.mails.find(({ to }) => to.includes(address))
  return /^Subject: (\d{6}) /m.exec(mail?.text ?? '')?.[1] ?? 'no code'
}
