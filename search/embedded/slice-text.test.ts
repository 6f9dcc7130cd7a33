import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { type Embedder, noEmbedder } from '@careatlas/vocabulary/embedder'
import { generateDocuments } from '../suite-documents.fixture.ts'
import { noPreferences } from '../no-preferences.fixture.ts'
import { semanticScores } from './semantic-scores.ts'
import { readSegment } from './segment.ts'
import { SegmentBuilder } from './segment-builder.fixture.ts'
import { sliceText } from './slice-text.ts'

const nameEmbedder: Embedder = { ...noEmbedder, includesTaxonomyNames: true }

suite('the text of a slice for an embedder', () => {
  const codes = [
    { code: '207R00000X', weight: 0.8 },
    { code: '207RC0000X', weight: 1 },
    { code: 'unknown', weight: 1 },
  ]
  const names = 'cardiologist (heart doctor), internist (internal medicine doctor)'
  const rows: readonly (readonly [guarantee: string, embedder: Embedder, prose: string, text: string])[] = [
    ['has the names of its codes, best first', nameEmbedder, '', names],
    [
      'has the statement of a source after the names',
      nameEmbedder,
      'She mends hearts',
      `${names}. She mends hearts`,
    ],
    [
      'has only the statement of a source if the embedder does not use names',
      noEmbedder,
      'She mends hearts',
      'She mends hearts',
    ],
    ['is empty without codes and prose', noEmbedder, '', ''],
  ]
  for (const [guarantee, embedder, prose, text] of rows)
    test(guarantee, () => assert.equal(sliceText({ codes, prose }, embedder), text))

  test('has no names of unknown codes', () => {
    assert.equal(sliceText({ codes: [{ code: 'unknown', weight: 1 }], prose: '' }, nameEmbedder), '')
  })

  test('has at most eight distinct names', () => {
    const many = ['207R', '207Q', '208D', '207V', '2080', '208M', '207P', '207N', '207L', '207X']
    const codesOfMany = many.map((code) => ({ code: `${code}00000X`, weight: 0.9 }))
    const text = sliceText(
      { codes: [...codesOfMany, { code: '207R00000X', weight: 0.5 }], prose: '' },
      nameEmbedder,
    )
    assert.equal(text.split(', ').length, 8)
  })
})

/** Embeds every text as the same vector. */
const constantEmbedder: Embedder = {
  id: 'constant',
  includesTaxonomyNames: true,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0, 0)),
}

test('a query vector of another dimension is ignored', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'slice-text-'))
  const builder = new SegmentBuilder('providers')
  for (const document of generateDocuments('providers', 50, 3)) builder.add(document)
  await builder.write(folder.path, constantEmbedder)
  const segment = readSegment(folder.path)
  const bestScore = (vector: Float32Array): number => {
    const query = {
      codes: new Map(),
      groups: new Map(),
      terms: [],
      lexicalWeight: 0,
      lexicalOnlyWeight: 0,
      preferences: noPreferences,
      person: null,
    }
    const scoreOf = semanticScores(segment, { ...query, vector })
    return Math.max(...segment.columns['profile.slice'].keys().map(scoreOf))
  }
  assert.equal(bestScore(Float32Array.of(1, 0, 0)), 0.9)
  assert.equal(bestScore(Float32Array.of(1, 0)), 0)
})
