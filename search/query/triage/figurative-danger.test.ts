import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { withoutFigurativeDanger, withoutFigurativeWords } from './figurative-danger.ts'

suite('removes a danger that is a figure of speech, but not what overwhelms the person', () => {
  for (const [query, rest] of [
    ["i'm drowning in work and stressed", 'im work and stressed'],
    ["drowning in debt and can't sleep", 'debt and cant sleep'],
    ['my boss is drowning me in emails', 'my boss is emails'],
    ['drowning in grief', 'grief'],
    ['choking on paperwork', 'paperwork'],
    ['drowning at work', 'work'],
    ['a heart attack because of my anxiety', 'a because of my anxiety'],
    ['me ahogo en deudas', 'me deudas'],
    ['almost died of embarrassment', 'almost embarrassment'],
    ['dying for a cigarette', 'for a cigarette'],
  ] as const)
    test(query, () => assert.equal(withoutFigurativeWords(wordsOf(query)).join(' '), rest))
})

suite('keeps an actual danger', () => {
  for (const query of [
    'my child nearly drowned',
    'drowning in the pool at work',
    'choking on food',
    'me ahogo en la noche',
    'he had a heart attack',
    'my aunt is dying of cancer',
  ])
    test(query, () => {
      assert.deepEqual(withoutFigurativeWords(wordsOf(query)), wordsOf(query))
      assert.equal(withoutFigurativeDanger(wordsOf(query).join(' ')), wordsOf(query).join(' '))
    })
})

test('removes the whole figure of speech from a text', () => {
  assert.equal(withoutFigurativeDanger('drowning in debt and my son is choking'), 'and my son is choking')
})
