/** Who is at one address: what the first step sets aside and the second makes places of. */
import type { Address, Source } from '@careatlas/contract/cards'
import { addressKey, houseKey, normaliseAddress } from '@careatlas/directory/address'
import { observedLanguages } from '../compose/observed.ts'
import { composePersonName, credentialsOf } from '../compose/person-display.ts'
import type {
  Clinician,
  Facility,
  Observation,
  ObservedPlace,
  Organization,
  Provenance,
  RegisteredAddress,
  RegisteredTaxonomy,
} from '../facts/facts.ts'
import { mergedIn, type ServedEntry } from '../facts/merge.ts'

export interface Mention<Who = ClinicianMention | OrganizationMention | Facility> {
  /** `houseKey` of the address: mentions are gathered by it. */
  readonly key: string
  /** `addressKey` of the address. */
  readonly door: string
  readonly registered: RegisteredAddress
  /** The day on which a source first stated it; empty where the file has none. */
  readonly since: string
  readonly primary: boolean
  readonly who: Who
  /** What was observed at this address. */
  readonly observed: readonly (ObservedPlace & Provenance)[]
  /** BCP 47 tags that an observation of this NPI states. */
  readonly languages: readonly string[]
  readonly sources: readonly Source[]
}

export interface ClinicianMention {
  readonly kind: 'clinician'
  readonly npi: string
  /** "Maria E. Garcia, MD" */
  readonly display: string
  /** As registered. */
  readonly first: string | null
  readonly last: string | null
  /** As displayed. */
  readonly credentials: readonly string[]
  /** The primary one first. */
  readonly taxonomyCodes: readonly string[]
  /** When the practice address was registered; null where a fresher source names or confirms it. */
  readonly registeredOn: string | null
  readonly enumeratedOn: string | null
}

export interface OrganizationMention {
  readonly kind: 'organization'
  readonly npi: string
  /** Doing business as, else the legal name; upper case as registered. */
  readonly name: string
  /** Every name it is found under. */
  readonly names: readonly string[]
  /** The primary one first. */
  readonly taxonomyCodes: readonly string[]
  readonly subpart: boolean
  /** When all this was registered; null where nobody knows. */
  readonly registeredOn: string | null
  readonly enumeratedOn: string | null
}

export function isClinician(mention: Mention): mention is Mention<ClinicianMention> {
  return mention.who.kind === 'clinician'
}

export function isOrganization(mention: Mention): mention is Mention<OrganizationMention> {
  return mention.who.kind === 'organization'
}

export function isFacility(mention: Mention): mention is Mention<Facility> {
  return mention.who.kind === 'facility'
}

/**
 * One mention for each address of the entry. Only the registry says which is primary: its practice address, where that
 * stands; a list of places names none. `since` tells the day on which a source first stated an address.
 */
export function mentionsOf(entry: ServedEntry, since: (address: Address) => string): readonly Mention[] {
  const { addresses, observations, sources } = mergedIn(entry)
  const who = entry.kind === 'clinician' ? clinicianIn(entry.clinician) : organizationIn(entry.organization)
  return addresses.map((registered, index) => ({
    ...keysOf(registered.address),
    registered,
    since: since(registered.address),
    primary: index === 0 && mergedIn(entry).registration.practice !== null,
    who,
    observed: observedAt(registered.address, observations),
    languages: observedLanguages(observations),
    sources,
  }))
}

/** By what mentions of `address` are gathered, and told apart. */
export function keysOf(address: Address): Pick<Mention, 'key' | 'door'> {
  const door = addressKey(address)
  return { key: houseKey(door), door }
}

function clinicianIn({ registration, confirmed }: Clinician): ClinicianMention {
  const name = composePersonName(registration.name)
  return {
    kind: 'clinician',
    npi: registration.npi,
    display: name.display,
    first: name.first,
    last: name.last,
    credentials: credentialsOf(name),
    taxonomyCodes: primaryFirst(registration.taxonomies),
    registeredOn:
      registration.practice === null || confirmed ? null : (registration.updatedOn ?? registration.asOf),
    enumeratedOn: registration.enumeratedOn,
  }
}

function organizationIn({ registration, otherNames }: Organization): OrganizationMention {
  const { npi, legalName, doingBusinessAs, subpart, taxonomies, enumeratedOn, updatedOn, asOf } = registration
  const tradeName = doingBusinessAs ?? otherNames.find(({ type }) => type === '3')?.name
  return {
    kind: 'organization',
    npi,
    name: tradeName ?? legalName,
    names: [legalName, ...(doingBusinessAs ? [doingBusinessAs] : []), ...otherNames.map(({ name }) => name)],
    taxonomyCodes: primaryFirst(taxonomies),
    subpart,
    registeredOn: updatedOn ?? asOf,
    enumeratedOn,
  }
}

function primaryFirst(taxonomies: readonly RegisteredTaxonomy[]): readonly string[] {
  return taxonomies.toSorted((a, b) => Number(b.primary) - Number(a.primary)).map(({ code }) => code)
}

/** What was observed at `address`: same street line and ZIP code, however written. */
function observedAt(address: Address, observations: readonly Observation[]): Mention['observed'] {
  if (observations.length === 0) return []
  const here = streetAndZip(address)
  return observations.flatMap(({ source, asOf, places }) =>
    places
      .filter(
        ({ line1, postalCode }) =>
          here === streetAndZip({ ...address, line_1: line1, line_2: null, postal_code: postalCode }),
      )
      .map((place) => ({ ...place, source, asOf })),
  )
}

function streetAndZip(address: Address): string {
  const { line, zip5 } = normaliseAddress(address)
  return `${line}|${zip5}`
}
