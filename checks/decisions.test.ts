/** Every decision page is short, opens with its summary, and names only files and pages that exist. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const repository = join(import.meta.dirname, '..')
const folder = join(repository, 'docs/decisions')
const pages = readdirSync(folder).toSorted()

const linesMax = 80
const lineLengthMax = 120

/** Folders and files at the root of the repository. */
const roots = new Set(readdirSync(repository))

const sourceFile = /^[\w./-]*[a-z][\w-]*\.(?:ts|tsv|txt|md|wat|wasm)$/

/**
 * Repository paths in backticks, also within a command: everything that begins with a name at the root, and every source file,
 * which needs its whole path. `N/A`, `/oauth/token` and the placeholder `TABLE.tsv` are not paths.
 */
function extractPaths(page: string): readonly string[] {
  const quoted = Array.from(page.matchAll(/`([^`]+)`/g), ([, text]) => text!)
  const words = quoted.flatMap((text) => text.split(/\s+/))
  return words.filter(
    (word) => (word.includes('/') && roots.has(word.split('/', 1)[0]!)) || sourceFile.test(word),
  )
}

test('decision pages are numbered from 1 without gaps', () => {
  assert.ok(pages.length > 30)
  assert.deepEqual(
    pages.map((name) => name.slice(0, 5)),
    pages.map((_, index) => `${String(index + 1).padStart(4, '0')}-`),
  )
})

for (const name of pages) {
  const page = readFileSync(join(folder, name), 'utf8')
  const lines = page.trimEnd().split('\n')

  test(`${name} opens with its number, a title and a summary of one line`, () => {
    assert.match(
      page,
      new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S.*\n\n\\*\\*Summary\\.\\*\\* \\S.*\\.\n\n`),
    )
  })

  test(`${name} has a question, a decision and the alternatives considered`, () => {
    for (const section of ['Question', 'Decision', 'Alternatives considered'])
      assert.ok(
        lines.some((line) => line.startsWith(`**${section}`)),
        section,
      )
  })

  test(`${name} has at most ${linesMax} lines of at most ${lineLengthMax} characters, except in tables`, () => {
    assert.ok(lines.length <= linesMax, `${lines.length} lines`)
    assert.deepEqual(
      lines.filter((line) => line.length > lineLengthMax && !line.startsWith('|')),
      [],
    )
  })

  test(`every repository path in backticks in ${name} exists`, () => {
    assert.deepEqual(
      extractPaths(page).filter((path) => !existsSync(join(repository, path))),
      [],
    )
  })

  test(`every link of ${name} leads to a file`, () => {
    const targets = Array.from(page.matchAll(/\]\(([^)#]+)[^)]*\)/g), ([, target]) => target!)
    assert.deepEqual(
      targets.filter((target) => !target.startsWith('https:') && !existsSync(join(folder, target))),
      [],
    )
  })
}
