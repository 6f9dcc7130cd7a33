/** What users get of a long conversation: everything, in pieces, so that the server never holds it as a whole. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { Conversations } from '@careatlas/state/conversations/conversations'
import { openState } from '@careatlas/state/state'
import { readConfig } from '../config.ts'
import { runChat, type RunningChat } from './chat-server.fixture.ts'
import { exchange, fetchConfig, partnerHeaders } from './sign-in.fixture.ts'
import { pageClient, startIdentityProvider } from './tokens/identity-provider.fixture.ts'

/** Several batches, the last one full. */
const texts = Array.from({ length: 300 }, (_, index) => `<${index}> ${'é'.repeat(1000)}`)

interface Transcript {
  readonly conversation_id: string
  readonly messages: readonly { readonly seq: number; readonly text: string }[]
}

function assertComplete({ messages }: Transcript): void {
  assert.deepEqual(
    messages.map(({ seq }) => seq),
    Array.from(texts, (_, index) => index + 1),
  )
  assert.deepEqual(
    messages.slice(2).map(({ text }) => text),
    texts.slice(2),
  )
}

describe('a user with long conversations', () => {
  let identityProvider: Awaited<ReturnType<typeof startIdentityProvider>>
  let server: RunningChat
  let headers: Record<string, string>
  let conversationIds: readonly string[]
  before(async () => {
    identityProvider = await startIdentityProvider()
    server = await runChat({}, { partner: { issuer: identityProvider.url, audiences: [pageClient] } })
    const token = await exchange(await fetchConfig(server), await identityProvider.signIn('ana'))
    await using client = await server.connect()
    client.send('auth.upgrade', { access_token: token.access_token })
    await client.next('auth.upgraded')
    const ids: string[] = []
    for (const text of ['hello', 'hello again', 'hello once more']) {
      client.send('conversation.new', {})
      ids.push((await client.next('conversation.opened')).data.conversation_id)
      await client.ask(text)
    }
    conversationIds = ids
    await using state = await openState(readConfig({ DATA_DIR: server.dataDir }).state)
    const conversations = new Conversations(state, { cipher: null })
    for (const id of ids.slice(1))
      for (const text of texts.slice(2))
        await conversations.append(id, { id: uuidV7(), role: 'user', body: { text } })
    headers = {
      ...partnerHeaders(server.client),
      authorization: `Bearer ${token.access_token}`,
      'accept-encoding': 'identity',
    }
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    await identityProvider[Symbol.asyncDispose]()
  })

  async function load(path: string): Promise<string> {
    const response = await fetch(server.url + path, { headers })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-length'), null)
    return response.text()
  }

  test('exports all of them', async () => {
    const { data } = JSON.parse(await load('/sdk/export')) as { data: { conversations: Transcript[] } }
    const [short, ...long] = data.conversations
    assert.deepEqual(
      data.conversations.map(({ conversation_id }) => conversation_id),
      conversationIds,
    )
    assert.equal(short?.messages.length, 2)
    for (const transcript of long) assertComplete(transcript)
  })

  test('reads the transcript as JSON', async () => {
    const { data } = JSON.parse(await load(`/sdk/transcript?conversation_id=${conversationIds[1]}`)) as {
      data: Transcript
    }
    assert.equal(data.conversation_id, conversationIds[1])
    assertComplete(data)
  })

  test('reads the transcript as a page', async () => {
    const page = await load(`/sdk/transcript?format=html&conversation_id=${conversationIds[1]}`)
    const shown = [...page.matchAll(/&lt;(\d+)&gt; é/g)].map(([, index]) => Number(index))
    assert.deepEqual(
      shown,
      Array.from({ length: texts.length - 2 }, (_, index) => index + 2),
    )
    assert.match(page, /^<!doctype html>.*<dl>.*<\/dl>.*<\/html>\s*$/s)
  })

  test('gets the headers only of a HEAD request', async () => {
    for (const path of ['/sdk/export', '/sdk/transcript', '/sdk/transcript?format=html']) {
      const response = await fetch(server.url + path, { method: 'HEAD', headers })
      assert.deepEqual([response.status, await response.text()], [200, ''])
    }
  })
})

test('a user without conversations exports an empty list', async () => {
  await using identityProvider = await startIdentityProvider()
  await using server = await runChat(
    {},
    { partner: { issuer: identityProvider.url, audiences: [pageClient] } },
  )
  const { access_token } = await exchange(await fetchConfig(server), await identityProvider.signIn('bo'))
  const response = await fetch(`${server.url}/sdk/export`, {
    headers: { ...partnerHeaders(server.client), authorization: `Bearer ${access_token}` },
  })
  const { data } = (await response.json()) as { data: { conversations: Transcript[] } }
  assert.deepEqual(data.conversations, [])
})

test('another socket of a user stores no message after a deletion', async () => {
  await using identityProvider = await startIdentityProvider()
  await using server = await runChat(
    {},
    {
      partner: { issuer: identityProvider.url, audiences: [pageClient] },
      // The server refuses the message before it closes the socket.
      chatLimits: { sweepMs: 60_000 },
    },
  )
  const config = await fetchConfig(server)
  const signIn = async () => (await exchange(config, await identityProvider.signIn('cy'))).access_token
  const access_token = await signIn()
  const headers = (token: string) => ({
    ...partnerHeaders(server.client),
    authorization: `Bearer ${token}`,
  })
  await using client = await server.connect()
  client.send('auth.upgrade', { access_token })
  await client.next('auth.upgraded')
  const deleted = await fetch(`${server.url}/sdk/delete`, { method: 'POST', headers: headers(access_token) })
  assert.equal(deleted.status, 204)
  client.send('message.send', { message_id: uuidV7(), text: 'a cardiologist near 02903' })
  assert.equal((await client.next('auth.failed')).data.code, 'token_invalid')
  const response = await fetch(`${server.url}/sdk/export`, { headers: headers(await signIn()) })
  const { data } = (await response.json()) as { data: { conversations: Transcript[] } }
  assert.deepEqual(data.conversations, [])
})
