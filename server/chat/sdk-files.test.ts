/** The files of the chat client over HTTP. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import * as z from 'zod'
import { type Running, runServer } from '../running.fixture.ts'

const Manifest = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+-[\da-f]{8}$/),
  files: z.array(
    z.strictObject({
      name: z.string(),
      url: z.url(),
      integrity: z.string().startsWith('sha384-'),
      brotli_bytes: z.int().positive(),
    }),
  ),
})

let server: Running
let manifest: z.infer<typeof Manifest>
before(async () => {
  server = await runServer({}, { published: false })
  manifest = Manifest.parse(await (await fetch(`${server.url}/sdk/manifest.json`)).json())
})
after(() => server[Symbol.asyncDispose]())

test('the manifest lists the module and the script, also for development, and the types', async () => {
  assert.deepEqual(
    manifest.files.map(({ name }) => name),
    ['chat.mjs', 'chat.js', 'development/chat.mjs', 'development/chat.js', 'chat-client.d.ts'],
  )
  for (const { name, url } of manifest.files)
    assert.equal(url, `${server.url}/sdk/v${manifest.version}/${name}`)
})

test('each file has its integrity and its size', async () => {
  for (const { url, integrity, brotli_bytes } of manifest.files) {
    const body = Buffer.from(await (await fetch(url)).arrayBuffer())
    assert.equal(`sha384-${hash('sha384', body, 'base64')}`, integrity)
    assert.equal(brotliCompressSync(body).length, brotli_bytes)
  }
})

test('any page may load a file, and browsers keep it', async () => {
  for (const { name, url } of manifest.files) {
    const { headers } = await fetch(url, { headers: { origin: 'https://any.example' } })
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(headers.get('vary'), 'accept-encoding')
    assert.match(
      headers.get('content-type') ?? '',
      name.endsWith('.d.ts') ? /^text\/plain/ : /^text\/javascript/,
    )
  }
})

/** The encoding of the response, and the length of the text. */
async function load(encoding: string) {
  const { url } = manifest.files[0]!
  const response = await fetch(url, { headers: { 'accept-encoding': encoding } })
  return [response.headers.get('content-encoding'), (await response.text()).length] as const
}

describe('a file is sent', () => {
  test('with brotli, gzip or as it is, as the client accepts', async () => {
    const [, length] = await load('identity')
    assert.deepEqual(
      [await load('br'), await load('gzip, br'), await load('gzip'), await load('identity')],
      [
        ['br', length],
        ['br', length],
        ['gzip', length],
        [null, length],
      ],
    )
  })

  test('without an encoding that the client refuses', async () => {
    const [, length] = await load('identity')
    for (const encoding of ['br;q=0', 'br;q=0.000, identity', 'x-br'])
      assert.deepEqual(await load(encoding), [null, length], encoding)
  })

  test('with the compressed size of the manifest', async () => {
    const { url, brotli_bytes } = manifest.files[0]!
    const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
    assert.equal(headers.get('content-length'), String(brotli_bytes))
  })
})

test('another version or file does not exist', async () => {
  for (const path of ['/sdk/v0.0.0/chat.js', `/sdk/v${manifest.version}/other.js`, '/sdk/chat.js'])
    assert.equal((await fetch(server.url + path)).status, 404)
})
