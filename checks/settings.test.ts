/** docs/settings.md lists every setting of the server with its default, as `npm run docs` writes it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig, settingNames } from '@careatlas/server/config'
import { writeSettingsTables } from '@careatlas/server/write-settings'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` \| (?:`(.+?)`|none) \| \S/gm)].map(
  ([, name = '', value]) => ({ name, value }),
)

test('docs/settings.md has one row for each setting, and no others', () => {
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), settingNames.toSorted())
})

test('`npm run docs` would change nothing in docs/settings.md', () => {
  const document = read('docs/settings.md')
  assert.ok(writeSettingsTables(document) === document, 'run npm run docs')
})

test('the defaults in docs/settings.md are the defaults of the server', () => {
  const defaults = rows.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))
  assert.ok(defaults.length > 10)
  assert.deepEqual(readConfig(Object.fromEntries(defaults) as Record<string, string>), readConfig({}))
})

test('every setting in the README exists', () => {
  const [, paragraph = ''] = /^(Settings are [\s\S]*?)\n\n/m.exec(read('README.md')) ?? []
  const named = paragraph.match(/(?<=`)[A-Z]+(?:_[A-Z]+)*(?=`)/g) ?? []
  assert.ok(named.length >= 5)
  assert.deepEqual(
    named.filter((name) => !settingNames.includes(name)),
    [],
  )
})
