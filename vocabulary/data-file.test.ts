import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLists, parseSections } from './data-file.ts'

const sections = `# Comment
head injury
  has: hit, bump*,
    fell
  unless: a|
    b
`

test('a section has its fields, with their items and the line where each begins', () => {
  assert.deepEqual(parseSections(sections, 'a.txt', ['has', 'unless']), [
    {
      name: 'head injury',
      where: 'a.txt, line 2',
      fields: [
        { name: 'has', items: ['hit', 'bump*', 'fell'], where: 'a.txt, line 3' },
        { name: 'unless', items: ['a|b'], where: 'a.txt, line 5' },
      ],
    },
  ])
})

test('a list may begin on the line of its name or on the next', () => {
  const lists = parseLists(
    '# Comment\nes: español, castellano\n\nwords:\n  a lot,\n  in|near town\n',
    'a.txt',
  )
  assert.deepEqual(
    [...lists],
    [
      ['es', ['español', 'castellano']],
      ['words', ['a lot', 'in|near town']],
    ],
  )
})

for (const [what, text, line] of [
  ['an unknown field', 'heart\n  color: red\n', 2],
  ['a field before any section', '  has: heart\n', 1],
  ['a continuation line without a field', 'heart\n    a, b\n', 2],
  ['an empty item', 'heart\n  has: a, , b\n', 2],
  ['a comma at the end', 'heart\n  has: a,\n', 2],
] as const) {
  test(`a file of sections is rejected for ${what}, with the line`, () => {
    assert.throws(() => parseSections(text, 'a.txt', ['has']), new RegExp(`^Error: a\\.txt, line ${line}: `))
  })
}

for (const [what, text, line] of [
  ['items before any list', '  a, b\n', 1],
  ['a line without a colon', 'words\n', 1],
  ['a repeated list', 'words: a\nwords: b\n', 2],
  ['a repeated item', 'words: a, b, a\n', 1],
  ['an item that is not words', 'words: a, b?\n', 1],
  ['an empty list', 'words:\n', 1],
] as const) {
  test(`a file of lists is rejected for ${what}, with the line`, () => {
    assert.throws(() => parseLists(text, 'a.txt'), new RegExp(`^Error: a\\.txt, line ${line}: `))
  })
}
