/** Each kind of token works only where it was issued for (row T5): REST and MCP refuse tokens of the chat, and the chat refuses theirs. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSettings, startTokenServer } from './chat/tokens/token-server.fixture.ts'
import { mcpPing } from './mcp-ping.fixture.ts'
import { createTokenSigner, issuer } from './oauth/token-signer.fixture.ts'
import { runServer } from './running.fixture.ts'
import { small } from './small-directory.fixture.ts'

test('REST and MCP refuse a token of the chat, and the chat refuses a token of REST and MCP', async () => {
  await using server = await runServer({ BASE_URL: issuer })
  await using signer = await createTokenSigner(server)
  await using chat = await startTokenServer({
    baseUrl: issuer,
    place: { folder: join(server.dataDir, 'state') },
  })
  const acme = await chat.add('acme', createSettings(null))
  const { access_token: chatToken, refresh_token: chatRefresh } = await chat.tokens.issue(acme, 'someone')
  const directoryToken = await signer.sign()

  const statuses = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const responses = [
      await server.get(`/v1/providers/${small.npi}`, headers),
      await fetch(`${server.url}/mcp`, mcpPing(headers)),
    ]
    return responses.map(({ status }) => status)
  }
  assert.deepEqual(await statuses(directoryToken), [200, 200])
  assert.deepEqual(await statuses(chatToken), [401, 401])
  assert.notEqual(await chat.tokens.check(chatToken, 'acme'), null)
  assert.equal(await chat.tokens.check(directoryToken, 'acme'), null)

  const renamed = await signer.sign({
    claims: { client_id: 'chat-web-acme', partner: 'acme', amr: ['tokenExchange'] },
  })
  assert.equal(await chat.tokens.check(renamed, 'acme'), null)

  // The authorization server of REST and MCP does not know the refresh tokens of the chat.
  const form = { grant_type: 'refresh_token', client_id: 'chat-web-acme', refresh_token: chatRefresh }
  const response = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  assert.equal(response.status, 401)
})

test('a challenge of the chat does not name the authorization server of REST and MCP, which issues no tokens for it', async () => {
  await using server = await runServer({ BASE_URL: issuer })
  const challenges = await Promise.all(
    ['/sdk/config', '/v1/providers'].map(async (path) => {
      const { status, headers } = await fetch(`${server.url}${path}`)
      assert.equal(status, 401)
      return headers.get('www-authenticate') ?? ''
    }),
  )
  assert.doesNotMatch(challenges[0]!, /resource_metadata/)
  assert.match(challenges[1]!, /resource_metadata/)
})
