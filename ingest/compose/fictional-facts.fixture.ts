/** For tests: fictional facts with defaults that a test can override. */
import type { Address, OfficeHours, PracticeLocation } from '@careatlas/contract/cards'
import { type Clinician, type Observation, type RegisteredName, emptyObservation } from '../facts/facts.ts'
import type { Practice } from '../practice.ts'
import { spotOf } from './biography/place-phrase.ts'
import type { ComposeContext } from './context.ts'

export const plainContext: ComposeContext = {
  carrierNames: new Map(),
  officialNames: null,
  notice: null,
  registryAsOf: '2026-11-09',
}

/** `addressOf('80 SEYMOUR ST', 'HARTFORD', 'CT')` */
export function addressOf(
  line_1: string | null,
  city: string | null,
  state: string | null = 'RI',
  country = 'US',
): Address {
  return { line_1, line_2: null, city, state, postal_code: country === 'US' ? '02903' : null, country }
}

/** `overrides` replaces fields of the location; `hoursAsOf` is the day on which its `office_hours` were observed. */
export function practiceAt(
  address: Address,
  overrides: Partial<PracticeLocation> = {},
  hoursAsOf: string | null = null,
): Practice {
  const location = {
    location_uuid: '5b0c2a3e-8c1f-5a57-9f6e-0d0a7a2f4c11',
    name: null,
    address,
    lat: null,
    lng: null,
    geo_precision: null,
    address_conflict: null,
    phone: null,
    phone_extension: null,
    fax: null,
    primary: true,
    active: true,
    office_hours: [],
    accepting_new_patients: { value: 'unknown', source: null, as_of: null } as const,
    ...overrides,
  }
  return { npi: '1000000004', location, spot: spotOf(location), hoursAsOf }
}

export interface ClinicianSketch {
  readonly npi?: string
  readonly name?: Partial<RegisteredName>
  readonly gender?: 'F' | 'M' | 'X' | null
  /** Taxonomy codes, the first one primary. */
  readonly codes?: readonly string[]
  readonly observations?: readonly Observation[]
  readonly listings?: Clinician['listings']
  readonly updatedOn?: string
}

export function clinicianOf(sketch: ClinicianSketch): Clinician {
  const { npi = '1000000004', name, gender = null, codes = [], observations = [], listings = [] } = sketch
  const { updatedOn = null } = sketch
  return {
    registration: {
      kind: 'clinician',
      source: 'nppes',
      asOf: '2026-11-09',
      npi,
      name: { prefix: null, first: null, middle: null, last: null, suffix: null, credential: null, ...name },
      otherNames: [],
      gender,
      taxonomies: codes.map((code, index) => ({ code, primary: index === 0, licenses: [] })),
      practice: { address: addressOf('80 SEYMOUR ST', 'HARTFORD', 'CT'), phone: null },
      enumeratedOn: '2006-05-23',
      updatedOn,
    },
    addresses: [],
    listings,
    observations,
    sources: [{ id: 'nppes', as_of: '2026-11-09' }],
  }
}

export function observationOf(overrides: Partial<Observation>): Observation {
  return { ...emptyObservation('1000000004', { source: 'survey', asOf: '2026-03-12' }), ...overrides }
}

type Day = OfficeHours['day']

/** `hoursOn(['mon', 'tue'], '08:00', '17:00')` */
export function hoursOn(days: readonly Day[], open: string, close: string): OfficeHours[] {
  return days.map((day) => ({ day, open, close }))
}
