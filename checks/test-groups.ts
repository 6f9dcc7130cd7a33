/** Groups the test files that can share a process: starting Node and loading modules takes longer than most of their tests. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Few enough that the servers of one process, which stay open until its last test, need little memory. */
export const filesPerGroup = 16

/**
 * What other files in the process could notice, or what they could disturb: hooks of every test, mocks, the state of the process,
 * threads, browsers, events of the whole process, and measurements of time. A child process disturbs no other file, and servers in one
 * process share the vocabulary, which takes three seconds of CPU time.
 */
const needsProcess =
  /^(?:beforeEach|afterEach)\(|\bmock|\bprocess\.(?!execPath\b|env(?:,| \}|\['\w+'\] (?:\?\?|===)))|\bglobalThis\b|\bperformance\b|\bgc\(|worker_threads|diagnostics_channel|chromium\.fixture|trusted-server\.fixture/m

/** Whether a test file with this source runs in a process of its own. */
export function runsAlone(source: string): boolean {
  return needsProcess.test(source)
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
  const [alone = [], shared = []] = [true, false].map((isAlone) =>
    files.filter((file) => runsAlone(readFileSync(join(root, file), 'utf8')) === isAlone),
  )
  const packages = Map.groupBy(shared, (file) => file.slice(0, file.indexOf('/')))
  return { alone, groups: [...packages.values()].flatMap(splitGroup) }
}

/** Splits into groups of similar size. */
function splitGroup(files: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(files.length / filesPerGroup)
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
    writeFileSync(path, files.map((file) => `import '../${file}'\n`).join(''))
    return path
  })
}
