import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'

describe('a document', () => {
  const calls: string[] = []
  const texts: Record<string, string> = { a: 'a'.repeat(5000), b: 'b'.repeat(5000), short: 'short' }
  let url = ''
  let close: () => Promise<void>
  before(async () => {
    for (const name of [
      'brotliCompress',
      'gzip',
      'createBrotliCompress',
      'createGzip',
      'brotliCompressSync',
      'gzipSync',
    ] as const) {
      const original = zlib[name] as (...args: unknown[]) => unknown
      mock.method(zlib, name, (...args: unknown[]) => {
        calls.push(name)
        return original(...args)
      })
    }
    syncBuiltinESMExports()
    const { createHttp } = await import('./create-http.ts')
    const { compressOnce } = await import('./compress-once.ts')
    const { pino } = await import('pino')
    const http = await createHttp({ log: pino({ level: 'silent' }), publicUrl: () => 'http://docs.example' })
    void http.register((pages, _, done) => {
      compressOnce(pages)
      pages.get<{ Params: { name: string } }>('/docs/:name', ({ params }, reply) =>
        reply.type('text/plain').send(texts[params.name]),
      )
      done()
    })
    url = await http.listen({ port: 0, host: '127.0.0.1' })
    close = () => http.close()
  })
  after(async () => {
    await close()
    mock.restoreAll()
    syncBuiltinESMExports()
  })
  const read = async (path: string, accepts: string) => {
    const response = await fetch(url + path, { headers: { 'accept-encoding': accepts } })
    return [response.headers.get('content-encoding'), await response.text()]
  }

  test('is compressed once for each encoding, however its address is written', async () => {
    for (const [accepts, encoding] of [
      ['br', 'br'],
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['*', 'gzip'],
      ['x-gzip', 'gzip'],
      ['identity', null],
      ['br;q=0', null],
    ])
      for (const path of ['/docs/a', '/docs/%61', '/docs/a?x'])
        assert.deepEqual(await read(path, accepts!), [encoding, texts['a']], `${path} ${accepts}`)
    await Promise.all(Array.from({ length: 20 }, () => read('/docs/b', 'br')))
    assert.deepEqual(calls.splice(0), ['brotliCompress', 'gzip', 'brotliCompress'])
  })

  test('is compressed again when its text changes', async () => {
    texts['a'] = 'c'.repeat(5000)
    assert.deepEqual(await read('/docs/a', 'br'), ['br', texts['a']])
    assert.deepEqual(calls.splice(0), ['brotliCompress'])
  })

  test('is not compressed if it is short', async () => {
    assert.deepEqual(await read('/docs/short', 'br'), [null, 'short'])
    assert.deepEqual(calls, [])
  })
})
