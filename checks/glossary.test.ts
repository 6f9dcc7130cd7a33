/** Every file that the glossary names exists, and every term names one. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
const rows = [...glossary.matchAll(/^\| (.+?) \| (.+) \| (.+) \|$/gm)].filter(([, term]) => term !== 'term')

test('the glossary has rows of a term, a meaning and a file', () => {
  assert.ok(rows.length >= 30)
})

for (const [, term = '', , code = ''] of rows) {
  test(`the file of "${term}" in the glossary exists`, () => {
    const [, path] = /^`([\w./-]+)`$/.exec(code) ?? []
    assert.ok(path && existsSync(join(root, path)), code)
  })
}
