/** The resource of the view, and what the tools and the server declare about it. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import { joinView } from './join-view.ts'
import { connect, revisions } from './mcp-client.fixture.ts'

const server = await runServer()
after(() => server[Symbol.asyncDispose]())

const uri = 'ui://careatlas/care'
const mimeType = 'text/html;profile=mcp-app'
const viewBytesMax = 60_000

for (const revision of revisions)
  describe(`with revision ${revision}`, () => {
    test('the server declares the extension, and the tools that show records name the view in both forms', async () => {
      await using client = await connect(server, { revision })
      assert.deepEqual(client.getServerCapabilities()?.extensions, {
        'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] },
      })
      const { tools } = await client.listTools()
      const withView = tools.filter(({ _meta }) => _meta !== undefined)
      assert.deepEqual(
        withView.map(({ name }) => name),
        ['search_providers', 'search_locations', 'get_provider', 'get_location'],
      )
      for (const { _meta } of withView)
        assert.deepEqual(_meta, { ui: { resourceUri: uri }, 'ui/resourceUri': uri })
    })

    test('the view is listed and read as one HTML file without domains', async () => {
      await using client = await connect(server, { revision })
      const { resources } = await client.listResources()
      const listed = resources.find((resource) => resource.uri === uri)
      const { contents } = await client.readResource({ uri })
      assert.equal(contents.length, 1)
      for (const described of [listed, contents[0]]) {
        assert.equal(described?.mimeType, mimeType)
        assert.deepEqual(described._meta, {
          ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true },
        })
      }
    })
  })

test('the text of a result is complete for a host without views', async () => {
  await using client = await connect(server)
  const { content, structuredContent } = await client.callTool({
    name: 'search_providers',
    arguments: { last_name: 'Oliveira' },
  })
  const [text] = content
  assert.ok(text?.type === 'text')
  assert.deepEqual(JSON.parse(text.text), structuredContent)
  assert.match(text.text, new RegExp(small.npi))
})

test(`the view has at most ${viewBytesMax} bytes and no address to load from`, () => {
  const view = joinView({ name: 'Careatlas', version: '0.1.0' })
  assert.ok(Buffer.byteLength(view) <= viewBytesMax, `${Buffer.byteLength(view)} bytes`)
  assert.doesNotMatch(
    view,
    /\b(?:src|href|action)=|@import|url\(|\bimport\b|\bfetch\(|XMLHttpRequest|WebSocket|innerHTML/,
  )
  // The name space of SVG, and the map site of the directions.
  assert.deepEqual(view.match(/https?:\/\/[^/']+/g)?.toSorted(), [
    'http://www.w3.org',
    'https://www.google.com',
  ])
})

test('a name with markup cannot leave its string in the view', () => {
  const view = joinView({ name: '</script><b>"\'', version: '1' })
  assert.match(view, /<title>&lt;\/script&gt;&lt;b&gt;/)
  assert.equal(view.split('</script>').length, 3)
})
