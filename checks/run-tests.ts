/**
 * `npm test`: runs all test files, or the given ones, two at a time. Options are those of `node --test`, written with `=`. With
 * `--retry`, files with a failed test run once more, each in a process of its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupTestFiles, writeGroups } from './test-groups.ts'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const options = args.filter((arg) => arg.startsWith('-') && arg !== '--retry')
const files = args.filter((arg) => !arg.startsWith('-'))
using folder = mkdtempDisposableSync(join(tmpdir(), 'failed-files-'))
const failedFiles = join(folder.path, 'failed-files.txt')

let status = await runTests(files.length > 0 ? files : allFiles())
if (status !== 0 && args.includes('--retry')) {
  const failed = [...new Set(readFileSync(failedFiles, 'utf8').split('\n').filter(Boolean))]
  console.error(`Running the ${failed.length} files with failed tests again, once: ${failed.join(', ')}`)
  if (failed.length > 0) status = await runTests(failed)
}
process.exitCode = status

/** The paths of the files that run alone, and of a module for each group of the others. */
function allFiles(): readonly string[] {
  const { alone, groups } = groupTestFiles(root)
  return [...alone, ...writeGroups(root, groups)]
}

async function runTests(paths: readonly string[]): Promise<number> {
  const reporters = [
    ['spec', 'stdout'],
    [join(import.meta.dirname, 'failed-files.ts'), failedFiles],
  ].flatMap(([name, destination]) => [
    `--test-reporter=${name}`,
    `--test-reporter-destination=${destination}`,
  ])
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=2', ...reporters, ...options, ...paths],
    { cwd: root, stdio: 'inherit' },
  )
  const stop = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return exitCode ?? 1
}
