/** The documents of the site, over HTTP: every file is served, every link leads to a page, and each page has its Markdown. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { errorCodes } from '@careatlas/contract/errors'
import { operations } from '@careatlas/contract/operations'
import { runServer } from '../../running.fixture.ts'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../../..')
const server = await runServer({ PRODUCT_NAME: 'Atlas & Co' })
after(() => server[Symbol.asyncDispose]())

const get = (path: string, accept = '*/*') =>
  fetch(server.url + path, { headers: { accept }, redirect: 'manual' })
const getText = async (path: string) => (await get(path)).text()
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const names = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))
const sitemap = await getText('/sitemap.xml')
const paths = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => new URL(url).pathname)

test('every Markdown file of docs is served, and so are the errors, the decisions and the changelog', async () => {
  for (const name of names) {
    const path = name === 'semantics.md' ? '/semantics' : `/docs/${name.replace('.md', '')}`
    assert.ok(paths.includes(path), path)
    assert.equal(await getText(`${path}.md`), read(`docs/${name}`))
  }
  for (const code of errorCodes) assert.ok(paths.includes(`/docs/errors/${code}`), code)
  assert.equal(await getText('/docs/changelog.md'), read('CHANGELOG.md'))
  assert.equal(
    paths.filter((path) => path.startsWith('/docs/decisions/')).length,
    readdirSync(join(root, 'docs/decisions')).length,
  )
})

test('every page of the sitemap has a title, a description or a list, and the same text as Markdown', async () => {
  assert.ok(paths.length > 80)
  for (const path of paths) {
    const page = await get(path, 'text/html')
    assert.equal(page.status, 200, path)
    const html = await page.text()
    assert.match(html, /<h1/, path)
    if (['/', '/demo', '/es/demo'].includes(path)) continue
    assert.ok(html.includes(`<link rel="alternate" type="text/markdown" href="${path}.md" />`), path)
    const markdown = await get(`${path}.md`)
    assert.deepEqual(
      [markdown.status, markdown.headers.get('content-type')],
      [200, 'text/markdown; charset=utf-8'],
      path,
    )
  }
})

test('every link of every page leads to a page, and to an anchor that the page has', async () => {
  const pages = new Map<string, string>()
  const load = async (path: string) => {
    if (!pages.has(path)) {
      const response = await get(path, 'text/html, */*;q=0.8')
      assert.ok(response.status === 200 || path.startsWith('/.well-known'), `${path} ${response.status}`)
      pages.set(path, await response.text())
    }
    return pages.get(path)!
  }
  for (const path of paths)
    for (const [, href = ''] of (await load(path)).matchAll(/<a\b[^>]* href="([^"]+)"/g)) {
      if (/^(?:https?|mailto):/.test(href)) continue
      const { pathname, hash } = new URL(href, server.url + path)
      const target = await load(pathname)
      if (hash !== '') assert.ok(target.includes(` id="${hash.slice(1)}"`), `${path} links to ${href}`)
    }
})

test('a page for an unknown document is not found, and a former path of a document redirects', async () => {
  for (const path of ['/docs/nope', '/docs/nope.md', '/docs/errors/nope', '/docs/..%2fpackage.json'])
    assert.equal((await get(path)).status, 404, path)
  for (const [path, target] of [
    ['/docs/semantics', '/semantics'],
    ['/docs/semantics.md', '/semantics.md'],
  ] as const) {
    const response = await get(path)
    assert.deepEqual([response.status, response.headers.get('location')], [301, target])
  }
})

test('the picture of a document is part of its page, with a description, and is also a file', async () => {
  const page = await getText('/docs/architecture')
  const [, source = '', alt = ''] = /<img src="(data:image\/svg\+xml,[^"]+)" alt="([^"]+)"/.exec(page) ?? []
  const picture = read('docs/architecture.svg')
  assert.equal(decodeURIComponent(source.replace('data:image/svg+xml,', '')), picture)
  assert.match(alt, /^Source files .*\.$/)
  const file = await get('/docs/architecture.svg')
  assert.match(file.headers.get('content-security-policy') ?? '', /style-src 'sha256-/)
  assert.equal(await file.text(), picture)
})

test('the menu has every document, in groups', async () => {
  const [, menu = ''] = /<nav class="menu"[^]*?>([^]*?)<\/nav>/.exec(await getText('/docs/quickstart')) ?? []
  const titles = Array.from(menu.matchAll(/<h2>([^<]+)<\/h2>/g), ([, title]) => title)
  assert.deepEqual(titles, ['Getting started', 'API', 'Data', 'Operation', 'How it works', 'Project'])
  const links = Array.from(menu.matchAll(/ href="([^"]+)"/g), ([, href]) => href)
  for (const name of names.filter((file) => file !== 'semantics.md'))
    assert.ok(links.includes(`/docs/${name.replace('.md', '')}`), name)
})

describe('for machines', () => {
  test('openapi.yaml is the same document as openapi.json', async () => {
    assert.deepEqual(parse(await getText('/openapi.yaml')), await (await get('/openapi.json')).json())
  })

  test('llms.txt begins with the name and a summary, and every link in it works', async () => {
    const text = await getText('/llms.txt')
    assert.match(text, /^# Atlas & Co\n\n> Atlas & Co is an open/)
    const links = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, url = '']) => url)
    assert.ok(links.length > 10)
    for (const link of links) {
      assert.ok(link.startsWith(server.url), link)
      assert.equal((await fetch(link)).status, 200, link)
    }
    assert.doesNotMatch(text, /\): *$/m, 'every link has a description')
  })

  test('llms-full.txt has every operation, every guide and every error', async () => {
    const text = await getText('/llms-full.txt')
    for (const { path } of operations) assert.ok(text.includes(`\`GET ${path}\``), path)
    for (const file of ['docs/loading.md', 'docs/settings.md', 'docs/semantics.md', 'docs/errors/timeout.md'])
      assert.ok(text.includes(read(file).trim()), file)
  })

  test('docs.md has every parameter with its rules, and the errors of each operation', async () => {
    const text = await getText('/docs.md')
    assert.match(text, /- `limit` \(integer; query; 1 to 50; default 10\): Results per page\./)
    assert.match(text, /- `zip` \(string; query; matches \^\\d\{5\}\$\)/)
    assert.match(text, /Returns ProviderDetailEnvelope\. Errors: [^\n]*invalid_npi/)
    assert.match(text, /- `gender` \(string or null; one of "F", "M", "X"\)/)
  })

  test('robots.txt keeps crawlers from keys and searches, and names the sitemap', async () => {
    const text = await getText('/robots.txt')
    for (const line of ['Disallow: /v1/', 'Disallow: /keys', `Sitemap: ${server.url}/sitemap.xml`])
      assert.ok(text.includes(line), line)
    assert.doesNotMatch(text, /Disallow: \/docs/)
  })

  test('texts are compressed, the YAML document included', async () => {
    for (const path of ['/openapi.yaml', '/docs.md', '/llms-full.txt', '/sitemap.xml'])
      assert.equal(
        (await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } })).headers.get(
          'content-encoding',
        ),
        'br',
        path,
      )
  })
})
