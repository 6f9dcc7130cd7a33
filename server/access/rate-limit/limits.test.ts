import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { engines } from '@careatlas/state/engines.fixture'
import { freePort } from '@careatlas/state/free-port.fixture'
import { PostgresCluster } from '@careatlas/state/postgres-cluster.fixture'
import { Client } from 'pg'
import { pino } from 'pino'
import { ConfigError } from '../../config.ts'
import { runServer } from '../../running.fixture.ts'
import { callerAddress } from './caller-address.ts'
import { Limits, type LimitsOptions, type Metered, RateLimitError } from './limits.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { CounterStoreError } from './counter-store.ts'
import { dailyPolicy, policyNamed } from './policies.ts'
import { PostgresCounts } from './postgres-counter-store.ts'
import { ValkeyServer } from './valkey-server.fixture.ts'

const log = pino({ level: 'silent' })
const service = 'careatlas'
const postgres = engines.find(({ name }) => name === 'PostgreSQL')!
const withoutValkey = ValkeyServer.installed()

let valkey: ValkeyServer
let databases = 0
before(async () => {
  if (!withoutValkey) valkey = await ValkeyServer.start()
})
after(() => valkey?.[Symbol.asyncDispose]())

/** The counter stores. `createPlace` creates an empty database that several servers can share, and returns its URL. */
const stores = {
  memory: { skip: false as const, createPlace: async () => '', open: memoryAt },
  PostgreSQL: { skip: postgres.skip, createPlace: emptyDatabase, open: postgresAt },
  'Valkey (redis-server 7.0 of Debian)': {
    skip: withoutValkey,
    createPlace: async () => valkey.url('', databases++),
    open: valkeyAt,
  },
}

async function memoryAt(_place: string, options?: LimitsOptions): Promise<Limits> {
  return Limits.inMemory(options)
}
function postgresAt(url: string, options?: LimitsOptions): Promise<Limits> {
  return Limits.inPostgres(url, { ...options, log })
}
function valkeyAt(url: string, options?: LimitsOptions): Promise<Limits> {
  return Limits.inValkey(url, { ...options, log, service })
}

for (const [name, { skip, createPlace, open }] of Object.entries(stores)) {
  describe(`limits in ${name}`, { skip }, () => {
    test('exactly as many requests pass as the limit permits, also when they are concurrent', async () => {
      await using limits = await open(await createPlace())
      const taken = await Promise.allSettled(Array.from({ length: 80 }, () => limits.take('public', 'ana')))
      assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 60)
      await assert.rejects(limits.take('public', 'ana'), ({ code, retryAfterSeconds }) => {
        assert.equal(code, 'rate_limited')
        assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 60)
        return true
      })
      assert.equal(await left(limits, 'public', 'bob'), 59)
      assert.equal(await left(limits, 'search', 'ana'), 299)
    })

    test('a zero-cost check counts nothing and is never refused', async () => {
      await using limits = await open(await createPlace())
      for (let look = 0; look < 100; look++) await limits.take('public', 'ana', 0)
      assert.equal(await left(limits, 'public', 'ana'), 59)
      for (let sent = 0; sent < 60; sent++) await limits.take('public', 'ana').catch(() => undefined)
      const [allowance] = (await limits.take('public', 'ana', 0)).allowances
      assert.equal(allowance?.remaining, 0)
      await assert.rejects(limits.take('public', 'ana'), { code: 'rate_limited' })
    })

    test('searches and cards share a daily quota, and a refusal states when the next day begins', async () => {
      await using limits = await open(await createPlace(), { dailyQuota: 3 })
      await limits.take('search', 'ana')
      await limits.take('public', 'ana')
      await limits.take('search', 'ana', 0)
      await limits.take('detail', 'ana')
      assert.deepEqual(
        (await limits.take('search', 'ana')).allowances.map(({ policy, remaining }) => [
          policy.name,
          remaining,
        ]),
        [
          ['search', 298],
          ['daily', 0],
        ],
      )
      const refused = await refusalOf(limits.take('detail', 'ana'))
      assert.equal(refused.code, 'quota_exceeded')
      assert.equal(refused.allowances.length, 2)
      assert.equal(refused.retryAfterSeconds, refused.allowances[1]?.resetSeconds)
      const [, look] = (await limits.take('search', 'ana', 0)).allowances
      assert.equal(look?.remaining, 0)
      assert.equal((await limits.take('search', 'bob')).allowances[1]?.remaining, 2)
    })

    test('a request refused by the rate limit uses no daily quota', async () => {
      await using limits = await open(await createPlace(), { dailyQuota: 400 })
      const burst = await Promise.allSettled(Array.from({ length: 310 }, () => limits.take('search', 'ana')))
      assert.equal(burst.filter(({ status }) => status === 'rejected').length, 10)
      const refused = await refusalOf(limits.take('search', 'ana'))
      assert.equal(refused.code, 'rate_limited')
      assert.deepEqual(
        refused.allowances.map(({ policy }) => policy.name),
        ['search'],
      )
      assert.equal((await limits.take('detail', 'ana')).allowances[1]?.remaining, 99)
    })

    test('the daily quota resets at 00:00 UTC', async () => {
      await using limits = await open(await createPlace(), { dailyQuota: 1 })
      mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-03-31T23:59:30.500Z') })
      using _restored = { [Symbol.dispose]: () => mock.timers.reset() }
      assert.deepEqual((await limits.take('search', 'ana')).allowances[1], {
        policy: dailyPolicy(1),
        remaining: 0,
        resetSeconds: 30,
      })
      const refused = await refusalOf(limits.take('search', 'ana'))
      assert.equal(refused.retryAfterSeconds, 30)
      mock.timers.tick(29_500)
      assert.deepEqual((await limits.take('search', 'ana')).allowances[1], {
        policy: dailyPolicy(1),
        remaining: 0,
        resetSeconds: 86_400,
      })
    })

    test('the keys of one account share a daily quota, and each key has its own rate limit', async () => {
      await using limits = await open(await createPlace(), { dailyQuota: 3 })
      const leftOf = async (caller: string) =>
        (await limits.take('search', { caller, quotaSubject: 'ana' })).allowances.map(
          ({ remaining }) => remaining,
        )
      assert.deepEqual(await leftOf('one'), [299, 2])
      assert.deepEqual(await leftOf('other'), [299, 1])
      assert.deepEqual(await leftOf('other'), [298, 0])
      await assert.rejects(leftOf('one'), { code: 'quota_exceeded' })
      assert.equal((await limits.take('search', 'one')).allowances[1]?.remaining, 2)
    })

    if (name === 'memory') return

    test('servers that share a store share its counts', async () => {
      const shared = await createPlace()
      await using one = await open(shared, { dailyQuota: 100 })
      await using other = await open(shared, { dailyQuota: 100 })
      await one.take('search', 'ana')
      const [search, daily] = (await other.take('search', 'ana')).allowances
      assert.deepEqual([search?.remaining, daily?.remaining], [298, 98])
    })

    test('a counter store that stops answering delays no request for long, and is used again once it answers', async () => {
      const url = new URL(await createPlace())
      await using relay = await relayTo(Number(url.port))
      await using limits = await open(url.href.replace(`:${url.port}/`, `:${relay.port}/`))
      assert.equal(await left(limits, 'search', 'ana'), 299)
      relay.freeze()
      const taken = await Promise.all(Array.from({ length: 20 }, () => left(limits, 'search', 'ana')))
      assert.deepEqual(
        taken.toSorted((one, other) => Number(one) - Number(other)),
        Array.from({ length: 20 }, (_, at) => 280 + at),
      )
      relay.resume()
      await untilLeft(limits, 298)
    })
  })
}

describe('a flood in PostgreSQL', { skip: postgres.skip }, () => {
  test('a request refused by a limit or by the quota writes nothing', async () => {
    await using at = await limitsInDatabase()
    for (const policy of ['public', 'failed_credentials'] as const) {
      const taking = Array.from({ length: 500 }, () => at.limits.take(policy, 'eve'))
      await Promise.allSettled(taking)
      await assert.rejects(at.limits.take(policy, 'eve'), { code: 'rate_limited' })
      assert.deepEqual(await at.rows(`${policy}:eve`), [policyNamed(policy).limit])
    }
    const searches = Array.from({ length: 20 }, () => at.limits.take('search', 'eve'))
    await Promise.allSettled(searches)
    await assert.rejects(at.limits.take('search', 'eve'), { code: 'quota_exceeded' })
    assert.deepEqual(await at.rows('daily:%:eve'), [5])
  })

  test('a zero-cost check writes nothing and takes no lock', async () => {
    await using at = await limitsInDatabase()
    await at.limits.take('public', 'eve')
    await at.client.query('BEGIN')
    await at.client.query('SELECT * FROM rate_limit FOR UPDATE')
    await Promise.all(Array.from({ length: 100 }, () => at.limits.take('public', 'eve', 0)))
    await at.limits.take('public', 'ana', 0)
    assert.deepEqual(await at.rows('public:%'), [1])
    await at.client.query('ROLLBACK')
  })

  test('other callers are counted before a flooding caller, and while its requests wait for their row lock', async () => {
    await using at = await limitsInDatabase()
    await at.limits.take('public', 'eve')
    await at.client.query('BEGIN')
    await at.client.query('SELECT * FROM rate_limit FOR UPDATE')
    const answered: string[] = []
    const take = (caller: string) =>
      at.limits.take('public', caller).then(
        () => answered.push(caller),
        () => answered.push('refused'),
      )
    const flood = Array.from({ length: 2000 }, () => take('eve'))
    const honest = Array.from({ length: 10 }, (_, number) => `honest ${number}`)
    await Promise.all(honest.map(take))
    assert.deepEqual(answered.toSorted(), honest)
    assert.deepEqual(
      await at.rows('public:honest%'),
      honest.map(() => 1),
    )
    await at.client.query('ROLLBACK')
    await Promise.all(flood)
    assert.equal(answered.filter((caller) => caller === 'eve').length, 59)
    assert.deepEqual(await at.rows('public:eve'), [60])
  })
})

test('falls back to counting in memory when the database stops', { skip: postgres.skip }, async () => {
  using running = new DisposableStack()
  const cluster = running.use((await PostgresCluster.start('fsync = off\n'))!)
  await using limits = await postgresAt(cluster.url())
  for (const expected of [59, 58]) assert.equal(await left(limits, 'public', 'ana'), expected)
  running.dispose()
  for (const expected of [59, 58]) assert.equal(await left(limits, 'public', 'ana'), expected)
})

test('rows of expired windows are deleted', { skip: postgres.skip }, async () => {
  const url = await emptyDatabase()
  await using counts = await PostgresCounts.open(url, { sweepMs: 20 })
  const client = new Client(url)
  await client.connect()
  await using _closed = { [Symbol.asyncDispose]: () => client.end() }
  await counts.add(policyNamed('public'), 'ana', 1)
  await client.query(`INSERT INTO rate_limit SELECT 'public:' || i, 1, 1000 FROM generate_series(1, 500) i`)
  const keys = async () =>
    (await client.query<{ key: string }>('SELECT key FROM rate_limit')).rows.map(({ key }) => key)
  while ((await keys()).length > 1) await sleep(20)
  assert.deepEqual(await keys(), ['public:ana'])
})

test(
  'with VALKEY_URL, limits are counted in Valkey even if the state is in PostgreSQL',
  { skip: withoutValkey || postgres.skip },
  async () => {
    const settings = { RATE_LIMITS: 'on', VALKEY_URL: valkey.url('', databases++) }
    await using one = await runServer({ ...settings, DATABASE_URL: await emptyDatabase() })
    await using other = await runServer({ ...settings, DATABASE_URL: await emptyDatabase() })
    for (const [server, remaining] of [
      [one, 59],
      [other, 58],
    ] as const)
      assert.match(
        (await server.get('/v1/regions')).headers.get('ratelimit') ?? '',
        new RegExp(`;r=${remaining};`),
      )
  },
)

describe('a Valkey server', { skip: withoutValkey }, () => {
  let strict: ValkeyServer
  before(async () => {
    strict = await ValkeyServer.start('--requirepass', 'geheim', '--user', 'bob', 'on', '>bobs')
  })
  after(() => strict[Symbol.asyncDispose]())

  test('that stops is replaced by counts in memory until it recovers, and each transition is logged once', async () => {
    const lines: string[] = []
    await using server = await ValkeyServer.start('--requirepass', 'geheim')
    await using limits = await Limits.inValkey(server.url(':geheim'), { log: logInto(lines), service })
    for (const expected of [299, 298]) assert.equal(await left(limits, 'search', 'ana'), expected)
    assert.equal(await limits.isCountingShared(), true)
    await server.kill()
    for (const expected of [299, 298]) assert.equal(await left(limits, 'search', 'ana'), expected)
    assert.equal(await limits.isCountingShared(), false)
    await server.start()
    await untilLeft(limits, 299)
    assert.equal(lines.length, 2)
    assert.match(lines[0]!, /VALKEY_URL unavailable/)
    assert.match(lines[1]!, /VALKEY_URL available again/)
    assert.ok(!lines.join('').includes('geheim'))
  })

  test('that is unreachable at startup is replaced by counts in memory, and the log states its address', async () => {
    const lines: string[] = []
    await using server = await ValkeyServer.start()
    await server.kill()
    await using limits = await Limits.inValkey(server.url(':geheim'), { log: logInto(lines), service })
    assert.equal(lines.length, 1)
    assert.match(lines[0]!, new RegExp(`ECONNREFUSED 127\\.0\\.0\\.1:${server.port}`))
    assert.ok(!lines[0]!.includes('geheim'))
    assert.equal(await left(limits, 'search', 'ana'), 299)
    await server.start()
    await untilLeft(limits, 299)
  })

  test('that two services share counts them separately', async () => {
    await using server = await ValkeyServer.start()
    await using one = await Limits.inValkey(server.url(), { log, service })
    await using other = await Limits.inValkey(server.url(), { log, service: 'other' })
    for (const limits of [one, other]) assert.equal(await left(limits, 'search', 'ana'), 299)
    assert.equal(await left(one, 'search', 'ana'), 298)
  })

  test('accepts a user name and a password with any characters', async () => {
    await using server = await ValkeyServer.start('--user', 'a@b/ü', 'on', '>p@ß/:#?%', '~*', '+@all')
    const credentials = `${encodeURIComponent('a@b/ü')}:${encodeURIComponent('p@ß/:#?%')}`
    await using limits = await valkeyAt(server.url(credentials, 3))
    await limits.take('search', 'ana')
    await using other = await valkeyAt(server.url(credentials, 3))
    assert.equal(await left(other, 'search', 'ana'), 298)
  })

  test('is used over TLS only if its certificate is trusted', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'valkey-'))
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder.path, name)) as [string, string]
    const request = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '1',
    ]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    assert.equal(spawnSync('openssl', [...request, ...subject]).status, 0)
    const tls = ['--tls-port', String(await freePort()), '--tls-auth-clients', 'no']
    await using _server = await ValkeyServer.start(...tls, '--tls-key-file', key, '--tls-cert-file', cert)
    const url = `valkeys://127.0.0.1:${tls[1]}`

    const lines: string[] = []
    await using untrusting = await Limits.inValkey(url, { log: logInto(lines), service })
    assert.match(lines.join(''), /self-signed certificate/)
    assert.equal(await left(untrusting, 'search', 'ana'), 299)

    const defaults = getCACertificates()
    setDefaultCACertificates([...defaults, readFileSync(cert, 'utf8')])
    using _restored = { [Symbol.dispose]: () => setDefaultCACertificates(defaults) }
    await using limits = await Limits.inValkey(url, { log: logInto(lines), service })
    await using other = await Limits.inValkey(url, { log: logInto(lines), service })
    await limits.take('search', 'ana')
    assert.equal(await left(other, 'search', 'ana'), 298)
    assert.equal(lines.length, 1)
  })

  for (const [what, change] of Object.entries<(server: ValkeyServer) => string>({
    'no password': (server) => server.url(),
    'a wrong password': (server) => server.url(':falsch'),
    'a wrong user': (server) => server.url('eve:geheim'),
    'a user without permission to count': (server) => server.url('bob:bobs'),
    'a database that does not exist': (server) => server.url(':geheim', 77),
  })) {
    test(`with ${what} fails the start with an error that does not contain the password`, async () => {
      await assert.rejects(valkeyAt(change(strict)), (error) => {
        assert.ok(error instanceof CounterStoreError)
        assert.match(error.message, /^VALKEY_URL .* \((?:ERR|NOAUTH|NOPERM|WRONGPASS) /)
        assert.doesNotMatch(error.message, /geheim|falsch|bobs/)
        return true
      })
    })
  }
})

test(
  'the server does not start if Valkey refuses its credentials, and reports a ConfigError',
  { skip: withoutValkey },
  async () => {
    await assert.rejects(runServer({ RATE_LIMITS: 'on', VALKEY_URL: valkey.url('eve:geheim') }), ConfigError)
  },
)

test('a database user that cannot create tables fails the start', { skip: postgres.skip }, async () => {
  const url = await emptyDatabase()
  const client = new Client(url)
  await client.connect()
  await client.query('CREATE ROLE reader LOGIN')
  await client.end()
  await assert.rejects(PostgresCounts.open(url.replace('postgres@', 'reader@')), (error) => {
    assert.ok(error instanceof CounterStoreError)
    assert.match(error.message, /^DATABASE_URL .* \(permission denied for schema public\)/)
    return true
  })
})

test('the RateLimit headers are structured field lists of each policy and its remaining requests', () => {
  const policy = policyNamed('search')
  const allowance = { policy, remaining: 287, resetSeconds: 41 } as const
  assert.deepEqual(rateLimitHeaders([policy], [allowance]), {
    'ratelimit-policy': '"search";q=300;w=60',
    ratelimit: '"search";r=287;t=41',
  })
  const daily = dailyPolicy(5000)
  const dailyAllowance = { policy: daily, remaining: 0, resetSeconds: 7200 } as const
  assert.deepEqual(rateLimitHeaders([policy, daily], [allowance, dailyAllowance]), {
    'ratelimit-policy': '"search";q=300;w=60, "daily";q=5000;w=86400',
    ratelimit: '"search";r=287;t=41, "daily";r=0;t=7200',
  })
})

for (const [ip, caller] of Object.entries({
  '203.0.113.9': '203.0.113.9',
  '::ffff:203.0.113.9': '203.0.113.9',
  '::ffff:203.0.113.999': 'unknown',
  '::ffff:7f00:1': '127.0.0.1',
  '::FFFF:127.0.0.1': '127.0.0.1',
  '0:0:0:0:0:ffff:cb00:7109': '203.0.113.9',
  '[::ffff:cb00:710a]:51234': '203.0.113.10',
  '64:ff9b:1:2:3:4:203.0.113.9': '64:ff9b:1:2::/64',
  '::ffff:0:203.0.113.9': '0:0:0:0::/64',
  '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
  '2001:0DB8:1:2::9': '2001:db8:1:2::/64',
  '2001:db8::1': '2001:db8:0:0::/64',
  '::1': '0:0:0:0::/64',
  '203.0.113.9:51234': '203.0.113.9',
  '[2001:db8::1]:51234': '2001:db8:0:0::/64',
  'fe80::1%eth0': 'fe80:0:0:0::/64',
  _hidden: 'unknown',
  '1 OR 1=1': 'unknown',
})) {
  test(`${ip} is counted as ${caller}`, () => assert.equal(callerAddress(ip), caller))
}

/** Limits in an empty database, and a second connection to that database. */
async function limitsInDatabase() {
  const url = await emptyDatabase()
  const opened = new AsyncDisposableStack()
  const limits = opened.use(await postgresAt(url, { dailyQuota: 5 }))
  const client = opened.adopt(new Client(url), (each) => each.end())
  await client.connect()
  const rows = async (name: string) => {
    const found = await client.query('SELECT points FROM rate_limit WHERE key LIKE $1', [name])
    return (found.rows as { points: number }[]).map(({ points }) => points)
  }
  return { limits, client, rows, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function left(
  limits: Limits,
  policy: 'public' | 'search',
  caller: string,
): Promise<number | undefined> {
  return (await limits.take(policy, caller)).allowances[0]?.remaining
}

/** Waits until ana's searches are counted in the shared store again. */
async function untilLeft(limits: Limits, expected: number): Promise<void> {
  while ((await limits.take('search', 'ana', 0)).allowances[0]?.remaining !== expected + 1) await sleep(50)
  assert.equal(await left(limits, 'search', 'ana'), expected)
}

async function refusalOf(taking: Promise<Metered>): Promise<RateLimitError> {
  const error = await taking.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof RateLimitError)
  return error
}

async function emptyDatabase(): Promise<string> {
  const place = await postgres.createPlace()
  return 'url' in place ? place.url : ''
}

function logInto(lines: string[]) {
  return pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
}

/** A TCP relay to a server on this machine. It can stop forwarding without closing its connections, as a failed network does. */
async function relayTo(port: number) {
  const sockets: Socket[] = []
  let isFrozen = false
  const relay = createServer((caller) => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [caller, server]) sockets.push(socket.on('error', () => undefined))
    if (isFrozen) return
    caller.pipe(server).pipe(caller)
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return {
    port: (relay.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Forwards again, but only for new connections. */
    resume: () => {
      isFrozen = false
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      relay.close()
    },
  }
}
