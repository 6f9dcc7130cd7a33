/** Rate limits over HTTP: status codes and headers that clients receive. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Accounts } from '@careatlas/state/accounts'
import { Keys } from '@careatlas/state/keys'
import { pino } from 'pino'
import { issuer, createTokenSigner } from '../../oauth/token-signer.fixture.ts'
import { runServer, type Running } from '../../running.fixture.ts'
import { small } from '../../small-directory.fixture.ts'

const on = { RATE_LIMITS: 'on' }

test('each response to a key states the remaining requests; beyond the limit, the server sends 429 with Retry-After', async () => {
  await using server = await runServer(on)
  const search = () => server.get('/v1/providers?last_name=unknownname')
  const first = await search()
  assert.equal(first.headers.get('ratelimit-policy'), '"search";q=300;w=60')
  assert.match(first.headers.get('ratelimit') ?? '', /^"search";r=299;t=\d+$/)
  for (let sent = 1; sent < 300; sent++) {
    const { status, headers } = await search()
    assert.equal(status, 200)
    assert.ok(
      Number(/t=(\d+)$/.exec(headers.get('ratelimit') ?? '')?.[1]) <= 60,
      'no client waits longer than the window',
    )
  }
  const limited = await search()
  assert.equal(limited.status, 429)
  assert.match(limited.headers.get('ratelimit') ?? '', /^"search";r=0;t=\d+$/)
  assert.ok(Number(limited.headers.get('retry-after')) >= 1)
  const { error } = (await limited.json()) as { error: { code: string } }
  assert.equal(error.code, 'rate_limited')
  const card = await server.get(`/v1/providers/${small.npi}`)
  assert.match(card.headers.get('ratelimit') ?? '', /^"detail";r=1499;t=\d+$/)
})

test('a conditional request that gets 304 costs nothing', async () => {
  await using server = await runServer(on)
  const path = `/v1/providers/${small.npi}`
  const etag = (await server.get(path)).headers.get('etag') ?? ''
  for (let sent = 0; sent < 5; sent++) {
    const notModified = await server.get(path, { 'if-none-match': etag })
    assert.equal(notModified.status, 304)
    assert.match(notModified.headers.get('ratelimit') ?? '', /^"detail";r=1499;t=\d+$/)
  }
  assert.match((await server.get(path)).headers.get('ratelimit') ?? '', /r=1498/)
})

test('the server checks twenty wrong keys a minute from one address, ignores X-Forwarded-For, and accepts each valid key', async () => {
  await using server = await runServer(on)
  const path = `/v1/providers/${small.npi}`
  const wrong = [
    'Bearer wrong',
    'Basic wrong',
    'Bearer two words',
    `Bearer ${server.key}, Bearer ${server.key}`,
  ]
  for (let sent = 0; sent < 20; sent++) {
    const authorization = wrong[sent % wrong.length]!
    const response = await server.get(path, { authorization, 'x-forwarded-for': `203.0.113.${sent}` })
    assert.equal(response.status, 401, authorization)
  }
  for (const authorization of wrong) {
    const limited = await server.get(path, { authorization })
    assert.equal(limited.status, 429, authorization)
    assert.match(limited.headers.get('ratelimit') ?? '', /^"failed_credentials";r=0;t=\d+$/)
    assert.equal(limited.headers.get('ratelimit-policy'), '"failed_credentials";q=20;w=60')
    assert.ok(Number(limited.headers.get('retry-after')) >= 1)
  }
  assert.equal((await server.get(path)).status, 200)
})

test('an invalid request counts like a valid one and gets 429 once the quota is used up', async () => {
  await using server = await runServer({ ...on, DAILY_QUOTA: '3' })
  const sendInvalid = () => server.get('/v1/providers?q=heart&limit=abc')
  const first = await sendInvalid()
  assert.equal(first.status, 400)
  assert.equal(first.headers.get('ratelimit-policy'), '"search";q=300;w=60, "daily";q=3;w=86400')
  assert.match(first.headers.get('ratelimit') ?? '', /^"search";r=299;t=\d+, "daily";r=2;t=\d+$/)
  const card = await server.get('/v1/providers/123')
  assert.equal(card.status, 400)
  assert.match(card.headers.get('ratelimit') ?? '', /^"detail";r=1499;t=\d+, "daily";r=1;t=\d+$/)
  assert.deepEqual([(await sendInvalid()).status, (await sendInvalid()).status], [400, 429])

  const sendPublic = () => fetch(`${server.url}/v1/regions?no=1`)
  for (let sent = 0; sent < 60; sent++) assert.equal((await sendPublic()).status, 400)
  assert.equal((await sendPublic()).status, 429)
})

test('keys and OAuth clients of one account share a daily quota; a key of the operator has its own', async () => {
  await using server = await runServer({ ...on, DAILY_QUOTA: '10', BASE_URL: issuer })
  await using signer = await createTokenSigner(server)
  const keys = new Keys(signer.state, { service: 'careatlas' })
  const { id: accountId } = (await new Accounts(signer.state).signIn('ana@example.org')).account
  const createOwnKey = async () => (await keys.create('bot', { accountId })).key
  const remainingWith = async (credential: string) => {
    const headers = { authorization: `Bearer ${credential}` }
    const response = await server.get(`/v1/providers/${small.npi}`, headers)
    return /^"detail";r=(\d+);t=\d+, "daily";r=(\d+);/.exec(response.headers.get('ratelimit') ?? '')?.slice(1)
  }
  const [firstKey, secondKey] = [await createOwnKey(), await createOwnKey()]
  assert.deepEqual(await remainingWith(firstKey), ['1499', '9'])
  assert.deepEqual(await remainingWith(secondKey), ['1499', '8'])
  assert.deepEqual(await remainingWith(await signer.sign({ claims: { sub: accountId } })), ['1499', '7'])
  assert.deepEqual(await remainingWith(firstKey), ['1498', '6'])
  assert.deepEqual(await remainingWith(server.key), ['1499', '9'])
})

test('tokens without the scope count as wrong keys, and requests beyond that limit are not logged', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  await using server = await runServer({ ...on, BASE_URL: issuer }, { log })
  await using signer = await createTokenSigner(server)
  const unscoped = await signer.sign({ claims: { scope: 'openid' } })
  const call = (token: string) =>
    server.get(`/v1/providers/${small.npi}`, { authorization: `Bearer ${token}` })
  for (let sent = 0; sent < 20; sent++) assert.equal((await call(unscoped)).status, 403)
  for (let sent = 0; sent < 5; sent++) assert.equal((await call(unscoped)).status, 429)
  assert.equal((await call(await signer.sign())).status, 200)
  assert.equal(lines.filter((line) => line.includes('insufficient_scope')).length, 20)
})

test('a request without a key does not count as a wrong key', async () => {
  await using server = await runServer(on)
  for (let sent = 0; sent < 21; sent++)
    assert.equal((await fetch(`${server.url}/v1/providers/${small.npi}`)).status, 401)
})

test('behind a trusted proxy the server counts each client by the address that the proxy reports', async () => {
  await using server = await runServer({ ...on, TRUSTED_PROXIES: '127.0.0.1' })
  const from = async (address: string) =>
    (await server.get('/v1/regions', { 'x-forwarded-for': address })).headers.get('ratelimit') ?? ''
  assert.match(await from('203.0.113.1'), /r=59/)
  assert.match(await from('203.0.113.2'), /r=59/)
  assert.match(await from('203.0.113.1'), /r=58/)
  assert.match(await from('2001:db8::1'), /r=59/)
  assert.match(await from('2001:db8::2'), /r=58/)
})

test('a key has a daily quota of searches and cards, and each response states both policies', async () => {
  await using server = await runServer({ ...on, DAILY_QUOTA: '3' })
  const card = `/v1/providers/${small.npi}`
  const first = await server.get(card)
  assert.equal(first.headers.get('ratelimit-policy'), '"detail";q=1500;w=60, "daily";q=3;w=86400')
  assert.match(first.headers.get('ratelimit') ?? '', /^"detail";r=1499;t=\d+, "daily";r=2;t=\d+$/)
  await server.get('/v1/regions')
  const conditional = { 'if-none-match': first.headers.get('etag') ?? '' }
  assert.match((await server.get(card, conditional)).headers.get('ratelimit') ?? '', /"daily";r=2;/)
  for (const path of ['/v1/providers?last_name=unknownname', card])
    assert.equal((await server.get(path)).status, 200)

  const limited = await server.get('/v1/providers?last_name=unknownname')
  assert.equal(limited.status, 429)
  assert.equal(limited.headers.get('ratelimit-policy'), '"search";q=300;w=60, "daily";q=3;w=86400')
  const [, untilMidnight] =
    /^"search";r=298;t=\d+, "daily";r=0;t=(\d+)$/.exec(limited.headers.get('ratelimit') ?? '') ?? []
  assert.equal(limited.headers.get('retry-after'), untilMidnight)
  const { error } = (await limited.json()) as { error: { code: string } }
  assert.equal(error.code, 'quota_exceeded')
  assert.equal((await server.get(card, conditional)).status, 304)
  assert.equal((await server.get('/v1/regions')).status, 200)
})

describe('forwarding headers', () => {
  const proxies = Array.from({ length: 700 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)

  test('are ignored if the sender is not a trusted proxy: the server counts the address of the sender', async () => {
    for (const TRUSTED_PROXIES of ['', '10.0.0.0/8']) {
      await using server = await runServer({ ...on, TRUSTED_PROXIES })
      for (const chain of [
        '203.0.113.1',
        '203.0.113.2, 10.0.0.1',
        '2001:db8::1',
        'garbage',
        proxies.join(','),
      ])
        assert.ok(await shareCount(server, chain, ''), `${TRUSTED_PROXIES} ${chain}`)
    }
  })

  test('identify the caller as the last hop that is not a trusted proxy', async () => {
    await using server = await runServer({ ...on, TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, fd00::/8' })
    for (const [chain, caller] of Object.entries({
      '203.0.113.1': '203.0.113.1',
      '198.51.100.7, 203.0.113.2': '203.0.113.2',
      '198.51.100.7, 203.0.113.3, 10.0.0.1, fd00::9': '203.0.113.3',
      '10.0.0.1, 203.0.113.4, 10.0.0.1': '203.0.113.4',
      'garbage, 203.0.113.5': '203.0.113.5',
      '::ffff:203.0.113.6': '203.0.113.6',
      '203.0.113.7:4711': '203.0.113.7',
      '203.0.113.1, 2001:db8:1:2::3, fd00::9': '2001:db8:1:2::4',
      '203.0.113.8, garbage': 'other garbage',
      '203.0.113.1, <script>, 10.0.0.1': 'garbage',
      [['203.0.113.9', ...proxies].join(', ')]: '203.0.113.9',
    }))
      assert.ok(await shareCount(server, chain, caller), `${chain.slice(0, 80)} ${caller}`)
  })

  test('with a host and a scheme do not change a response if the sender is not a trusted proxy', async () => {
    await using server = await runServer()
    const forged = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    for (const path of [
      '/',
      '/openapi.json',
      '/v1/health',
      '/keys',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      `/v1/providers/${small.npi}`,
    ]) {
      const [plain, spoofed] = await Promise.all([server.get(path), server.get(path, forged)])
      assert.equal(spoofed.status, plain.status)
      assert.equal(spoofed.headers.has('strict-transport-security'), false)
      assert.doesNotMatch(spoofed.headers.get('set-cookie') ?? '', /Secure/)
      assert.doesNotMatch(JSON.stringify([...spoofed.headers]) + (await spoofed.text()), /evil\.example/)
    }
  })
})

/** Whether requests forwarded by `chain` and by `caller` share a count. An empty `caller` sends no forwarding header. */
async function shareCount(server: Running, chain: string, caller: string): Promise<boolean> {
  const remainingAfter = async (headers: Record<string, string>) => {
    const response = await server.get('/v1/regions', headers)
    return Number(/;r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])
  }
  const forwarded = await remainingAfter({ 'x-forwarded-for': chain })
  return (await remainingAfter(caller === '' ? {} : { 'x-forwarded-for': caller })) === forwarded - 1
}
