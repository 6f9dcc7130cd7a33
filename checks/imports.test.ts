/** A package imports only the dependencies in its package.json; packages of this repository depend on each other in one direction. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative, resolve, sep } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

/** Packages that each package may import. Product code never imports `benchmarks`, `bin`, `checks` or `fixtures`. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  audit: ['contract', 'directory'],
  contract: [],
  directory: ['contract'],
  vocabulary: ['directory'],
  search: ['contract', 'directory', 'vocabulary'],
  ingest: ['contract', 'directory', 'vocabulary', 'search'],
  state: ['contract'],
  server: ['contract', 'directory', 'vocabulary', 'search', 'state'],
  fixtures: ['contract', 'directory'],
  checks: ['contract', 'directory', 'vocabulary', 'search', 'ingest', 'state', 'server', 'fixtures', 'bin'],
  bin: ['audit', 'contract', 'directory', 'vocabulary', 'ingest', 'server', 'state', 'fixtures'],
  benchmarks: ['contract', 'directory', 'vocabulary', 'search', 'ingest', 'state', 'server', 'fixtures'],
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

function importsOf(text: string): readonly string[] {
  return [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

for (const [folder, dependenciesAllowed] of Object.entries(allowed)) {
  test(`${folder} imports only ${dependenciesAllowed.join(', ') || 'no package of this repository'} and the dependencies in its package.json`, () => {
    const { dependencies = {}, devDependencies = {} } = readPackage(folder)
    const files = globSync('**/*.ts', {
      cwd: join(root, folder),
      exclude: (name) => name === 'node_modules' || name === 'imports.test.ts',
    })
    const violations = files.flatMap((file) =>
      importsOf(readFileSync(join(root, folder, file), 'utf8')).flatMap((specifier) => {
        const name = packageName(specifier)
        // A package may import itself by name, as child processes in tests do.
        const known = [
          `@careatlas/${folder}`,
          ...Object.keys(dependencies),
          ...(isTest(file) ? Object.keys(devDependencies) : []),
        ]
        const named = name === null || known.includes(name)
        const leaves =
          specifier.startsWith('.') &&
          !resolve(root, folder, file, '..', specifier).startsWith(join(root, folder))
        return named && !leaves ? [] : [`${folder}/${file} imports ${specifier}`]
      }),
    )
    assert.deepEqual(violations, [])
    const ours = Object.keys(dependencies).filter((name) => name.startsWith('@careatlas/'))
    assert.deepEqual(
      ours.filter((name) => !dependenciesAllowed.includes(name.slice('@careatlas/'.length))),
      [],
    )
  })
}

/** The audit verifies the ingest, so it may share only the snapshot format and the contract with it. */
const auditable = /^@careatlas\/(?:contract\/|directory\/snapshot\/)/

test('the audit shares no parser or composer with the ingest', () => {
  const violations = filesOf('audit')
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      importsOf(readFileSync(join(root, file), 'utf8'))
        .filter((specifier) => specifier.startsWith('@careatlas/') && !auditable.test(specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    )
  assert.deepEqual(violations, [])
})

function isTest(file: string): boolean {
  return /\.(test|long|suite|fixture)\.ts$/.test(file)
}

/** Groups of routes, one folder each. `server` passes them what they need from each other. */
const siblings = ['rest', 'accounts', 'pages']

test(`in server, ${siblings.join(', ')} never import each other`, () => {
  const violations = siblings.flatMap((sibling) =>
    filesOf(join('server', sibling)).flatMap((file) =>
      importsOf(readFileSync(join(root, file), 'utf8'))
        .map(
          (specifier) => relative(join(root, 'server'), resolve(root, file, '..', specifier)).split(sep)[0],
        )
        .filter((folder) => folder !== sibling && siblings.includes(folder ?? ''))
        .map((folder) => `${file} imports ${folder}`),
    ),
  )
  assert.deepEqual(violations, [])
})

test('only server/config.ts reads the environment', () => {
  const readers = Object.keys(allowed)
    .flatMap(filesOf)
    .filter((file) => !isTest(file) && readFileSync(join(root, file), 'utf8').includes('process.env'))
  assert.deepEqual(readers, ['server/config.ts'])
})

/** Lists the files of a folder, relative to the root. */
function filesOf(folder: string): readonly string[] {
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
  assert.deepEqual(importsOf(text), ['one', 'two', 'three', './four.ts'])
})
