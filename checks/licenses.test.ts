/** The packages of a server have permissive licenses, and `docs/third-party.md` lists those without a license text. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

interface LockedPackage {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
  readonly license?: string
}

/** The packages that `npm ci --omit=dev` installs, by their paths. */
function listServerPackages(): readonly (readonly [path: string, locked: LockedPackage])[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  return Object.entries(lock.packages).filter(
    ([path, { dev, devOptional, link }]) =>
      path.includes('node_modules/') && dev !== true && devOptional !== true && link !== true,
  )
}

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

test('docs/third-party.md lists the packages of a server without a license text', () => {
  const withoutText = listServerPackages()
    .filter(([path]) => {
      const files = globSync('*', { cwd: join(root, path) })
      return files.length > 0 && !files.some((file) => /^(?:licen[cs]e|copying|copyright)/i.test(file))
    })
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const documented = readFileSync(join(root, 'docs/third-party.md'), 'utf8')
  const listed = [...documented.matchAll(/^\| `([^`]+)` \| [A-Z]+ \|$/gm)].map(([, name]) => name)
  assert.deepEqual(new Set(withoutText), new Set(listed))
})
