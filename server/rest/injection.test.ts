/** Syntax of databases, search engines and shells is plain text here: it matches its words, runs nothing and changes nothing. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { operations } from '@careatlas/contract/operations'
import { foldName } from '@careatlas/directory/person-name'
import { fetchPage, fetchError } from './rest-client.fixture.ts'
import { searchSyntax, injections } from './foreign-syntax.fixture.ts'
import { edgePoints, oddCarriers, oddNames, publishOddDirectory } from '../odd-directory.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'

let server: Running
before(async () => {
  server = await runServer({}, { publish: publishOddDirectory })
})
after(() => server[Symbol.asyncDispose]())

/** The names that each parameter must find for a text: equal names, or carriers whose code or name contains it. */
const expectedNames: Readonly<Record<string, (text: string) => readonly string[]>> = {
  first_name: (text) => (foldName(text) === 'ANA' ? oddNames : []),
  middle_name: () => [],
  last_name: (text) => oddNames.filter((name) => foldName(name) === foldName(text)),
  name: (text) => Object.keys(edgePoints).filter((name) => foldName(name) === foldName(text)),
  q: (text) =>
    oddCarriers
      .filter(({ code, name }) =>
        [code, name].some((part) => part.toUpperCase().includes(text.toUpperCase())),
      )
      .map(({ name }) => name),
}

function nameOf({ name }: { readonly name: unknown }): unknown {
  return typeof name === 'object' ? (name as { last: unknown }).last : name
}

/** Internal details that must never appear in a response. */
const internals = /sqlite|fts5|syntax error|unterminated|SELECT |at Object\.|node:internal|\.ts:\d/i

for (const [target, texts] of Object.entries({ 'full-text search': searchSyntax, databases: injections })) {
  for (const [collection, parameter] of [
    ['providers', 'q'],
    ['providers', 'first_name'],
    ['providers', 'middle_name'],
    ['providers', 'last_name'],
    ['locations', 'q'],
    ['locations', 'name'],
    ['carriers', 'q'],
  ] as const) {
    test(`${texts.length} texts with syntax of ${target} are plain words in ${parameter} of ${collection}`, async () => {
      for (const text of texts) {
        const response = await server.get(`/v1/${collection}?${parameter}=${encodeURIComponent(text)}`)
        const body = await response.text()
        assert.ok([200, 400].includes(response.status), `${text}: ${response.status} ${body}`)
        if (response.status === 400) {
          const { code, message } = ErrorEnvelope.parse(JSON.parse(body)).error
          assert.equal(code, 'invalid_parameter')
          assert.match(message, new RegExp(`^${parameter} must`))
        } else {
          const { response: schema } = operations.find(({ path }) => path === `/v1/${collection}`)!
          const { meta, data } = schema.parse(JSON.parse(body)) as {
            meta: { count: number }
            data: { name: unknown }[]
          }
          assert.equal(meta.count, data.length)
          assert.doesNotMatch(JSON.stringify(data), internals)
          if (parameter !== 'q' || collection === 'carriers')
            assert.deepEqual(data.map(nameOf), expectedNames[parameter]?.(text.trim()), text)
        }
      }
    })
  }
}

suite('a query finds the same cards with and without punctuation and operators around its words', () => {
  for (const collection of ['providers', 'locations']) {
    const words = 'heart clinic'
    for (const text of [
      '"heart" clinic',
      '(heart clinic)',
      'heart* clinic*',
      "heart' clinic'; --",
      'heart; clinic /*',
      '^heart: clinic~',
      '\\heart \\clinic\\',
      'heart\u00A0\u2028clinic',
    ]) {
      test(`${collection}: ${JSON.stringify(text)}`, async () => {
        const [odd, plain] = await Promise.all(
          [text, words].map(
            async (q) => (await fetchPage(server, `/v1/${collection}?q=${encodeURIComponent(q)}`)).data,
          ),
        )
        assert.ok(plain!.length > 0)
        assert.deepEqual(odd, plain)
      })
    }
  }
})

test('foreign syntax in a path gets an ordinary error', async () => {
  for (const text of [...searchSyntax, ...injections].filter((syntax) => !/^\.?$/.test(syntax))) {
    for (const [path, codes] of [
      ['/v1/providers/', ['invalid_npi']],
      ['/v1/locations/', ['invalid_parameter']],
      ['/docs/errors/', ['not_found']],
    ] as const) {
      const [status, code, message] = await fetchError(server, path + encodeURIComponent(text))
      assert.ok(
        status < 500 && (codes as readonly string[]).includes(code),
        `${path}${text}: ${status} ${code}`,
      )
      assert.doesNotMatch(message.replace(text, ''), internals)
    }
  }
})

test('foreign syntax in a header does not change the response', async () => {
  const path = '/v1/providers?last_name=Null'
  const plain = await fetchPage(server, path)
  // HTTP itself defines `*`.
  for (const text of [...searchSyntax, ...injections].filter(
    (value) => /^[\x20-\x7e]+$/.test(value) && value !== '*',
  )) {
    for (const name of [
      'x-request-id',
      'if-none-match',
      'accept-language',
      'cookie',
      'user-agent',
      'x-forwarded-for',
      'origin',
    ]) {
      const response = await server.get(path, { [name]: text })
      const { data } = (await response.json()) as { data: unknown }
      assert.deepEqual([response.status, data], [200, plain.data], `${name}: ${text}`)
      assert.notEqual(response.headers.get('x-request-id'), text)
    }
    const response = await server.get(path, { authorization: `Bearer ${text}` })
    assert.deepEqual(
      [response.status, ErrorEnvelope.parse(await response.json()).error.code],
      [401, 'invalid_credentials'],
    )
  }
})

test('injections do not change the files of the snapshot', async () => {
  await using fresh = await runServer({}, { publish: publishOddDirectory })
  const digests = () =>
    globSync('snapshots/**/*', { cwd: fresh.dataDir, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${name} ${digestOf(join(parentPath, name))}`)
      .toSorted()
  const published = digests()
  assert.ok(published.some((file) => file.startsWith('cards.sqlite ')))
  for (const text of injections) {
    await fresh.get(`/v1/providers?q=${encodeURIComponent(text)}`)
    await fresh.get(`/v1/providers?last_name=${encodeURIComponent(text)}`)
    await fresh.get(`/v1/locations?name=${encodeURIComponent(text)}`)
    await fresh.get(`/v1/providers/${encodeURIComponent(text)}`)
  }
  assert.deepEqual(digests(), published)
})

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

const descriptors = '/proc/self/fd'
const skip = existsSync(descriptors) ? false : 'this system has no /proc, which lists open files'

test('every file of the snapshot is open read-only', { skip }, () => {
  const open = readdirSync(descriptors).flatMap((fd) => {
    const file = existsSync(join(descriptors, fd)) ? readlinkSync(join(descriptors, fd)) : ''
    return file.startsWith(join(server.dataDir, 'snapshots')) ? [{ fd, file }] : []
  })
  assert.ok(open.some(({ file }) => file.endsWith('cards.sqlite')))
  for (const { fd, file } of open) {
    const [, flags = '1'] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? []
    assert.equal(Number.parseInt(flags, 8) & 0b11, 0, file)
  }
})

suite('queries with many repetitions are refused by length, and shorter ones count each word once', () => {
  for (const [caseName, query, status, code] of [
    ['a word to 40 KB', `q=${'heart+'.repeat(6600)}`, 414, 'uri_too_long'],
    ['20,000 quoted words', `q=${'%22a%22+'.repeat(20_000)}`, 414, 'uri_too_long'],
    ['5,000 opening parentheses', `q=${'('.repeat(5000)}`, 400, 'invalid_parameter'],
    ['1,000 quoted words', `q=${'%22a%22'.repeat(1000)}`, 400, 'invalid_parameter'],
    ['1,900 times one unknown parameter', `q=heart&${'a=1&'.repeat(1900)}`, 400, 'unknown_parameter'],
    ['the same parameter 1,000 times', 'q=heart&'.repeat(1000), 400, 'invalid_parameter'],
    ['a last name of 8,000 letters', `last_name=${'a'.repeat(8000)}`, 400, 'invalid_parameter'],
    ['a carrier of 8,000 letters', `q=heart&carriers=${'a'.repeat(8000)}`, 400, 'invalid_parameter'],
    ['a parameter name of 8,000 letters', `q=heart&${'a'.repeat(8000)}=1`, 400, 'unknown_parameter'],
  ] as const) {
    test(caseName, async () => {
      const [actualStatus, actualCode, message] = await fetchError(server, `/v1/providers?${query}`)
      assert.deepEqual([actualStatus, actualCode], [status, code])
      assert.ok(message.length < 300)
    })
  }
  test('one word repeated to 512 characters finds the same cards as the word', async () => {
    const [once, often] = await Promise.all(
      ['heart', 'heart '.repeat(85)].map(
        async (q) =>
          (await fetchPage(server, `/v1/providers?search_mode=lexical&q=${encodeURIComponent(q)}`)).data,
      ),
    )
    assert.ok(once!.length > 0)
    assert.deepEqual(often, once)
  })
})
