/** Invalid, meaningless and hostile values of `q`, over HTTP. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { hostileQueries } from '@careatlas/search/query/hostile-queries.fixture'
import { type Running, runServer } from '../running.fixture.ts'

const invalidQueries: Readonly<Record<string, string>> = {
  'one character': 'x',
  '513 characters': 'heart '.repeat(86).slice(0, 513),
  'one word of 6 KB': 'x'.repeat(6_000),
  'a NUL': 'heart\u0000doctor',
  'an escape sequence': '\u001b[31mheart',
  'a bare newline': 'heart\ndoctor',
}

const queriesWithoutResults: Readonly<Record<string, string>> = {
  'only stop words': 'the of and who is a',
  'only emoji': '🫀🦷👩‍⚕️',
  'only punctuation': '?!.,;:—…',
  'operators of full-text search': 'NEAR(* ^ "") AND OR NOT -',
  'random letters': 'asdfgh jkl qwer',
  'right-to-left letters without a word': 'ששששש ضضضضض',
  'a right-to-left override': 'zzxq\u202Eqxzz',
  '400 combining marks': `z${'\u0301'.repeat(400)}`,
  'one word of 512 letters': 'zx'.repeat(256),
}

const equivalentQueries: Readonly<Record<string, string>> = {
  'operators around the words': '"heart" AND (doctor* OR NEAR^2) -',
  'an injection after the words': "heart doctor'; DROP TABLE person_name; --",
  'emoji after the words': 'heart doctor 🫀🫀🫀',
  'right-to-left marks around the words': '\u200Fheart doctor\u200F',
  'the words repeated 39 times': 'heart doctor '.repeat(39),
  'full-width letters': 'ｈｅａｒｔ ｄｏｃｔｏｒ',
}

let server: Running
before(async () => {
  server = await runServer()
})
after(() => server[Symbol.asyncDispose]())

const collections = ['providers', 'locations'] as const

async function search(collection: string, q: string): Promise<Response> {
  return server.get(`/v1/${collection}?q=${encodeURIComponent(q)}`)
}

for (const collection of collections) {
  for (const [caseName, q] of Object.entries(invalidQueries)) {
    test(`${collection}: ${caseName} is refused with an error envelope`, async () => {
      const response = await search(collection, q)
      const { error } = ErrorEnvelope.parse(await response.json())
      assert.deepEqual([response.status, error.code], [400, 'invalid_parameter'])
      assert.match(error.message, /^q /)
    })
  }
  test(`${collection}: one word of 40 KB gets 414`, async () => {
    const response = await search(collection, 'x'.repeat(40_000))
    assert.deepEqual(
      [response.status, ErrorEnvelope.parse(await response.json()).error.code],
      [414, 'uri_too_long'],
    )
  })
  for (const [caseName, q] of Object.entries(queriesWithoutResults)) {
    test(`${collection}: ${caseName} gets an empty page`, async () => {
      const response = await search(collection, q)
      const { data, meta } = (await response.json()) as { data: unknown[]; meta: { count: number } }
      assert.deepEqual([response.status, data, meta.count], [200, [], 0])
    })
  }
  for (const [caseName, q] of Object.entries(hostileQueries)) {
    test(`${collection}: 512 characters of ${caseName} get 200 or 400`, async () => {
      const response = await search(collection, q)
      const body: unknown = await response.json()
      if (response.status === 400) assert.equal(ErrorEnvelope.parse(body).error.code, 'invalid_parameter')
      else assert.equal(response.status, 200)
    })
  }
}

/** The encoded query, and the status and code of its error. */
const invalidEncodedQueries: Readonly<
  Record<string, readonly [query: string, status: number, code: string]>
> = {
  nothing: ['', 400, 'invalid_parameter'],
  'only spaces': ['%20+%20', 400, 'invalid_parameter'],
  'half of a surrogate pair': ['ab%ED%A0%80', 400, 'invalid_parameter'],
  'an overlong escape': ['ab%C0%AF', 400, 'invalid_parameter'],
  'a byte that is invalid in UTF-8': ['ab%FF', 400, 'invalid_parameter'],
  'a truncated escape sequence': ['ab%E0%A4%A', 400, 'invalid_parameter'],
  'q sent twice': ['heart&q=skin', 400, 'invalid_parameter'],
  'a query of 10 KB': ['heart+'.repeat(1700), 414, 'uri_too_long'],
}

for (const [caseName, [query, status, code]] of Object.entries(invalidEncodedQueries)) {
  for (const collection of collections) {
    test(`${collection}: ${caseName} is refused with an error envelope`, async () => {
      const response = await server.get(`/v1/${collection}?q=${query}`)
      const { error } = ErrorEnvelope.parse(await response.json())
      assert.deepEqual([response.status, error.code], [status, code])
    })
  }
}

for (const [caseName, q] of Object.entries(equivalentQueries)) {
  test(`${caseName} finds the same cards as the plain query`, async () => {
    const [plain, odd] = await Promise.all(
      [search('providers', 'heart doctor'), search('providers', q)].map(async (response) => {
        const { data } = (await (await response).json()) as { data: { npi: string }[] }
        return data.map(({ npi }) => npi)
      }),
    )
    assert.ok(plain!.length > 0)
    assert.deepEqual(odd, plain)
  })
}
