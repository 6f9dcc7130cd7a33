/** The command line of the MCP Inspector lists and calls everything in each era, with a key and with OAuth. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { mcpTools } from '@careatlas/contract/mcp-tools'
import { type OAuthTestServer, startOAuthServer } from '@careatlas/server/oauth/oauth-server.fixture'
import { small } from '@careatlas/server/small-directory.fixture'
import { findFreePort } from '@careatlas/state/free-port.fixture'

const version = '2.12.0'
const installTimeoutMs = 600_000

/** Not a dependency: it has 110 MB, for a web client. Later runs use the same folder. */
const folder = resolve(import.meta.dirname, `../node_modules/.cache/mcp-inspector-${version}`)
const program = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')
const skip =
  !install() &&
  `the npm package @modelcontextprotocol/inspector ${version} cannot be installed; that requires npm and a registry`

function install(): boolean {
  if (existsSync(program)) return true
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`
  spawnSync(
    'npm',
    ['install', '--prefix', folder, ...options, `@modelcontextprotocol/inspector@${version}`],
    { env: { ...process.env, PATH: path }, timeout: installTimeoutMs },
  )
  return existsSync(program)
}

/** Tokens are in an encrypted file, without a warning, and the Inspector waits for the user without a terminal. */
const environment = {
  MCP_INSPECTOR_SECRET_STORE: 'file',
  MCP_INSPECTOR_SECRET_KEY: 'a key of this test',
  MCP_AUTO_OPEN_ENABLED: 'true',
}

const eras = ['legacy', 'modern'] as const
type Era = (typeof eras)[number]

/** What `--method` lists, by the field that names each item. */
const lists = {
  'tools/list': ['tools', 'name', Object.keys(mcpTools)],
  'prompts/list': ['prompts', 'name', ['find-provider', 'verify-provider-info']],
  'resources/list': [
    'resources',
    'uri',
    ['careatlas://semantics', 'careatlas://coverage', 'careatlas://carriers', 'ui://careatlas/care'],
  ],
  'resources/templates/list': [
    'resourceTemplates',
    'uriTemplate',
    ['careatlas://providers/{npi}', 'careatlas://locations/{location_uuid}'],
  ],
} as const

/** Every tool, resource and prompt, with a text of its result. */
const calls: readonly (readonly [options: readonly string[], expected: RegExp])[] = [
  ...Object.entries({
    search_providers: { q: 'heart', detail: 'full' },
    search_locations: { q: 'heart clinic' },
    get_provider: { npi: small.npi },
    get_location: { location_uuid: small.uuid },
    check_coverage: { state: 'RI' },
    list_carriers: {},
  } satisfies Record<keyof typeof mcpTools, object>).map(
    ([name, values]) =>
      [
        ['tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(values)],
        /"structuredContent":\{.*"data":/,
      ] as const,
  ),
  // The command line sends such an argument as a number.
  [['tools/call', '--tool-name', 'get_provider', '--tool-arg', `npi=${small.npi}`], /"structuredContent":/],
  ...lists['resources/list'][2].map((uri) => [['resources/read', '--uri', uri], /"text":"./] as const),
  [['resources/read', '--uri', `careatlas://providers/${small.npi}`], new RegExp(small.npi)],
  [['resources/read', '--uri', `careatlas://locations/${small.uuid}`], new RegExp(small.uuid)],
  [
    ['prompts/get', '--prompt-name', 'find-provider', '--prompt-args', 'need=rash'],
    /Find a clinician for this need: rash/,
  ],
  [
    ['prompts/get', '--prompt-name', 'verify-provider-info', '--prompt-args', 'name=Oliveira'],
    /facts about Oliveira/,
  ],
]

const credentials = ['a key', 'OAuth'] as const
type Credential = (typeof credentials)[number]

describe(`the Inspector ${version}`, { skip }, () => {
  const home = mkdtempSync(join(tmpdir(), 'inspector-'))
  let server: OAuthTestServer
  let callbackUrl = ''

  before(async () => {
    server = await startOAuthServer()
    callbackUrl = `http://127.0.0.1:${await findFreePort()}/oauth/callback`
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    rmSync(home, { recursive: true })
  })

  test('signs in with OAuth, and later runs use the stored token', async () => {
    const { status, stderr, hasAuthorized } = await run('OAuth', 'modern', ['tools/list'])
    assert.equal(status, 0, stderr)
    assert.ok(hasAuthorized, 'the first run asks the user')
    const later = await run('OAuth', 'modern', ['tools/list', '--stored-auth-only'])
    assert.equal(later.status, 0, later.stderr)
    assert.ok(!later.hasAuthorized)
  })

  for (const era of eras)
    for (const credential of credentials)
      describe(`${era}, with ${credential}`, () => {
        for (const [method, [field, name, expected]] of Object.entries(lists))
          test(method, async () => {
            const strict = method === 'tools/list' ? ['--strict'] : []
            const { status, stdout, stderr } = await run(credential, era, [method, ...strict])
            assert.equal(status, 0, stderr)
            const { result } = JSON.parse(stdout) as {
              readonly result: Record<string, Record<string, string>[]>
            }
            assert.deepEqual(
              result[field]?.map((item) => item[name]),
              expected,
            )
            assert.equal(stderr, '')
          })

        for (const [options, expected] of calls)
          test(options.join(' '), async () => {
            const { status, stdout, stderr } = await run(credential, era, options)
            assert.equal(status, 0, stderr)
            assert.match(stdout, expected)
          })
      })

  test('without a credential, the status is not 0 and the error says so', async () => {
    rmSync(join(home, '.mcp-inspector'), { recursive: true, force: true })
    const { status, stderr } = await run('OAuth', 'modern', ['tools/list', '--stored-auth-only'])
    assert.notEqual(status, 0)
    assert.match(stderr, /auth_required/)
  })

  async function run(credential: Credential, era: Era, [method = '', ...options]: readonly string[]) {
    const login = ['--callback-url', callbackUrl]
    const authentication =
      credential === 'OAuth' ? login : ['--header', `Authorization: Bearer ${server.key}`]
    const target = [
      '--cli',
      server.resource,
      '--transport',
      'http',
      '--protocol-era',
      era,
      '--format',
      'json',
    ]
    const child = spawn(
      process.execPath,
      [program, ...target, ...authentication, '--method', method, ...options],
      {
        env: { ...environment, HOME: home },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let stderr = ''
    let hasAuthorized = false
    child.stderr.on('data', (piece: Buffer) => {
      stderr += String(piece)
      const [authorizationUrl] = /http\S+\/oauth\/authorize\?\S+(?=\s)/.exec(stderr) ?? []
      if (hasAuthorized || authorizationUrl === undefined) return
      hasAuthorized = true
      void authorize(authorizationUrl)
    })
    const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
    return { status: child.exitCode, stdout, stderr, hasAuthorized }
  }

  /** The user signs in and consents; the redirect goes to the Inspector. */
  async function authorize(authorizationUrl: string): Promise<void> {
    const browser = server.browser()
    const consent = await browser.signIn(await browser.go(authorizationUrl), server)
    const { returnUrl, html } = await browser.send(consent, '/consent', { decision: 'allow' })
    assert.ok(returnUrl, html)
    assert.equal((await fetch(returnUrl)).status, 200)
  }
})
