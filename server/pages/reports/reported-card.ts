/** The card that a report is about: its title, and the places with the values that can be wrong. */
import type {
  AcceptingNewPatients,
  Address,
  LocationCard,
  PracticeLocation,
  ProviderCard,
} from '@careatlas/contract/cards'
import { getLocation, getProvider } from '@careatlas/search/get-card'
import { type PathParts, validatePath } from '../../operations/parameters.ts'
import type { LoadedSnapshot } from '../../snapshots/loaded-snapshot.ts'
import type { RecordKind } from './report-paths.ts'

export interface ReportedPlace {
  readonly uuid: string
  readonly name: string | null
  readonly address: Address
  readonly phone: string | null
  readonly extension: string | null
  /** Null on the card of a place. */
  readonly newPatients: AcceptingNewPatients | null
}

export interface ReportedCard {
  readonly kind: RecordKind
  /** The NPI or the `location_uuid`. */
  readonly record: string
  readonly title: string | null
  /** All places of a clinician, or the place itself. */
  readonly places: readonly ReportedPlace[]
  /** The snapshot that has the card. */
  readonly generation: string
}

/** The identifier is a former one. */
export interface MovedCard {
  readonly movedTo: string
}

/** Reads a card by the parameter of a route. @throws ApiError as the operations that get a card */
export function readReportedCard(
  kind: RecordKind,
  parts: PathParts,
  { snapshot }: LoadedSnapshot,
): ReportedCard | MovedCard {
  const { generation } = snapshot.manifest
  if (kind === 'provider') {
    const { npi } = validatePath('getProvider', parts)
    const { name, practice_locations: places } = JSON.parse(getProvider(npi, snapshot)) as ProviderCard
    return { kind, record: npi, title: name.display, places: places.map(toPlaceOfClinician), generation }
  }
  const { location_uuid: uuid } = validatePath('getLocation', parts)
  const found = getLocation(uuid, snapshot)
  if ('heir' in found) return { movedTo: found.heir }
  const card = JSON.parse(found.card) as LocationCard
  return { kind, record: uuid, title: card.name, places: [toPlace(card)], generation }
}

function toPlaceOfClinician(place: PracticeLocation): ReportedPlace {
  return { ...toPlace(place), newPatients: place.accepting_new_patients }
}

function toPlace(
  card: Pick<PracticeLocation, 'location_uuid' | 'name' | 'address' | 'phone' | 'phone_extension'>,
): ReportedPlace {
  const { location_uuid: uuid, name, address, phone, phone_extension: extension } = card
  return { uuid, name, address, phone, extension, newPatients: null }
}

/** `110 LOCKWOOD ST, PROVIDENCE, RI 02903`; empty if nothing is known. */
export function formatAddress({ line_1, line_2, city, state, postal_code }: Address): string {
  return [line_1, line_2, city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
