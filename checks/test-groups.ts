/** Groups the test files that can share a process: starting Node and loading modules takes longer than most of their tests. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Few enough that the servers of one process, which stay open until its last test, need little memory. */
export const filesPerGroup = 24

/** Fewer, because each takes up to a minute, and the last group would otherwise run alone. */
export const browserFilesPerGroup = 5

/**
 * What other files in the process could notice, or what they could disturb: hooks of every test, mocks, the state of the process,
 * threads, and events of the whole process. A child process disturbs no other file, and servers in one process
 * share the vocabulary, which takes three seconds of CPU time.
 */
const needsProcess =
  /^(?:beforeEach|afterEach)\(|\bmock(?!-?clock\b)|(?<!-)\bprocess\.(?!execPath\b|env\b)|\bprocess\.env[.['\w\]]* = |\bgc\(|worker_threads|diagnostics_channel|trusted-server\.fixture/im

/**
 * Globals and measurements of time. In a file that opens a browser, the globals belong to the page. A difference of times is a
 * measurement; a sum is a deadline.
 */
const usesGlobals = /\bglobalThis\b|\bperformance\.(?!now\b)|\bperformance\.now\(\) - /

/** By a fixture that opens the browser of the process. */
const opensBrowser = /\b(?:chromium|chat-interface|chat-users)\.fixture/

/** By a fixture, for the whole process. */
const stopsClock = /\bmock-clock\.fixture/

/** By the mocks of one test, which end with it. */
const mocksTimers = /\bcontext\.mock\.timers\b|\bmock: \{ timers \}/g

export type Sharing = 'alone' | 'any' | 'browser' | 'stopped clock' | 'mocked timers'

/** With which test files one with this source can share a process: none, those of the same kind, or any others. */
export function sharingOf(source: string): Sharing {
  const unmocked = source.replaceAll(mocksTimers, '')
  if (needsProcess.test(unmocked)) return 'alone'
  const isBrowser = opensBrowser.test(source)
  if (!isBrowser && usesGlobals.test(source)) return 'alone'
  const kinds: readonly Sharing[] = [
    ...(isBrowser ? (['browser'] as const) : []),
    ...(stopsClock.test(source) ? (['stopped clock'] as const) : []),
    ...(unmocked === source ? [] : (['mocked timers'] as const)),
  ]
  return kinds.length > 1 ? 'alone' : (kinds[0] ?? 'any')
}

/** Paths of test files below `root`: those that run alone, and groups of the others, each of one package. */
export function groupTestFiles(root: string): {
  readonly alone: readonly string[]
  readonly groups: readonly (readonly string[])[]
} {
  const files = globSync('*/**/*.test.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).toSorted()
  const sharing = new Map(files.map((file) => [file, sharingOf(readFileSync(join(root, file), 'utf8'))]))
  const alone = files.filter((file) => sharing.get(file) === 'alone')
  const shared = files.filter((file) => sharing.get(file) !== 'alone')
  const kinds = Map.groupBy(shared, (file) => `${file.slice(0, file.indexOf('/'))} ${sharing.get(file)}`)
  return {
    alone,
    groups: [...kinds].flatMap(([kind, members]) =>
      splitGroup(members, kind.endsWith('browser') ? browserFilesPerGroup : filesPerGroup),
    ),
  }
}

const startTests = pathToFileURL(join(import.meta.dirname, 'start-tests.ts')).href

/** Splits into groups of similar size. */
function splitGroup(files: readonly string[], size: number): readonly (readonly string[])[] {
  const count = Math.ceil(files.length / size)
  const bounds = Array.from({ length: count + 1 }, (_, index) => Math.round((index * files.length) / count))
  return bounds.slice(1).map((end, index) => files.slice(bounds[index], end))
}

/** Writes a module for each group, which imports its files; returns the paths of the modules. */
export function writeGroups(root: string, groups: readonly (readonly string[])[]): readonly string[] {
  const folder = join(root, '.test-groups')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return groups.map((files, index) => {
    const path = join(folder, `${files[0]!.split('/')[0]}-${index}.test.mjs`)
    const imports = files.map((file) => `import '../${file}'\n`).join('')
    writeFileSync(path, `import { startTests } from '${startTests}'\n${imports}startTests()\n`)
    return path
  })
}
