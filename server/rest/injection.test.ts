/** What means something to a database, a search engine or a shell is text here: it finds what its words find and changes nothing. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { operations } from '@careatlas/contract/operations'
import { foldName } from '@careatlas/directory/person-name'
import { pageOf, refusalOf } from './rest-client.fixture.ts'
import { searchSyntax, sql } from './foreign-syntax.fixture.ts'
import { corners, oddCarriers, oddNames, publishOddDirectory } from './odd-directory.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'

let server: Running
before(async () => {
  server = await runServer({}, { publish: publishOddDirectory })
})
after(() => server[Symbol.asyncDispose]())

/** Who and what has this very text as a name, or for carriers in it. */
const namesThat: Readonly<Record<string, (text: string) => readonly string[]>> = {
  first_name: (text) => (foldName(text) === 'ANA' ? oddNames : []),
  middle_name: () => [],
  last_name: (text) => oddNames.filter((name) => foldName(name) === foldName(text)),
  name: (text) => Object.keys(corners).filter((name) => foldName(name) === foldName(text)),
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

/** Words of the machinery that must never show. */
const internals = /sqlite|fts5|syntax error|unterminated|SELECT |at Object\.|node:internal|\.ts:\d/i

for (const [what, texts] of Object.entries({ 'a search engine': searchSyntax, 'a database': sql })) {
  for (const [collection, parameter] of [
    ['providers', 'q'],
    ['providers', 'first_name'],
    ['providers', 'middle_name'],
    ['providers', 'last_name'],
    ['locations', 'q'],
    ['locations', 'name'],
    ['carriers', 'q'],
  ] as const) {
    test(`${texts.length} texts that mean something to ${what} are words in ${parameter} of ${collection}`, async () => {
      for (const text of texts) {
        const answer = await server.get(`/v1/${collection}?${parameter}=${encodeURIComponent(text)}`)
        const body = await answer.text()
        assert.ok([200, 400].includes(answer.status), `${text}: ${answer.status} ${body}`)
        if (answer.status === 400) {
          const { code, message } = ErrorEnvelope.parse(JSON.parse(body)).error
          assert.equal(code, 'invalid_parameter')
          assert.match(message, new RegExp(`^${parameter} must`))
        } else {
          const { response } = operations.find(({ path }) => path === `/v1/${collection}`)!
          const { meta, data } = response.parse(JSON.parse(body)) as {
            meta: { count: number }
            data: { name: unknown }[]
          }
          assert.equal(meta.count, data.length)
          assert.doesNotMatch(JSON.stringify(data), internals)
          if (parameter !== 'q' || collection === 'carriers')
            assert.deepEqual(data.map(nameOf), namesThat[parameter]?.(text.trim()), text)
        }
      }
    })
  }
}

suite('a question finds what its words find, whatever stands around them', () => {
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
            async (q) => (await pageOf(server, `/v1/${collection}?q=${encodeURIComponent(q)}`)).data,
          ),
        )
        assert.ok(plain!.length > 0)
        assert.deepEqual(odd, plain)
      })
    }
  }
})

test('nor do they mean anything in a path', async () => {
  for (const text of [...searchSyntax, ...sql].filter((each) => !/^\.?$/.test(each))) {
    for (const [path, codes] of [
      ['/v1/providers/', ['invalid_npi']],
      ['/v1/locations/', ['invalid_parameter']],
      ['/docs/errors/', ['not_found']],
    ] as const) {
      const [status, code, message] = await refusalOf(server, path + encodeURIComponent(text))
      assert.ok(
        status < 500 && (codes as readonly string[]).includes(code),
        `${path}${text}: ${status} ${code}`,
      )
      assert.doesNotMatch(message.replace(text, ''), internals)
    }
  }
})

test('nor in a header', async () => {
  const path = '/v1/providers?last_name=Null'
  const plain = await pageOf(server, path)
  // `*` is known to HTTP itself.
  for (const text of [...searchSyntax, ...sql].filter(
    (each) => /^[\x20-\x7e]+$/.test(each) && each !== '*',
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
      const answer = await server.get(path, { [name]: text })
      const { data } = (await answer.json()) as { data: unknown }
      assert.deepEqual([answer.status, data], [200, plain.data], `${name}: ${text}`)
      assert.notEqual(answer.headers.get('x-request-id'), text)
    }
    const answer = await server.get(path, { authorization: `Bearer ${text}` })
    assert.deepEqual(
      [answer.status, ErrorEnvelope.parse(await answer.json()).error.code],
      [401, 'invalid_credentials'],
    )
  }
})

test('the snapshot is as it was published after all of them', async () => {
  await using fresh = await runServer({}, { publish: publishOddDirectory })
  const digests = () =>
    globSync('snapshots/**/*', { cwd: fresh.dataDir, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${name} ${digestOf(join(parentPath, name))}`)
      .toSorted()
  const published = digests()
  assert.ok(published.some((file) => file.startsWith('cards.sqlite ')))
  for (const text of sql) {
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
const skip = existsSync(descriptors) ? false : 'this system does not tell which files are open'

test('every file of the snapshot is open for reading alone', { skip }, () => {
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

suite('what repeats without end is refused by its length, and what may be asked reads each word once', () => {
  for (const [what, query, status, code] of [
    ['a word to 40 KB', `q=${'heart+'.repeat(6600)}`, 414, 'uri_too_long'],
    ['20,000 quoted words', `q=${'%22a%22+'.repeat(20_000)}`, 414, 'uri_too_long'],
    ['5,000 opening parentheses', `q=${'('.repeat(5000)}`, 400, 'invalid_parameter'],
    ['1,300 quoted words', `q=${'%22a%22'.repeat(1000)}`, 400, 'invalid_parameter'],
    ['2,000 names', `q=heart&${'a=1&'.repeat(1900)}`, 400, 'unknown_parameter'],
    ['2,000 times the same name', 'q=heart&'.repeat(1000), 400, 'invalid_parameter'],
    ['a name of 8,000 letters', `last_name=${'a'.repeat(8000)}`, 400, 'invalid_parameter'],
    ['a carrier of 8,000 letters', `q=heart&carriers=${'a'.repeat(8000)}`, 400, 'invalid_parameter'],
    ['a parameter called by 8,000 letters', `q=heart&${'a'.repeat(8000)}=1`, 400, 'unknown_parameter'],
  ] as const) {
    test(what, async () => {
      const [given, said, message] = await refusalOf(server, `/v1/providers?${query}`)
      assert.deepEqual([given, said], [status, code])
      assert.ok(message.length < 300)
    })
  }
  test('512 characters of one word are a question like the word', async () => {
    const [once, often] = await Promise.all(
      ['heart', 'heart '.repeat(85)].map(
        async (q) =>
          (await pageOf(server, `/v1/providers?search_mode=lexical&q=${encodeURIComponent(q)}`)).data,
      ),
    )
    assert.ok(once!.length > 0)
    assert.deepEqual(often, once)
  })
})
