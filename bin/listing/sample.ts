/** A record of the directory that the reviewers of a listing look up, so that the test cases have results. */
import { ProviderCard } from '@careatlas/contract/cards'
import { parseNpi } from '@careatlas/directory/npi'
import { readManifest } from '@careatlas/directory/snapshot/checksums'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { UsageError } from '../exit-codes.ts'
import { servableGenerations } from '../servable-generations.ts'

export interface Sample {
  readonly npi: string
  readonly specialty: string
  readonly zip: string
  readonly locationUuid: string
  /** A payer that lists the clinician; null if none does. */
  readonly carrier: string | null
}

/** The number of clinicians to try; nearly every card has a specialty and a ZIP code. */
const candidatesMax = 1000

/** Reads the clinician with this NPI; null: the first clinician with a specialty and a place with a ZIP code. Throws UsageError. */
export async function readSample(dataDir: string, npi: string | null): Promise<Sample> {
  const [generation] = servableGenerations(dataDir)
  using snapshot = await Snapshot.open(snapshotFolder(dataDir, generation), readManifest)
  const npis = npi === null ? snapshot.firstNpis(candidatesMax) : [parseNpi(npi)]
  for (const candidate of npis) {
    const card = snapshot.providerCard(candidate)
    const sample = card === null ? null : toSample(ProviderCard.parse(JSON.parse(card)))
    if (sample !== null) return sample
  }
  throw new UsageError(
    npi === null
      ? `${generation} has no clinician with a specialty and a ZIP code.`
      : `The directory has no card of ${npi} with a specialty and a ZIP code. Choose another clinician.`,
  )
}

function toSample({ npi, specialties, practice_locations: places, carriers }: ProviderCard): Sample | null {
  const specialty = specialties.find(({ primary }) => primary) ?? specialties[0]
  const place = places.find(({ address }) => address.postal_code !== null)
  const zip = place?.address.postal_code?.slice(0, 5)
  if (specialty === undefined || place === undefined || zip === undefined) return null
  const carrier = carriers[0]?.name ?? null
  return { npi, specialty: specialty.name, zip, locationUuid: place.location_uuid, carrier }
}
