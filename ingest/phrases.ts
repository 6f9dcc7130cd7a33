/** Writes the vectors of the phrases of the vocabulary to a snapshot, for a server that finds concepts by an endpoint. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { computeChecksums } from '@careatlas/directory/snapshot/checksums'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { type Manifest, phrasesFolder } from '@careatlas/directory/snapshot/format'
import { searchConcepts } from '@careatlas/search/query/query-resources'
import { type Embedder, noEmbedder, staticEmbedder } from '@careatlas/vocabulary/embedder'
import { embedPhrases, type PhraseVectors, readPhraseVectors } from '@careatlas/vocabulary/phrase-vectors'
import type { IngestProgress } from './progress.ts'

/** The published snapshot, whose vectors can be used again; the manifest is null without one. */
interface Published {
  readonly dataDir: string
  readonly manifest: Manifest | null
}

/** Embeds the phrases that the published snapshot does not have. Does nothing for the built-in model and without a model. */
export async function writePhrases(
  snapshot: string,
  embedder: Embedder,
  published: Published,
  progress: IngestProgress,
): Promise<void> {
  if (embedder.id === noEmbedder.id || embedder.id === staticEmbedder().id) return
  progress.startStage('embedding phrases')
  const texts = new Set(searchConcepts().flatMap(({ phrases }) => phrases.map(({ text }) => text)))
  const kept = await readPublishedPhrases(published)
  const vectors = await embedPhrases([...texts], embedder, kept, (share) => progress.advance(share))
  vectors.write(join(snapshot, phrasesFolder))
}

/** Null if the snapshot has no vectors of phrases, or if they are not as published. */
async function readPublishedPhrases({ dataDir, manifest }: Published): Promise<PhraseVectors | null> {
  if (manifest === null) return null
  const folder = join(snapshotFolder(dataDir, manifest.generation), phrasesFolder)
  if (!existsSync(folder)) return null
  const published = Object.entries(manifest.files).filter(([path]) => path.startsWith(`${phrasesFolder}/`))
  try {
    const found = Object.entries(await computeChecksums(folder)).map(
      ([path, checksum]) => [`${phrasesFolder}/${path}`, checksum] as const,
    )
    return isDeepStrictEqual(Object.fromEntries(found), Object.fromEntries(published))
      ? readPhraseVectors(folder)
      : null
  } catch {
    return null
  }
}
