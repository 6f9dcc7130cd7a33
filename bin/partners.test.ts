import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Partners } from '@careatlas/state/partners'
import { openState } from '@careatlas/state/state'
import { Installation, type Outcome } from './command.fixture.ts'

const exchangeArgs = ['--issuer', 'https://id.acme.example', '--audience', 'acme-web']
const originArgs = ['--origin', 'https://www.acme.example']

async function add(installation: Installation, ...args: readonly string[]): Promise<Outcome> {
  return installation.run('partners', 'add', 'acme', ...originArgs, ...args)
}

/** The value after a name in the output of `partners show`. */
function valueOf(name: string, { stdout }: Outcome): string | undefined {
  return new RegExp(`^${name} {2,}(.+)$`, 'm').exec(stdout)?.[1]
}

describe('`partners add`', () => {
  test('prints the publishable key, and stores the settings', async () => {
    using installation = new Installation()
    const { status, stdout, stderr } = await add(
      installation,
      ...exchangeArgs,
      '--origin=https://acme.example:8443',
      '--audience=acme-app',
      '--jwks=https://id.acme.example/keys',
      '--algorithms=ES256, RS256',
      '--product-name=Find care',
      '--history-migration=auto',
      '--retention-days=30',
    )
    assert.deepEqual([status, stderr], [0, ''])
    const [, publicKey = ''] = /^publicKey +(careatlas_pk_\w+)$/m.exec(stdout) ?? []
    await using state = await openState({ folder: join(installation.dataDir, 'state') })
    const { createdAt: _, ...partner } = (await new Partners(state, { service: 'careatlas' }).find('acme'))!
    assert.deepEqual(partner, {
      identifier: 'acme',
      publicKey,
      origins: ['https://www.acme.example', 'https://acme.example:8443'],
      authTypes: ['tokenExchange', 'passwordless'],
      issuer: 'https://id.acme.example',
      audiences: ['acme-web', 'acme-app'],
      algorithms: ['ES256', 'RS256'],
      jwksUrl: 'https://id.acme.example/keys',
      productName: 'Find care',
      historyMigration: 'auto',
      retentionDays: 30,
      disabledAt: null,
    })
  })

  test('with --json prints exactly the identifier and the key', async () => {
    using installation = new Installation()
    const { stdout } = await add(installation, '--auth-types', 'passwordless', '--json')
    const printed = JSON.parse(stdout) as Readonly<Record<string, string>>
    assert.deepEqual(Object.keys(printed), ['identifier', 'public_key'])
    assert.equal(printed['identifier'], 'acme')
    assert.equal(stdout, `${JSON.stringify(printed)}\n`)
    const shown = await installation.run('partners', 'show', 'acme')
    assert.equal(valueOf('publishable key', shown), printed['public_key'])
  })

  test('accepts an issuer on this machine over http, with a warning', async () => {
    using installation = new Installation()
    const { status, stdout, stderr } = await add(
      installation,
      '--issuer=http://127.0.0.1:9000',
      '--audience=acme-web',
      '--json',
    )
    assert.equal(status, 0)
    assert.match(stderr, /^Warning: the issuer is an http address of this machine\. [^\n]+\n$/)
    assert.equal((JSON.parse(stdout) as { identifier?: string }).identifier, 'acme')
  })

  for (const [caseName, args, message] of [
    ['without a way to check ID tokens', [], /--auth-types passwordless/],
    ['without an audience', ['--issuer', 'https://id.acme.example'], /needs --issuer and --audience/],
    [
      'with an issuer that it would not use',
      ['--auth-types', 'passwordless', ...exchangeArgs],
      /only for --auth-types tokenExchange/,
    ],
    ['with an unknown way to sign in', ['--auth-types', 'password'], /Allowed choices are tokenExchange/],
    [
      'with an unknown history migration',
      ['--history-migration', 'yes'],
      /Allowed choices are off, ask, auto/,
    ],
    ['with days that are no number', ['--retention-days', 'a year'], /whole number of days/],
    ['with an http issuer', ['--issuer', 'http://id.acme.example', '--audience', 'a'], /https/],
    ['with an http origin path', ['--origin', 'https://a.example/path', ...exchangeArgs], /origin/i],
    ['with an unknown algorithm', [...exchangeArgs, '--algorithms', 'HS256'], /RS256/],
  ] as const)
    test(`${caseName} registers nothing, and says what to do`, async () => {
      using installation = new Installation()
      const { status, stdout, stderr } = await add(installation, ...args)
      assert.deepEqual([status, stdout], [2, ''])
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /\n\s+at /)
      assert.match((await installation.run('partners', 'list')).stdout, /^No partners yet/)
    })

  test('without an origin says that it is missing', async () => {
    using installation = new Installation()
    const { status, stderr } = await installation.run('partners', 'add', 'acme', ...exchangeArgs)
    assert.equal(status, 2)
    assert.match(stderr, /--origin/)
  })

  test('registers an identifier once', async () => {
    using installation = new Installation()
    await add(installation, ...exchangeArgs)
    const { status, stderr } = await add(installation, ...exchangeArgs)
    assert.equal(status, 2)
    assert.match(stderr, /acme/)
  })
})

describe('`partners`', () => {
  test('lists all partners with their status', async () => {
    using installation = new Installation()
    await add(installation, ...exchangeArgs)
    await installation.run('partners', 'disable', 'acme')
    const { stdout } = await installation.run('partners', 'list')
    const [heading = '', row = ''] = stdout.split('\n')
    assert.match(heading, /^id +sign-in +origins +created +status$/)
    assert.match(row, /^acme +tokenExchange, passwordless +https:\/\/www\.acme\.example +\S+ +disabled \S+$/)
  })

  test('shows the settings of a partner', async () => {
    using installation = new Installation()
    await add(installation, ...exchangeArgs)
    const shown = await installation.run('partners', 'show', 'acme')
    for (const [name, value] of [
      ['identifier', 'acme'],
      ['status', 'active'],
      ['origins', 'https://www.acme.example'],
      ['sign-in', 'tokenExchange, passwordless'],
      ['issuer', 'https://id.acme.example'],
      ['audiences', 'acme-web'],
      ['algorithms', 'RS256, PS256, ES256, EdDSA'],
      ['key set', 'from the metadata of the issuer'],
      ['product name', 'as PRODUCT_NAME'],
      ['history migration', 'ask'],
      ['retention', '365 days'],
    ] as const)
      assert.equal(valueOf(name, shown), value, shown.stdout)
  })

  test('changes the settings that are given, and keeps the others', async () => {
    using installation = new Installation()
    await add(installation, ...exchangeArgs, '--retention-days=30')
    const args = ['--origin', 'https://new.acme.example', '--product-name', 'Find care']
    const updated = await installation.run('partners', 'update', 'acme', ...args)
    assert.deepEqual([updated.status, updated.stderr], [0, ''])
    for (const [name, value] of [
      ['origins', 'https://new.acme.example'],
      ['product name', 'Find care'],
      ['issuer', 'https://id.acme.example'],
      ['sign-in', 'tokenExchange, passwordless'],
      ['retention', '30 days'],
    ] as const)
      assert.equal(valueOf(name, updated), value, updated.stdout)
    assert.equal((await installation.run('partners', 'show', 'acme')).stdout, updated.stdout)
  })

  for (const [caseName, args, message] of [
    ['without a setting', [], /at least one setting/],
    ['with an origin that has a path', ['--origin', 'https://a.example/path'], /origin/i],
  ] as const)
    test(`${caseName}, an update changes nothing, and says what to do`, async () => {
      using installation = new Installation()
      await add(installation, ...exchangeArgs)
      const before = await installation.run('partners', 'show', 'acme')
      const { status, stderr } = await installation.run('partners', 'update', 'acme', ...args)
      assert.equal(status, 2)
      assert.match(stderr, message)
      assert.equal((await installation.run('partners', 'show', 'acme')).stdout, before.stdout)
    })

  test('disables a partner and enables it again', async () => {
    using installation = new Installation()
    await add(installation, ...exchangeArgs)
    assert.equal((await installation.run('partners', 'disable', 'acme')).stdout, 'acme is disabled.\n')
    assert.match(valueOf('status', await installation.run('partners', 'show', 'acme')) ?? '', /^disabled /)
    assert.equal((await installation.run('partners', 'enable', 'acme')).stdout, 'acme is enabled.\n')
    assert.equal(valueOf('status', await installation.run('partners', 'show', 'acme')), 'active')
  })

  test('replaces the publishable key with --yes, and asks without it', async () => {
    using installation = new Installation()
    await add(installation, ...exchangeArgs)
    const readKey = async () => valueOf('publishable key', await installation.run('partners', 'show', 'acme'))
    const first = await readKey()
    const refused = await installation.run('partners', 'rotate-key', 'acme')
    assert.equal(refused.status, 2)
    assert.match(refused.stderr, /add --yes\.\n$/)
    const kept = await installation.runInTerminal(['partners', 'rotate-key', 'acme'], 'n')
    assert.match(kept.stdout, /Replace the publishable key of acme \(https:\/\/www\.acme\.example\)\?/)
    assert.equal(await readKey(), first)
    const { stdout } = await installation.run('partners', 'rotate-key', 'acme', '--yes')
    assert.notEqual(stdout.trim(), first)
    assert.equal(await readKey(), stdout.trim())
  })

  for (const command of ['show', 'disable', 'enable', 'rotate-key'])
    test(`${command} of an unknown partner names the command that lists them`, async () => {
      using installation = new Installation()
      const { status, stdout, stderr } = await installation.run('partners', command, 'unknown')
      assert.deepEqual([status, stdout], [2, ''])
      assert.equal(stderr, 'No partner has the identifier "unknown". See: careatlas partners list\n')
    })

  for (const args of [['add'], ['update'], ['list'], ['show'], ['disable'], ['enable'], ['rotate-key']])
    test(`${args[0]} --help has an example`, async () => {
      using installation = new Installation()
      const { status, stdout } = await installation.run('partners', ...args, '--help')
      assert.equal(status, 0)
      assert.match(stdout, new RegExp(`\\nExamples?:\\n  careatlas partners ${args[0]}`))
    })
})

for (const [document, count] of Object.entries({ 'docs/chat.md': 2, 'README.md': 1 }))
  test(`the commands of ${document} that register partners work`, async () => {
    using installation = new Installation()
    const text = readFileSync(join(import.meta.dirname, '..', document), 'utf8')
    const commands = Array.from(text.matchAll(/^bin\/careatlas (partners .+)$/gm), ([, args = '']) =>
      args.split(' '),
    )
    assert.equal(commands.length, count)
    for (const args of commands) {
      const { status, stderr } = await installation.run(...args)
      assert.equal(status, 0, stderr)
    }
  })
