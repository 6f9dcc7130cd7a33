import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryLengthMax } from '@careatlas/contract/parameters'
import { cleanMessage, messagePieces } from './message-pieces.ts'

test('control, format and private characters are removed, and line breaks end sentences', () => {
  assert.equal(cleanMessage('den\u0000tist\u202E\uE000\n02903  '), 'dentist. 02903')
})

const sentences = Array.from({ length: 80 }, (_, index) => `Sentence number ${index} has a few words.`).join(
  ' ',
)
const texts = {
  'a short message': 'dentist near 02903',
  sentences,
  'words without sentences': Array.from({ length: 800 }, (_, index) => `word${index}`).join(' '),
  'one long word': Array.from({ length: 1400 }, (_, index) => index).join(''),
}

for (const [description, text] of Object.entries(texts))
  test(`${description}: each piece fits a query, and every character is in a piece`, () => {
    const message = text.slice(0, 4000).trim()
    const pieces = messagePieces(message)
    assert.ok(pieces.every(({ length }) => length <= queryLengthMax))
    let covered = 0
    for (const piece of pieces) {
      const at = message.indexOf(piece)
      assert.ok(at !== -1 && at <= covered + 1, `a gap before ${at}`)
      covered = Math.max(covered, at + piece.length)
    }
    assert.equal(covered, message.length)
  })

test('neighboring pieces overlap, so that signs in two sentences are found together', () => {
  const [first = '', second = ''] = messagePieces(sentences)
  const end = first.split('. ').at(-1)!
  assert.ok(second.includes(end.slice(0, 20)))
})
