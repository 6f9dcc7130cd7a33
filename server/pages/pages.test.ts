/** The HTML pages of the service, over HTTP. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { operations } from '@careatlas/contract/operations'
import { runServer } from '../running.fixture.ts'
import { demoPath } from '../web/navigation.ts'
import { landingPage } from './landing-page.ts'

const server = await runServer({ PRODUCT_NAME: 'Atlas & Co' })
after(() => server[Symbol.asyncDispose]())

const fetchPage = (path: string, accept: string, method = 'GET') =>
  fetch(server.url + path, { method, headers: { accept } })

describe('an unknown path', () => {
  for (const path of ['/nope', '/v1/nope', '/docs/errors/nope'])
    test(`${path} gets a 404 page if the client accepts HTML, and the JSON envelope otherwise`, async () => {
      const page = await fetchPage(path, 'text/html,application/xhtml+xml,*/*;q=0.8')
      assert.equal(page.status, 404)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(page.headers.get('cache-control'), 'no-store')
      const html = await page.text()
      assert.match(html, /<a class="brand" href="\/">[^]*?Atlas &amp; Co<\/span><\/a>/)
      assert.ok(html.includes('use the <a href="/demo">search</a>'))
      for (const envelope of [
        await fetchPage(path, '*/*'),
        await fetchPage(path, 'application/json'),
        await fetchPage(path, 'text/html', 'DELETE'),
      ])
        assert.match(await envelope.text(), /^\{"error":/)
    })
})

describe('the start page', () => {
  test('leads to the page that creates keys, to MCP and to all resources that need no key', async () => {
    const html = await (await fetchPage('/', 'text/html')).text()
    for (const path of ['/keys', '/v1/regions', '/v1/carriers', '/v1/health', '/openapi.json']) {
      assert.ok(html.includes(`href="${path}"`), path)
      assert.equal(
        (await fetchPage(path, path === '/keys' ? 'text/html' : 'application/json')).status,
        200,
        path,
      )
    }
    assert.ok(html.includes(`&quot;${server.url}/mcp&quot;`))
  })

  test('has three commands that work with a valid key', async () => {
    const commands = findCommands(await (await fetchPage('/', 'text/html')).text())
    assert.equal(commands.length, 3)
    for (const { command, url } of commands) {
      const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('<API_KEY>', server.key)])
      assert.ok('data' in JSON.parse(stdout), url)
    }
  })

  test('has the counts and dates of the served snapshot, and the sources with theirs', async () => {
    const html = await (await fetchPage('/', 'text/html')).text()
    const { meta } = (await (await fetch(`${server.url}/v1/regions`)).json()) as RegionList
    const figures = Array.from(html.matchAll(/<dt>([^<]+)<\/dt>\s*<dd>([^<]+)<\/dd>/g), ([, ...pair]) => pair)
    assert.deepEqual(figures, [
      ['clinicians', '1'],
      ['places of care', '1'],
      ['payers and programs with a listing', '1'],
      ['regions', String(meta.count)],
    ])
    assert.ok(html.includes(`<time datetime="${meta.data_as_of}">`), meta.data_as_of)
    for (const { id, as_of } of meta.sources) assert.ok(html.includes(`${id} <time datetime="${as_of}">`), id)
  })

  test('leads to the Spanish demo, to the saved records and to the comparison', async () => {
    const html = await (await fetchPage('/', 'text/html')).text()
    for (const [path, label] of [
      ['/es/demo', 'Español'],
      ['/es/demo', 'Buscar en español'],
      ['/saved', 'Saved records'],
      ['/compare', 'Comparison'],
    ] as const) {
      assert.match(html, new RegExp(`<a\\b[^>]*href="${path}"[^>]*>\\s*${label}</a`))
      assert.equal((await fetchPage(path, 'text/html')).status, 200)
    }
  })

  test('works without a snapshot', async () => {
    await using empty = await runServer({}, { published: false })
    const html = await (await fetch(empty.url)).text()
    assert.match(html, /Three commands/)
    assert.doesNotMatch(html, /What this server holds/)
  })

  test('does not mention keys with AUTH=off, and its commands work without one', async () => {
    await using keyless = await runServer({ AUTH: 'off' })
    const html = await (await fetch(keyless.url)).text()
    assert.doesNotMatch(html, /API key|\/keys|OAuth|token/i)
    for (const { url } of findCommands(html)) assert.equal((await fetch(url)).status, 200)
  })

  test('has a search box exactly if the demo exists', async () => {
    const html = await (await fetchPage('/', 'text/html')).text()
    const demo = await fetchPage('/demo', 'text/html')
    assert.equal(html.includes('role="search"'), demo.status === 200)
    assert.equal(demoPath !== null, demo.status === 200)
    const withDemo = landingPage({ ...landing, demoPath: '/demo' }).toString()
    assert.match(withDemo, /<form[^>]*\baction="\/demo"[^>]*>\s*<input[^>]*\bname="q"/)
    assert.match(withDemo, /href="\/demo\?q=ringing%20in%20ears"/)
  })
})

const landing = {
  productName: 'Atlas',
  serviceName: 'atlas',
  url: 'https://directory.example',
  auth: true,
  snapshot: null,
  chatDemo: false,
} as const

interface RegionList {
  readonly meta: {
    readonly count: number
    readonly data_as_of: string
    readonly sources: readonly { readonly id: string; readonly as_of: string }[]
  }
}

/** The curl commands in the code blocks of a page. */
function findCommands(html: string): readonly { readonly command: string; readonly url: string }[] {
  const text = html.replaceAll(/<\/?span[^>]*>/g, '').replaceAll('&#39;', "'")
  const unescaped = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  const pattern = /curl (?:-H '[^']+' \\\n {2})?'([^']+)'/g
  return Array.from(unescaped.matchAll(pattern), ([command, url = '']) => ({ command, url }))
}

test('the API reference has every operation, with a command and a form', async () => {
  const html = await (await fetchPage('/docs', 'text/html')).text()
  for (const { operationId, path } of operations) {
    assert.ok(html.includes(`<section class="operation" id="${operationId}"`), operationId)
    assert.ok(html.includes(`data-path="${path}"`), path)
  }
  const commands = findCommands(html)
  assert.equal(commands.length, operations.length)
  for (const { url } of commands) assert.ok(url.startsWith(`${server.url}/v1/`), url)
})

test('the style sheet and the scripts are cached for a year, and an unknown one is not', async () => {
  const html = await (await fetchPage('/', 'text/html')).text()
  const paths = html.match(/\/assets\/[\w.-]+/g) ?? []
  assert.deepEqual(
    paths.map((path) => path.split('.').at(-1)),
    ['css', 'js', 'js'],
  )
  for (const path of paths) {
    const response = await fetchPage(path, '*/*')
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  }
  assert.equal((await fetchPage('/assets/style.000000000000.css', '*/*')).status, 404)
})
