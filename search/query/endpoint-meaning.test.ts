import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { testManifest } from '@careatlas/directory/snapshot/snapshot.fixture'
import { allConcepts } from '@careatlas/vocabulary/concept'
import { ConceptFinder } from '@careatlas/vocabulary/concept-finder'
import { ConceptVectors } from '@careatlas/vocabulary/concept-vectors'
import { staticEmbedder } from '@careatlas/vocabulary/embedder'
import { embedPhrases, type PhraseVectors } from '@careatlas/vocabulary/phrase-vectors'
import { stemsOf } from '@careatlas/vocabulary/phrase-index'
import { dimension, readStaticModel } from '@careatlas/vocabulary/static-model'
import { runAtOnce } from '../cooperative.ts'
import { findByEndpoint, PhraseReader } from './endpoint-meaning.ts'

const concepts = allConcepts().slice(0, 60)
const texts = [...new Set(concepts.flatMap(({ phrases }) => phrases.map(({ text }) => text)))]
const embed = (text: string): Float32Array => readStaticModel().embed(text)
const vectors = runAtOnce(ConceptVectors.create(concepts, dimension, embed))
const finder = new ConceptFinder(concepts, { vectors, embed })

/** The vectors of the built-in model, as an endpoint with the name `m` would send them. */
async function phrasesOf(phrases: readonly string[], id = 'm'): Promise<PhraseVectors> {
  return await embedPhrases(phrases, { ...staticEmbedder(), id }, null)
}

function snapshotIn(phrasesFolder: string, sha256 = '0'.repeat(64)) {
  const files = { 'phrases/rows.i8': { bytes: 1, sha256 } }
  return { phrasesFolder, manifest: { ...testManifest, generation: '2026-01-04.1', embedder: 'm', files } }
}

test('an endpoint with the built-in model finds the same concepts within 0.005', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'phrases-'))
  const phrasesFolder = join(folder.path, 'phrases')
  ;(await phrasesOf(texts)).write(phrasesFolder)
  const phrases = runAtOnce(new PhraseReader(finder).read(snapshotIn(phrasesFolder)))
  for (const text of ['my heart races', 'itchy skin', 'dolor de cabeza', 'a kidney doctor', 'tooth pulled']) {
    const byEndpoint = findByEndpoint(embed(text), { finder, phrases })!.find(text, stemsOf(text)).meaning!
    const builtIn = finder.find(text, stemsOf(text)).meaning!
    for (const [index, score] of builtIn.entries())
      assert.ok(Math.abs(score - byEndpoint[index]!) < 0.005, `${text}: ${concepts[index]!.id}`)
    assert.ok(Math.max(...builtIn) > 0.5, text)
  }
  assert.equal(findByEndpoint(new Float32Array(384), { finder, phrases }), null, 'another dimension')
})

test('the files of the next snapshot are read only if they differ', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'phrases-'))
  const phrasesFolder = join(folder.path, 'phrases')
  ;(await phrasesOf(texts)).write(phrasesFolder)
  const reader = new PhraseReader(finder)
  const read = (sha256?: string) => runAtOnce(reader.read(snapshotIn(phrasesFolder, sha256)))
  const first = read()
  assert.equal(read(), first)
  assert.notEqual(read('1'.repeat(64)), first)
})

suite('without usable phrases, no finder is returned and the problem is stated', () => {
  const cases: Readonly<Record<string, readonly [problem: RegExp, write: (folder: string) => unknown]>> = {
    'an older snapshot': [/has no vectors of phrases$/, () => undefined],
    'an older vocabulary': [
      /has no vectors of [1-9]\d* phrases of this version$/,
      async (folder) => (await phrasesOf(texts.slice(1))).write(folder),
    ],
    'another model': [
      /are those of another$/,
      async (folder) => (await phrasesOf(texts, 'another')).write(folder),
    ],
    'damaged files': [
      /are not readable: The vectors of phrases are not /,
      async (folder) => {
        ;(await phrasesOf(texts)).write(folder)
        writeFileSync(join(folder, 'rows.i8'), 'x')
      },
    ],
    'a model that embeds all texts alike': [
      /does not distinguish related phrases from others$/,
      async (folder) => {
        const alike = {
          ...staticEmbedder(),
          id: 'm',
          embed: async (all: readonly string[]) => all.map(() => embed('x')),
        }
        ;(await embedPhrases(texts, alike, null)).write(folder)
      },
    ],
  }
  for (const [name, [problem, write]] of Object.entries(cases)) {
    test(name, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'phrases-'))
      const phrasesFolder = join(folder.path, 'phrases')
      await write(phrasesFolder)
      const phrases = runAtOnce(new PhraseReader(finder).read(snapshotIn(phrasesFolder)))
      assert.match('problem' in phrases ? phrases.problem : '', problem)
      assert.equal(findByEndpoint(embed('heart'), { finder, phrases }), null)
    })
  }
})
