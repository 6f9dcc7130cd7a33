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

const reader: Embedder = { ...noEmbedder, includesTaxonomyNames: true }

suite('the text of a slice for an embedder', () => {
  const codes = [
    { code: '207R00000X', weight: 0.8 },
    { code: '207RC0000X', weight: 1 },
    { code: 'unknown', weight: 1 },
  ]
  const names = 'cardiologist (heart doctor), internist (internal medicine doctor)'
  const rows: readonly (readonly [what: string, embedder: Embedder, prose: string, text: string])[] = [
    ['has the names of its codes, best first', reader, '', names],
    [
      'has the statement of a source after the names',
      reader,
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
  for (const [what, embedder, prose, text] of rows)
    test(what, () => assert.equal(sliceText({ codes, prose }, embedder), text))

  test('unknown codes add no text', () => {
    assert.equal(sliceText({ codes: [{ code: 'unknown', weight: 1 }], prose: '' }, reader), '')
  })

  test('up to eight distinct names', () => {
    const many = ['207R', '207Q', '208D', '207V', '2080', '208M', '207P', '207N', '207L', '207X']
    const held = many.map((code) => ({ code: `${code}00000X`, weight: 0.9 }))
    const text = sliceText({ codes: [...held, { code: '207R00000X', weight: 0.5 }], prose: '' }, reader)
    assert.equal(text.split(', ').length, 8)
  })
})

/** All texts have the same vector. */
const three: Embedder = {
  id: 'three',
  includesTaxonomyNames: true,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0, 0)),
}

test('ignores a query vector of another dimension', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'slice-text-'))
  const builder = new SegmentBuilder('providers')
  for (const document of generateDocuments('providers', 50, 3)) builder.add(document)
  await builder.write(folder.path, three)
  const segment = readSegment(folder.path)
  const best = (vector: Float32Array): number => {
    const query = { codes: new Map(), terms: [], termShare: 0, termsAlone: 0, preferences: noPreferences }
    const meaning = semanticScores(segment, { ...query, vector })
    return Math.max(...segment.columns['profile.slice'].keys().map(meaning))
  }
  assert.equal(best(Float32Array.of(1, 0, 0)), 0.9)
  assert.equal(best(Float32Array.of(1, 0)), 0)
})
