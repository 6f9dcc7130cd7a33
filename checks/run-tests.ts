/** `npm test`: runs all test files, or the given ones, two at a time. Options are those of `node --test`, written with `=`. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { groupTestFiles, writeGroups } from './test-groups.ts'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const options = args.filter((arg) => arg.startsWith('-'))
const files = args.filter((arg) => !arg.startsWith('-'))

/** The paths of the files that run alone, and of a module for each group of the others. */
function allFiles(): readonly string[] {
  const { alone, groups } = groupTestFiles(root)
  return [...alone, ...writeGroups(root, groups)]
}

const child = spawn(
  process.execPath,
  ['--test', '--test-concurrency=2', ...options, ...(files.length > 0 ? files : allFiles())],
  { cwd: root, stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (status) => (process.exitCode = status ?? 1))
