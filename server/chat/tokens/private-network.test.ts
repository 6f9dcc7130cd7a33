/** The server loads the keys of identity providers from URLs that partners name, but never from an address in a reserved network. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTrustedServer } from '../../access/tokens/trusted-server.fixture.ts'
import { fetchPublicJson } from './fetch-public-json.ts'

const rules = { bytesMax: 1024, allowsLoopback: false }
const signal = () => AbortSignal.timeout(3000)

describe('the server loads nothing', () => {
  test('from a loopback host or address, even if its certificate is trusted; in development it may', async () => {
    await using trusted = await startTrustedServer()
    for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]'])
      await assert.rejects(
        fetchPublicJson(`https://${host}:${trusted.port}/`, { ...rules, signal: signal() }),
        /is in a reserved network/,
      )
    assert.equal(trusted.requests(), 0)
    const url = `https://localhost:${trusted.port}/`
    assert.deepEqual(await fetchPublicJson(url, { ...rules, signal: signal(), allowsLoopback: true }), {})
    assert.equal(trusted.requests(), 1)
  })

  for (const [host, reason] of [
    ['10.0.0.1', /10\.0\.0\.1 is in a reserved network/],
    ['169.254.169.254', /169\.254\.169\.254 is in a reserved network/],
    ['[fd00::1]', /fd00::1 is in a reserved network/],
    ['[::ffff:10.0.0.1]', /is in a reserved network/],
    ['0x7f.1', /127\.0\.0\.1 is in a reserved network/],
    ['2130706433', /127\.0\.0\.1 is in a reserved network/],
  ] as const)
    test(`from https://${host}, in production and in development`, async () => {
      const isLoopback = /127/.test(reason.source)
      for (const allowsLoopback of isLoopback ? [false] : [false, true])
        await assert.rejects(
          fetchPublicJson(`https://${host}/`, { ...rules, signal: signal(), allowsLoopback }),
          reason,
        )
    })

  for (const url of [
    'http://id.example/jwks',
    'file:///etc/passwd',
    'data:application/json,{}',
    'ftp://id.example/',
  ])
    test(`from ${url}`, async () => {
      await assert.rejects(fetchPublicJson(url, { ...rules, signal: signal() }), /is not https/)
    })
})
