/** The style sheet: its rules for one page do not apply to another. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = join(import.meta.dirname, 'styles')

test('a rule for an identifier names a layout too, because the headings of documents have identifiers of any words', () => {
  for (const file of globSync('*.css', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8')
    assert.deepEqual(text.match(/^ *#[\w-]+.*[{,]$/gm), null, file)
  }
})
