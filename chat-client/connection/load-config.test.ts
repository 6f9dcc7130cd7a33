import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from './load-config.ts'

const settings = { serviceUrl: 'https://api.example.org', websocketUrl: null, devRoute: null }
const required = {
  clientId: 'chat-web-acme',
  audience: 'https://api.example.org/chat',
  tokenExchangeUrl: 'https://api.example.org/sdk/token',
}

test('the required members are enough, and unknown ones are ignored', () => {
  assert.deepEqual(readConfig({ ...required, theme: 'x', limits: 5, authTypes: 'all' }, settings), {
    clientId: 'chat-web-acme',
    audience: 'https://api.example.org/chat',
    tokenUrl: 'https://api.example.org/sdk/token',
    socketUrl: 'wss://api.example.org/sdk/ws',
    authTypes: null,
    productName: null,
    messageCharactersMax: 4000,
  })
})

test('options of the page replace the addresses', () => {
  const websocketUrl = 'wss://sockets.example.org/'
  const devRoute = 'http://localhost:3000/token'
  const config = readConfig(required, { ...settings, websocketUrl, devRoute })
  assert.deepEqual([config?.socketUrl, config?.tokenUrl], [websocketUrl, devRoute])
})

describe('a configuration is malformed', () => {
  for (const change of [
    { clientId: undefined },
    { clientId: 5 },
    { audience: '' },
    { tokenExchangeUrl: 'token' },
    { tokenExchangeUrl: 'http://api.example.org/sdk/token' },
    { tokenExchangeUrl: 'javascript:alert(1)' },
    { websocketUrl: 'ws://api.example.org/sdk/ws' },
    { websocketUrl: 5 },
  ])
    test(`with ${JSON.stringify(change)}`, () =>
      assert.equal(readConfig({ ...required, ...change }, settings), null))
})
