import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
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

describe('a misspelled option is ignored, with one warning that names it:', () => {
  for (const [path, given] of [
    ['triggerMaxwidth', { triggerMaxwidth: '400px' }],
    ['partnerID', { partnerID: undefined }],
    ['toString', { toString: () => 'options' }],
    ['dimensions.trigerMaxWidth', { dimensions: { trigerMaxWidth: '400px', width: '900px' } }],
    ['colors.primaryColor', { colors: { primaryColor: 'red', primary: 'red', dark: {} } }],
    ['strings.Welcome', { strings: { Welcome: 'Hello', welcome: 'Hello' } }],
  ] as const)
    test(path, (context) => {
      assert.deepEqual(warningsOf(context, { ...options, ...given }), [`The chat has no option ${path}`])
    })

  test('none of those that exist', (context) => {
    const all = {
      idTokenProvider: async () => null,
      authUpgradeProfileSync: {},
      websocketUrl: 'wss://api.example.org/sdk/ws',
      headerTitle: 'Care',
      placeholder: 'Ask',
      colors: { text: '#000', dark: {} },
      fontSize: '16px',
      fontFamily: 'Lato',
      dimensions: { width: '1px', height: '1px', triggerMaxWidth: '1px' },
      devRoute: null,
      storage: 'memory',
      feedback: true,
      strings: { problem_unavailable: 'Busy' },
      nonce: 'n',
    }
    assert.deepEqual(warningsOf(context, { ...options, ...all }), [])
  })
})

/** What the console warns of. */
function warningsOf({ mock }: TestContext, given: object): readonly unknown[] {
  const warn = mock.method(console, 'warn', () => undefined)
  readOptions(given, undefined)
  return warn.mock.calls.map(({ arguments: [text] }) => text)
}

test('options that the page has not set are undefined for the interface, which has the defaults', () => {
  const { interface: given, storage } = readOptions(
    { ...options, headerTitle: 'Care', colors: {} },
    undefined,
  )
  const { headerTitle, colors, fontSize, strings } = given
  assert.deepEqual(
    [headerTitle, colors, fontSize, strings, storage],
    ['Care', {}, undefined, undefined, 'session'],
  )
})

describe('the service is', () => {
  const { serviceUrl: _, ...without } = options
  for (const [name, change, scriptUrl, expected] of [
    ['serviceUrl', { serviceUrl: 'https://a.example/care/' }, undefined, 'https://a.example/care'],
    ['on a local host', { serviceUrl: 'http://localhost:8080' }, undefined, 'http://localhost:8080'],
    ['where websocketUrl is', { websocketUrl: 'wss://a.example/sdk/ws' }, undefined, 'https://a.example'],
    [
      'where websocketUrl is, without its query',
      { websocketUrl: 'wss://a.example/care/sdk/ws?region=us' },
      undefined,
      'https://a.example/care',
    ],
    ['where the script is', {}, 'https://a.example/care/sdk/v1.2.0-abc/chat.mjs', 'https://a.example/care'],
    [
      'where the script for development is',
      {},
      'https://a.example/care/sdk/v1.2.0-abc/development/chat.js',
      'https://a.example/care',
    ],
  ] as const)
    test(name, () => {
      assert.equal(readOptions({ ...without, ...change }, scriptUrl).serviceUrl, expected)
    })

  for (const scriptUrl of [
    undefined,
    'https://www.acme.example/bundle.js',
    'https://www.acme.example/sdk/js/chat.js',
    'file:///chat.mjs',
  ])
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
