/** An external embedder from ingest to search, and the lexical fallback without it. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { Health, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { readConfig } from '@careatlas/server/config'
import { type RunningServer, startServer } from '@careatlas/server/main'
import {
  EmbeddingEndpoint,
  type Respond,
  sendVectors,
} from '@careatlas/vocabulary/embedding-endpoint.fixture'
import { Installation, type Outcome } from './command.fixture.ts'

const key = 'sk-test-key-of-the-embedder'

const folder = mkdtempDisposableSync(join(tmpdir(), 'embedder-'))
let registry: string
/** A snapshot of the built-in model, which no test replaces. */
const builtIn = new Installation()
/** A snapshot of an endpoint, which no test replaces; embedding 60,000 phrases takes 15 seconds of CPU time. */
const external = new Installation()
const keyFile = join(folder.path, 'key')
let embedding: Outcome
let embeddedTexts: ReadonlySet<string>

before(async () => {
  registry = writeRegion(folder.path).nppes[0]!
  keepRows(registry, 200)
  const { status, stderr } = await builtIn.run('ingest', '--nppes', registry)
  assert.equal(status, 0, stderr)
  await using endpoint = await EmbeddingEndpoint.start(sendVectorsOfPump)
  writeFileSync(keyFile, `${key}\n`)
  const embedderArgs = ['--embedder', 'openai-compatible', '--embedder-model', 'm']
  const endpointArgs = ['--embedder-url', endpoint.baseUrl, '--embedder-key-file', keyFile]
  embedding = await external.run('ingest', '--nppes', registry, ...embedderArgs, ...endpointArgs, '--json')
  embeddedTexts = new Set(endpoint.requests.flatMap(({ body }) => body.input))
  assert.ok(endpoint.requests.every(({ authorization }) => authorization === `Bearer ${key}`))
})
after(() => {
  builtIn[Symbol.dispose]()
  external[Symbol.dispose]()
  folder.remove()
})

function serve({ dataDir }: Installation, settings: Readonly<Record<string, string>> = {}) {
  const defaults = { DATA_DIR: dataDir, PORT: '0', AUTH: 'off', LOG_LEVEL: 'silent' }
  return startServer(readConfig({ ...defaults, ...settings }), { warmsUp: false })
}

async function search({ url }: RunningServer, query: string) {
  const response = await fetch(`${url}/v1/providers?${query}`)
  const { parameters, data } = ProviderSearchEnvelope.parse(await response.json())
  return {
    status: response.status,
    mode: parameters.search_mode,
    firstCodes: data[0]?.specialties.map(({ code }) => code) ?? [],
    etag: response.headers.get('etag'),
    npis: data.map(({ npi }) => npi),
  }
}

/** To this endpoint, "broken pump" is a cardiologist. No phrase of the vocabulary says so. */
const sendVectorsOfPump: Respond = (response, request) => {
  const input = request.body.input.map((text) => (text === 'broken pump' ? 'cardiologist' : text))
  sendVectors(response, { ...request, body: { ...request.body, input } })
}

const cardiologyCodes: readonly string[] = ['207RC0000X', '207RA0001X', '207RI0011X']

function isCardiology(codes: readonly string[]): boolean {
  return codes.some((code) => cardiologyCodes.includes(code))
}

async function health({ url }: RunningServer): Promise<string> {
  return Health.parse(await (await fetch(`${url}/v1/health`)).json()).status
}

test('an external endpoint embeds documents, phrases and queries; without it the built-in model finds concepts', async () => {
  assert.equal(embedding.status, 0, embedding.stderr)
  assert.ok(![embedding.stdout, embedding.stderr].join('').includes(key))
  assert.ok(embeddedTexts.has('cardiologist (heart doctor), internist (internal medicine doctor)'))
  using snapshot = await Snapshot.open(
    snapshotFolder(external.dataDir, readCurrentGeneration(external.dataDir)!),
  )
  assert.equal(snapshot.manifest.embedder, 'openai-compatible:m')

  await using endpoint = await EmbeddingEndpoint.start(sendVectorsOfPump)
  await using server = await serve(external, {
    EMBEDDER: 'openai-compatible',
    EMBEDDER_MODEL: 'm',
    EMBEDDER_URL: endpoint.baseUrl,
    EMBEDDER_KEY_FILE: keyFile,
  })
  const hybrid = await search(server, 'q=heart+doctor')
  assert.equal(hybrid.mode, 'hybrid')
  assert.ok(hybrid.etag !== null && hybrid.npis.length > 0)
  assert.ok(endpoint.requests.some(({ body }) => body.input.includes('heart doctor')))
  assert.ok(endpoint.requests.every(({ authorization }) => authorization === `Bearer ${key}`))
  assert.equal(await health(server), 'ok')

  const requestCount = endpoint.requests.length
  const understood = await search(server, 'q=broken+pump')
  assert.ok(isCardiology(understood.firstCodes), String(understood.firstCodes))
  assert.deepEqual(
    endpoint.requests.slice(requestCount).map(({ body }) => body.input),
    [['broken pump']],
  )
  await using builtInServer = await serve(external)
  const notUnderstood = await search(builtInServer, 'q=broken+pump')
  assert.ok(!isCardiology(notUnderstood.firstCodes), String(notUnderstood.firstCodes))

  endpoint.respond = (response) => response.writeHead(401).end()
  for (const query of ['q=my+broken+pump+hurts', 'q=kids+doctor', 'q=kids+doctor&search_mode=semantic']) {
    const { npis } = await search(builtInServer, query.replace('&search_mode=semantic', ''))
    const fallback = await search(server, query)
    assert.deepEqual(
      [fallback.status, fallback.mode, fallback.etag, fallback.npis],
      [200, 'lexical', null, npis],
      query,
    )
  }
  assert.equal(await health(server), 'degraded')
  assert.deepEqual(await search(server, 'q=heart+doctor'), hybrid, 'a repeated query')
})

test('an ingest whose endpoint fails while it embeds phrases leaves the old snapshot', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  const generation = readCurrentGeneration(builtIn.dataDir)
  await using server = await serve(builtIn)
  const earlier = await search(server, 'q=heart+doctor')

  endpoint.respond = (response, request, requestNumber) =>
    requestNumber > 100 ? response.writeHead(401).end() : sendVectors(response, request)
  const endpointArgs = ['--embedder-url', endpoint.baseUrl, '--embedder-model', 'm']
  const embedderArgs = ['--embedder', 'openai-compatible', ...endpointArgs]
  const failed = await builtIn.run('ingest', '--nppes', registry, ...embedderArgs)
  assert.equal(failed.status, 1, failed.stderr)
  assert.match(failed.stderr, /^embedding phrases$[\s\S]*^No vectors of m: .* answers with status 401\.$/m)
  assert.equal(readCurrentGeneration(builtIn.dataDir), generation)
  assert.deepEqual(await search(server, 'q=heart+doctor'), earlier)
})

test('an embedder with a slow first response is not treated as unavailable', async (context) => {
  await using endpoint = await EmbeddingEndpoint.start()
  const firstResponseAllowed = Promise.withResolvers<void>()
  endpoint.respond = async (response, request) => {
    await firstResponseAllowed.promise
    sendVectors(response, request)
  }
  /** The time limit of one embedding: a fifth of SEARCH_TIMEOUT_MS, 400 ms. */
  let embeddingTimeout = AbortSignal.abort()
  const realTimeout = AbortSignal.timeout.bind(AbortSignal)
  context.mock.method(AbortSignal, 'timeout', (ms: number) =>
    ms === 400 ? embeddingTimeout : realTimeout(ms),
  )
  await using server = await serve(external, {
    EMBEDDER: 'openai-compatible',
    EMBEDDER_MODEL: 'm',
    EMBEDDER_URL: endpoint.baseUrl,
    SEARCH_TIMEOUT_MS: '2000',
  })
  assert.equal(await health(server), 'ok')
  embeddingTimeout = new AbortController().signal
  firstResponseAllowed.resolve()
  assert.equal((await search(server, 'q=heart+doctor')).mode, 'hybrid')
  assert.equal(await health(server), 'ok')

  embeddingTimeout = AbortSignal.abort()
  assert.equal((await search(server, 'q=kids+doctor')).mode, 'lexical', 'a fifth of the time budget')
})

test('a snapshot of another embedder can still be searched', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  await using other = await serve(builtIn, {
    EMBEDDER: 'openai-compatible',
    EMBEDDER_MODEL: 'm',
    EMBEDDER_URL: endpoint.baseUrl,
  })
  await using own = await serve(builtIn)
  const otherResult = await search(other, 'q=heart+doctor')
  const ownResult = await search(own, 'q=heart+doctor')
  assert.deepEqual([otherResult.mode, otherResult.npis], ['hybrid', ownResult.npis])
  assert.notEqual(otherResult.etag, ownResult.etag)
})

test('without an embedder every search is lexical, and search_mode is lexical', async () => {
  using installation = new Installation()
  const { status, stderr } = await installation.run('ingest', '--nppes', registry, '--embedder', 'none')
  assert.equal(status, 0, stderr)
  await using server = await serve(installation, { EMBEDDER: 'none' })
  const lexical = await search(server, 'q=cardioligist&search_mode=lexical')
  assert.ok(lexical.npis.length > 0 && lexical.etag !== null)
  for (const mode of ['auto', 'hybrid', 'semantic']) {
    const result = await search(server, `q=cardioligist&search_mode=${mode}`)
    assert.deepEqual([result.mode, result.npis, result.etag !== null], ['lexical', lexical.npis, true])
  }
  assert.equal(await health(server), 'ok')
})

suite('an embedder is rejected', () => {
  const cases: readonly (readonly [
    name: string,
    status: number,
    args: readonly string[],
    message: RegExp,
  ])[] = [
    ['without a URL', 2, ['openai-compatible', '--embedder-model', 'm'], /needs --embedder-url and --/],
    ['of an earlier version', 2, ['transformers'], /transformers is no longer an embedder: run the model/],
    ['with an unknown name', 2, ['word2vec'], /Allowed choices are static, none, openai-compatible/],
  ]
  for (const [name, expected, args, message] of cases) {
    test(name, async () => {
      using installation = new Installation()
      const { status, stderr } = await installation.run('ingest', '--nppes', 'x', '--embedder', ...args)
      assert.equal(status, expected)
      assert.match(stderr, message)
    })
  }

  test('if it is unreachable, before any file is read', async () => {
    await using endpoint = await EmbeddingEndpoint.start((response) => response.writeHead(404).end())
    using installation = new Installation()
    const endpointArgs = ['--embedder-url', endpoint.baseUrl, '--embedder-model', 'm']
    const args = ['ingest', '--nppes', 'x', '--embedder', 'openai-compatible', ...endpointArgs]
    const { status, stderr } = await installation.run(...args)
    assert.equal(status, 1)
    assert.match(stderr, /^No vectors of m: http:\/\/127\.0\.0\.1:\d+\/v1 answers with status 404\.$/m)
  })

  test('if the options are incomplete', async () => {
    using installation = new Installation()
    const { status, stderr } = await installation.run('ingest', '--nppes', 'x', '--embedder-model', 'm')
    assert.equal(status, 2)
    assert.match(stderr, /need --embedder\./)
  })
})
