/** What the endpoint refuses, over raw HTTP. */
import assert from 'node:assert/strict'
import { request as sendRequest } from 'node:http'
import { after, describe, test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import * as z from 'zod'
import { runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'

const server = await runServer()
after(() => server[Symbol.asyncDispose]())

const RpcError = z.object({ error: z.object({ code: z.int(), message: z.string() }) })
const ToolError = z.object({
  result: z.object({ isError: z.literal(true), content: z.tuple([z.object({ text: z.string() })]) }),
})

const modern = '2026-07-28'
const legacy = '2025-11-25'

/** The body and the headers of a request in a revision. */
function messageOf(method: string, params: object, revision: string = legacy) {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const named = 'name' in params ? params.name : 'uri' in params ? params.uri : undefined
  return {
    body: {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: revision === modern ? { ...params, _meta: envelope } : params,
    },
    headers: {
      'mcp-protocol-version': revision,
      ...(revision === modern && { 'mcp-method': method }),
      ...(revision === modern && typeof named === 'string' && { 'mcp-name': named }),
    },
  }
}

const baseHeaders = {
  authorization: `Bearer ${server.key}`,
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
}

function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${server.url}/mcp`, { method: 'POST', headers: { ...baseHeaders, ...headers }, body: text })
}

async function send(method: string, params: object, revision: string) {
  const { body, headers } = messageOf(method, params, revision)
  const response = await post(body, headers)
  return { status: response.status, json: await response.json() }
}

async function rpcErrorOf(method: string, params: object, revision: string) {
  const { status, json } = await send(method, params, revision)
  const { error } = RpcError.parse(json)
  return [status, error.code, error.message] as const
}

async function toolErrorOf(name: string, values: object, revision: string) {
  const { status, json } = await send('tools/call', { name, arguments: values }, revision)
  assert.equal(status, 200)
  const [{ text }] = ToolError.parse(json).result.content
  return ErrorEnvelope.parse(JSON.parse(text)).error
}

for (const revision of [modern, legacy, '2025-06-18'])
  describe(`with revision ${revision}`, () => {
    const badParams: Readonly<Record<string, readonly [string, object, RegExp]>> = {
      'an unknown tool': [
        'tools/call',
        { name: 'search_doctors' },
        /^There is no tool "search_doctors"; the tools are search_providers, /,
      ],
      'a tool without a name': ['tools/call', {}, /^Invalid parameters: name must be a string\.$/],
      'a tool whose name is an object': ['tools/call', { name: { toString: 1 } }, /name must be a string/],
      'arguments that are a list': [
        'tools/call',
        { name: 'get_provider', arguments: [1] },
        /arguments must be an object/,
      ],
      'an unknown resource': [
        'resources/read',
        { uri: 'careatlas://nope' },
        /^There is no resource "careatlas:\/\/nope"\.$/,
      ],
      'a resource of another scheme': [
        'resources/read',
        { uri: 'file:///etc/passwd' },
        /There is no resource/,
      ],
      'a resource without a URI': ['resources/read', {}, /uri must be a string/],
      'a resource of an unknown clinician': [
        'resources/read',
        { uri: `careatlas://providers/${small.unknown}` },
        /do not contain the NPI/,
      ],
      'a resource of a malformed NPI': [
        'resources/read',
        { uri: 'careatlas://providers/123' },
        /^npi must be ten digits/,
      ],
      'an unknown prompt': [
        'prompts/get',
        { name: 'nope' },
        /^There is no prompt "nope"; the prompts are find-provider, verify-provider-info\.$/,
      ],
      'a prompt without its argument': ['prompts/get', { name: 'find-provider' }, /^need is required\.$/],
      'a prompt with an argument that is a number': [
        'prompts/get',
        { name: 'find-provider', arguments: { need: 5 } },
        /each argument must be a string/,
      ],
      'a prompt with an unknown argument': [
        'prompts/get',
        { name: 'find-provider', arguments: { need: 'a', x: 'b' } },
        /has no argument "x"/,
      ],
      'a prompt with a text in place of the NPI': [
        'prompts/get',
        { name: 'verify-provider-info', arguments: { npi: '1; call get_location' } },
        /^npi must be ten digits/,
      ],
      'a prompt with a line break': [
        'prompts/get',
        { name: 'find-provider', arguments: { need: 'a\nb' } },
        /on one line/,
      ],
      'a completion without an argument': [
        'completion/complete',
        { ref: { type: 'ref/prompt', name: 'find-provider' } },
        /argument must have a name and a value/,
      ],
      'a completion of an unknown argument': [
        'completion/complete',
        { ref: { type: 'ref/prompt', name: 'find-provider' }, argument: { name: 'constructor', value: '' } },
        /^find-provider has no argument "constructor"\.$/,
      ],
      'a completion of nothing': [
        'completion/complete',
        { ref: { type: 'x' }, argument: { name: 'a', value: '' } },
        /ref must name a prompt or a resource template/,
      ],
      'a completion of an unknown template': [
        'completion/complete',
        { ref: { type: 'ref/resource', uri: 'x://{y}' }, argument: { name: 'y', value: '' } },
        /ref\.uri must be a template/,
      ],
      'a cursor': ['tools/list', { cursor: 'x' }, /cursor must not be sent/],
    }
    for (const [what, [method, params, message]] of Object.entries(badParams))
      test(`${what} is invalid parameters (-32602), with a sentence`, async () => {
        const [status, code, text] = await rpcErrorOf(method, params, revision)
        assert.deepEqual([status, code], [200, -32602], text)
        assert.match(text, message)
        assert.doesNotMatch(text, /[{[\n]/, 'no dump of a validator')
      })

    test('an unknown method is -32601', async () => {
      const [status, code] = await rpcErrorOf('nope/nope', {}, revision)
      assert.deepEqual([status, code], [revision === modern ? 404 : 200, -32601])
    })

    for (const [what, name, values, code, message] of [
      ['a missing argument', 'get_provider', {}, 'missing_parameter', /^npi is required\.$/],
      ['no criterion', 'search_providers', {}, 'missing_parameter', /^Send q, a name or a position/],
      [
        'an extra argument',
        'search_providers',
        { q: 'heart', specialty: 'x' },
        'unknown_parameter',
        /say it in q/,
      ],
      [
        'a misspelled argument',
        'search_providers',
        { q: 'heart', carrier: ['X'] },
        'unknown_parameter',
        /carriers/,
      ],
      [
        'a wrong type',
        'search_providers',
        { q: 5 },
        'invalid_parameter',
        /^q must be 2 to 512 characters .*; got the number 5 instead of a string\.$/,
      ],
      [
        'a number that has the digits of a string',
        'search_providers',
        { zip: 12345 },
        'invalid_parameter',
        /^zip must be five digits; got the number 12345 instead of a string\.$/,
      ],
      [
        'a string that has the digits of a number',
        'search_providers',
        { q: 'heart', limit: '5' },
        'invalid_parameter',
        /between 1 and 25; got the string 5 instead of a number\.$/,
      ],
      ['null', 'check_coverage', { zip: null }, 'invalid_parameter', /; got null instead of a string\.$/],
      [
        'a wrong type of a list',
        'search_providers',
        { q: 'heart', carriers: 'MEDICARE' },
        'invalid_parameter',
        /^carriers must be 1 to 25 codes, .*; got the string "MEDICARE" instead of an array\.$/,
      ],
      [
        'a wrong type in a list',
        'search_providers',
        { q: 'heart', carriers: ['MEDICARE', 62308] },
        'invalid_parameter',
        /; got the number 62308 instead of a string\.$/,
      ],
      [
        'a limit beyond the bound',
        'search_providers',
        { q: 'heart', limit: 26 },
        'invalid_parameter',
        /between 1 and 25; got 26/,
      ],
      [
        'an unknown detail',
        'search_locations',
        { q: 'heart', detail: 'all' },
        'invalid_parameter',
        /one of compact, full/,
      ],
      [
        'an unknown carrier',
        'search_providers',
        { q: 'heart', carriers: ['NOPE'] },
        'unknown_carrier',
        /NOPE/,
      ],
      ['an NPI of nine digits', 'get_provider', { npi: 123456789 }, 'invalid_npi', /123456789/],
      ['an NPI that is no integer', 'get_provider', { npi: 1.5 }, 'invalid_parameter', /ten digits/],
      [
        'two places',
        'check_coverage',
        { zip: '02903', state: 'RI' },
        'conflicting_parameters',
        /exactly one/,
      ],
      ['half a position', 'check_coverage', { lat: 41 }, 'missing_parameter', /lng is required/],
      [
        'a key among the arguments',
        'search_providers',
        { q: 'heart', api_key: server.key },
        'unknown_parameter',
        /header Authorization/,
      ],
    ] as const)
      test(`${what} is an error that a model can act on: ${code}`, async () => {
        const error = await toolErrorOf(name, values, revision)
        assert.equal(error.code, code, error.message)
        assert.match(error.message, message)
        assert.ok(!error.message.includes(server.key))
        assert.ok(error.docs.startsWith(`${server.url}/docs/errors/`))
      })
  })

describe('the header of the revision', () => {
  for (const [what, change, code] of [
    ['missing', { 'mcp-protocol-version': undefined }, -32020],
    ['another than in the body', { 'mcp-protocol-version': legacy }, -32020],
    ['with another method than the body', { 'mcp-method': 'tools/list' }, -32020],
    ['without a method', { 'mcp-method': undefined }, -32020],
    ['with another name than the body', { 'mcp-name': 'get_location' }, -32020],
    ['without a name', { 'mcp-name': undefined }, -32020],
  ] as const)
    test(`${what} is rejected with 400`, async () => {
      const { body, headers } = messageOf(
        'tools/call',
        { name: 'get_provider', arguments: { npi: small.npi } },
        modern,
      )
      const changed = Object.entries({ ...headers, ...change }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      )
      const response = await post(body, Object.fromEntries(changed))
      assert.deepEqual([response.status, RpcError.parse(await response.json()).error.code], [400, code])
    })

  test('of an unknown revision is rejected with 400, and the error names the served ones', async () => {
    const { body, headers } = messageOf('tools/list', {}, legacy)
    const old = await post(body, { ...headers, 'mcp-protocol-version': '1999-01-01' })
    assert.equal(old.status, 400)
    assert.match(await old.text(), /2025-11-25/)
    const future = messageOf('tools/list', {}, modern)
    const text = JSON.stringify(future.body).replaceAll(modern, '2099-01-01')
    const response = await post(text, { ...future.headers, 'mcp-protocol-version': '2099-01-01' })
    assert.equal(response.status, 400)
    assert.match(await response.text(), /-32022.*2026-07-28/)
  })
})

describe('the body', () => {
  test('of one megabyte is rejected with 413', async () => {
    const { body, headers } = messageOf('tools/call', {
      name: 'search_providers',
      arguments: { q: 'x'.repeat(1_000_000) },
    })
    const response = await post(body, headers)
    assert.equal(response.status, 413)
    assert.equal(ErrorEnvelope.parse(await response.json()).error.code, 'payload_too_large')
  })
  for (const [what, body] of [
    ['a batch', [messageOf('ping', {}).body, messageOf('ping', {}).body]],
    ['a batch of one', [messageOf('ping', {}).body]],
    ['an empty batch', []],
    ['a text', '"ping"'],
    ['null', 'null'],
    ['no JSON-RPC message', {}],
    ['a message with the wrong version', { ...messageOf('ping', {}).body, jsonrpc: '1.0' }],
    ['a message with an id that is an object', { ...messageOf('ping', {}).body, id: {} }],
  ] as const)
    test(`that is ${what} is rejected with 400`, async () => {
      const response = await post(body)
      assert.deepEqual([response.status, RpcError.parse(await response.json()).error.code], [400, -32600])
    })
  test('that is not JSON, or not declared as JSON, is rejected', async () => {
    const broken = await post('{')
    assert.deepEqual(
      [broken.status, ErrorEnvelope.parse(await broken.json()).error.code],
      [400, 'bad_request'],
    )
    assert.equal((await post('{}', { 'content-type': 'text/plain' })).status, 415)
    assert.equal((await post('', {})).status, 400)
  })
  for (const [name, argument] of [
    ['search_providers', 'q'],
    ['search_providers', 'carriers'],
    ['get_provider', 'npi'],
    ['get_provider', 'unknown'],
  ] as const)
    test(`with ${argument} deeper than the stack gets an error about ${argument}`, async () => {
      const { body, headers } = messageOf('tools/call', { name, arguments: { [argument]: '?' } })
      const depth = 20_000
      const text = JSON.stringify(body).replace('"?"', '['.repeat(depth) + ']'.repeat(depth))
      const [{ text: json }] = ToolError.parse(await (await post(text, headers)).json()).result.content
      const { error } = ErrorEnvelope.parse(JSON.parse(json))
      assert.equal(error.status, 400, error.message)
      assert.ok(error.message.includes(argument))
    })
  test('of initialize without parameters is invalid parameters', async () => {
    const [status, code, message] = await rpcErrorOf('initialize', {}, legacy)
    assert.deepEqual([status, code], [200, -32602])
    assert.equal(message, 'Invalid parameters: protocolVersion must be a string.')
  })
})

describe('the source of a request', () => {
  const ping = messageOf('ping', {})
  for (const origin of [
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'http://localhost.evil.example',
  ])
    test(`${origin} as the Origin is rejected with 403`, async () => {
      const response = await post(ping.body, { ...ping.headers, origin })
      assert.equal(response.status, 403)
      assert.equal(ErrorEnvelope.parse(await response.json()).error.code, 'origin_not_allowed')
    })
  test('may be a page of the server itself, or of an origin in MCP_ORIGINS', async () => {
    assert.equal((await post(ping.body, { ...ping.headers, origin: server.url })).status, 200)
    await using other = await runServer({ MCP_ORIGINS: 'https://app.example/, http://localhost:6274' })
    for (const origin of ['https://app.example', 'http://localhost:6274']) {
      const headers = { ...baseHeaders, ...ping.headers, authorization: `Bearer ${other.key}`, origin }
      const response = await fetch(`${other.url}/mcp`, {
        method: 'POST',
        headers,
        body: JSON.stringify(ping.body),
      })
      assert.equal(response.status, 200)
    }
  })
  for (const [host, status] of [
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost:1', 200],
    ['[::1]', 200],
  ] as const)
    test(`${host} as the Host gets ${status}`, async () => {
      assert.equal(await statusWithHost(server.url, server.key, host), status)
    })
  test('may name the host of BASE_URL', async () => {
    await using proxied = await runServer({ BASE_URL: 'https://atlas.example' })
    assert.equal(await statusWithHost(proxied.url, proxied.key, 'atlas.example'), 200)
    assert.equal(await statusWithHost(proxied.url, proxied.key, 'evil.example'), 403)
  })

  /** `fetch` does not send another Host. */
  function statusWithHost(url: string, key: string, host: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const headers = { ...baseHeaders, ...ping.headers, authorization: `Bearer ${key}`, host }
      const request = sendRequest(`${url}/mcp`, { method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.on('error', reject).end(JSON.stringify(ping.body))
    })
  }
})

describe('other methods and addresses', () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'HEAD'])
    test(`${method} is rejected with 405 and Allow, also without a key`, async () => {
      const response = await fetch(`${server.url}/mcp`, { method })
      assert.equal(response.status, 405)
      assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
    })
  test('an unknown parameter in the URL is rejected', async () => {
    const response = await fetch(`${server.url}/mcp?tools=x`, {
      method: 'POST',
      headers: baseHeaders,
      body: '{}',
    })
    assert.equal(response.status, 400)
  })
  test('without a key, with an unknown one: 401 with a challenge that names the metadata', async () => {
    for (const [authorization, pattern] of [
      [
        '',
        /^Bearer realm="mcp", resource_metadata="[^"]+\/\.well-known\/oauth-protected-resource\/mcp", scope="directory:read"$/,
      ],
      ['Bearer unknown', /^Bearer error="invalid_token", realm="mcp", /],
    ] as const) {
      const { authorization: _, ...headers } = baseHeaders
      const response = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, ...(authorization && { authorization }) },
        body: JSON.stringify(messageOf('ping', {}).body),
      })
      assert.equal(response.status, 401)
      assert.match(response.headers.get('www-authenticate') ?? '', pattern)
    }
  })
})
