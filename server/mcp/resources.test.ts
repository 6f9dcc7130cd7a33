/** Resources, prompts and completion, through the official client in every revision. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import { connect, revisions } from './mcp-client.fixture.ts'

const server = await runServer()
after(() => server[Symbol.asyncDispose]())

type Client = Awaited<ReturnType<typeof connect>>

async function read(client: Client, uri: string): Promise<string> {
  const [contents] = (await client.readResource({ uri })).contents
  assert.ok(contents !== undefined && 'text' in contents)
  return contents.text
}

for (const revision of revisions)
  describe(`with revision ${revision}`, () => {
    test('three resources, the view and two templates are listed under the name of the service', async () => {
      await using client = await connect(server, { revision })
      const { resources } = await client.listResources()
      assert.deepEqual(
        resources.map(({ uri, annotations }) => [uri, annotations?.priority]),
        [
          ['careatlas://semantics', 0.9],
          ['careatlas://coverage', 0.6],
          ['careatlas://carriers', 0.4],
          ['ui://careatlas/care', undefined],
        ],
      )
      const { resourceTemplates } = await client.listResourceTemplates()
      assert.deepEqual(
        resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        ['careatlas://providers/{npi}', 'careatlas://locations/{location_uuid}'],
      )
    })

    test('the notes are the published file, and at most 12 KB', async () => {
      await using client = await connect(server, { revision })
      const text = await read(client, 'careatlas://semantics')
      assert.equal(text, readFileSync(join(import.meta.dirname, '../../docs/semantics.md'), 'utf8'))
      assert.ok(Buffer.byteLength(text) <= 12 * 1024)
    })

    test('the coverage is that of REST, and the carriers begin with the one that lists most clinicians', async () => {
      await using client = await connect(server, { revision })
      const coverage: unknown = JSON.parse(await read(client, 'careatlas://coverage'))
      assert.deepEqual(coverage, await (await fetch(`${server.url}/v1/regions`)).json())
      const carriers = JSON.parse(await read(client, 'careatlas://carriers')) as {
        readonly data: readonly { readonly code: string }[]
      }
      assert.deepEqual(
        carriers.data.map(({ code }) => code),
        ['MEDICARE', '62308'],
      )
    })

    test('a card is the structured content of its tool; a link of a result leads to it', async () => {
      await using client = await connect(server, { revision })
      for (const [name, values] of [
        ['get_provider', { npi: Number(small.npi) }],
        ['get_location', { location_uuid: small.uuid.toUpperCase() }],
      ] as const) {
        const { structuredContent, content } = await client.callTool({ name, arguments: values })
        const link = content.find(({ type }) => type === 'resource_link')
        assert.ok(link?.type === 'resource_link')
        assert.deepEqual(JSON.parse(await read(client, link.uri)), structuredContent)
      }
    })

    test('a prompt names the tools to call and what the person wants', async () => {
      await using client = await connect(server, { revision })
      const { prompts } = await client.listPrompts()
      assert.deepEqual(
        prompts.map(({ name }) => name),
        ['find-provider', 'verify-provider-info'],
      )
      const found = await client.getPrompt({
        name: 'find-provider',
        arguments: { need: 'knee pain', insurance: 'Cigna' },
      })
      const text = JSON.stringify(found.messages)
      for (const part of ['knee pain', 'Cigna', 'search_providers', 'list_carriers', 'ask for a ZIP code'])
        assert.ok(text.includes(part), part)
      const verified = await client.getPrompt({ name: 'verify-provider-info', arguments: { npi: small.npi } })
      assert.match(JSON.stringify(verified.messages), /get_provider/)
      await assert.rejects(client.getPrompt({ name: 'verify-provider-info' }), /needs npi or name/)
    })

    test('the insurance is completed from the names of carriers', async () => {
      await using client = await connect(server, { revision })
      const complete = async (value: string) =>
        (
          await client.complete({
            ref: { type: 'ref/prompt', name: 'find-provider' },
            argument: { name: 'insurance', value },
          })
        ).completion.values
      assert.deepEqual(await complete('CIG'), ['Cigna'])
      assert.deepEqual(await complete(''), ['Medicare', 'Cigna'])
      assert.deepEqual(await complete('zzz'), [])
    })
  })

test('lists and resources state how long a client may keep them', async () => {
  await using client = await connect(server)
  const { ttlMs, cacheScope } = (await client.listTools()) as { ttlMs?: number; cacheScope?: string }
  assert.deepEqual([ttlMs, cacheScope], [3_600_000, 'public'])
  const card = (await client.readResource({ uri: `careatlas://providers/${small.npi}` })) as {
    cacheScope?: string
  }
  assert.equal(card.cacheScope, 'private')
})

test('a former place is read as the place that replaced it', async () => {
  await using client = await connect(server)
  const result = await client.callTool({
    name: 'get_location',
    arguments: { location_uuid: small.former.succeeded },
  })
  const { data, meta } = result.structuredContent as {
    readonly data: { readonly location_uuid: string }
    readonly meta: { readonly moved_from: string }
  }
  assert.deepEqual([data.location_uuid, meta.moved_from], [small.uuid, small.former.succeeded])
})
