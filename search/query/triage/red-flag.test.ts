import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allConcepts } from '@careatlas/vocabulary/concept'
import { wordsOf } from '@careatlas/vocabulary/words'
import { emergencyConcepts } from './boost-emergency.ts'
import { isIndexable } from '../pattern-index.ts'
import { mentalRedFlags, physicalRedFlags } from './detect-emergency.ts'
import { helplineFlags } from './detect-helplines.ts'
import { harmlessQueries, urgentQueries } from './named-emergency.fixture.ts'
import { indexRedFlags, isPresent, parseRedFlags } from './red-flag.ts'

const text = `chest
  words: chest, pecho

severe chest pain
  has: <chest>
  has: pains?, dolor*
  unless: heartburn
  certain: yes
`

test('a flag is present if every pattern matches and the exception does not', () => {
  const { flags, group } = parseRedFlags(text, 'a.txt')
  const [flag] = flags
  assert.equal(flag?.name, 'severe chest pain')
  assert.equal(flag.certain, true)
  assert.deepEqual(
    ['pain in my chest', 'dolor en el pecho', 'chest', 'chest pain heartburn'].map((query) =>
      isPresent(flag, query),
    ),
    [true, true, false, false],
  )
  assert.match('pecho', group('chest'))
})

test('the index finds the flags that a test of each one finds', () => {
  const flags = [...physicalRedFlags, ...mentalRedFlags, ...helplineFlags]
  const findFlags = indexRedFlags(flags)
  const texts = [...urgentQueries, ...harmlessQueries].map((query) => wordsOf(query).join(' '))
  assert.ok(texts.some((query) => findFlags(query).length > 1))
  for (const query of texts)
    assert.deepEqual(new Set(findFlags(query)), new Set(flags.filter((flag) => isPresent(flag, query))))
})

test('nearly all red flags are indexed, because the others are tested for every query', () => {
  const flags = [...physicalRedFlags, ...mentalRedFlags, ...helplineFlags]
  assert.ok(flags.filter(({ beginnings }) => !isIndexable(beginnings)).length <= 3)
})

for (const [defect, malformed, line] of [
  ['an unknown group', 'pain\n  has: <belly>\n', 2],
  ['a pattern that cannot be parsed', 'pain\n  has: a, (b\n', 2],
  ['a flag without a pattern', 'pain\n  unless: a\n', 1],
  ['a group with a pattern', 'pain\n  words: a\n  has: b\n', 1],
  ['a repeated group', 'pain\n  words: a\npain\n  words: b\n', 3],
  ['a repeated flag', 'pain\n  has: a\npain\n  has: b\n', 3],
  ['two exceptions', 'pain\n  has: a\n  unless: b\n  unless: c\n', 4],
  ['another certainty', 'pain\n  has: a\n  certain: no\n', 3],
] as const) {
  test(`a file of red flags is rejected for ${defect}, with the line`, () => {
    assert.throws(() => parseRedFlags(malformed, 'a.txt'), new RegExp(`^Error: a\\.txt, line ${line}: `))
  })
}

test('every concept that answers an emergency exists', () => {
  const known = new Set(allConcepts().map(({ id }) => id))
  assert.deepEqual(
    Object.values(emergencyConcepts)
      .flat()
      .filter((id) => !known.has(id)),
    [],
  )
})

test('no line of the data files is longer than 300 characters, so that a change of one is readable', () => {
  const files = globSync('*.txt', { cwd: import.meta.dirname })
  assert.ok(files.length > 10)
  for (const file of files) {
    const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')
    assert.deepEqual(
      lines.flatMap((line, index) => (line.length > 300 ? [`${file}:${index + 1}`] : [])),
      [],
    )
  }
})
