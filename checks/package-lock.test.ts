/** What `package-lock.json` must have for `npm ci` with npm 10 and 11, and for a server without development packages. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { listServerPackages, lockedPackages, packageName } from './package-lock.fixture.ts'

const root = join(import.meta.dirname, '..')

test('package-lock.json has the packages of every platform, which npm ci requires, and no download address', () => {
  const isLocked = (from: string, name: string): boolean => {
    if (lockedPackages[join(from, 'node_modules', name)] !== undefined) return true
    return from !== '.' && isLocked(dirname(from), name)
  }
  for (const [path, { optionalDependencies = {}, resolved, link = false }] of Object.entries(
    lockedPackages,
  )) {
    for (const name of Object.keys(optionalDependencies))
      assert.ok(isLocked(path === '' ? '.' : path, name), `${path} needs ${name}`)
    assert.ok(link || resolved === undefined, `${path} is resolved to ${resolved}`)
  }
})

test('no dependency has an install script, because bin/setup runs none', () => {
  const scripts = Object.entries(lockedPackages).filter(([, { hasInstallScript }]) => hasInstallScript)
  assert.deepEqual(
    scripts.map(([path]) => path),
    [''],
  )
})

test('npm ci --omit=dev installs no dependency of benchmarks, checks and examples', () => {
  for (const folder of ['benchmarks', 'checks', 'examples']) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      readonly dependencies?: object
    }
    const others = Object.keys(dependencies).filter((name) => !name.startsWith('@careatlas/'))
    assert.deepEqual(others, [], folder)
  }
  const names = listServerPackages().map(([path]) => packageName(path))
  for (const name of ['autocannon', 'rate-limiter-flexible', 'playwright-core', 'typescript'])
    assert.ok(!names.includes(name), name)
})
