/** The upgrade to the chat socket: everything is checked before it, and a refusal is an ordinary response. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { chatSubprotocol } from '@careatlas/contract/chat-frames'
import { addPartner, runChat, type RunningChat, testOrigin, testPartner } from './chat-server.fixture.ts'

interface Attempt {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
}

describe('an upgrade', () => {
  let server: RunningChat
  let otherKey: string
  before(async () => {
    server = await runChat()
    otherKey = await addPartner(server, 'other', { ...testPartner, origins: ['https://other.example'] })
  })
  after(() => server[Symbol.asyncDispose]())

  /** The status of the response, and the error code of its envelope; null after an upgrade. */
  function attempt({
    path = pathOf(server),
    headers = {},
  }: Attempt): Promise<readonly [number, string | null]> {
    return new Promise((resolve, reject) => {
      const message = request(`${server.url}${path}`, {
        headers: Object.fromEntries(
          Object.entries({ ...upgradeHeaders, ...headers }).filter(([, value]) => value !== undefined),
        ),
      })
      message.once('upgrade', ({ statusCode }, socket) => {
        socket.destroy()
        resolve([statusCode ?? 0, null])
      })
      message.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('end', () => {
          const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
          resolve([response.statusCode ?? 0, ErrorEnvelope.parse(body).error.code])
        })
      })
      message.once('error', reject)
      message.end()
    })
  }

  test('of a page of the partner succeeds', async () => {
    assert.deepEqual(await attempt({}), [101, null])
  })

  for (const origin of [
    'https://evil.example',
    'null',
    undefined,
    `${testOrigin}.evil.example`,
    'https://www.acme.example:8443',
    'http://www.acme.example',
    'https://WWW.acme.example.',
  ])
    test(`is refused for the origin ${origin}`, async () => {
      assert.deepEqual(await attempt({ headers: { origin } }), [403, 'origin_not_allowed'])
    })

  test('is refused with the key of another partner, without a key, and for an unknown partner', async () => {
    const wrong = { ...server.client, publicKey: otherKey }
    assert.deepEqual(await attempt({ path: pathOf({ client: wrong }) }), [403, 'partner_mismatch'])
    for (const client of [
      { ...server.client, publicKey: '' },
      { ...server.client, partner: 'unknown' },
      { ...server.client, partner: '../acme' },
    ])
      assert.deepEqual(await attempt({ path: pathOf({ client }) }), [401, 'invalid_credentials'])
  })

  test('is refused without the subprotocol, and with another version', async () => {
    const headers = { 'sec-websocket-protocol': 'graphql-ws' }
    assert.deepEqual(await attempt({ headers }), [400, 'bad_request'])
    const path = pathOf(server).replace('v=1', 'v=2')
    assert.deepEqual(await attempt({ path }), [400, 'invalid_parameter'])
  })

  for (const [name, value] of [
    ['sec-websocket-key', undefined],
    ['sec-websocket-key', 'dGhlIHNhbXBsZQ=='],
    ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ=='],
    ['sec-websocket-version', undefined],
    ['sec-websocket-version', '12'],
    ['sec-websocket-protocol', `${chatSubprotocol}, ${chatSubprotocol}`],
    ['sec-websocket-protocol', `${chatSubprotocol},`],
    ['sec-websocket-protocol', `${chatSubprotocol}, (`],
  ] as const)
    test(`is refused with ${name}: ${value}`, async () => {
      assert.deepEqual(await attempt({ headers: { [name]: value } }), [400, 'bad_request'])
    })

  test('is refused on other paths, where other requests for an upgrade are ordinary requests', async () => {
    assert.deepEqual(await attempt({ path: '/v1/ws' }), [404, 'not_found'])
    const response = await fetch(`${server.url}/v1/health`, { headers: { connection: 'keep-alive' } })
    assert.equal(response.status, 200)
  })

  test('is required: a plain request gets 426', async () => {
    const response = await fetch(`${server.url}${pathOf(server)}`, { headers: { origin: testOrigin } })
    assert.deepEqual([response.status, response.headers.get('upgrade')], [426, 'websocket'])
  })
})

function pathOf({ client }: Pick<RunningChat, 'client'>): string {
  return `/sdk/ws?partner=${encodeURIComponent(client.partner)}&key=${client.publicKey}&v=1`
}

const upgradeHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  origin: testOrigin,
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol': chatSubprotocol,
}
