/** A package imports only the dependencies in its package.json; packages of this repository depend on each other in one direction. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative, resolve, sep } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

/** Packages that each package may import. Product code never imports `benchmarks`, `bin`, `checks`, `examples` or `fixtures`. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  audit: ['contract', 'directory'],
  'chat-client': ['contract'],
  contract: [],
  directory: ['contract'],
  examples: [],
  models: [],
  vocabulary: ['directory', 'models'],
  search: ['contract', 'directory', 'models', 'vocabulary'],
  ingest: ['contract', 'directory', 'models', 'vocabulary', 'search'],
  state: ['contract'],
  server: ['contract', 'directory', 'models', 'vocabulary', 'search', 'state'],
  fixtures: ['contract', 'directory'],
  checks: ['contract', 'directory', 'vocabulary', 'search', 'ingest', 'state', 'server', 'fixtures', 'bin'],
  bin: ['audit', 'contract', 'directory', 'models', 'vocabulary', 'ingest', 'server', 'state', 'fixtures'],
  benchmarks: [
    'bin',
    'checks',
    'contract',
    'directory',
    'vocabulary',
    'search',
    'ingest',
    'state',
    'server',
    'fixtures',
  ],
}

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

function readPackage(name: string): Package {
  return JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as Package
}

/** `@scope/name` or `name` of a package import; null for a relative or built-in one. */
function packageName(specifier: string): string | null {
  if (specifier.startsWith('.') || isBuiltin(specifier)) return null
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^'"\n]*?(?:\n[^'"]*?)?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

function findImports(text: string): readonly string[] {
  return [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

/** `npm ci --omit=dev` installs nothing for these packages. */
const developmentPackages = new Set(['benchmarks', 'chat-client', 'checks', 'examples'])

for (const [folder, dependenciesAllowed] of Object.entries(allowed)) {
  test(`${folder} imports only ${dependenciesAllowed.join(', ') || 'no package of this repository'} and the dependencies in its package.json`, () => {
    const { dependencies = {}, devDependencies = {} } = readPackage(folder)
    const files = globSync('**/*.ts', {
      cwd: join(root, folder),
      exclude: (name) => name === 'node_modules' || name === 'imports.test.ts',
    })
    const violations = files.flatMap((file) =>
      findImports(readFileSync(join(root, folder, file), 'utf8')).flatMap((specifier) => {
        const name = packageName(specifier)
        // A package may import itself by name, as child processes in tests do.
        const known = [
          `@careatlas/${folder}`,
          ...Object.keys(dependencies),
          ...(isTest(file) || developmentPackages.has(folder) ? Object.keys(devDependencies) : []),
        ]
        const isAllowed = name === null || known.includes(name)
        const leavesPackage =
          specifier.startsWith('.') &&
          !resolve(root, folder, file, '..', specifier).startsWith(join(root, folder))
        return isAllowed && !leavesPackage ? [] : [`${folder}/${file} imports ${specifier}`]
      }),
    )
    assert.deepEqual(violations, [])
    const internal = Object.keys(dependencies).filter((name) => name.startsWith('@careatlas/'))
    assert.deepEqual(
      internal.filter((name) => !dependenciesAllowed.includes(name.slice('@careatlas/'.length))),
      [],
    )
  })
}

test('the chat client takes only types from the contract, so that nothing of it is bundled', () => {
  const imported = listFiles('chat-client')
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^import (.*)[^;]*? from '@/gm)].map(
        ([, start = '']) => `${file} imports ${start}`,
      ),
    )
  assert.ok(imported.length > 5)
  assert.deepEqual(
    imported.filter((text) => !text.includes(' imports type ')),
    [],
  )
})

/** The audit verifies the ingest, so it may share only the snapshot format and the contract with it. */
const sharedWithAudit = /^@careatlas\/(?:contract\/|directory\/snapshot\/)/

test('the audit shares no parser or composer with the ingest', () => {
  const violations = listFiles('audit')
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      findImports(readFileSync(join(root, file), 'utf8'))
        .filter((specifier) => specifier.startsWith('@careatlas/') && !sharedWithAudit.test(specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    )
  assert.deepEqual(violations, [])
})

function isTest(file: string): boolean {
  return /\.(test|long|check|suite|fixture)\.ts$/.test(file)
}

/**
 * The folders and top-level files of a package, in the order of their dependencies: a file imports only from its own entry and from
 * earlier ones, so there are no import cycles between folders. Tests and fixtures are exempt.
 */
const orders: Readonly<Record<string, readonly string[]>> = {
  ingest: [
    'input-error.ts',
    'storage-error.ts',
    'ordering.ts',
    'source-order.ts',
    'practice.ts',
    'lock-folder.ts',
    'read',
    'progress.ts',
    'week-gaps.ts',
    'file-quality-gates.ts',
    'facts',
    'nppes',
    'cms',
    'nucc-file.ts',
    'payers-file.ts',
    'networks',
    'observations',
    'fetch',
    'compose',
    'places',
    'partition.ts',
    'snapshot-builder',
    'steps',
    'source-files.ts',
    'repeated-files.ts',
    'snapshot-builder.ts',
    'read-sources.ts',
    'run-steps.ts',
    'publish',
    'drop-sources.ts',
    'phrases.ts',
    'ingest.ts',
    'dry-run.ts',
  ],
  server: [
    'version.ts',
    'addresses.ts',
    'read-secret-file.ts',
    'log-stream.ts',
    'log.ts',
    'http',
    'snapshots',
    'operations',
    'access/rate-limit',
    'access',
    'web',
    'webhooks',
    'accounts',
    'oauth',
    'rest',
    'mcp',
    'chat',
    'pages',
    'health-checks.ts',
    'readiness.ts',
    'admin-listener.ts',
    'config-rules.ts',
    'config.ts',
    'write-semantics.ts',
    'write-settings.ts',
    'chat-tools.ts',
    'start-chat.ts',
    'main.ts',
  ],
}

interface SourceFile {
  /** Relative to the folder of its package. */
  readonly path: string
  readonly text: string
}

/** Every import that points from an entry to a later one, and every file without an entry. */
function findOrderViolations(order: readonly string[], files: readonly SourceFile[]): readonly string[] {
  const findEntry = (path: string) =>
    order.findIndex((entry) => path === entry || path.startsWith(`${entry}/`))
  return files.flatMap(({ path, text }) => {
    const ownEntry = findEntry(path)
    if (ownEntry === -1) return [`${path} has no place in the order`]
    return findImports(text)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => join(path, '..', specifier))
      .filter((target) => findEntry(target) > ownEntry)
      .map((target) => `${path} imports ${target}`)
  })
}

for (const [part, order] of Object.entries(orders))
  test(`the folders of ${part} import each other in one direction only`, () => {
    const files = listFiles(part)
      .filter((file) => !isTest(file))
      .map((file) => ({ path: relative(part, file), text: readFileSync(join(root, file), 'utf8') }))
    assert.deepEqual(findOrderViolations(order, files), [])
  })

test('a folder that imports a later folder, and a folder without a place, are violations', () => {
  const files = [
    { path: 'low/a.ts', text: `import { b } from '../high/b.ts'` },
    { path: 'high/inner/b.ts', text: `import { a } from '../../low/a.ts'\nimport type { c } from '../c.ts'` },
    { path: 'high/c.ts', text: `import { b } from './inner/b.ts'` },
    { path: 'other/d.ts', text: '' },
  ]
  assert.deepEqual(findOrderViolations(['low', 'high/inner', 'high'], files), [
    'low/a.ts imports high/b.ts',
    'high/inner/b.ts imports high/c.ts',
    'other/d.ts has no place in the order',
  ])
})

/** Folders that must not import each other or the account folders; `main.ts` passes dependencies between them. */
const surfaces = ['rest', 'mcp', 'chat', 'pages']
const accountFolders = ['accounts', 'oauth']

test(`in server, ${surfaces.join(', ')} never import each other, ${accountFolders.join(' or ')}`, () => {
  const violations = surfaces.flatMap((surface) =>
    listFiles(join('server', surface)).flatMap((file) =>
      findImports(readFileSync(join(root, file), 'utf8'))
        .map(
          (specifier) => relative(join(root, 'server'), resolve(root, file, '..', specifier)).split(sep)[0],
        )
        .filter((folder) => folder !== surface && [...surfaces, ...accountFolders].includes(folder ?? ''))
        .map((folder) => `${file} imports ${folder}`),
    ),
  )
  assert.deepEqual(violations, [])
})

test('only server/config.ts reads the environment', () => {
  // Examples are programs of their own.
  const readers = Object.keys(allowed)
    .filter((folder) => folder !== 'examples')
    .flatMap(listFiles)
    .filter((file) => !isTest(file) && readFileSync(join(root, file), 'utf8').includes('process.env'))
  assert.deepEqual(readers, ['server/config.ts'])
})

/** Lists the files of a folder, relative to the root. */
function listFiles(folder: string): readonly string[] {
  return globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (name) => name === 'node_modules' })
}

test('every workspace has an import rule', () => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  assert.deepEqual(workspaces.toSorted(), Object.keys(allowed).toSorted())
})

test('imports are found across lines, and if dynamic or without bindings', () => {
  const text = `import {\n  a,\n} from 'one'\nconst b = await import('two')\nimport 'three'\nexport * from './four.ts'\n`
  assert.deepEqual(findImports(text), ['one', 'two', 'three', './four.ts'])
})
