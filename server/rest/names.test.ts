/** Searches by name find names that often cause bugs in each spelling, and reject wildcards. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { fetchPage, fetchError } from './rest-client.fixture.ts'
import { oddNames, publishOddDirectory } from '../odd-directory.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'

let server: Running
before(async () => {
  server = await runServer({}, { publish: publishOddDirectory })
})
after(() => server[Symbol.asyncDispose]())

async function findLastNames(parameter: string, value: string): Promise<readonly unknown[]> {
  const { data } = await fetchPage(server, `/v1/providers?${parameter}=${encodeURIComponent(value)}`)
  return data.map(({ name }) => (name as { last: unknown }).last)
}

suite('a last name in the spelling of the registry finds the clinician', () => {
  for (const name of oddNames)
    test(name.slice(0, 20), async () => assert.deepEqual(await findLastNames('last_name', name), [name]))
})

suite('an equivalent spelling of the last name finds the clinician', () => {
  for (const [name, spellings] of [
    ["O'Brien", ['OBRIEN', 'o’brien', 'OʼBrien', 'O`brien', "O''Brien", ' O.Brien ']],
    ['José', ['JOSE', 'jose', 'Jose\u0301', 'ＪＯＳＥ', 'jos\u00E9']],
    ['İpek', ['IPEK', 'ipek', 'ıpek', 'I\u0307pek']],
    ['Işık', ['ISIK', 'isik', 'ışık', 'İŞİK']],
    ['Groß', ['GROSS', 'gross', 'GROẞ']],
    ['ﬁelding', ['FIELDING', 'Fielding', 'fielding']],
    ['Núñez-Peña', ['NUNEZ PENA', 'nunez‐pena', 'Nuñez – Pena', 'Núñez Peña']],
    ['Null', ['NULL', 'null']],
    ['True', ['TRUE', 'true']],
    ['X', ['x', 'X.']],
  ] as const) {
    for (const spelling of spellings)
      test(`${spelling} finds ${name}`, async () =>
        assert.deepEqual(await findLastNames('last_name', spelling), [name]))
  }
})

for (const name of ['O%', 'O*', '%', '*'])
  test(`the wildcards of ${name} are rejected`, async () => {
    const [status, code, message] = await fetchError(
      server,
      `/v1/providers?last_name=${encodeURIComponent(name)}`,
    )
    assert.deepEqual([status, code], [400, 'invalid_parameter'])
    assert.match(message, /^last_name must have no \* or %: names are matched exactly; no wildcards\./)
  })

suite('other symbols in a name are not wildcards', () => {
  for (const name of ['O_Brien', 'Brie', 'O?Brien', '[A-Z]Brien', 'OBRIEN OR TRUE', 'N.ll|X', 'L'.repeat(63)])
    test(name, async () => assert.deepEqual(await findLastNames('last_name', name), []))
})

suite('a name without a letter or digit is refused', () => {
  for (const name of ['_', '[]', "'", '-', '. .', '\u0301', '\u200B']) {
    for (const [collection, parameter] of [
      ['providers', 'first_name'],
      ['providers', 'last_name'],
      ['locations', 'name'],
    ]) {
      test(`${parameter}=${JSON.stringify(name)}`, async () => {
        const path = `/v1/${collection}?${parameter}=${encodeURIComponent(name)}`
        const [status, code, message] = await fetchError(server, path)
        assert.deepEqual([status, code], [400, 'invalid_parameter'])
        assert.match(message, new RegExp(`^${parameter} must have a letter or digit`))
      })
    }
  }
})

test('a name of 200 characters is refused', async () => {
  const [status, code] = await fetchError(server, `/v1/providers?last_name=${'x'.repeat(200)}`)
  assert.deepEqual([status, code], [400, 'invalid_parameter'])
})

suite('wildcards of other languages are ordinary characters in a carrier query', () => {
  for (const [q, codes] of [
    ['%', ['PER_CENT']],
    ['100%', ['PER_CENT']],
    ['_', ['PER_CENT']],
    ['*', ['STAR-1']],
    ['star*', ['STAR-1']],
    ['[', ['00123']],
    ['[a-z]', ['00123']],
    ['.', []],
    ['.*', []],
    ['p%t', []],
    ['0012?', []],
    ['plain', ['PLAIN']],
  ] as const) {
    test(q, async () => {
      const { data } = await fetchPage(server, `/v1/carriers?q=${encodeURIComponent(q)}`)
      assert.deepEqual(
        data.map(({ code }) => code),
        codes,
      )
    })
  }
})
