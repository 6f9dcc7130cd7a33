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
import { findFreePort } from '@careatlas/state/free-port.fixture'
import { PostgresCluster } from '@careatlas/state/postgres-cluster.fixture'
import { Client } from 'pg'
import { pino } from 'pino'
import { ConfigError } from '../../config.ts'
import { runServer } from '../../running.fixture.ts'
import { callerAddress } from './caller-address.ts'
import { Limits, type LimitsOptions, type Metered, RateLimitError } from './limits.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { CounterStoreError } from './counter-store.ts'
import { dailyPolicy, getPolicy } from './policies.ts'
import { PostgresCounterStore } from './postgres-counter-store.ts'
import { ValkeyServer } from './valkey-server.fixture.ts'

const log = pino({ level: 'silent' })
const service = 'careatlas'
const postgres = engines.find(({ name }) => name === 'PostgreSQL')!
const valkeySkip = ValkeyServer.installed()

let valkey: ValkeyServer
let databases = 0
before(async () => {
  if (!valkeySkip) valkey = await ValkeyServer.start()
})
after(() => valkey?.[Symbol.asyncDispose]())

/** The counter stores. `createPlace` creates an empty database that several servers can share, and returns its URL. */
const stores = {
  memory: { skip: false as const, createPlace: async () => '', open: openInMemory },
  PostgreSQL: { skip: postgres.skip, createPlace: createDatabase, open: openInPostgres },
  'Valkey (redis-server 7.0 of Debian)': {
    skip: valkeySkip,
    createPlace: async () => valkey.url('', databases++),
    open: openInValkey,
  },
}

async function openInMemory(_place: string, options?: LimitsOptions): Promise<Limits> {
  return Limits.inMemory(options)
}
function openInPostgres(url: string, options?: LimitsOptions): Promise<Limits> {
  return Limits.inPostgres(url, { ...options, log })
}
function openInValkey(url: string, options?: LimitsOptions): Promise<Limits> {
  return Limits.inValkey(url, { ...options, log, service })
}

for (const [name, { skip, createPlace, open }] of Object.entries(stores)) {
  describe(`limits in ${name}`, { skip }, () => {
    test('exactly as many concurrent requests pass as the limit permits', async () => {
      await using limits = await open(await createPlace())
      const results = await Promise.allSettled(Array.from({ length: 80 }, () => limits.take('public', 'ana')))
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 60)
      await assert.rejects(limits.take('public', 'ana'), ({ code, retryAfterSeconds }) => {
        assert.equal(code, 'rate_limited')
        assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 60)
        return true
      })
      assert.equal(await takeOne(limits, 'public', 'bob'), 59)
      assert.equal(await takeOne(limits, 'search', 'ana'), 299)
    })

    test('a zero-cost check counts nothing and is never rejected', async () => {
      await using limits = await open(await createPlace())
      for (let sent = 0; sent < 100; sent++) await limits.take('public', 'ana', 0)
      assert.equal(await takeOne(limits, 'public', 'ana'), 59)
      for (let sent = 0; sent < 60; sent++) await limits.take('public', 'ana').catch(() => undefined)
      const [allowance] = (await limits.take('public', 'ana', 0)).allowances
      assert.equal(allowance?.remaining, 0)
      await assert.rejects(limits.take('public', 'ana'), { code: 'rate_limited' })
    })

    test('searches and cards share a daily quota, and the error states when the next day begins', async () => {
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
      const error = await rateLimitErrorOf(limits.take('detail', 'ana'))
      assert.equal(error.code, 'quota_exceeded')
      assert.equal(error.allowances.length, 2)
      assert.equal(error.retryAfterSeconds, error.allowances[1]?.resetSeconds)
      const [, daily] = (await limits.take('search', 'ana', 0)).allowances
      assert.equal(daily?.remaining, 0)
      assert.equal((await limits.take('search', 'bob')).allowances[1]?.remaining, 2)
    })

    test('a request beyond the rate limit uses no daily quota', async () => {
      await using limits = await open(await createPlace(), { dailyQuota: 400 })
      const burst = await Promise.allSettled(Array.from({ length: 310 }, () => limits.take('search', 'ana')))
      assert.equal(burst.filter(({ status }) => status === 'rejected').length, 10)
      const error = await rateLimitErrorOf(limits.take('search', 'ana'))
      assert.equal(error.code, 'rate_limited')
      assert.deepEqual(
        error.allowances.map(({ policy }) => policy.name),
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
      const error = await rateLimitErrorOf(limits.take('search', 'ana'))
      assert.equal(error.retryAfterSeconds, 30)
      mock.timers.tick(29_500)
      assert.deepEqual((await limits.take('search', 'ana')).allowances[1], {
        policy: dailyPolicy(1),
        remaining: 0,
        resetSeconds: 86_400,
      })
    })

    test('the keys of one account share a daily quota, and each key has its own rate limit', async () => {
      await using limits = await open(await createPlace(), { dailyQuota: 3 })
      const remainingOf = async (caller: string) =>
        (await limits.take('search', { caller, quotaSubject: 'ana' })).allowances.map(
          ({ remaining }) => remaining,
        )
      assert.deepEqual(await remainingOf('one'), [299, 2])
      assert.deepEqual(await remainingOf('other'), [299, 1])
      assert.deepEqual(await remainingOf('other'), [298, 0])
      await assert.rejects(remainingOf('one'), { code: 'quota_exceeded' })
      assert.equal((await limits.take('search', 'one')).allowances[1]?.remaining, 2)
    })

    if (name === 'memory') return

    test('servers that share a store share its counts', async () => {
      const shared = await createPlace()
      await using first = await open(shared, { dailyQuota: 100 })
      await using second = await open(shared, { dailyQuota: 100 })
      await first.take('search', 'ana')
      const [search, daily] = (await second.take('search', 'ana')).allowances
      assert.deepEqual([search?.remaining, daily?.remaining], [298, 98])
    })

    test('a counter store that stops responding delays requests only briefly, and is used again once it responds', async () => {
      const url = new URL(await createPlace())
      await using relay = await startRelay(Number(url.port))
      await using limits = await open(url.href.replace(`:${url.port}/`, `:${relay.port}/`))
      assert.equal(await takeOne(limits, 'search', 'ana'), 299)
      relay.freeze()
      const remaining = await Promise.all(Array.from({ length: 20 }, () => takeOne(limits, 'search', 'ana')))
      assert.deepEqual(
        remaining.toSorted((a, b) => Number(a) - Number(b)),
        Array.from({ length: 20 }, (_, index) => 280 + index),
      )
      relay.resume()
      await waitUntilShared(limits, 298)
    })
  })
}

describe('a flood in PostgreSQL', { skip: postgres.skip }, () => {
  test('a request beyond a limit or the quota writes nothing', async () => {
    await using database = await openLimitsAndClient()
    for (const policy of ['public', 'failed_credentials'] as const) {
      await Promise.allSettled(Array.from({ length: 500 }, () => database.limits.take(policy, 'eve')))
      await assert.rejects(database.limits.take(policy, 'eve'), { code: 'rate_limited' })
      assert.deepEqual(await database.countsOf(`${policy}:eve`), [getPolicy(policy).limit])
    }
    await Promise.allSettled(Array.from({ length: 20 }, () => database.limits.take('search', 'eve')))
    await assert.rejects(database.limits.take('search', 'eve'), { code: 'quota_exceeded' })
    assert.deepEqual(await database.countsOf('daily:%:eve'), [5])
  })

  test('a zero-cost check writes nothing and takes no lock', async () => {
    await using database = await openLimitsAndClient()
    await database.limits.take('public', 'eve')
    await database.client.query('BEGIN')
    await database.client.query('SELECT * FROM rate_limit FOR UPDATE')
    await Promise.all(Array.from({ length: 100 }, () => database.limits.take('public', 'eve', 0)))
    await database.limits.take('public', 'ana', 0)
    assert.deepEqual(await database.countsOf('public:%'), [1])
    await database.client.query('ROLLBACK')
  })

  test('other callers are counted while the requests of a flooding caller wait for a row lock', async () => {
    await using database = await openLimitsAndClient()
    await database.limits.take('public', 'eve')
    await database.client.query('BEGIN')
    await database.client.query('SELECT * FROM rate_limit FOR UPDATE')
    const counted: string[] = []
    const take = (caller: string) =>
      database.limits.take('public', caller).then(
        () => counted.push(caller),
        () => counted.push('rejected'),
      )
    const flood = Array.from({ length: 2000 }, () => take('eve'))
    const others = Array.from({ length: 10 }, (_, number) => `other ${number}`)
    await Promise.all(others.map(take))
    assert.deepEqual(counted.toSorted(), others)
    assert.deepEqual(
      await database.countsOf('public:other%'),
      others.map(() => 1),
    )
    await database.client.query('ROLLBACK')
    await Promise.all(flood)
    assert.equal(counted.filter((caller) => caller === 'eve').length, 59)
    assert.deepEqual(await database.countsOf('public:eve'), [60])
  })
})

test('falls back to counting in memory when the database stops', { skip: postgres.skip }, async () => {
  using running = new DisposableStack()
  const cluster = running.use((await PostgresCluster.start('fsync = off\n'))!)
  await using limits = await openInPostgres(cluster.url())
  for (const expected of [59, 58]) assert.equal(await takeOne(limits, 'public', 'ana'), expected)
  running.dispose()
  for (const expected of [59, 58]) assert.equal(await takeOne(limits, 'public', 'ana'), expected)
})

test('rows of expired windows are deleted', { skip: postgres.skip }, async () => {
  const url = await createDatabase()
  await using counts = await PostgresCounterStore.open(url, { sweepMs: 20 })
  const client = new Client(url)
  await client.connect()
  await using _closed = { [Symbol.asyncDispose]: () => client.end() }
  await counts.add(getPolicy('public'), 'ana', 1)
  await client.query(`INSERT INTO rate_limit SELECT 'public:' || i, 1, 1000 FROM generate_series(1, 500) i`)
  const keys = async () =>
    (await client.query<{ key: string }>('SELECT key FROM rate_limit')).rows.map(({ key }) => key)
  while ((await keys()).length > 1) await sleep(20)
  assert.deepEqual(await keys(), ['public:ana'])
})

test(
  'with VALKEY_URL, limits are counted in Valkey even if the state is in PostgreSQL',
  { skip: valkeySkip || postgres.skip },
  async () => {
    const settings = { RATE_LIMITS: 'on', VALKEY_URL: valkey.url('', databases++) }
    await using first = await runServer({ ...settings, DATABASE_URL: await createDatabase() })
    await using second = await runServer({ ...settings, DATABASE_URL: await createDatabase() })
    for (const [server, remaining] of [
      [first, 59],
      [second, 58],
    ] as const)
      assert.match(
        (await server.get('/v1/regions')).headers.get('ratelimit') ?? '',
        new RegExp(`;r=${remaining};`),
      )
  },
)

describe('a Valkey server', { skip: valkeySkip }, () => {
  let withPassword: ValkeyServer
  before(async () => {
    withPassword = await ValkeyServer.start('--requirepass', 'hunter2', '--user', 'bob', 'on', '>bobs')
  })
  after(() => withPassword[Symbol.asyncDispose]())

  test('that stops is replaced by counters in memory until it recovers, and each transition is logged once', async () => {
    const lines: string[] = []
    await using server = await ValkeyServer.start('--requirepass', 'hunter2')
    await using limits = await Limits.inValkey(server.url(':hunter2'), { log: createLogger(lines), service })
    for (const expected of [299, 298]) assert.equal(await takeOne(limits, 'search', 'ana'), expected)
    assert.equal(await limits.checkSharedStore(), true)
    await server.kill()
    for (const expected of [299, 298]) assert.equal(await takeOne(limits, 'search', 'ana'), expected)
    assert.equal(await limits.checkSharedStore(), false)
    await server.start()
    await waitUntilShared(limits, 299)
    assert.equal(lines.length, 2)
    assert.match(lines[0]!, /VALKEY_URL unavailable/)
    assert.match(lines[1]!, /VALKEY_URL available again/)
    assert.ok(!lines.join('').includes('hunter2'))
  })

  test('that is unreachable at startup is replaced by counters in memory, and the log states its address', async () => {
    const lines: string[] = []
    await using server = await ValkeyServer.start()
    await server.kill()
    await using limits = await Limits.inValkey(server.url(':hunter2'), { log: createLogger(lines), service })
    assert.equal(lines.length, 1)
    assert.match(lines[0]!, new RegExp(`ECONNREFUSED 127\\.0\\.0\\.1:${server.port}`))
    assert.ok(!lines[0]!.includes('hunter2'))
    assert.equal(await takeOne(limits, 'search', 'ana'), 299)
    await server.start()
    await waitUntilShared(limits, 299)
  })

  test('that two services share keeps their counters apart', async () => {
    await using server = await ValkeyServer.start()
    await using first = await Limits.inValkey(server.url(), { log, service })
    await using second = await Limits.inValkey(server.url(), { log, service: 'other' })
    for (const limits of [first, second]) assert.equal(await takeOne(limits, 'search', 'ana'), 299)
    assert.equal(await takeOne(first, 'search', 'ana'), 298)
  })

  test('accepts a user name and a password with any characters', async () => {
    await using server = await ValkeyServer.start('--user', 'a@b/ü', 'on', '>p@ß/:#?%', '~*', '+@all')
    const credentials = `${encodeURIComponent('a@b/ü')}:${encodeURIComponent('p@ß/:#?%')}`
    await using limits = await openInValkey(server.url(credentials, 3))
    await limits.take('search', 'ana')
    await using second = await openInValkey(server.url(credentials, 3))
    assert.equal(await takeOne(second, 'search', 'ana'), 298)
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
    const tls = ['--tls-port', String(await findFreePort()), '--tls-auth-clients', 'no']
    await using _server = await ValkeyServer.start(...tls, '--tls-key-file', key, '--tls-cert-file', cert)
    const url = `valkeys://127.0.0.1:${tls[1]}`

    const lines: string[] = []
    await using withoutTrust = await Limits.inValkey(url, { log: createLogger(lines), service })
    assert.match(lines.join(''), /self-signed certificate/)
    assert.equal(await takeOne(withoutTrust, 'search', 'ana'), 299)

    const defaults = getCACertificates()
    setDefaultCACertificates([...defaults, readFileSync(cert, 'utf8')])
    using _restored = { [Symbol.dispose]: () => setDefaultCACertificates(defaults) }
    await using limits = await Limits.inValkey(url, { log: createLogger(lines), service })
    await using second = await Limits.inValkey(url, { log: createLogger(lines), service })
    await limits.take('search', 'ana')
    assert.equal(await takeOne(second, 'search', 'ana'), 298)
    assert.equal(lines.length, 1)
  })

  for (const [title, urlOf] of Object.entries<(server: ValkeyServer) => string>({
    'no password': (server) => server.url(),
    'a wrong password': (server) => server.url(':letmein'),
    'a wrong user': (server) => server.url('eve:hunter2'),
    'a user without permission to count': (server) => server.url('bob:bobs'),
    'a database that does not exist': (server) => server.url(':hunter2', 77),
  })) {
    test(`with ${title} fails the start; the error does not contain the password`, async () => {
      await assert.rejects(openInValkey(urlOf(withPassword)), (error) => {
        assert.ok(error instanceof CounterStoreError)
        assert.match(error.message, /^VALKEY_URL .* \((?:ERR|NOAUTH|NOPERM|WRONGPASS) /)
        assert.doesNotMatch(error.message, /hunter2|letmein|bobs/)
        return true
      })
    })
  }
})

test(
  'the server reports a ConfigError and does not start if Valkey rejects its credentials',
  { skip: valkeySkip },
  async () => {
    await assert.rejects(runServer({ RATE_LIMITS: 'on', VALKEY_URL: valkey.url('eve:hunter2') }), ConfigError)
  },
)

test('a database user that cannot create tables fails the start', { skip: postgres.skip }, async () => {
  const url = await createDatabase()
  const client = new Client(url)
  await client.connect()
  await client.query('CREATE ROLE reader LOGIN')
  await client.end()
  await assert.rejects(PostgresCounterStore.open(url.replace('postgres@', 'reader@')), (error) => {
    assert.ok(error instanceof CounterStoreError)
    assert.match(error.message, /^DATABASE_URL .* \(permission denied for schema public\)/)
    return true
  })
})

test('the RateLimit headers list each policy and its remaining requests', () => {
  const policy = getPolicy('search')
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

/** Limits in an empty database, and a client of that database. `countsOf` reads the counts of keys that match an SQL pattern. */
async function openLimitsAndClient() {
  const url = await createDatabase()
  const opened = new AsyncDisposableStack()
  const limits = opened.use(await openInPostgres(url, { dailyQuota: 5 }))
  const client = opened.adopt(new Client(url), (connected) => connected.end())
  await client.connect()
  const countsOf = async (keyPattern: string) => {
    const { rows } = await client.query('SELECT points FROM rate_limit WHERE key LIKE $1', [keyPattern])
    return (rows as { points: number }[]).map(({ points }) => points)
  }
  return { limits, client, countsOf, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Counts one request, and returns how many remain. */
async function takeOne(
  limits: Limits,
  policy: 'public' | 'search',
  caller: string,
): Promise<number | undefined> {
  return (await limits.take(policy, caller)).allowances[0]?.remaining
}

/** Half a minute of attempts, because a busy machine is slow to connect again. */
const attemptsMax = 600

/** Waits until searches are counted in the shared store again: a search then leaves `expected` requests. */
async function waitUntilShared(limits: Limits, expected: number): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    if ((await limits.take('search', 'ana', 0)).allowances[0]?.remaining === expected + 1) break
    await sleep(50)
  }
  assert.equal(await takeOne(limits, 'search', 'ana'), expected)
}

async function rateLimitErrorOf(metering: Promise<Metered>): Promise<RateLimitError> {
  const error = await metering.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof RateLimitError)
  return error
}

async function createDatabase(): Promise<string> {
  const place = await postgres.createPlace()
  return 'url' in place ? place.url : ''
}

function createLogger(lines: string[]) {
  return pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
}

/** Starts a TCP relay to a local server. It can stop forwarding without closing its connections, as a failed network does. */
async function startRelay(port: number) {
  const sockets: Socket[] = []
  let isFrozen = false
  const relay = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) sockets.push(socket.on('error', () => undefined))
    if (isFrozen) return
    client.pipe(server).pipe(client)
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
