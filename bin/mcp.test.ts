/** The files of `careatlas mcp listing`: their form, and whether each test case has the expected result on a real server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { demo } from '@careatlas/contract/examples'
import { mcpTools } from '@careatlas/contract/mcp-tools'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { connect } from '@careatlas/server/mcp/mcp-client.fixture'
import * as z from 'zod'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'
import { Installation } from './command.fixture.ts'
import { requirePublicUrl } from './listing/listing.ts'
import { readSample } from './listing/sample.ts'
import { negativeCases, positiveCases } from './listing/test-cases.ts'

const installation = new Installation()
const folder = mkdtempSync(join(tmpdir(), 'listing-'))
const settings = {
  BASE_URL: 'https://care.example.org',
  PRODUCT_NAME: 'Care & <Finder>',
  SERVICE_NAME: 'care-finder',
}

before(async () => {
  const { nppes, networks } = writeRegion(folder)
  const files = networks.flatMap(({ code, file }) => ['--network', `${code}=${file}`])
  const { status, stderr } = await installation.run('ingest', '--nppes', ...nppes, ...files)
  assert.equal(status, 0, stderr)
})
after(() => {
  installation[Symbol.dispose]()
  rmSync(folder, { recursive: true })
})

async function writeListing(
  environment: Readonly<Record<string, string>> = settings,
  ...options: readonly string[]
) {
  const to = join(folder, 'written')
  const child = installation.start(['mcp', 'listing', '--to', to, ...options], environment)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const read = (name: string) => readFileSync(join(to, name), 'utf8')
  return { status: child.exitCode, stdout, stderr, read }
}

/** The rules of the schema 2025-12-11 and of the registry that concern a remote server. */
const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .min(3)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url({ protocol: /^https$/ }),
  remotes: z.tuple([
    z.strictObject({ type: z.literal('streamable-http'), url: z.url({ protocol: /^https$/ }) }),
  ]),
})

const sentence = z
  .string()
  .regex(/^\S.*\.$/)
  .max(200)
const submittedCase = (tools: z.ZodType) =>
  z.strictObject({
    description: sentence,
    user_prompt: z.string().min(1),
    file_attachment_urls: z.null(),
    tools_triggered: tools,
    expected_output: sentence,
    expected_output_url: z.null(),
  })

/** The form of the file that the submission of ChatGPT imports. */
const Submission = z.strictObject({
  $schema: z.literal('https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json'),
  schema_version: z.literal(1),
  app_info: z.strictObject({
    display_name: z.string(),
    subtitle: z.string().max(30),
    description: sentence.max(400),
    category: z.enum(['LIFESTYLE']),
  }),
  tools: z.record(
    z.string(),
    z.strictObject({
      annotations: z.strictObject({
        readOnlyHint: z.literal(true),
        openWorldHint: z.literal(false),
        destructiveHint: z.literal(false),
      }),
      justifications: z.strictObject({
        read_only_justification: sentence,
        open_world_justification: sentence,
        destructive_justification: sentence,
      }),
    }),
  ),
  test_cases: z.array(submittedCase(z.string())).length(5),
  negative_test_cases: z.array(submittedCase(z.null())).length(3),
})

describe('careatlas mcp listing', () => {
  test('writes server.json for the host of BASE_URL', async () => {
    const { status, stderr, read } = await writeListing()
    assert.equal(status, 0, stderr)
    const server = ServerJson.parse(JSON.parse(read('server.json')))
    assert.equal(server.name, 'org.example.care/care-finder')
    assert.equal(server.title, 'Care & <Finder>')
    assert.equal(server.remotes[0].url, 'https://care.example.org/mcp')
  })

  test('justifies the hints of every tool, and its positive cases call every tool', async () => {
    const { read } = await writeListing()
    const submission = Submission.parse(JSON.parse(read('chatgpt-app-submission.json')))
    const names = Object.keys(mcpTools)
    assert.deepEqual(Object.keys(submission.tools), names)
    const triggered = submission.test_cases.flatMap(({ tools_triggered: tools }) => String(tools).split(', '))
    assert.deepEqual([...new Set(triggered)].toSorted(), names.toSorted())
  })

  test('writes install links that contain the address and no credential', async () => {
    const { read } = await writeListing()
    const document = read('LISTING.md')
    for (const link of [
      'connectorName=Care%20%26%20%3CFinder%3E&connectorUrl=https%3A%2F%2Fcare.example.org%2Fmcp',
      'claude mcp add --transport http care-finder https://care.example.org/mcp',
      `config=${encodeURIComponent(btoa('{"url":"https://care.example.org/mcp"}'))}`,
    ])
      assert.ok(document.includes(link), link)
    const redirect = /https:\/\/vscode\.dev\/redirect\?url=(\S+)/.exec(document)?.[1] ?? ''
    const [scheme, config = ''] = decodeURIComponent(redirect).split('?')
    assert.equal(scheme, 'vscode:mcp/install')
    const expected = { name: 'Care & <Finder>', type: 'http', url: 'https://care.example.org/mcp' }
    assert.deepEqual(JSON.parse(decodeURIComponent(config)), expected)
    assert.doesNotMatch(document, /_sk_/)
  })

  test('says which settings the directories ask for are missing', async () => {
    const bare = await writeListing()
    for (const name of ['OPERATOR_NAME', 'SUPPORT_EMAIL', 'PRIVACY_URL', 'TERMS_URL'])
      for (const output of [bare.stdout, bare.read('LISTING.md')])
        assert.match(output, new RegExp(`${name} is not set`))
    const complete = await writeListing({
      ...settings,
      OPERATOR_NAME: 'Care Finder Inc.',
      SUPPORT_EMAIL: 'help@example.org',
      PRIVACY_URL: 'https://example.org/privacy',
      TERMS_URL: 'https://example.org/terms',
    })
    assert.doesNotMatch(complete.stdout, /is not set/)
    assert.match(complete.read('LISTING.md'), /\| Privacy policy \| https:\/\/example\.org\/privacy \|/)
  })

  test('uses the clinician of --sample, and fails for one without a card', async () => {
    const { read } = await writeListing(settings, '--sample', demo.npi)
    assert.ok(read('LISTING.md').includes(`NPI ${demo.npi}`))
    const unknown = await writeListing(settings, '--sample', '1003000126')
    assert.equal(unknown.status, 2)
    assert.match(unknown.stderr, /no card of 1003000126/)
  })

  test('fails without a folder that it can write, and without a snapshot', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const blocked = await writeListing(settings, '--to', file)
    assert.equal(blocked.status, 2)
    assert.match(blocked.stderr, /file cannot be written \(EEXIST\)/)
    const empty = await writeListing({ ...settings, DATA_DIR: join(folder, 'nothing') })
    assert.equal(empty.status, 2)
    assert.match(empty.stderr, /no snapshot/)
  })

  test('has an example in --help', async () => {
    const { stdout } = await installation.run('mcp', 'listing', '--help')
    assert.match(stdout, /BASE_URL=https:\/\/care\.example\.org .*careatlas mcp listing --to listing/)
  })
})

describe('BASE_URL of a listing', () => {
  for (const [baseUrl, message] of [
    [null, /needs BASE_URL/],
    ['http://care.example.org', /needs an https address/],
    ['https://localhost', /public domain name/],
    ['https://127.0.0.1', /public domain name/],
    ['https://[::1]:8443', /public domain name/],
    ['https://directory', /public domain name/],
    ['https://care.local', /public domain name/],
    ['https://care.example', /public domain name/],
  ] as const)
    test(`${baseUrl} is refused`, () => {
      assert.throws(() => requirePublicUrl(baseUrl), { message })
    })

  test('the command fails with the usage status without it', async () => {
    const { status, stderr } = await writeListing({})
    assert.equal(status, 2)
    assert.match(stderr, /^A listing needs BASE_URL.*\.\n$/)
  })
})

describe('the test cases of a listing', () => {
  test('have the expected results on a server with the same data, through the official client', async () => {
    await using server = await LoggedServer.start(installation.dataDir)
    await using client = await connect({ url: server.url, key: 'none' })
    const sample = await readSample(installation.dataDir, demo.npi)
    for (const { description, calls } of positiveCases(sample))
      for (const { tool, arguments: sent } of calls) {
        const { isError, structuredContent } = await client.callTool({ name: tool, arguments: { ...sent } })
        assert.ok(!isError, `${description} ${JSON.stringify(structuredContent)}`)
        assertHasResult((structuredContent as { readonly data: unknown }).data, description)
      }
  })

  test('have at least three requests that no tool fits', () => {
    assert.ok(negativeCases.length >= 3)
    for (const { calls } of negativeCases) assert.deepEqual(calls, [])
  })
})

/** Searches and lists have items; cards have an identifier; coverage is true. */
function assertHasResult(data: unknown, description: string): void {
  if (Array.isArray(data)) assert.ok(data.length > 0, description)
  else {
    const { npi, location_uuid: uuid, covered } = data as Readonly<Record<string, unknown>>
    assert.ok(npi ?? uuid ?? covered, description)
  }
}
