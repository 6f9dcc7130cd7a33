import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { usContacts } from '@careatlas/search/notices'
import { ConfigError, misspelledSettings, readConfig } from './config.ts'

function configError(message: string) {
  return { name: 'ConfigError', message: new RegExp(message) }
}

/** The settings that a secret needs. */
const companions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SMTP_URL: { MAIL_FROM: 'a@b.example' },
  SMS_WEBHOOK_SECRET: { SMS_WEBHOOK_URL: 'https://sms.example/send' },
  HANDOFF_SECRET: { HANDOFF_URL: 'https://handoff.example/post' },
  MODEL_API_KEY: { MODEL_URL: 'http://127.0.0.1:11434/v1', MODEL_NAME: 'm' },
  EMBEDDER_KEY: {
    EMBEDDER: 'openai-compatible',
    EMBEDDER_MODEL: 'm',
    EMBEDDER_URL: 'http://localhost:11434/v1',
  },
}

describe('the configuration', () => {
  test('has a default for each setting', () => {
    assert.deepEqual(readConfig({}), {
      dataDir: './data',
      state: { folder: 'data/state' },
      stateKeys: [],
      host: '127.0.0.1',
      port: 8080,
      adminListen: null,
      serviceName: 'careatlas',
      productName: 'Careatlas',
      baseUrl: null,
      operator: { name: null, supportEmail: null, privacyUrl: null, termsUrl: null },
      domainProofs: { openAiApps: null, mcpRegistry: null },
      indexRecords: false,
      responseBudgetBytes: 524_288,
      searchTimeoutMs: 5000,
      contacts: usContacts,
      resolvePlaces: true,
      embedder: { name: 'static' },
      logLevel: 'info',
      logQueries: false,
      accessLog: false,
      auth: true,
      oauthIssuer: null,
      smtp: null,
      sms: { webhook: null, countries: ['US'], perDay: 500 },
      handoff: null,
      mcpOrigins: [],
      mcpHostLocation: true,
      chatTokenMinutes: 30,
      chatDemo: false,
      model: null,
      rateLimits: true,
      valkeyUrl: null,
      dailyQuota: null,
      trustedProxies: [],
      isLocalOnly: true,
    })
  })

  test('treats an empty setting as absent', () => {
    assert.deepEqual(readConfig({ PORT: '', HOST: ' ', BASE_URL: '' }), readConfig({}))
  })

  for (const [text, host, port] of [
    ['9100', '127.0.0.1', 9100],
    ['10.0.0.1:9100', '10.0.0.1', 9100],
    ['[::1]:0', '::1', 0],
    ['localhost:9100', 'localhost', 9100],
  ] as const)
    test(`listens on ${host} and port ${port} with ADMIN_LISTEN=${text}`, () => {
      assert.deepEqual(readConfig({ ADMIN_LISTEN: text }).adminListen, { host, port })
    })

  for (const [host, port, admin] of [
    ['127.0.0.1', '9100', '9100'],
    ['0.0.0.0', '9100', '127.0.0.1:9100'],
    ['127.0.0.1', '9100', '0.0.0.0:9100'],
    ['::', '9100', '127.0.0.1:9100'],
    ['::1', '9100', '[::]:9100'],
    ['localhost', '9100', '[::1]:9100'],
    ['127.0.0.1', undefined, '8080'],
  ] as const)
    test(`rejects ADMIN_LISTEN=${admin} with HOST=${host} and PORT=${port ?? 'unset'}`, () => {
      assert.throws(
        () => readConfig({ HOST: host, PORT: port, ADMIN_LISTEN: admin }),
        configError(`^ADMIN_LISTEN and PORT must be different ports; both are ${port ?? 8080}\\.$`),
      )
    })

  for (const [host, port, admin] of [
    ['127.0.0.1', '0', '0'],
    ['10.0.0.1', '9100', '127.0.0.1:9100'],
    ['0.0.0.0', '8080', '0.0.0.0:9100'],
  ] as const)
    test(`accepts ADMIN_LISTEN=${admin} with HOST=${host} and PORT=${port}`, () => {
      assert.ok(readConfig({ HOST: host, PORT: port, ADMIN_LISTEN: admin }).adminListen)
    })

  test('accepts TRUSTED_PROXIES with private and public networks', () => {
    const networks = ['10.0.0.0/8', 'fc00::/7', '::1', '::ffff:10.0.0.0/104', '2400:cb00::/32']
    assert.deepEqual(readConfig({ TRUSTED_PROXIES: networks.join(', ') }).trustedProxies, networks)
  })

  test('stores the state in PostgreSQL if DATABASE_URL is set', () => {
    const url = 'postgres://me:secret@db.example:5432/careatlas'
    assert.deepEqual(readConfig({ DATABASE_URL: url }).state, { url })
    assert.throws(
      () => readConfig({ DATABASE_URL: 'mysql://me:secret@db.example' }),
      ({ message }: Error) => /DATABASE_URL must be/.test(message) && !message.includes('secret'),
    )
  })

  test('rejects an SMTP_URL with a percent sign that is not an escape, and does not print its password', () => {
    for (const url of [
      'smtp://me:secret%zz@a.example',
      'smtps://secret%:x@a.example',
      'smtp://me:secret%E0@a.example',
    ])
      assert.throws(
        () => readConfig({ SMTP_URL: url, MAIL_FROM: 'a@b.example' }),
        ({ message }: Error) =>
          message.startsWith('SMTP_URL must be an smtp:// or') && !message.includes('secret'),
      )
    const url = 'smtp://me:100%25@a.example'
    assert.equal(readConfig({ SMTP_URL: url, MAIL_FROM: 'a@b.example' }).smtp?.url, url)
  })

  test('counts limits in Valkey if VALKEY_URL is set', () => {
    for (const url of [
      'valkey://a.example',
      'redis://:secret@a.example:6380/2',
      'redis://:100%25@a.example',
      'valkeys://me:secret@[::1]/',
    ])
      assert.equal(readConfig({ VALKEY_URL: url }).valkeyUrl, url)
    for (const url of [
      'http://:secret@a.example',
      'redis://',
      'redis://:secret@a.example/limits',
      'redis://a?secret',
      'redis://:secret%@a.example',
      'redis://secret%zz:x@a.example',
    ]) {
      assert.throws(
        () => readConfig({ VALKEY_URL: url }),
        ({ message }: Error) => message.startsWith('VALKEY_URL must be') && !message.includes('secret'),
      )
    }
  })

  test('rejects DAILY_QUOTA with RATE_LIMITS=off', () => {
    assert.equal(readConfig({ DAILY_QUOTA: '5000' }).dailyQuota, 5000)
    assert.throws(
      () => readConfig({ DAILY_QUOTA: '5000', RATE_LIMITS: 'off' }),
      /DAILY_QUOTA needs RATE_LIMITS=on/,
    )
  })

  for (const [settings, isAccepted] of [
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '0.0.0.0', BASE_URL: 'https://a.example' }, true],
    [{ BASE_URL: 'http://a.example' }, false],
    [{ BASE_URL: 'http://localhost:9000' }, true],
  ] as const)
    test(`${isAccepted ? 'accepts' : 'rejects'} CHAT_DEMO with ${JSON.stringify(settings)}`, () => {
      const withDemo = { ...settings, CHAT_DEMO: 'on' }
      if (isAccepted) assert.equal(readConfig(withDemo).chatDemo, true)
      else
        assert.throws(
          () => readConfig(withDemo),
          /^ConfigError: CHAT_DEMO needs an https address in BASE_URL/,
        )
    })

  test('accepts BASE_URL with or without a trailing slash', () => {
    assert.equal(readConfig({ BASE_URL: 'https://a.example' }).baseUrl, 'https://a.example')
    assert.equal(readConfig({ BASE_URL: 'https://a.example/' }).baseUrl, 'https://a.example')
  })

  test('does not normalize OAUTH_ISSUER, and accepts http for a loopback address', () => {
    for (const issuer of [
      'https://id.example',
      'https://id.example/',
      'https://id.example/tenant',
      'http://[::1]:9000',
    ])
      assert.equal(readConfig({ OAUTH_ISSUER: issuer }).oauthIssuer, issuer)
  })

  test('rejects OAUTH_ISSUER without BASE_URL, and an OAUTH_ISSUER that equals BASE_URL', () => {
    const issuer = { OAUTH_ISSUER: 'https://id.example' }
    assert.throws(() => readConfig({ ...issuer, HOST: '0.0.0.0' }), /OAUTH_ISSUER needs BASE_URL/)
    assert.throws(() => readConfig({ ...issuer, BASE_URL: 'https://id.example/' }), /must be another server/)
  })

  test('rejects PRIVACY_URL and TERMS_URL that redirect to themselves', () => {
    const BASE_URL = 'https://a.example/'
    assert.throws(
      () =>
        readConfig({
          BASE_URL,
          PRIVACY_URL: 'https://a.example/privacy',
          TERMS_URL: 'https://a.example/terms?x',
        }),
      /^ConfigError: PRIVACY_URL must be another page than \/privacy.*\nTERMS_URL must be another page than \/terms/,
    )
    assert.equal(
      readConfig({ BASE_URL, TERMS_URL: 'https://a.example/privacy' }).baseUrl,
      'https://a.example',
    )
  })

  test('reports all problems at once', () => {
    assert.throws(
      () =>
        readConfig({
          PORT: 'x',
          LOG_LEVEL: 'loud',
          AUTH: 'off',
          HOST: '0.0.0.0',
          EMBEDDER: 'openai-compatible',
        }),
      (error) => {
        assert.ok(error instanceof ConfigError)
        assert.deepEqual(error.problems, [
          'PORT must be an integer between 0 and 65535.',
          'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
          'AUTH may be off only while HOST is a loopback address such as 127.0.0.1.',
          'EMBEDDER openai-compatible needs EMBEDDER_URL and EMBEDDER_MODEL.',
        ])
        return true
      },
    )
  })

  for (const [name, value] of [
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '0x10'],
    ['PORT', '1e3'],
    ['HOST', 'a b'],
    ['ADMIN_LISTEN', '127.0.0.1'],
    ['ADMIN_LISTEN', ':9100'],
    ['ADMIN_LISTEN', '127.0.0.1:65536'],
    ['ADMIN_LISTEN', 'a b:9100'],
    ['ADMIN_LISTEN', '::1:9100'],
    ['ADMIN_LISTEN', '[127.0.0.1]:9100'],
    ['ADMIN_LISTEN', 'http://127.0.0.1:9100'],
    ['RESPONSE_BUDGET_BYTES', '65535'],
    ['RESPONSE_BUDGET_BYTES', '4194305'],
    ['SEARCH_TIMEOUT_MS', '0'],
    ['SERVICE_NAME', 'Care Atlas'],
    ['PRODUCT_NAME', 'a\u0007b'],
    ['BASE_URL', 'a.example'],
    ['BASE_URL', 'ftp://a.example'],
    ['BASE_URL', 'https://a.example/v1'],
    ['BASE_URL', 'https://me:secret@a.example'],
    ['AUTH', 'no'],
    ['OAUTH_ISSUER', 'id.example'],
    ['OAUTH_ISSUER', 'http://id.example'],
    ['OAUTH_ISSUER', 'http://127.0.0.1.id.example'],
    ['OAUTH_ISSUER', 'https://me:secret@id.example'],
    ['OAUTH_ISSUER', 'https://id.example/?tenant=1'],
    ['OAUTH_ISSUER', 'https://id.example/#'],
    ['OAUTH_ISSUER', 'file:///etc/passwd'],
    ['MODEL_URL', 'http://models.example/v1'],
    ['MODEL_URL', 'https://me:secret@models.example/v1'],
    ['MODEL_URL', 'https://models.example/v1?key=secret'],
    ['MODEL_NAME', 'a model'],
    ['MODEL_API', 'gemini'],
    ['MODEL_API_KEY', 'a b'],
    ['MODEL_STEPS', '0'],
    ['MODEL_OUTPUT_TOKENS', '9000'],
    ['MODEL_TIMEOUT_MS', '90000'],
    ['DAILY_QUOTA', '0'],
    ['DAILY_QUOTA', '1e6'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.1, ::/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
    ['TRUSTED_PROXIES', '::/64'],
    ['TRUSTED_PROXIES', '::ffff:0:0/96'],
    ['TRUSTED_PROXIES', '::ffff:0:0/97, ::ffff:128.0.0.0/97'],
    ['TRUSTED_PROXIES', '::ffff:10.0.0.0/103'],
    ['LOG_QUERIES', 'yes'],
    ['ACCESS_LOG', 'yes'],
    ['SMS_WEBHOOK_URL', 'http://sms.example/send'],
    ['SMS_WEBHOOK_URL', 'https://me:secret@sms.example/send'],
    ['SMS_COUNTRIES', 'USA'],
    ['SMS_COUNTRIES', 'US,'],
    ['CHAT_TOKEN_MINUTES', '9'],
    ['CHAT_TOKEN_MINUTES', '61'],
    ['SMS_DAILY_LIMIT', 'none'],
    ['OPERATOR_NAME', 'a\u0007b'],
    ['SUPPORT_EMAIL', 'help at example.org'],
    ['PRIVACY_URL', 'http://clinic.example/privacy'],
    ['PRIVACY_URL', 'javascript:alert(1)'],
    ['TERMS_URL', 'https://me:secret@clinic.example/terms'],
    ['OPENAI_APPS_CHALLENGE', 'two words'],
    ['OPENAI_APPS_CHALLENGE', 'a\r\nb'],
    ['MCP_REGISTRY_AUTH', '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
    ['MCP_REGISTRY_AUTH', 'v=MCPv1; k=rsa; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
  ] as const) {
    test(`rejects ${name}=${JSON.stringify(value)}`, () => {
      assert.throws(() => readConfig({ [name]: value }), {
        name: 'ConfigError',
        message: new RegExp(`^${name} must`),
      })
    })
  }

  for (const [name, value] of [
    ['DATABASE_URL', 'postgres://me:secret@db.example/careatlas'],
    ['VALKEY_URL', 'valkeys://:secret@a.example'],
    ['SMTP_URL', 'smtps://me:secret@mail.example'],
    ['SMS_WEBHOOK_SECRET', `whsec_${Buffer.alloc(24, 1).toString('base64')}`],
    ['HANDOFF_SECRET', `whsec_${Buffer.alloc(24, 2).toString('base64')}`],
    ['STATE_ENCRYPTION_KEY', Buffer.alloc(32, 3).toString('base64')],
    ['MODEL_API_KEY', 'sk-test'],
    ['EMBEDDER_KEY', 'sk-test'],
  ] as const) {
    describe(`${name}_FILE`, () => {
      const folder = mkdtempDisposableSync(join(tmpdir(), 'config-'))
      after(() => folder.remove())
      const file = join(folder.path, 'secret')
      const others: Readonly<Record<string, string>> = companions[name] ?? {}
      const fileSetting = { ...others, [`${name}_FILE`]: file }

      test('names a file whose first line, without trailing whitespace, is the value', () => {
        writeFileSync(file, `${value} \r\nsecond line\n`)
        assert.deepEqual(readConfig(fileSetting), readConfig({ ...others, [name]: value }))
      })

      test(`must not be set together with ${name}`, () => {
        writeFileSync(file, value)
        const message = `${name} and ${name}_FILE must not both be set: remove one.`
        assert.throws(() => readConfig({ ...fileSetting, [name]: value }), { name: 'ConfigError', message })
      })

      test('must name a file with a valid value; errors do not repeat the content of the file', () => {
        rmSync(file)
        assert.throws(
          () => readConfig(fileSetting),
          configError(`^${name}_FILE ${file} cannot be read \\(ENOENT\\)\\.$`),
        )
        writeFileSync(file, '\nsecret')
        assert.throws(
          () => readConfig(fileSetting),
          configError(`^${name}_FILE ${file} has an empty first line\\.`),
        )
        writeFileSync(file, 'a secret')
        assert.throws(
          () => readConfig(fileSetting),
          ({ message }: Error) => message.startsWith(`${name} must `) && !message.includes('a secret'),
        )
      })

      test('may be a symbolic link, as Kubernetes provides a secret', () => {
        writeFileSync(file, value)
        const link = join(folder.path, 'link')
        symlinkSync(file, link)
        const config = readConfig({ ...others, [`${name}_FILE`]: link })
        assert.deepEqual(config, readConfig({ ...others, [name]: value }))
      })

      test('must be a regular file of at most 16,384 bytes', async () => {
        const paths = ['pipe', 'folder', 'socket', 'large'].map((kind) => join(folder.path, kind))
        const [pipe, subfolder, socket, large] = paths as [string, string, string, string]
        execFileSync('mkfifo', [pipe])
        mkdirSync(subfolder)
        await using server = createServer().listen(socket)
        await once(server, 'listening')
        writeFileSync(large, 'x'.repeat(16_385))
        const problems = { [large]: 'has 16385 bytes; the maximum is 16384' }
        for (const path of [pipe, subfolder, socket, '/dev/zero', large])
          assert.throws(
            () => readConfig({ ...others, [`${name}_FILE`]: path }),
            configError(`^${name}_FILE ${path} ${problems[path] ?? 'is not a regular file'}\\.$`),
          )
      })
    })
  }

  test('reads the model of docs/chat.md, and rejects one without a name or a key without a model', () => {
    const guide = readFileSync(join(import.meta.dirname, '../docs/chat.md'), 'utf8')
    const [, block = ''] = /```ini\n([^`]+)```/.exec(guide) ?? []
    const settings = Object.fromEntries(
      block
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    )
    const { model } = readConfig(settings)
    assert.deepEqual([model?.api, model?.model, model?.apiKey], ['openai', 'qwen3:8b', null])
    const { MODEL_URL } = settings
    assert.throws(
      () => readConfig({ MODEL_URL }),
      configError('^MODEL_URL and MODEL_NAME must be set together'),
    )
    assert.throws(() => readConfig({ MODEL_API_KEY: 'k' }), configError('^MODEL_API_KEY needs MODEL_URL'))
  })

  test('passes EMBEDDER_KEY to the embedder', () => {
    const { embedder } = readConfig({ ...companions['EMBEDDER_KEY'], EMBEDDER_KEY: 'sk-test' })
    const expected = { name: 'openai-compatible', baseUrl: 'http://localhost:11434/v1', model: 'm' }
    assert.deepEqual(embedder, { ...expected, apiKey: 'sk-test' })
  })

  test('decodes SMS_WEBHOOK_SECRET, and requires it together with SMS_WEBHOOK_URL', () => {
    const settings = {
      SMS_WEBHOOK_URL: 'https://sms.example/send?from=us',
      SMS_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
    }
    const { webhook } = readConfig(settings).sms
    assert.deepEqual(webhook, { url: settings.SMS_WEBHOOK_URL, secret: Buffer.alloc(24, 1) })
    for (const [name, value] of Object.entries(settings))
      assert.throws(() => readConfig({ [name]: value }), /must be set together/)
  })

  for (const [name, problem] of [
    ['openai-compatible', /needs EMBEDDER_URL and EMBEDDER_MODEL/],
    [
      'transformers',
      /^ConfigError: EMBEDDER is invalid: transformers is no longer an embedder: run the model/,
    ],
    ['word2vec', /^ConfigError: EMBEDDER must be one of static, none, openai-compatible/],
  ] as const) {
    test(`rejects EMBEDDER=${name} without its other settings`, () => {
      assert.throws(() => readConfig({ EMBEDDER: name }), problem)
    })
  }

  for (const name of ['EMBEDDER_MODEL', 'EMBEDDER_URL', 'EMBEDDER_KEY']) {
    test(`rejects ${name} without EMBEDDER`, () => {
      assert.throws(() => readConfig({ [name]: 'x' }), /EMBEDDER_KEY need EMBEDDER\.$/)
    })
  }

  for (const [settings, isLocalOnly] of [
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ BASE_URL: 'https://a.example' }, false],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, false],
  ] as const) {
    test(`${JSON.stringify(settings)}: the server is reachable ${isLocalOnly ? 'only from this machine' : 'from other machines'}`, () =>
      assert.equal(readConfig(settings).isLocalOnly, isLocalOnly))
  }

  for (const host of ['127.0.0.1', ' 127.0.0.1', '127.9.9.9', '::1', 'localhost']) {
    test(`accepts AUTH=off on ${host}, and OAUTH_ISSUER without BASE_URL`, () => {
      const issuer = 'https://id.example'
      const config = readConfig({ AUTH: 'off', HOST: host, OAUTH_ISSUER: issuer })
      assert.deepEqual([config.auth, config.oauthIssuer], [false, issuer])
    })
  }

  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'localhost.example.com', '127.evil.example']) {
    test(`rejects AUTH=off on ${host}`, () => {
      assert.throws(() => readConfig({ AUTH: 'off', HOST: host }), /AUTH may be off only/)
    })
  }
})

test('reports an environment variable whose name is close to a setting', () => {
  const environment = { PATH: '/bin', HOME: '/', HOST: '::1', PGHOST: 'a', TRUSTED_PROXY: '10.0.0.1' }
  assert.deepEqual(misspelledSettings(environment), [
    'Unknown setting TRUSTED_PROXY (ignored). Did you mean TRUSTED_PROXIES?',
  ])
})
