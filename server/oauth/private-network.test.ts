/** The server fetches Client ID Metadata Documents from URLs that clients name, but never from loopback addresses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTrustedServer } from '../access/tokens/trusted-server.fixture.ts'
import { runServer } from '../running.fixture.ts'

test('the server fetches no document from a loopback host or address, even if its certificate is trusted', async () => {
  await using documents = await startTrustedServer()
  const { port } = documents
  assert.equal((await fetch(`https://localhost:${port}/client`)).status, 200)
  assert.equal(documents.requests(), 1)
  await using server = await runServer()
  for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]']) {
    const query = new URLSearchParams({
      client_id: `https://${host}:${port}/client`,
      redirect_uri: 'https://agent.example/callback',
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const response = await fetch(`${server.url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' })
    assert.equal(response.status, 400)
  }
  assert.equal(documents.requests(), 1)
})
