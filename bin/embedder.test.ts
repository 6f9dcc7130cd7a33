/** An external embedder from ingest to search, and the lexical fallback without it. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { Health, ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { currentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { readConfig } from '@careatlas/server/config'
import { type RunningServer, startServer } from '@careatlas/server/main'
import { EmbeddingEndpoint, sendVectors } from '@careatlas/vocabulary/embedding-endpoint.fixture'
import { Installation } from './command.fixture.ts'

const key = 'sk-test-key-of-the-embedder'

function smallRegistry(folder: string): string {
  const main = writeRegion(folder).nppes[0]!
  keepRows(main, 200)
  return main
}

function serve({ dataDir }: Installation, settings: Readonly<Record<string, string>> = {}) {
  const fixed = { DATA_DIR: dataDir, PORT: '0', AUTH: 'off', LOG_LEVEL: 'silent' }
  return startServer(readConfig({ ...fixed, ...settings }))
}

async function search({ url }: RunningServer, question: string) {
  const response = await fetch(`${url}/v1/providers?${question}`)
  const { parameters, data } = ProviderSearchEnvelope.parse(await response.json())
  return {
    mode: parameters.search_mode,
    etag: response.headers.get('etag'),
    npis: data.map(({ npi }) => npi),
  }
}

async function health({ url }: RunningServer): Promise<string> {
  return Health.parse(await (await fetch(`${url}/v1/health`)).json()).status
}

test('an external endpoint embeds documents and queries; without it the search is lexical', async () => {
  await using endpoint = await EmbeddingEndpoint.start()
  using folder = mkdtempDisposableSync(join(tmpdir(), 'embedder-'))
  using installation = new Installation()
  const keyFile = join(folder.path, 'key')
  writeFileSync(keyFile, `${key}\n`)
  const chosen = ['--embedder', 'openai-compatible', '--embedder-model', 'm']
  const at = ['--embedder-url', endpoint.baseUrl, '--embedder-key-file', keyFile]
  const main = smallRegistry(folder.path)
  const { status, stdout, stderr } = await installation.run(
    'ingest',
    '--nppes',
    main,
    ...chosen,
    ...at,
    '--json',
  )
  assert.equal(status, 0, stderr)
  assert.ok(![stdout, stderr].join('').includes(key))
  const read = new Set(endpoint.requests.flatMap(({ body }) => body.input))
  assert.ok(read.has('cardiologist (heart doctor), internist (internal medicine doctor)'))
  using snapshot = await Snapshot.open(
    snapshotFolder(installation.dataDir, currentGeneration(installation.dataDir)!),
  )
  assert.equal(snapshot.manifest.embedder, 'openai-compatible:m')

  await using server = await serve(installation, {
    EMBEDDER: 'openai-compatible',
    EMBEDDER_MODEL: 'm',
    EMBEDDER_URL: endpoint.baseUrl,
    EMBEDDER_KEY_FILE: keyFile,
  })
  const well = await search(server, 'q=heart+doctor')
  assert.equal(well.mode, 'hybrid')
  assert.ok(well.etag !== null && well.npis.length > 0)
  assert.ok(endpoint.requests.some(({ body }) => body.input.includes('heart doctor')))
  assert.ok(endpoint.requests.every(({ authorization }) => authorization === `Bearer ${key}`))
  assert.equal(await health(server), 'ok')

  endpoint.respond = (response) => response.writeHead(401).end()
  const byWords = await search(server, 'q=kids+doctor&search_mode=lexical')
  const without = await search(server, 'q=kids+doctor')
  assert.deepEqual([without.mode, without.etag, without.npis], ['lexical', null, byWords.npis])
  assert.ok(byWords.etag !== null)
  assert.equal(await health(server), 'degraded')
  assert.deepEqual(await search(server, 'q=heart+doctor'), well, 'a repeated query')
})

test('an embedder with a slow first response is not treated as unavailable', async (context) => {
  await using endpoint = await EmbeddingEndpoint.start()
  using folder = mkdtempDisposableSync(join(tmpdir(), 'embedder-'))
  using installation = new Installation()
  const at = ['--embedder-url', endpoint.baseUrl, '--embedder-model', 'm']
  const chosen = ['--embedder', 'openai-compatible', ...at]
  const { status, stderr } = await installation.run(
    'ingest',
    '--nppes',
    smallRegistry(folder.path),
    ...chosen,
  )
  assert.equal(status, 0, stderr)
  const begun = Promise.withResolvers<void>()
  endpoint.respond = async (response, request) => {
    await begun.promise
    sendVectors(response, request)
  }
  let timeoutSignal = AbortSignal.abort()
  const real = AbortSignal.timeout.bind(AbortSignal)
  context.mock.method(AbortSignal, 'timeout', (ms: number) => (ms === 400 ? timeoutSignal : real(ms)))
  await using server = await serve(installation, {
    EMBEDDER: 'openai-compatible',
    EMBEDDER_MODEL: 'm',
    EMBEDDER_URL: endpoint.baseUrl,
    SEARCH_TIMEOUT_MS: '2000',
  })
  assert.equal(await health(server), 'ok')
  timeoutSignal = new AbortController().signal
  begun.resolve()
  assert.equal((await search(server, 'q=heart+doctor')).mode, 'hybrid')
  assert.equal(await health(server), 'ok')

  timeoutSignal = AbortSignal.abort()
  assert.equal((await search(server, 'q=kids+doctor')).mode, 'lexical', 'a fifth of the time budget')
})

test('a snapshot of another embedder can still be searched', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'embedder-'))
  using installation = new Installation()
  const { status, stderr } = await installation.run('ingest', '--nppes', smallRegistry(folder.path))
  assert.equal(status, 0, stderr)
  await using endpoint = await EmbeddingEndpoint.start()
  await using other = await serve(installation, {
    EMBEDDER: 'openai-compatible',
    EMBEDDER_MODEL: 'm',
    EMBEDDER_URL: endpoint.baseUrl,
  })
  await using usual = await serve(installation)
  const [here, there] = [await search(other, 'q=heart+doctor'), await search(usual, 'q=heart+doctor')]
  assert.deepEqual([here.mode, here.npis], ['hybrid', there.npis])
  assert.notEqual(here.etag, there.etag)
})

test('without an embedder every search is lexical, and search_mode is lexical', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'embedder-'))
  using installation = new Installation()
  const main = smallRegistry(folder.path)
  const { status, stderr } = await installation.run('ingest', '--nppes', main, '--embedder', 'none')
  assert.equal(status, 0, stderr)
  await using server = await serve(installation, { EMBEDDER: 'none' })
  const lexical = await search(server, 'q=cardioligist&search_mode=lexical')
  assert.ok(lexical.npis.length > 0 && lexical.etag !== null)
  for (const mode of ['auto', 'hybrid', 'semantic']) {
    const answer = await search(server, `q=cardioligist&search_mode=${mode}`)
    assert.deepEqual([answer.mode, answer.npis, answer.etag !== null], ['lexical', lexical.npis, true])
  }
  assert.equal(await health(server), 'ok')
})

suite('an embedder is rejected', () => {
  const rows: readonly (readonly [
    what: string,
    status: number,
    words: readonly string[],
    message: RegExp,
  ])[] = [
    ['without an address', 2, ['openai-compatible', '--embedder-model', 'm'], /needs --embedder-url and --/],
    ['without a model', 2, ['transformers'], /--embedder transformers needs --embedder-model\./],
    ['of no known name', 2, ['word2vec'], /Allowed choices are static, none, transformers, openai-c/],
  ]
  for (const [what, expected, words, message] of rows) {
    test(what, async () => {
      using installation = new Installation()
      const { status, stderr } = await installation.run('ingest', '--nppes', 'x', '--embedder', ...words)
      assert.equal(status, expected)
      assert.match(stderr, message)
    })
  }

  test('if it is unreachable, before any file is read', async () => {
    await using endpoint = await EmbeddingEndpoint.start((response) => response.writeHead(404).end())
    using installation = new Installation()
    const at = ['--embedder-url', endpoint.baseUrl, '--embedder-model', 'm']
    const words = ['ingest', '--nppes', 'x', '--embedder', 'openai-compatible', ...at]
    const { status, stderr } = await installation.run(...words)
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
