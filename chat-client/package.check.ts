/**
 * The package of the chat client: `npm run check` packs it, inspects the tarball with publint and Are the types wrong?, and installs it
 * into an empty project. The size gate is in build.test.ts: `node:zlib` measures the same as size-limit, without its packages.
 */
import assert from 'node:assert/strict'
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { buildChatClient, listInternalMembers } from './build.ts'

const root = join(import.meta.dirname, '..')
const tools = join(root, 'checks/tools/node_modules/.bin')
const folder = mkdtempDisposableSync(join(tmpdir(), 'chat-client-package-'))
after(() => folder.remove())
const project = join(folder.path, 'project')

/** Runs a program, with npm of the Node that runs the tests. */
function run(cwd: string, program: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  return spawnSync(program, args, { cwd, encoding: 'utf8', env: { ...process.env, PATH: path } })
}

function assertRuns(cwd: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = run(cwd, program, ...args)
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

const [packed] = JSON.parse(
  assertRuns(import.meta.dirname, 'npm', 'pack', '--json', '--pack-destination', folder.path),
) as readonly [{ readonly filename: string; readonly files: readonly { readonly path: string }[] }]
const tarball = join(folder.path, packed.filename)

test('dist equals a new build', () => {
  for (const [name, text] of Object.entries(buildChatClient())) {
    const built = readFileSync(join(import.meta.dirname, 'dist', name), 'utf8')
    assert.ok(text === built, `${name} is old; run npm run chat-client`)
  }
})

test('the bundle keeps the names that the service, the page or the storage know, and shortens others', () => {
  const internal = new Set(listInternalMembers())
  // A frame, the configuration, a public type, a text that the page can replace, the storage, and the browser.
  const known = ['suggestions', 'maxMessageChars', 'isOpen', 'loadEarlier', 'isAnonymous', 'retry', 'focus']
  assert.deepEqual(
    known.filter((name) => internal.has(name)),
    [],
  )
  const bundle = readFileSync(join(import.meta.dirname, 'dist/chat.mjs'), 'utf8')
  // Not the classes of the style sheet.
  for (const name of internal) assert.ok(!new RegExp(`[\\w$)\\]]\\.${name}\\b`).test(bundle), name)
  assert.ok(internal.size > 50)
})

test('the tarball has the version of the repository, the built files and the license', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  assert.equal(packed.filename, `careatlas-chat-client-${version}.tgz`)
  assert.deepEqual(packed.files.map(({ path }) => path).toSorted(), [
    'LICENSE',
    'dist/chat-client.d.ts',
    'dist/chat.js',
    'dist/chat.mjs',
    'dist/development/chat.js',
    'dist/development/chat.mjs',
    'dist/react.d.ts',
    'dist/react.mjs',
    'package.json',
  ])
})

test('publint finds no mistake', () => {
  assertRuns(folder.path, join(tools, 'publint'), 'run', '--strict', tarball)
})

test('attw finds that each import gets the types of its file', () => {
  assertRuns(folder.path, join(tools, 'attw'), '--profile', 'esm-only', tarball)
})

test('the package installs into an empty project without the registry', () => {
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  assertRuns(project, 'npm', 'install', '--offline', '--no-audit', '--no-fund', tarball)
  // The optional peer dependency, as a page with React has it.
  mkdirSync(join(project, 'node_modules/@types'))
  for (const name of ['react', '@types/react'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
})

test('importing it on a server does nothing, and the process ends', () => {
  const script = "import('@careatlas/chat-client').then((module) => console.log(Object.keys(module)))"
  assert.equal(assertRuns(project, process.execPath, '-e', script), "[ 'createServiceChat' ]\n")
})

test('the condition `development` selects the files that warn of low contrast', () => {
  for (const [conditions, expected] of [
    ['module', false],
    ['development', true],
  ] as const)
    for (const entry of ['@careatlas/chat-client', '@careatlas/chat-client/react']) {
      writeFileSync(join(project, 'page.js'), `export * from '${entry}'`)
      const options = ['--bundle', '--format=esm', '--external:react', `--conditions=${conditions}`]
      const bundle = assertRuns(project, join(tools, 'esbuild'), 'page.js', ...options)
      assert.equal(bundle.includes('has a contrast of'), expected, `${entry} with ${conditions}`)
    }
})

const correctPage = `
import { createServiceChat, type ServiceChatError } from '@careatlas/chat-client'
const chat = createServiceChat({
  container: document.body,
  partnerIdentifier: 'acme',
  publicKey: 'key',
  authType: 'tokenExchange',
  idTokenProvider: async () => null,
  colors: { primary: '#000', dark: { primary: '#fff' } },
  authUpgradeProfileSync: { user_address: { city: 'Providence' } },
})
chat.on('error', ({ code }) => console.log(code.length))
chat.setAuthType('passwordless').catch((error: ServiceChatError) => console.log(error.code))
`

const correctWidget = `
import { createElement } from 'react'
import { ServiceChatWidget } from '@careatlas/chat-client/react'
createElement(ServiceChatWidget, { partnerIdentifier: 'acme', publicKey: 'key', authType: 'passwordless' })
`

/** Correct code, and lines after it that each have a mistake. */
const files: Readonly<Record<string, readonly [correct: string, ...mistakes: readonly string[]]>> = {
  'page.ts': [
    correctPage,
    "createServiceChat({ partnerIdentifier: 'a', publicKey: 'k', authType: 'passwordless' })",
    "chat.on('message2', () => undefined)",
    "chat.setAuthType('magic')",
  ],
  'widget.ts': [correctWidget, "createElement(ServiceChatWidget, { partnerIdentifier: 'acme' })"],
}

for (const [version, compiler] of [
  ['5', join(tools, 'tsc')],
  ['7', join(root, 'node_modules/.bin/tsc')],
] as const)
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const)
    test(`TypeScript ${version} reads the types with the resolution ${resolution}, and finds its mistakes`, () => {
      assert.match(assertRuns(project, compiler, '--version'), new RegExp(`^Version ${version}\\.`))
      const compilerOptions = { module, moduleResolution: resolution, lib: ['es2022', 'dom'], types: [] }
      writeFileSync(
        join(project, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { ...compilerOptions, strict: true, noEmit: true } }),
      )
      for (const [name, [correct, ...mistakes]] of Object.entries(files))
        writeFileSync(join(project, name), correct + mistakes.join('\n'))
      const { stdout } = run(project, compiler)
      assert.deepEqual(
        Array.from(stdout.matchAll(/^(\S+)\((\d+),/gm), ([, file, line]) => `${file} ${line}`),
        Object.entries(files).flatMap(([name, [correct, ...mistakes]]) =>
          mistakes.map((_, index) => `${name} ${correct.split('\n').length + index}`),
        ),
        stdout,
      )
    })
