/** For tests: checks that every card supports its texts. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { unpackTexts } from '@careatlas/directory/snapshot/blocks'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { notice } from '@careatlas/fixtures/region/write-region'
import { unsupportedClaims } from '@careatlas/ingest/compose/claim-check/unsupported-claims'

/** Checks the texts of every `step`-th card of the served snapshot; returns the number of cards. */
export function assertSupportedTexts(
  dataDir: string,
  step = 1,
): {
  readonly clinicians: number
  readonly places: number
} {
  const folder = snapshotFolder(dataDir, readCurrentGeneration(dataDir)!)
  using cards = new DatabaseSync(join(folder, 'cards.sqlite'), { readOnly: true })
  const counts = { clinicians: 0, places: 0 }
  for (const card of readCards<ProviderCard>(cards, 'provider', step)) {
    counts.clinicians++
    for (const text of [card.biography, card.short_biography]) assertSupported(text, card)
  }
  for (const card of readCards<LocationCard>(cards, 'location', step)) {
    counts.places++
    assertSupported(card.summary, card)
  }
  return counts
}

function* readCards<Card>(
  cards: DatabaseSync,
  table: 'provider' | 'location',
  step: number,
): Generator<Card> {
  let number = 0
  for (const { block } of cards.prepare(`SELECT block FROM ${table}`).iterate())
    for (const [, json] of unpackTexts(block as Uint8Array))
      if (number++ % step === 0) yield JSON.parse(json) as Card
}

function assertSupported(text: string, card: ProviderCard | LocationCard): void {
  assert.deepEqual(unsupportedClaims(text.replace(notice, '').trim(), card), [], text)
}
