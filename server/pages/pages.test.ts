/** The HTML pages of the service, over HTTP. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { errorCodes } from '@careatlas/contract/errors'
import { runServer } from '../running.fixture.ts'

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
      assert.match(await page.text(), /<a href="\/">Atlas &amp; Co<\/a>/)
      for (const envelope of [
        await fetchPage(path, '*/*'),
        await fetchPage(path, 'application/json'),
        await fetchPage(path, 'text/html', 'DELETE'),
      ])
        assert.match(await envelope.text(), /^\{"error":/)
    })
})

describe('the start page', () => {
  test('links to the page that creates keys and to all resources that need no key', async () => {
    const html = await (await fetchPage('/', 'text/html')).text()
    for (const path of ['/keys', '/v1/regions', '/v1/carriers', '/v1/health', '/openapi.json']) {
      assert.ok(html.includes(`href="${path}"`), path)
      assert.equal(
        (await fetchPage(path, path === '/keys' ? 'text/html' : 'application/json')).status,
        200,
        path,
      )
    }
    for (const code of errorCodes) assert.ok(html.includes(`href="/docs/errors/${code}"`), code)
    assert.ok(html.includes(`${server.url}/mcp</code>`))
  })

  test('has a curl example that works with a valid key', async () => {
    const html = await (await fetchPage('/', 'text/html')).text()
    const [, header = '', url = ''] =
      /curl -H 'Authorization: ([^']+)' '([^']+)'/.exec(
        html.replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
      ) ?? []
    const authorization = header.replace('<API_KEY>', server.key)
    assert.equal((await fetch(url, { headers: { authorization } })).status, 200)
  })

  test('does not mention keys with AUTH=off, and its curl example works without one', async () => {
    await using keyless = await runServer({ AUTH: 'off' })
    const html = await (await fetch(keyless.url)).text()
    assert.doesNotMatch(html.split('<h2>Errors</h2>')[0]!.split('<main>')[1]!, /key|OAuth/i)
    const url = /curl '([^']+)'/.exec(html)?.[1] ?? ''
    assert.equal((await fetch(url)).status, 200)
  })
})
