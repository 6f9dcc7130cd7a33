/** Results larger than the budget of a tool. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charactersOf, fitCard, fitPage, resultCharactersMax } from './fit-result.ts'

const hits = Array.from({ length: 25 }, (_, index) => ({ npi: String(index), text: 'x'.repeat(5000) }))
const meta = { count: 25, has_more: false, truncated: false, region: 'all-regions' }
const link = { type: 'resource_link', uri: 'careatlas://providers/1', name: 'x' } as const

test('a page leaves out its last hits as a whole, and the next page starts with them', () => {
  const answer = fitPage({ meta, data: hits }, (page) => ({
    text: JSON.stringify(page),
    links: page.data.map(() => link),
  }))
  const { data, meta: fitted } = JSON.parse(answer.text) as { data: typeof hits; meta: typeof meta }
  assert.ok(charactersOf(answer) <= resultCharactersMax)
  assert.deepEqual(data, hits.slice(0, 11))
  assert.deepEqual(fitted, { ...meta, count: 11, has_more: true, truncated: true })
  assert.equal(answer.links.length, 11)
})

test('a page that fits is unchanged, and a page keeps its first hit even if that does not fit', () => {
  const small = { meta, data: hits.slice(0, 3) }
  assert.deepEqual(
    fitPage(small, (page) => ({ text: JSON.stringify(page), links: [] })).text,
    JSON.stringify(small),
  )
  const huge = { meta, data: [{ text: 'x'.repeat(70_000) }, { text: 'y' }] }
  const { text } = fitPage(huge, (page) => ({ text: JSON.stringify(page), links: [] }))
  assert.deepEqual((JSON.parse(text) as typeof huge).data, [huge.data[0]])
})

test('a card halves its largest lists until it fits, and names them', () => {
  const data = {
    npi: '1',
    practice_locations: Array.from({ length: 400 }, (_, index) => ({ index, line: 'x'.repeat(300) })),
    carriers: ['A', 'B'],
  }
  const content = { data, meta: { region: 'all-regions', truncated: false } }
  const answer = fitCard(content, (card) => ({ text: JSON.stringify(card), links: [link] }))
  const { data: card, meta: fitted } = JSON.parse(answer.text) as {
    readonly data: typeof data & { readonly truncated_fields: readonly string[] }
    readonly meta: unknown
  }
  assert.ok(charactersOf(answer) <= resultCharactersMax)
  assert.deepEqual(card.practice_locations, data.practice_locations.slice(0, 100))
  assert.deepEqual([card.carriers, card.truncated_fields], [data.carriers, ['practice_locations']])
  assert.deepEqual(fitted, { region: 'all-regions', truncated: true })
})
