/** Finds listings in the wrong town: some lists repeat the street and number of a hospital for each town near it. */
import { type NormalizedAddress, normalizeAddress } from '@careatlas/directory/address'
import { foldName } from '@careatlas/directory/person-name'
import { suffixWord } from '@careatlas/directory/street-words'
import type { Facility } from '../facts/facts.ts'
import { byPrecedence } from '../facts/source-precedence.ts'
import { houseNumber, type Listing } from './listing.ts'
import { areApart, areCitiesApart, areSameTown, type Town } from './town.ts'

/**
 * Returns the listings that are in the wrong town. Listings describe one building if they share the street line and the NPI,
 * telephone number or name, or the house number and the certification number.
 *
 * - Towns more than five miles apart: a listing stays if a source for its town (the registry, or the hospitals of CMS) is more
 *   trusted than every source for another town. If no source is, all listings of the building are returned, because a wrong
 *   address is worse than none.
 * - Neighboring towns: a listing is returned if only third-party lists have the building in its town, and the registry or CMS has
 *   it in another one.
 *
 * The points in the lists are not evidence: of 519 points that were the only one in their ZIP code, for buildings whose ZIP code
 * CMS states, 264 were in the wrong ZIP code. A geocoder that does not find the street returns the center of the town.
 */
export function findConflictingListings(listings: readonly Listing[]): ReadonlySet<Listing> {
  const claims = new Map<string, Claims>()
  const normalized = listings.map((listing) => ({ listing, ...normalizeListing(listing) }))
  for (const { listing, keys, address } of normalized) {
    const { source, npi } = listing.fact
    for (const key of keys) addClaim(claims, key, address, source)
    for (const registered of listing.registeredAt.map(normalizeAddress))
      addClaim(claims, composeNpiKey(registered, npi!), registered, 'nppes')
  }
  const misplaced = normalized.filter(({ keys, address }) =>
    isContradicted(
      address,
      keys.flatMap((key) => [...claims.get(key)!.values()]),
    ),
  )
  return new Set(misplaced.map(({ listing }) => listing))
}

/** A statement that a building is in a town. */
interface Claim {
  readonly town: Town
  /** The most trusted source of the statement. */
  readonly source: string
}

/** The claims about one building, by town. */
type Claims = Map<string, Claim>

function addClaim(claims: Map<string, Claims>, key: string, town: Town, source: string): void {
  const townClaims = claims.get(key) ?? new Map<string, Claim>()
  const townKey = `${town.zip5} ${town.city}`
  const existing = townClaims.get(townKey)
  if (existing === undefined || isMoreTrusted(source, existing.source))
    townClaims.set(townKey, { town, source })
  claims.set(key, townClaims)
}

/** The normalized address of a listing, and the keys that all listings of its building share. */
function normalizeListing({ fact }: Listing): {
  readonly keys: readonly string[]
  readonly address: NormalizedAddress
} {
  const address = normalizeAddress(fact.practice.address)
  return { address, keys: composeKeys(fact, address) }
}

/** The key by name keeps the street suffix, because a chain may have a shop on a street in one town and on a road in another. */
function composeKeys(
  { npi, name, certification, practice: { phone } }: Facility,
  address: NormalizedAddress,
): string[] {
  if (address.line === '') return []
  const number = houseNumber(address)
  return [
    ...(npi === null ? [] : [composeNpiKey(address, npi)]),
    ...(phone === null ? [] : [`${dropSuffix(address.line)}|phone ${phone}`]),
    ...(certification === undefined || number === null ? [] : [`${number}|certification ${certification}`]),
    `${address.line}|name ${foldName(name)} ${address.state}`,
  ]
}

function composeNpiKey({ line }: NormalizedAddress, npi: string): string {
  return `${dropSuffix(line)}|npi ${npi}`
}

/** Some lists write `1235 E CHEROKEE` for `1235 E CHEROKEE ST`. In `5 PARK`, the suffix is the name of the street. */
function dropSuffix(line: string): string {
  const words = line.split(' ')
  return words.length > 2 && suffixWord.has(words.at(-1)!) ? words.slice(0, -1).join(' ') : line
}

function isContradicted(town: Town, claims: readonly Claim[]): boolean {
  const supporting = claims.filter((claim) => areSameTown(town, claim.town))
  const contradicting = claims.filter((claim) => areApart(town, claim.town))
  if (contradicting.length > 0)
    return !supporting.some(({ source }) =>
      contradicting.every((claim) => isMoreTrusted(source, claim.source)),
    )
  return (
    claims.some((claim) => isOfficial(claim) && isAnotherTown(town, claim.town)) &&
    !supporting.some(isOfficial)
  )
}

function isOfficial({ source }: Claim): boolean {
  return source === 'nppes' || source === 'cms_facilities'
}

function isAnotherTown(one: Town, other: Town): boolean {
  const known = one.zip5 !== '' && other.zip5 !== ''
  return known && one.zip5 !== other.zip5 && areCitiesApart(one.city, other.city)
}

/** Ignores the dates of the sources, because a building does not move. */
function isMoreTrusted(source: string, other: string): boolean {
  return byPrecedence({ source, asOf: null }, { source: other, asOf: null }) < 0
}
