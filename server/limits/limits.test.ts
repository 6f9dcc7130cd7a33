import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { engines } from '@careatlas/state/engines.fixture'
import { PostgresCluster } from '@careatlas/state/postgres-cluster.fixture'
import { callerAddress } from './caller-address.ts'
import { Limits, rateLimitHeaders } from './limits.ts'

const postgres = engines.find(({ name }) => name === 'PostgreSQL')!

const kinds = {
  memory: { skip: false as const, open: async () => Limits.inMemory() },
  PostgreSQL: {
    skip: postgres.skip,
    open: async () => {
      const place = await postgres.emptyPlace()
      return Limits.inPostgres('url' in place ? place.url : '')
    },
  },
}

for (const [name, { skip, open }] of Object.entries(kinds)) {
  describe(`limits in ${name}`, { skip }, () => {
    test('so many requests pass, also of many at once, and no more', async () => {
      await using limits = await open()
      const taken = await Promise.allSettled(Array.from({ length: 80 }, () => limits.take('public', 'ana')))
      assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 60)
      await assert.rejects(limits.take('public', 'ana'), ({ code, retryAfterSeconds }) => {
        assert.equal(code, 'rate_limited')
        assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 60)
        return true
      })
      assert.equal((await limits.take('public', 'bob'))?.remaining, 59)
      assert.equal((await limits.take('search', 'ana'))?.remaining, 299)
    })

    test('a look counts nothing', async () => {
      await using limits = await open()
      for (let look = 0; look < 100; look++) await limits.take('public', 'ana', 0)
      assert.equal((await limits.take('public', 'ana'))?.remaining, 59)
      assert.equal((await limits.take('public', 'ana', 0))?.remaining, 59)
    })
  })
}

test('what costs nothing is never refused', async () => {
  await using limits = Limits.inMemory()
  for (let asked = 0; asked < 61; asked++) await limits.take('public', 'ana').catch(() => undefined)
  assert.equal((await limits.take('public', 'ana', 0))?.remaining, 0)
  await assert.rejects(limits.take('public', 'ana'), { code: 'rate_limited' })
})

test('servers that share a database share what is left', { skip: postgres.skip }, async () => {
  const place = await postgres.emptyPlace()
  const url = 'url' in place ? place.url : ''
  await using one = await Limits.inPostgres(url)
  await using other = await Limits.inPostgres(url)
  await one.take('search', 'ana')
  assert.equal((await other.take('search', 'ana'))?.remaining, 298)
})

test('once the database is gone the server counts by itself', { skip: postgres.skip }, async () => {
  using running = new DisposableStack()
  const cluster = running.use((await PostgresCluster.start('fsync = off\n'))!)
  await using limits = await Limits.inPostgres(cluster.url())
  for (const left of [59, 58]) assert.equal((await limits.take('public', 'ana'))?.remaining, left)
  running.dispose()
  for (const left of [59, 58]) assert.equal((await limits.take('public', 'ana'))?.remaining, left)
})

test('a database that falls silent holds nobody up', { skip: postgres.skip }, async () => {
  const place = await postgres.emptyPlace()
  const { port, pathname } = new URL('url' in place ? place.url : '')
  await using relay = await relayTo(Number(port))
  await using limits = await Limits.inPostgres(`postgres://postgres@127.0.0.1:${relay.port}${pathname}`)
  assert.equal((await limits.take('search', 'ana'))?.remaining, 299)
  relay.fallSilent()
  assert.equal((await limits.take('search', 'ana'))?.remaining, 299)
  relay.hangUp()
})

test('the headers say the policy and what is left of it', () => {
  assert.deepEqual(rateLimitHeaders({ policy: 'search', remaining: 287, resetSeconds: 41 }), {
    'ratelimit-policy': '"search";q=300;w=60',
    ratelimit: '"search";r=287;t=41',
  })
})

for (const [ip, caller] of Object.entries({
  '203.0.113.9': '203.0.113.9',
  '::ffff:203.0.113.9': '203.0.113.9',
  '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
  '2001:0DB8:1:2::9': '2001:db8:1:2::/64',
  '2001:db8::1': '2001:db8:0:0::/64',
  '::1': '0:0:0:0::/64',
  '203.0.113.9:51234': '203.0.113.9',
  '[2001:db8::1]:51234': '2001:db8:0:0::/64',
  'fe80::1%eth0': 'fe80:0:0:0::/64',
})) {
  test(`${ip} is counted as ${caller}`, () => assert.equal(callerAddress(ip), caller))
}

/** A way to a server on this machine that may fall silent, as a network does, without closing anything. */
async function relayTo(port: number) {
  const sockets: Socket[] = []
  const relay = createServer((caller) => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [caller, server]) sockets.push(socket.on('error', () => undefined))
    caller.pipe(server).pipe(caller)
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (relay.address() as AddressInfo).port,
    fallSilent: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    hangUp,
    [Symbol.asyncDispose]: async () => {
      hangUp()
      relay.close()
    },
  }
}
