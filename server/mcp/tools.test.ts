/** The tools, through the official client in every revision. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { mcpTools } from '@careatlas/contract/mcp-tools'
import { runServer } from '../running.fixture.ts'
import { small } from '../small-directory.fixture.ts'
import { connect, revisions } from './mcp-client.fixture.ts'

const server = await runServer()
after(() => server[Symbol.asyncDispose]())

for (const revision of revisions)
  describe(`with revision ${revision}`, () => {
    test('the six tools are listed in the order of the contract', async () => {
      await using client = await connect(server, { revision })
      assert.equal(client.getNegotiatedProtocolVersion(), revision)
      const { tools } = await client.listTools()
      assert.deepEqual(
        tools.map(({ name }) => name),
        Object.keys(mcpTools),
      )
    })

    test('get_provider returns the card of REST as structured content and as text', async () => {
      await using client = await connect(server, { revision })
      const result = await client.callTool({ name: 'get_provider', arguments: { npi: small.npi } })
      const { data } = result.structuredContent as { readonly data: Record<string, unknown> }
      const { url, ...card } = data
      const rest = (await (await server.get(`/v1/providers/${small.npi}`)).json()) as {
        readonly data: unknown
      }
      assert.deepEqual(card, rest.data)
      assert.equal(url, `${server.url}/providers/${small.npi}`)
      const [text, link] = result.content
      assert.ok(text?.type === 'text' && link?.type === 'resource_link')
      assert.deepEqual(JSON.parse(text.text), result.structuredContent)
      assert.equal(link.uri, `careatlas://providers/${small.npi}`)
    })
  })

test('every schema has a keyword that constrains it, and one type, for hosts with a narrow dialect', async () => {
  await using client = await connect(server)
  for (const { name, inputSchema, outputSchema } of (await client.listTools()).tools)
    for (const schema of listSchemas([inputSchema, outputSchema])) {
      assert.ok(
        Object.keys(schema).some((key) => key !== 'description'),
        `${name}: a schema accepts anything`,
      )
      assert.ok(!Array.isArray(schema['type']), `${name}: ${JSON.stringify(schema)}`)
    }
})

type Schema = Readonly<Record<string, unknown>>

/** These schemas and those inside. */
function listSchemas(schemas: readonly unknown[]): readonly Schema[] {
  return (schemas as readonly (Schema | undefined)[]).flatMap((schema) => {
    if (schema === undefined) return []
    const { properties = {}, items, anyOf = [] } = schema
    return [schema, ...listSchemas([...Object.values(properties as Schema), items, ...(anyOf as Schema[])])]
  })
}
