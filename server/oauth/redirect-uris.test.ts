/** The server redirects only to a registered URI, compared character by character except for the port of a loopback address. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { redirect_uri, startAuthorization, startOAuthServer } from './oauth-server.fixture.ts'

const server = await startOAuthServer()
after(() => server[Symbol.asyncDispose]())
const agent = await server.register()
const webRedirect = 'https://agent.example/callback'
const webClient = await server.register({ redirect_uris: [webRedirect] })

describe('the server does not redirect', () => {
  for (const [requested, registeredUri] of [
    ...[
      'https://agent.example/callback/more',
      'https://agent.example/callbackmore',
      'https://agent.example/call',
      'https://agent.example/',
      'https://www.agent.example/callback',
      'https://agent.example.evil.example/callback',
      'https://agent.example:8443/callback',
      'https://agent.example:443/callback',
      'HTTPS://agent.example/callback',
      'https://AGENT.example/callback',
      'https://agent.example./callback',
      'https://agent.example/Callback',
      'https://agent.example/callback#here',
      'https://agent.example/callback?more=1',
      'https://agent.example/x/../callback',
      'https://agent.example/%63allback',
      'https://agent.example//callback',
      'https://agent.example\\callback',
      'https://agent.example/callback ',
      'https://user@agent.example/callback',
      'https://agent.example@evil.example/callback',
      'http://agent.example/callback',
      '//agent.example/callback',
      'agent.example/callback',
      'javascript:alert(1)',
      'https://agent.example/callback\r\nSet-Cookie: a=b',
    ].map((uri) => [uri, webRedirect] as const),
    ...[
      'http://127.0.0.1:49152/callback/more',
      'http://127.0.0.1:49152/Callback',
      'http://127.0.0.1:49152/callback?more=1',
      'http://localhost:49152/callback',
      'http://[::1]:49152/callback',
      'http://127.1:49152/callback',
      'http://0x7f000001:49152/callback',
      'http://127.0.0.2:49152/callback',
      'https://127.0.0.1:49152/callback',
      'http://127.0.0.1:49152@evil.example/callback',
      'http://127.0.0.1:80x/callback',
      'http://127.0.0.1%2eevil.example:49152/callback',
    ].map((uri) => [uri, redirect_uri] as const),
  ]) {
    test(`to ${JSON.stringify(requested)} if ${registeredUri} is registered`, async () => {
      const config = registeredUri === webRedirect ? webClient : agent
      const page = await server
        .browser()
        .go((await startAuthorization(server, config, { redirect_uri: requested })).url)
      assert.equal(page.returnUrl, null)
      assert.equal(page.status, 400)
      assert.match(page.html, /redirect_uri|redirect uri/i)
    })
  }

  test('if client_id is repeated', async () => {
    const { url } = await startAuthorization(server, agent)
    url.searchParams.append('client_id', webClient.clientMetadata().client_id)
    const page = await server.browser().go(url)
    assert.deepEqual([page.returnUrl, page.status], [null, 400])
  })

  for (const redirects of [
    ['https://evil.example/', redirect_uri],
    [redirect_uri, 'https://evil.example/'],
  ])
    test(`to evil.example if redirect_uri is ${redirects.join(' and ')}`, async () => {
      const { url } = await startAuthorization(server, agent)
      url.searchParams.delete('redirect_uri')
      for (const redirect of redirects) url.searchParams.append('redirect_uri', redirect)
      const { returnUrl } = await server.browser().go(url)
      assert.notEqual(returnUrl?.host, 'evil.example')
      assert.equal(returnUrl?.searchParams.get('code') ?? null, null)
    })

  for (const mode of ['form_post', 'fragment', 'web_message', 'jwt'])
    test(`if response_mode is ${mode}`, async () => {
      const page = await server
        .browser()
        .go((await startAuthorization(server, agent, { response_mode: mode })).url)
      assert.equal(page.returnUrl, null)
      assert.equal(page.status, 400)
      assert.match(page.html, /response_mode must be query/)
    })
})

test('the server redirects to any port of a registered loopback URI', async () => {
  const portless = await server.register({ redirect_uris: ['http://127.0.0.1/callback'] })
  const change = { redirect_uri: 'http://127.0.0.1:50000/callback' }
  for (const config of [agent, portless])
    assert.match(
      (await server.browser().go((await startAuthorization(server, config, change)).url)).html,
      /E-mail address/,
    )
})
