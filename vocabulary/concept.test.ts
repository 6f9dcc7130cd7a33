import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { allConcepts, parseConcepts } from './concept.ts'

const concepts = allConcepts()

test('every code of a concept exists', () => {
  const known = new Set(allTaxonomies().map(({ code }) => code))
  const unknown = concepts.flatMap(({ id, codes }) =>
    codes.filter(({ code }) => !known.has(code)).map(({ code }) => `${id}: ${code}`),
  )
  assert.deepEqual(unknown, [])
})

test('every code of a clinician or a place belongs to a concept', () => {
  const covered = new Set(concepts.flatMap(({ codes }) => codes.map(({ code }) => code)))
  assert.deepEqual(
    allTaxonomies().flatMap(({ code, name }) => (covered.has(code) ? [] : [`${code} ${name}`])),
    [],
  )
})

test('the IDs of concepts are unique', () => {
  assert.equal(new Set(concepts.map(({ id }) => id)).size, concepts.length)
})

test('no concept has a phrase twice', () => {
  const repeated = concepts.flatMap(({ id, phrases }) => {
    const texts = phrases.map(({ text }) => text)
    return texts.filter((text, index) => texts.indexOf(text) !== index).map((text) => `${id}: ${text}`)
  })
  assert.deepEqual(repeated, [])
})

test('no phrase has weight 1 in two concepts', () => {
  const byText = Map.groupBy(
    concepts.flatMap(({ id, phrases }) =>
      phrases.filter(({ weight }) => weight === 1).map(({ text }) => ({ id, text })),
    ),
    ({ text }) => text,
  )
  const shared = [...byText].filter(([, phrases]) => phrases.length > 1)
  assert.deepEqual(
    shared.map(([text, phrases]) => `${text}: ${phrases.map(({ id }) => id).join(', ')}`),
    [],
  )
})

test('every concept in scope has a canonical name and a role', () => {
  const incomplete = concepts.filter(
    ({ codes, phrases }) =>
      codes.length > 0 &&
      (['canonical', 'roles'] as const).some((kind) => !phrases.some((phrase) => phrase.kind === kind)),
  )
  assert.deepEqual(
    incomplete.map(({ id }) => id),
    [],
  )
})

const block = `# Comment
heart-care
  codes: 207RC0000X, 207RI0011X 0.9
  canonical: cardiology
  roles: heart doctor,
    cardiologist 0.95
  spanish: cardiólogo
  audience: any
`

test('a section becomes a concept with codes, phrases and weights', () => {
  assert.deepEqual(parseConcepts(block, 'heart.txt'), [
    {
      id: 'heart-care',
      codes: [
        { code: '207RC0000X', weight: 1 },
        { code: '207RI0011X', weight: 0.9 },
      ],
      phrases: [
        { text: 'cardiology', kind: 'canonical', weight: 1 },
        { text: 'heart doctor', kind: 'roles', weight: 1 },
        { text: 'cardiologist', kind: 'roles', weight: 0.95 },
        { text: 'cardiólogo', kind: 'spanish', weight: 1 },
      ],
      audience: 'any',
    },
  ])
})

for (const [what, text, line] of [
  ['an ID with invalid characters', 'Heart Care\n', 1],
  ['a field before any concept', '  codes: 207RC0000X\n', 1],
  ['an unknown field', 'heart\n  words: heart\n', 2],
  ['a repeated field', 'heart\n  roles: a\n  roles: b\n', 3],
  ['a continuation line without a field', 'heart\n    a, b\n', 2],
  ['a concept without codes', 'heart\n  roles: a\n  audience: any\n', 1],
  ['an unknown audience', 'heart\n  codes: none\n  audience: all\n', 1],
  ['a weight above 1', 'heart\n  codes: none\n  roles: doctor 1.5\n  audience: any\n', 1],
] as const) {
  test(`the file is rejected for ${what}, with the line`, () => {
    assert.throws(() => parseConcepts(text, 'heart.txt'), new RegExp(`^Error: heart\\.txt, line ${line}: `))
  })
}
