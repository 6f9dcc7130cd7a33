/** Runs the conformance suite of the Model Context Protocol against the MCP endpoint, in the era of each revision. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withConformanceFixtures } from '@careatlas/server/mcp/conformance-methods.fixture'
import { type Running, runServer } from '@careatlas/server/running.fixture'
import { startAuthorizingProxy } from './authorizing-proxy.fixture.ts'

const suite = dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')))

/** The scenarios of each revision that call no tool, resource or prompt of the suite. */
const ownScenarios = {
  '2025-06-18': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-session-lifecycle',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'server-session-lifecycle',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
} as const

type Revision = keyof typeof ownScenarios

/** The suite has no requirement set of 2025-06-18, but it names the scenarios that apply. */
const selections: { readonly [Key in Revision]: readonly string[] } = {
  '2025-06-18': ['--spec-version', '2025-06-18', '--suite', 'all'],
  '2025-11-25': ['--requirements', '2025-11-25'],
  '2026-07-28': ['--requirements', '2026-07-28'],
}

let product: Running
let extended: Running

before(async () => {
  product = await runServer()
  extended = await runServer({}, { extendMcpMethods: withConformanceFixtures })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await extended[Symbol.asyncDispose]()
})

for (const revision of Object.keys(ownScenarios) as Revision[]) {
  test(`${revision}: the server passes every scenario that needs no fixture`, async (context) => {
    const { checks, output, revisions } = await runSuite(product, revision, ...selections[revision])
    assert.ok(revisions.has(revision), [...revisions].join())
    for (const scenario of ownScenarios[revision]) {
      const own = checks.filter((check) => check.scenario === scenario)
      const passed = own.filter(({ status }) => status === 'SUCCESS').length
      context.diagnostic(`${scenario}: ${passed} passed`)
      assert.ok(passed > 0, `${scenario} checked nothing: ${output}`)
      const failed = own.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      assert.deepEqual(failed, [], scenario)
    }
  })

  test(`${revision}: with the fixtures, the checks that fail are those of the list`, async (context) => {
    const { status, output } = await runSuite(
      extended,
      revision,
      ...selections[revision],
      '--expected-failures',
      join(import.meta.dirname, `mcp-conformance/expected-failures-${revision}.yml`),
    )
    context.diagnostic(/^Total: .*$/m.exec(output)?.[0] ?? 'no total')
    assert.equal(status, 0, output)
  })
}

test('a listed check that passes fails the run', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'stale-'))
  const list = join(folder.path, 'list.yml')
  writeFileSync(list, 'server:\n  - ping:ping\n')
  const { status, output } = await runSuite(
    extended,
    '2025-11-25',
    '--scenario',
    'ping',
    '--expected-failures',
    list,
  )
  assert.equal(status, 1, output)
  assert.match(output, /stale/i)
})

interface Check {
  readonly scenario: string
  readonly id: string
  readonly status: string
}

interface Outcome {
  readonly status: number | null
  readonly output: string
  readonly checks: readonly Check[]
  /** Those that the requests named. */
  readonly revisions: ReadonlySet<string>
}

/**
 * Runs the suite behind a proxy that adds the key, because the suite sends no credential. The client of the suite offers 2025-11-25
 * even if an earlier revision is selected, so the proxy changes the offer, and the client then uses what the server agreed to.
 */
async function runSuite(
  server: Running,
  revision: Revision,
  ...options: readonly string[]
): Promise<Outcome> {
  await using proxy = await startAuthorizingProxy(server.url, server.key, (body) =>
    revision === '2025-06-18'
      ? body.replace('"protocolVersion":"2025-11-25"', `"protocolVersion":"${revision}"`)
      : body,
  )
  using folder = mkdtempDisposableSync(join(tmpdir(), 'conformance-'))
  const command = [join(suite, 'dist/index.js'), 'server', '--url', `${proxy.url}/mcp`]
  const child = spawn(process.execPath, [...command, '--output-dir', folder.path, ...options], {
    env: { HOME: folder.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return {
    status: child.exitCode,
    output: stdout + stderr,
    checks: readChecks(folder.path),
    revisions: proxy.revisions,
  }
}

/** The suite writes the checks of a scenario into the folder `server-NAME-TIME`. */
function readChecks(folder: string): readonly Check[] {
  return globSync('*/checks.json', { cwd: folder }).flatMap((file) => {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(file)?.[1] ?? file
    const checks = JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Omit<Check, 'scenario'>[]
    return checks.map((check) => ({ ...check, scenario }))
  })
}
