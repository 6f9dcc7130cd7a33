import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anatomy, parseAnatomy, readAnatomy } from './anatomy.ts'
import { allConcepts } from './concept.ts'
import { OrganRule } from './organ-rule.ts'
import { PhraseIndex, stemsOf } from './phrase-index.ts'

const concepts = allConcepts()
const ids = new Set(concepts.map(({ id }) => id))

test('every concept of the anatomy exists', () => {
  const { organs, processes }: Anatomy = readAnatomy()
  const unknown = [...organs, ...processes].flatMap(({ name, fields }) =>
    [...fields.values()].flat().flatMap(({ text }) => (ids.has(text) ? [] : [`${name}: ${text}`])),
  )
  assert.deepEqual(unknown, [])
})

const index = new PhraseIndex(concepts)

function bestConcepts(text: string): readonly string[] {
  const scores = index.scores(stemsOf(text))
  const best = Math.max(...scores)
  return concepts.flatMap(({ id }, number) => (scores[number] === best ? id : []))
}

for (const [text, id] of [
  ['irritation of the pleura', 'pulmonology'],
  ['her womb is infected', 'obstetrics-and-gynecology'],
  ['splinter in the nostril', 'otolaryngology'],
  ['softening of the jawbone', 'oral-and-maxillofacial-surgery'],
  ['enlarged spleen', 'hematology'],
  ['spleen enlargement', 'hematology'],
  ['a malignant tumor of the ovary', 'gynecologic-oncology'],
  ['a broken collarbone', 'orthopedic-surgery'],
  ['constriction of the ureter', 'urology'],
  ['hinchazón del párpado', 'ophthalmology'],
  ['numbness in the thigh', 'neurology'],
  ['redness of the forearm', 'dermatology'],
] as const) {
  test(`${text}: the organ decides the field, ${id}`, () => {
    assert.ok(bestConcepts(text).includes(id), String(bestConcepts(text)))
  })
}

test('a process pairs with the nearest organ', () => {
  const rule = new OrganRule(concepts)
  const pairs = rule.match(stemsOf('swelling of my left ankle and now a stone in the bladder'))
  assert.deepEqual(
    pairs.map(({ stems }) => stems),
    [stemsOf('swelling ankle'), stemsOf('stone bladder')],
  )
})

test('an organ alone counts less than with a process', () => {
  const rule = new OrganRule(concepts)
  const weightOf = (text: string): number => rule.match(stemsOf(text))[0]!.concepts[0]!.weight
  assert.ok(weightOf('my spleen') < weightOf('my spleen ruptured'))
})

test('text without an organ has no pairs', () => {
  assert.deepEqual(new OrganRule(concepts).match(stemsOf('swelling and pain')), [])
})

for (const [what, organs, processes] of [
  ['an organ without a field', 'ear\n  names: ear\n', 'pain\n  names: pain\n'],
  ['an organ without names', 'ear\n  field: otolaryngology\n', 'pain\n  names: pain\n'],
  ['an unknown process', 'ear\n  names: ear\n  field: a\n  melting: b\n', 'pain\n  names: pain\n'],
  ['a repeated field', 'ear\n  names: ear\n  field: a\n', 'pain\n  names: pain\n  names: ache\n'],
] as const) {
  test(`the anatomy is rejected for ${what}`, () => {
    assert.throws(() => parseAnatomy(organs, processes), /^Error: (?:organs|processes)\.txt, line \d+: /)
  })
}
