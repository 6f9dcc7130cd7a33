/** Passing a conversation to a person, through a real webhook. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { parseWebhookSecret, signatureHeaders } from '../webhooks/signature.ts'
import { startWebhook } from '../webhooks/webhook.fixture.ts'
import { runChat } from './chat-server.fixture.ts'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

const respond =
  (status: number): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end()

const runWithWebhook = (url: string) => runChat({ HANDOFF_URL: url, HANDOFF_SECRET: secret })

describe('a request for a person', () => {
  test('posts the conversation, the contact and the note to the signed webhook of the operator', async () => {
    using webhook = await startWebhook(respond(204))
    await using server = await runWithWebhook(webhook.url)
    await using client = await server.connect()
    await client.ask('a cardiologist near 02903')
    client.send('handoff.request', { consent: true, contact: '401-555-0123', note: 'Call after five.' })
    await client.next('handoff.accepted')
    assert.equal(webhook.requests.length, 1)
    const { headers, body } = webhook.requests[0]!
    const content = JSON.parse(body) as Readonly<Record<string, unknown>>
    assert.deepEqual(
      [content['type'], content['partner'], content['user_id'], content['contact'], content['note']],
      ['handoff', 'acme', null, '401-555-0123', 'Call after five.'],
    )
    const messages = content['messages'] as readonly { readonly role: string; readonly text: string }[]
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant'],
    )
    assert.equal(messages[0]?.text, 'a cardiologist near 02903')
    const attempt = {
      id: String(headers['webhook-id']),
      body,
      sentAtMs: Number(headers['webhook-timestamp']) * 1000,
    }
    assert.equal(
      headers['webhook-signature'],
      signatureHeaders(attempt, parseWebhookSecret(secret)!)['webhook-signature'],
    )
  })

  test('is not passed on without consent', async () => {
    using webhook = await startWebhook(respond(204))
    await using server = await runWithWebhook(webhook.url)
    await using client = await server.connect()
    client.sendText(
      JSON.stringify({
        type: 'handoff.request',
        id: '01981c3a-0000-7000-8000-000000000001',
        ts: new Date().toISOString(),
        data: { consent: false },
      }),
    )
    assert.equal((await client.next('error')).data.code, 'invalid_frame')
    assert.equal(webhook.requests.length, 0)
  })

  test('gets an error if the webhook fails, and the chat goes on', async () => {
    using webhook = await startWebhook(respond(400))
    await using server = await runWithWebhook(webhook.url)
    await using client = await server.connect()
    client.send('handoff.request', { consent: true })
    assert.equal((await client.next('error')).data.code, 'unavailable')
    assert.equal((await client.ask('hello')).seq, 2)
  })

  test('gets an error if the operator has set no webhook', async () => {
    await using server = await runChat()
    await using client = await server.connect()
    client.send('handoff.request', { consent: true })
    assert.equal((await client.next('error')).data.code, 'not_found')
  })
})
