/** The cards of a snapshot as rows for the tables of an external engine. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { foldName } from '@careatlas/directory/person-name'
import { unpackTexts } from '@careatlas/directory/snapshot/blocks'

export interface ClinicianRow {
  readonly npi: string
  /** Normalized, as in queries. */
  readonly last: string
  readonly first: string
  /** The point of the first practice location that has one. */
  readonly lat: number | null
  readonly lng: number | null
  readonly carriers: readonly string[]
  readonly prose: string
  /** The whole card, as JSON. */
  readonly card: string
}

export interface PlaceRow {
  readonly uuid: string
  readonly prose: string
  readonly card: string
}

/** The rows of a table, in batches. */
export type Batches<Row> = Generator<readonly Row[]>

const batchRows = 10_000

export function clinicianBatches(snapshotFolder: string): Batches<ClinicianRow> {
  return batches(snapshotFolder, 'provider', (npi, card) => {
    const { name, practice_locations, carriers, biography } = JSON.parse(card) as ProviderCard
    const { lat = null, lng = null } = practice_locations.find((practice) => practice.lat !== null) ?? {}
    return {
      npi,
      last: foldName(name.last ?? ''),
      first: foldName(name.first ?? ''),
      lat,
      lng,
      carriers: carriers.map(({ code }) => code),
      prose: biography,
      card,
    }
  })
}

export function placeBatches(snapshotFolder: string): Batches<PlaceRow> {
  return batches(snapshotFolder, 'location', (uuid, card) => {
    const { name, summary } = JSON.parse(card) as LocationCard
    return { uuid, prose: `${name}. ${summary}`, card }
  })
}

function* batches<Row>(
  snapshotFolder: string,
  table: 'provider' | 'location',
  toRow: (id: string, card: string) => Row,
): Batches<Row> {
  using cards = new DatabaseSync(join(snapshotFolder, 'cards.sqlite'), { readOnly: true })
  let batch: Row[] = []
  for (const { block } of cards.prepare(`SELECT block FROM ${table} ORDER BY first`).iterate()) {
    for (const [id, card] of unpackTexts(block as Uint8Array)) batch.push(toRow(id, card))
    if (batch.length < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
