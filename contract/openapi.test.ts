/** The committed OpenAPI document matches the table of operations, and its examples are valid requests. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { errors } from './errors.ts'
import { buildOpenApiDocument } from './openapi.ts'
import { buildExampleUrl } from './example-url.ts'
import { operations } from './operations.ts'
import { parseParameters } from './parse-parameters.ts'
import { renderCommittedOpenApi } from './write-openapi.ts'

const document = buildOpenApiDocument({ productName: 'Test', version: '1.2.3' })

test('openapi.json equals the output of `npm run openapi`', () => {
  assert.equal(readFileSync(new URL('openapi.json', import.meta.url), 'utf8'), renderCommittedOpenApi())
})

test('the document has the name of the installation', () => {
  assert.match(document.info.title, /^Test /)
  assert.ok(!JSON.stringify(document).includes('Careatlas'))
})

test('rate limit headers are described as present only if limits are enabled', () => {
  const { RateLimit, RateLimitPolicy } = document.components?.headers ?? {}
  for (const header of [RateLimit, RateLimitPolicy]) {
    assert.match(JSON.stringify(header), /"description":"If rate limits are enabled/)
  }
})

for (const operation of operations) {
  const described = document.paths?.[operation.path]?.get
  const responses: Readonly<
    Record<string, { headers?: object; content?: Record<string, { examples?: object }> }>
  > = described?.responses ?? {}

  suite(operation.operationId, () => {
    test('declares its success and error statuses', () => {
      for (const status of [
        '200',
        '400',
        '401',
        '404',
        '406',
        '414',
        '429',
        '431',
        '500',
        '503',
        'default',
      ]) {
        assert.ok(status in responses, status)
      }
      assert.equal('304' in responses, operation.cacheable)
    })

    test('declares each of its error codes under the status of the code', () => {
      for (const code of operation.errors) {
        const examples = responses[errors[code].status]?.content?.['application/json']?.examples ?? {}
        assert.ok(code in examples, code)
      }
    })

    test('declares If-None-Match as an optional request header if it is cacheable', () => {
      const parameters = (described?.parameters ?? []).flatMap((parameter) =>
        'in' in parameter ? [parameter] : [],
      )
      const headers = parameters.filter((parameter) => parameter.in === 'header')
      assert.deepEqual(
        headers.map(({ name, required = false }) => [name, required]),
        operation.cacheable ? [['If-None-Match', false]] : [],
      )
      assert.equal('ETag' in (responses['200']?.headers ?? {}), operation.cacheable)
    })

    test('has an example of its 200 response that is a complete and valid response', () => {
      const examples = Object.values(responses['200']?.content?.['application/json']?.examples ?? {}) as {
        readonly value: unknown
      }[]
      assert.equal(examples.length, 1)
      assert.deepEqual(operation.response.parse(examples[0]!.value), examples[0]!.value)
    })

    test('requires a key or token unless it is public', () => {
      const keyOrToken = [{ key: [] }, { token: ['directory:read'] }]
      assert.deepEqual(described?.security, operation.access === 'key' ? keyOrToken : [])
      assert.equal('403' in responses, operation.access === 'key')
    })

    test('describes 401 as never returned if it is public', () => {
      const text = JSON.stringify(responses['401'])
      assert.equal(text.includes('ignores Authorization'), operation.access === 'public')
    })

    test('has examples that parse with its parameters', () => {
      assert.ok(Object.keys(operation.examples).length > 0)
      for (const example of Object.values(operation.examples)) {
        const { pathname, search } = new URL(buildExampleUrl(operation, example), 'http://localhost')
        parseParameters(operation.operationId, search)
        assert.ok(!pathname.includes('%7B'), pathname)
        assert.ok(operation.pathParameters.safeParse(example.path ?? {}).success)
      }
    })
  })
}
