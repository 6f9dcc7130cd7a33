import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseConcepts } from '../concept.ts'
import { listTexts, writeTexts } from './texts.ts'

const concepts = parseConcepts(
  `dermatology
  codes: 207N00000X
  canonical: dermatology
  roles: skin doctor
  conditions: itchy rash
  spanish: sarpullido
  audience: any
`,
  'skin.txt',
)

test('the same concepts give the same texts, each once', () => {
  const texts = listTexts(concepts).map(({ text }) => text)
  assert.deepEqual(
    listTexts(concepts).map(({ text }) => text),
    texts,
  )
  assert.equal(new Set(texts).size, texts.length)
})

test('a Spanish phrase and a misspelled one have English targets', () => {
  const texts = new Map(listTexts(concepts).map((text) => [text.text, text.targets]))
  assert.deepEqual(texts.get('sarpullido'), ['dermatology'])
  assert.equal(texts.get('itchy rash'), undefined)
  assert.deepEqual(texts.get('itchyy rash'), ['itchy rash'])
})

test('every slot of a sentence is filled', () => {
  assert.deepEqual(
    listTexts(concepts).filter(({ text }) => /[*{}]/.test(text)),
    [],
  )
})

test('the trainer gets the words of each text as numbers of rows.jsonl', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'texts-'))
  writeTexts(folder.path, concepts)
  const read = (name: string): readonly unknown[] =>
    readFileSync(join(folder.path, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
  const words = read('rows.jsonl') as readonly { readonly word: string }[]
  const texts = read('texts.jsonl') as readonly { readonly text: string; readonly words: readonly number[] }[]
  const rash = texts.find(({ text }) => text === 'itchy rash')
  assert.deepEqual(
    rash?.words.map((number) => words[number]!.word),
    ['itchy', 'rash'],
  )
})
