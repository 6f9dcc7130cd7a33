import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readAuthentication, readOptions } from './read-options.ts'

const options = {
  container: { nodeType: 1 },
  partnerIdentifier: 'acme',
  publicKey: 'careatlas_pk_1',
  authType: 'passwordless',
  serviceUrl: 'https://api.example.org/',
}

describe('options are validated at once, with a TypeError that names the option', () => {
  for (const [name, value] of [
    ['container', undefined],
    ['container', '#chat'],
    ['container', { nodeType: 3 }],
    ['partnerIdentifier', undefined],
    ['partnerIdentifier', 'Acme Health'],
    ['publicKey', ''],
    ['publicKey', 5],
    ['authType', undefined],
    ['authType', 'oauth'],
    ['idTokenProvider', 'a token'],
    ['authUpgradeProfileSync', 'Ana'],
    ['serviceUrl', 'http://api.example.org'],
    ['serviceUrl', '/api'],
    ['serviceUrl', 'wss://api.example.org'],
    ['websocketUrl', 'https://api.example.org/sdk/ws'],
    ['websocketUrl', 'ws://api.example.org/sdk/ws'],
    ['headerTitle', 5],
    ['placeholder', {}],
    ['colors', 'red'],
    ['fontSize', 14],
    ['fontFamily', ['Lato']],
    ['dimensions', '100%'],
    ['devRoute', true],
    ['storage', 'cookies'],
    ['feedback', 'yes'],
    ['strings', 'es'],
    ['nonce', 1],
  ] as const)
    test(`${name}: ${JSON.stringify(value)}`, () => {
      assert.throws(() => readOptions({ ...options, [name]: value }, undefined), {
        name: 'TypeError',
        message: new RegExp(`^${name} `),
      })
    })

  test('tokenExchange without idTokenProvider', () => {
    assert.throws(() => readOptions({ ...options, authType: 'tokenExchange' }, undefined), {
      name: 'TypeError',
      message: /^idTokenProvider is required/,
    })
  })

  test('no options', () => {
    assert.throws(() => readOptions(undefined, undefined), { name: 'TypeError' })
  })
})

test('only options that the page has set reach the interface, which has the defaults', () => {
  const { interface: given, storage } = readOptions(
    { ...options, headerTitle: 'Care', colors: {} },
    undefined,
  )
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  assert.deepEqual(Object.fromEntries(set), { headerTitle: 'Care', colors: {} })
  assert.equal(storage, 'session')
})

describe('the service is', () => {
  const { serviceUrl: _, ...without } = options
  for (const [name, change, scriptUrl, expected] of [
    ['serviceUrl', { serviceUrl: 'https://a.example/care/' }, undefined, 'https://a.example/care'],
    ['on a local host', { serviceUrl: 'http://localhost:8080' }, undefined, 'http://localhost:8080'],
    ['where websocketUrl is', { websocketUrl: 'wss://a.example/sdk/ws' }, undefined, 'https://a.example'],
    ['where the script is', {}, 'https://a.example/care/sdk/v1.2.0-abc/chat.mjs', 'https://a.example/care'],
  ] as const)
    test(name, () => {
      assert.equal(readOptions({ ...without, ...change }, scriptUrl).serviceUrl, expected)
    })

  for (const scriptUrl of [undefined, 'https://www.acme.example/bundle.js', 'file:///chat.mjs'])
    test(`unknown if the script is ${scriptUrl}`, () => {
      assert.throws(() => readOptions(without, scriptUrl), { name: 'TypeError', message: /^serviceUrl / })
    })
})

const first = async () => 'first'
const second = async () => 'second'

test('setAuthType keeps the provider of the page unless it gets another one', () => {
  assert.equal(readAuthentication('tokenExchange', {}, first).idTokenProvider, first)
  assert.equal(
    readAuthentication('tokenExchange', { idTokenProvider: second }, first).idTokenProvider,
    second,
  )
  assert.throws(() => readAuthentication('tokenExchange', {}, null), TypeError)
})
