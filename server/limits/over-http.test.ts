/** Limits as callers meet them, over real sockets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'

const on = { RATE_LIMITS: 'on' }

test('every keyed answer says what is left, and the one beyond is refused until it may be tried again', async () => {
  await using server = await runServer(on)
  const search = () => server.get('/v1/providers?last_name=nobody')
  const first = await search()
  assert.equal(first.headers.get('ratelimit-policy'), '"search";q=300;w=60')
  assert.match(first.headers.get('ratelimit') ?? '', /^"search";r=299;t=\d+$/)
  for (let asked = 1; asked < 300; asked++) assert.equal((await search()).status, 200)
  const refused = await search()
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('ratelimit') ?? '', /^"search";r=0;t=\d+$/)
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  const { error } = (await refused.json()) as { error: { code: string } }
  assert.equal(error.code, 'rate_limited')
  const card = await server.get(`/v1/providers/${small.npi}`)
  assert.match(card.headers.get('ratelimit') ?? '', /^"detail";r=1499;t=\d+$/)
})

test('an answer that the caller has already costs nothing', async () => {
  await using server = await runServer(on)
  const path = `/v1/providers/${small.npi}`
  const etag = (await server.get(path)).headers.get('etag') ?? ''
  for (let asked = 0; asked < 5; asked++) {
    const known = await server.get(path, { 'if-none-match': etag })
    assert.equal(known.status, 304)
    assert.match(known.headers.get('ratelimit') ?? '', /^"detail";r=1499;t=\d+$/)
  }
  assert.match((await server.get(path)).headers.get('ratelimit') ?? '', /r=1498/)
})

test('twenty wrong keys of an address in a minute are looked at, whatever it says of itself, and every good one', async () => {
  await using server = await runServer(on)
  const path = `/v1/providers/${small.npi}`
  const wrong = [
    'Bearer wrong',
    'Basic wrong',
    'Bearer two words',
    `Bearer ${server.key}, Bearer ${server.key}`,
  ]
  for (let guess = 0; guess < 20; guess++) {
    const authorization = wrong[guess % wrong.length]!
    const response = await server.get(path, { authorization, 'x-forwarded-for': `203.0.113.${guess}` })
    assert.equal(response.status, 401, authorization)
  }
  for (const authorization of wrong) {
    const refused = await server.get(path, { authorization })
    assert.equal(refused.status, 429, authorization)
    assert.match(refused.headers.get('ratelimit') ?? '', /^"failed_credentials";r=0;t=\d+$/)
    assert.equal(refused.headers.get('ratelimit-policy'), '"failed_credentials";q=20;w=60')
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  }
  assert.equal((await server.get(path)).status, 200)
})

test('no key at all is no guess', async () => {
  await using server = await runServer(on)
  for (let asked = 0; asked < 21; asked++)
    assert.equal((await fetch(`${server.url}/v1/providers/${small.npi}`)).status, 401)
})

test('behind a trusted proxy callers are told apart by what it says of them', async () => {
  await using server = await runServer({ ...on, TRUSTED_PROXIES: '127.0.0.1' })
  const from = async (address: string) =>
    (await server.get('/v1/regions', { 'x-forwarded-for': address })).headers.get('ratelimit') ?? ''
  assert.match(await from('203.0.113.1'), /r=59/)
  assert.match(await from('203.0.113.2'), /r=59/)
  assert.match(await from('203.0.113.1'), /r=58/)
  assert.match(await from('2001:db8::1'), /r=59/)
  assert.match(await from('2001:db8::2'), /r=58/)
})
