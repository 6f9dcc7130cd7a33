/** The page of settings lists what the server reads, with the defaults that it has. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig, settingNames } from '@careatlas/server/config'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` \| (?:`(.+?)`|none) \| \S/gm)].map(
  ([, name = '', usual]) => ({ name, usual }),
)

test('docs/settings.md has a row for each setting, and none for another', () => {
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), settingNames.toSorted())
})

test('a setting of docs/settings.md that is set to its default changes nothing', () => {
  const defaults = rows.flatMap(({ name, usual }) => (usual === undefined ? [] : [[name, usual]]))
  assert.ok(defaults.length > 10)
  assert.deepEqual(readConfig(Object.fromEntries(defaults) as Record<string, string>), readConfig({}))
})

test('every setting that the README names is one of them', () => {
  const [, paragraph = ''] = /^(Settings are [\s\S]*?)\n\n/m.exec(read('README.md')) ?? []
  const named = paragraph.match(/(?<=`)[A-Z]+(?:_[A-Z]+)*(?=`)/g) ?? []
  assert.ok(named.length >= 5)
  assert.deepEqual(
    named.filter((name) => !settingNames.includes(name)),
    [],
  )
})
