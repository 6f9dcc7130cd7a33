/** docs/semantics.md has every error code by its HTTP status, as `npm run docs` writes it, and every source with its date. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errors } from '@careatlas/contract/errors'
import { messages } from '@careatlas/server/pages/records/messages'
import { writeErrorList } from '@careatlas/server/write-semantics'

const document = readFileSync(new URL('../docs/semantics.md', import.meta.url), 'utf8')

test('docs/semantics.md has each error code once with its status', () => {
  const listed = [...document.matchAll(/^- (\d{3}): (.*)$/gm)].flatMap(([, status, codes = '']) =>
    Array.from(codes.matchAll(/`(\w+)`/g), ([, code = '']) => [code, Number(status)] as const),
  )
  const table = Object.entries(errors).map(([code, { status }]) => [code, status] as const)
  assert.equal(listed.length, table.length)
  assert.deepEqual(new Map(listed), new Map<string, number>(table))
})

test('`npm run docs` would change nothing in docs/semantics.md', () => {
  assert.ok(writeErrorList(document) === document, 'run npm run docs')
})

test('`npm run docs` writes codes that the list lacks, and nothing else', () => {
  const stale = document.replace(/^- 504: .*$/m, '- 504: `unknown_code`')
  assert.notEqual(stale, document)
  assert.ok(writeErrorList(stale) === document)
})

test('docs/semantics.md says for each source with a name what its date is', () => {
  const rows = [...document.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, id]) => id)
  const names = Object.keys(messages.en.sourceNames)
  assert.equal(rows.length, names.length)
  assert.deepEqual(new Set(rows), new Set(names))
})
