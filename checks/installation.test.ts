/** The scripts that find Node, and the lock that `npm ci` needs. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

/** Runs a copy of `bin/node --version` with an installed and a fetched Node that print these versions; null if there is none. */
function findVersion(installed: string | null, fetched: string | null) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'installation-'))
  mkdirSync(join(folder.path, 'bin'))
  copyFileSync(join(root, 'bin/node'), join(folder.path, 'bin/node'))
  const [installedFolder, tools] = [join(folder.path, 'installed'), join(folder.path, 'tools')]
  mkdirSync(tools)
  // PATH must not contain the folders of the system, because they may have a Node.
  for (const tool of ['dirname', 'readlink'])
    symlinkSync(spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim(), join(tools, tool))
  if (installed !== null) writeNode(installedFolder, installed)
  if (fetched !== null) writeNode(join(folder.path, '.node/bin'), fetched)
  const { status, stdout, stderr } = spawnSync(join(folder.path, 'bin/node'), ['--version'], {
    env: { PATH: `${installedFolder}:${tools}` },
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : stderr.trim()
}

function writeNode(folder: string, version: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'node'), `#!/bin/sh\necho ${version}\n`)
  chmodSync(join(folder, 'node'), 0o755)
}

describe('bin/node runs', () => {
  test('the installed Node if it is supported, even beside a fetched one', () => {
    for (const version of ['v24.15.0', 'v24.21.0']) assert.equal(findVersion(version, 'v24.16.0'), version)
  })
  test('the fetched Node if the installed one is not supported', () => {
    for (const version of ['v20.20.2', 'v24.2.0', 'v24.14.9', 'v25.1.0', null])
      assert.equal(findVersion(version, 'v24.21.0'), 'v24.21.0')
  })
  test('nothing if neither is supported, and names the command that fetches it', () => {
    assert.match(findVersion('v20.20.2', null), /needs Node 24\.15 or a later 24\..*npm run setup$/)
  })
  test('the Node that the engines of package.json name', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: object }
    assert.deepEqual(engines, { node: '>=24.15 <25' })
    assert.match(process.version, /^v24\.(?:1[5-9]|[2-9]\d)\./)
  })
})

const fetched = join(root, '.node/bin/node')

test(
  'the fetched Node has the hash in bin/node-sha256.txt',
  { skip: existsSync(fetched) ? false : 'a supported Node is installed' },
  () => {
    const hash = createHash('sha256').update(readFileSync(fetched)).digest('hex')
    const table = readFileSync(join(root, 'bin/node-sha256.txt'), 'utf8')
    assert.match(table, new RegExp(`^${process.platform}-${process.arch} ${hash}$`, 'm'))
  },
)

interface LockedPackage {
  readonly resolved?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

test('package-lock.json has the packages of every platform, which npm ci requires, and no download address', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const isLocked = (from: string, name: string): boolean => {
    if (lock.packages[join(from, 'node_modules', name)] !== undefined) return true
    return from !== '.' && isLocked(dirname(from), name)
  }
  for (const [path, { optionalDependencies = {}, resolved, link = false }] of Object.entries(lock.packages)) {
    for (const name of Object.keys(optionalDependencies))
      assert.ok(isLocked(path === '' ? '.' : path, name), `${path} needs ${name}`)
    assert.ok(link || resolved === undefined, `${path} is resolved to ${resolved}`)
  }
})
