/**
 * Names and texts use the field's terms and plain words, not those in retired-words.tsv. In this table, `name` is a part of the name
 * of a file or export, `phrase` a regular expression for lines of text, `except` a name that may stay, `exclude` files whose text is
 * not checked.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly workspaces: readonly string[]
}

/** Files in which phrases are checked. Names are checked in all packages. */
const phraseGlobs = ['*.md', `{docs,${workspaces.join()}}/**/*.{ts,md,json,html}`]

interface Retired {
  readonly kind: string
  readonly pattern: string
  readonly instead: string
}

const retired: readonly Retired[] = readFileSync(join(import.meta.dirname, 'retired-words.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [kind = '', pattern = '', instead = ''] = line.split('\t')
    return { kind, pattern, instead }
  })

const filterByKind = (kind: string) => retired.filter((row) => row.kind === kind)

function listFiles(globs: readonly string[]): readonly string[] {
  const exclude = ['**/node_modules', ...filterByKind('exclude').map(({ pattern }) => pattern)]
  return globSync(globs, { cwd: root, exclude }).toSorted()
}

/** `searchProviders` → `search-providers` */
function toWords(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase()
}

function exportedNames(text: string): readonly string[] {
  const declaration = /^export (?:async )?(?:function\*?|class|const|interface|type) (\w+)/gm
  return Array.from(text.matchAll(declaration), ([, name = '']) => name)
}

const exceptions = new Set(filterByKind('except').map(({ pattern }) => pattern))

test('no file and no export has a retired name', () => {
  const violations = listFiles(workspaces.map((folder) => `${folder}/**/*.ts`)).flatMap((file) =>
    [basename(file).replace(/\..*/, ''), ...exportedNames(readFileSync(join(root, file), 'utf8'))].flatMap(
      (name) =>
        filterByKind('name')
          .filter(({ pattern }) => `-${toWords(name)}-`.includes(`-${pattern}-`))
          .filter(() => !exceptions.has(`${file} ${name}`))
          .map(({ pattern, instead }) => `${file}: ${name} has "${pattern}"; use: ${instead}`),
    ),
  )
  assert.deepEqual(violations, [])
})

test('comments, strings and documents have no retired phrase', () => {
  const violations = listFiles(phraseGlobs).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        filterByKind('phrase')
          .filter(({ pattern }) => new RegExp(pattern, 'i').test(line))
          .map(({ instead }) => `${file}:${index + 1}: ${line.trim().slice(0, 120)}; use: ${instead}`),
      ),
  )
  assert.deepEqual(violations, [])
})

test('each retired word has a replacement, and each exception a reason', () => {
  for (const { kind, pattern, instead } of retired) {
    assert.match(kind, /^(?:name|phrase|except|exclude)$/, pattern)
    assert.ok(pattern !== '' && instead !== '', pattern)
  }
})
