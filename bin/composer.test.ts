/** An ingest with a language model as composer: only supported biographies are used, and the API key does not leak. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import type { ProviderCard } from '@careatlas/contract/cards'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { Installation } from './command.fixture.ts'

const key = 'sk-test-key-of-the-composer'

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[]
}
interface Facts {
  readonly name: string
  readonly is: readonly string[]
  readonly places_hold?: string
}

/** A supported biography for every other clinician; for the rest one with unsupported praise. */
function biographyFor({ messages }: ChatRequest, requestCount: number): string {
  const { name, is, places_hold } = JSON.parse(messages.at(-1)!.content) as Facts
  const praise = requestCount % 2 === 0 ? '' : 'highly skilled '
  return `${name} is a ${praise}${is[0] ?? 'individual provider'}${places_hold === undefined ? '' : `, ${places_hold}`}.`
}

test('biographies of a model are used only if the card supports them, and the API key is not stored', async () => {
  const keys = new Set<string | undefined>()
  let requestCount = 0
  await using server = createServer(async (request, response) => {
    keys.add(request.headers.authorization)
    const content = biographyFor((await json(request)) as ChatRequest, ++requestCount)
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  using folder = mkdtempDisposableSync(join(tmpdir(), 'composer-'))
  using installation = new Installation()
  const keyFile = join(folder.path, 'key')
  writeFileSync(keyFile, `${key}\n`)
  const main = writeRegion(folder.path).nppes[0]!
  keepRows(main, 200)

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const composer = ['--composer', 'openai-compatible', '--composer-url', url, '--composer-model', 'm']
  const ingestArgs = ['ingest', '--nppes', main, ...composer, '--composer-key-file', keyFile]
  const { status, stdout, stderr } = await installation.run(...ingestArgs)
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^Biographies by m: \d+ accepted; \d+ rejected \(unsupported claims\) and 0 failed/m)

  const generation = readCurrentGeneration(installation.dataDir)!
  using snapshot = await Snapshot.open(snapshotFolder(installation.dataDir, generation))
  const { composer: rewrites, counts } = snapshot.manifest
  assert.ok(
    rewrites !== null && rewrites.kept > 20 && rewrites.unsupported >= Math.floor(counts.providers / 2),
  )
  assert.equal(rewrites.kept + rewrites.unsupported + rewrites.unanswered, counts.providers)
  assert.deepEqual([...keys], [`Bearer ${key}`])
  for (const npi of snapshot.names.npisByName({ first: 'MARIA' })) {
    const { biography } = JSON.parse(snapshot.providerCard(String(npi))!) as ProviderCard
    assert.doesNotMatch(biography, /skilled/)
  }
  assert.ok(![stdout, stderr, JSON.stringify(snapshot.manifest)].join('').includes(key))
})

for (const [what, args, message] of [
  ['no URL', ['--composer-model', 'm'], /needs --composer-url and --composer-model/],
  ['a malformed URL', ['--composer-url', 'not a url', '--composer-model', 'm'], /must be an address such as/],
  [
    'a URL with a password',
    ['--composer-url', 'http://user:canary@localhost/v1', '--composer-model', 'm'],
    /^(?!.*canary).*without a user name/,
  ],
] as const) {
  test(`a composer with ${what} is wrong usage`, async () => {
    using installation = new Installation()
    const { status, stderr } = await installation.run(
      'ingest',
      '--nppes',
      'x',
      '--composer',
      'openai-compatible',
      ...args,
    )
    assert.equal(status, 2)
    assert.match(stderr, message)
  })
}
