/** The scripts that install Node and the dependencies, and the sizes that they state. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { listPackages, listServerPackages, type LockedPackage } from './package-lock.fixture.ts'

const root = resolve(import.meta.dirname, '..')

const sizes: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from(
    readFileSync(join(root, 'bin/install-sizes.txt'), 'utf8').matchAll(/^(\w+) (\d+)$/gm),
    ([, name, megabytes]) => [name, Number(megabytes)],
  ),
)

/** A folder with copies of files of `bin/`, whose PATH has no Node of the system. */
class Clone implements Disposable {
  readonly #folder = mkdtempDisposableSync(join(tmpdir(), 'installation-'))
  readonly path = this.#folder.path

  constructor(files: readonly string[]) {
    for (const folder of ['bin', 'tools', 'installed']) mkdirSync(join(this.path, folder))
    for (const file of files) copyFileSync(join(root, 'bin', file), join(this.path, 'bin', file))
    for (const tool of ['cut', 'date', 'dirname', 'du', 'gzip', 'readlink', 'sed', 'sleep', 'tar', 'touch'])
      symlinkSync(
        spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim(),
        join(this.path, 'tools', tool),
      )
  }

  writeCommand(file: string, script: string): void {
    mkdirSync(dirname(join(this.path, file)), { recursive: true })
    writeFileSync(join(this.path, file), `#!/bin/sh\n${script}\n`)
    chmodSync(join(this.path, file), 0o755)
  }

  run(command: string, args: readonly string[] = [], settings: Readonly<Record<string, string>> = {}) {
    const env = { PATH: `${this.path}/installed:${this.path}/tools`, ...settings }
    return spawnSync(command, args, { cwd: this.path, env, encoding: 'utf8' })
  }

  has(file: string): boolean {
    return existsSync(join(this.path, file))
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]()
  }
}

/** Runs `bin/node --version` with an installed and a fetched Node that print these versions; null if there is none. */
function findVersion(installed: string | null, fetched: string | null) {
  using clone = new Clone(['node'])
  if (installed !== null) clone.writeCommand('installed/node', `echo ${installed}`)
  if (fetched !== null) clone.writeCommand('.node/bin/node', `echo ${fetched}`)
  const { status, stdout, stderr } = clone.run('bin/node', ['--version'])
  return status === 0 ? stdout.trim() : stderr.trim()
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
    assert.match(findVersion('v20.20.2', null), /needs Node 24\.15 or a later 24\..*: npm run postinstall$/)
  })
  test('the Node that the engines of package.json name', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: object }
    assert.deepEqual(engines, { node: '>=24.15 <25' })
    assert.match(process.version, /^v24\.(?:1[5-9]|[2-9]\d)\./)
  })
})

/** The script that fetches Node, with a registry whose only package has `node` as its executable. */
class Fetch extends Clone {
  readonly hash: string

  constructor(node: string) {
    super(['fetch-node.mjs', 'node', 'install-sizes.txt'])
    this.writeCommand('package/bin/node', node)
    writeFileSync(join(this.path, 'package/LICENSE'), '')
    this.hash = hashFile(join(this.path, 'package/bin/node'))
    // npm pack --loglevel=error --pack-destination FOLDER NAME@VERSION
    this.writeCommand(
      'installed/npm',
      `echo "$5" >> requests; tar -czf "$4/node-${platform}-24.99.0.tgz" package`,
    )
  }

  fetch({ hash = this.hash, on = platform, preload = '', settings = {} } = {}) {
    writeFileSync(join(this.path, 'bin/node-sha256.txt'), `# comment\n${on} 24.99.0 ${hash}\n`)
    return this.run(
      process.execPath,
      ['--import', `data:text/javascript,${preload}`, 'bin/fetch-node.mjs'],
      settings,
    )
  }
}

const platform = `${process.platform}-${process.arch}`

function hashFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

describe('postinstall', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { postinstall: string }
  }

  test('does nothing in an image that has only the package.json files yet', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'installation-'))
    const { status, stderr } = spawnSync('sh', ['-c', scripts.postinstall], {
      cwd: folder.path,
      encoding: 'utf8',
    })
    assert.deepEqual([status, stderr], [0, ''])
  })

  test('runs bin/fetch-node.mjs, and fails with it', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'installation-'))
    mkdirSync(join(folder.path, 'bin'))
    writeFileSync(
      join(folder.path, 'bin/fetch-node.mjs'),
      `import { version } from 'node:process'\nconsole.log(version)\nprocess.exitCode = 3\n`,
    )
    const { status, stdout } = spawnSync('sh', ['-c', scripts.postinstall], {
      cwd: folder.path,
      encoding: 'utf8',
    })
    assert.equal(status, 3)
    assert.match(stdout, /^v\d+\.\d+\.\d+\n$/)
  })
})

describe('bin/fetch-node.mjs', () => {
  test('fetches Node if no supported one is installed, and only once', () => {
    using clone = new Fetch('echo v24.99.0')
    clone.writeCommand('installed/node', 'echo v20.20.2')
    for (const _ of [1, 2]) assert.equal(clone.fetch().status, 0)
    assert.equal(readFileSync(join(clone.path, 'requests'), 'utf8'), `node-${platform}@24.99.0\n`)
    assert.equal(clone.run('bin/node', ['--version']).stdout, 'v24.99.0\n')
  })
  test('fetches nothing if a supported Node is installed, on Windows, and in a dry run', () => {
    using clone = new Fetch('echo v24.99.0')
    const windows = encodeURIComponent("Object.defineProperty(process, 'platform', { value: 'win32' })")
    const dryRun = clone.fetch({ settings: { npm_config_dry_run: 'true' } })
    const onWindows = clone.fetch({ preload: windows })
    clone.writeCommand('installed/node', 'echo v24.15.0')
    for (const { status, stderr } of [dryRun, onWindows, clone.fetch()])
      assert.deepEqual([status, stderr], [0, ''])
    assert.ok(!clone.has('requests') && !clone.has('.node'))
  })
  test('succeeds on a platform without a Node to fetch, and says what to install', () => {
    using clone = new Fetch('echo v24.99.0')
    const { status, stderr } = clone.fetch({ on: 'plan9-mips' })
    assert.equal(status, 0)
    assert.match(stderr, new RegExp(`^There is no Node 24 for ${platform} to fetch. Install it: https`))
    assert.ok(!clone.has('.node'))
  })
  for (const [problem, node, hash, npm] of [
    ['npm could not fetch', 'echo v24.99.0', undefined, 'exit 1'],
    ['could not be unpacked', 'echo v24.99.0', undefined, 'exit 0'],
    ['has the SHA-256', 'echo v24.99.0; touch executed', '0'.repeat(64), undefined],
    ['does not run on this system', 'exit 126', undefined, undefined],
  ] as const)
    test(`fails and deletes everything that it fetched: "${problem}"`, () => {
      using clone = new Fetch(node)
      if (npm !== undefined) clone.writeCommand('installed/npm', npm)
      const { status, stderr } = clone.fetch({ hash })
      assert.equal(status, 1)
      assert.match(
        stderr,
        new RegExp(`${problem}.* Try again with \`npm run postinstall\`, or install Node 24`),
      )
      assert.ok(!clone.has('.node') && !clone.has('executed'))
    })
})

const fetched = join(root, '.node/bin/node')
const skipFetched = existsSync(fetched) ? false : 'a supported Node is installed'

test('the fetched Node has the hash in bin/node-sha256.txt', { skip: skipFetched }, () => {
  const table = readFileSync(join(root, 'bin/node-sha256.txt'), 'utf8')
  assert.match(table, new RegExp(`^${platform} ${process.versions.node} ${hashFile(fetched)}$`, 'm'))
})

describe('bin/setup', () => {
  for (const [name, args, installed, expected] of [
    ['installs everything for development', [], [], '--include=dev'],
    ['installs only what a server needs with --omit=dev', ['--omit=dev'], [], '--omit=dev'],
    ['completes the install of a server for development', [], ['.package-lock.json'], '--include=dev'],
    ['keeps the development packages with --omit=dev', ['--omit=dev'], ['typescript/a'], '--include=dev'],
    ['installs nothing if everything is installed', [], ['typescript/a', '.package-lock.json'], null],
    ['installs nothing for a server that has its packages', ['--omit=dev'], ['.package-lock.json'], null],
  ] as const)
    test(name, () => {
      using clone = new Clone(['node', 'setup', 'install-sizes.txt'])
      clone.writeCommand('installed/node', 'echo v24.15.0')
      clone.writeCommand('installed/npm', 'echo "$@" >> requests; : > node_modules/.package-lock.json')
      writeFileSync(join(clone.path, 'package-lock.json'), '')
      utimesSync(join(clone.path, 'package-lock.json'), 0, 0)
      mkdirSync(join(clone.path, 'node_modules'))
      for (const file of installed) {
        mkdirSync(dirname(join(clone.path, 'node_modules', file)), { recursive: true })
        writeFileSync(join(clone.path, 'node_modules', file), '')
      }
      const { status, stderr } = clone.run('bin/setup', args)
      assert.equal(status, 0, stderr)
      const requests = clone.has('requests') ? readFileSync(join(clone.path, 'requests'), 'utf8') : null
      if (expected === null) assert.equal(requests, null)
      else assert.match(String(requests), new RegExp(`^ci ${expected} [^\n]*\n$`))
      const kind = expected === '--omit=dev' ? 'server' : 'development'
      if (expected !== null)
        assert.match(stderr, new RegExp(`^Installing the dependencies \\(${sizes[kind]} MB, once\\)…\n`))
    })
})

test('bin/setup prints the size of the folder while npm installs, and the time', () => {
  using clone = new Clone(['node', 'setup', 'install-sizes.txt'])
  clone.writeCommand('installed/node', 'echo v24.15.0')
  clone.writeCommand('installed/npm', 'sleep 7')
  writeFileSync(join(clone.path, 'package-lock.json'), '')
  mkdirSync(join(clone.path, 'node_modules'))
  const { status, stderr } = clone.run('bin/setup', [])
  assert.equal(status, 0, stderr)
  assert.match(stderr, /once\)…\n(?: {2}\d+ MB\n)+Installed in \d+ seconds\.\n$/)
})

test('bin/careatlas names the command that installs the dependencies, also after an install that was interrupted', () => {
  using clone = new Clone(['careatlas', 'node'])
  mkdirSync(join(clone.path, 'node_modules/fastify'), { recursive: true })
  const { status, stderr } = clone.run('bin/careatlas', ['serve'])
  assert.equal(status, 1)
  assert.match(
    stderr,
    /^The dependencies are not installed\. Run in \S+: npm ci --omit=dev \(for development: npm ci\)$/m,
  )
})

test('no script needs bash, except .ci/run', () => {
  const files = globSync(['bin/*', 'checks/tools/*'], { cwd: root, withFileTypes: true })
  const shebangs = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8').split('\n', 1)[0]!)
    .filter((line) => line.startsWith('#!'))
  assert.deepEqual(new Set(shebangs), new Set(['#!/bin/sh']))
})

/** Disk space in MB of installed packages, without the packages inside them. */
function measureMegabytes(packages: readonly (readonly [path: string, locked: LockedPackage])[]): number {
  const files = packages.flatMap(([path]) =>
    globSync('**', {
      cwd: join(root, path),
      withFileTypes: true,
      exclude: ({ name }) => name === 'node_modules',
    }),
  )
  const blocks = files.map((file) => lstatSync(join(file.parentPath, file.name)).blocks)
  return (blocks.reduce((sum, count) => sum + count, 0) * 512) / 1e6
}

describe('bin/install-sizes.txt has the size, within 15%, of', () => {
  const measures: Readonly<Record<string, () => number>> = {
    server: () => measureMegabytes(listServerPackages()),
    development: () => measureMegabytes(listPackages()),
    node: () => gzipSync(readFileSync(fetched), { level: 3 }).length / 1e6,
    node_on_disk: () => lstatSync(fetched).size / 1e6,
  }
  for (const [name, measure] of Object.entries(measures))
    test(name, { skip: name.startsWith('node') && skipFetched }, () => {
      const ratio = measure() / sizes[name]!
      assert.ok(Math.abs(ratio - 1) <= 0.15, `${ratio}`)
    })
})

const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('the README and CONTRIBUTING.md have the sizes of bin/install-sizes.txt, and no others', () => {
  const text = readme + readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const stated = Array.from(text.matchAll(/(\d+) MB/g), ([, megabytes]) => Number(megabytes))
  assert.deepEqual(new Set(stated), new Set(Object.values(sizes)))
})

test('the README has the platforms of bin/node-sha256.txt', () => {
  const table = readFileSync(join(root, 'bin/node-sha256.txt'), 'utf8')
  const architectures = (system: string) =>
    Array.from(table.matchAll(new RegExp(`^${system}-(\\S+) `, 'gm')), ([, name]) => name)
      .toReversed()
      .join(' and ')
  const platforms = `Linux on ${architectures('linux')}, macOS on ${architectures('darwin')}`
  assert.ok(readme.replaceAll('\n', ' ').includes(platforms), platforms)
})
