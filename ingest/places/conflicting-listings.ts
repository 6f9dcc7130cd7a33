/** Finds wrong towns: some lists repeat the street and number of a hospital for each town near it. */
import { type NormalizedAddress, normalizeAddress } from '@careatlas/directory/address'
import { foldName } from '@careatlas/directory/person-name'
import { suffixWord } from '@careatlas/directory/street-words'
import type { Facility } from '../facts/facts.ts'
import { byPrecedence } from '../facts/source-precedence.ts'
import { houseNumber, type Listing } from './listing.ts'
import { areApart, areCitiesApart, areSameTown, type Town } from './town.ts'

/**
 * Returns the listings that are in the wrong town. Listings describe one house if they share the street line and the NPI,
 * telephone number or name, or the house number and the certification number.
 *
 * - Towns more than five miles apart: a listing stays if a source for its town (the registry, or the hospitals of CMS) is more
 *   trusted than every source for another town. If no source is, all listings of the house are returned, because a wrong
 *   address is worse than none.
 * - Neighboring towns: a listing is returned if only third-party lists have the house in its town, and the registry or CMS has
 *   it in another one.
 *
 * The points in the lists are not evidence: of 519 points that were the only one in their ZIP code, for houses whose ZIP code
 * CMS states, 264 were in the wrong ZIP code. A geocoder that does not find the street returns the center of the town.
 */
export function conflictingListings(listings: readonly Listing[]): ReadonlySet<Listing> {
  const claims = new Map<string, Claims>()
  const stated = listings.map((listing) => ({ listing, ...claimOf(listing) }))
  for (const { listing, keys, house } of stated) {
    const { source, npi } = listing.fact
    for (const key of keys) claim(claims, key, house, source)
    for (const unit of listing.registeredAt.map(normalizeAddress))
      claim(claims, npiKey(unit, npi!), unit, 'nppes')
  }
  const misplaced = stated.filter(({ keys, house }) =>
    isContradicted(
      house,
      keys.flatMap((key) => [...claims.get(key)!.values()]),
    ),
  )
  return new Set(misplaced.map(({ listing }) => listing))
}

/** A statement that a house is in a town. */
interface Claim {
  readonly town: Town
  /** The most trusted source of the statement. */
  readonly source: string
}

type Claims = Map<string, Claim>

function claim(claims: Map<string, Claims>, key: string, town: Town, source: string): void {
  const known = claims.get(key) ?? new Map<string, Claim>()
  const name = `${town.zip5} ${town.city}`
  const rival = known.get(name)
  if (rival === undefined || isMoreTrusted(source, rival.source)) known.set(name, { town, source })
  claims.set(key, known)
}

/** The keys that listings of one house share. */
function claimOf({ fact }: Listing): { readonly keys: readonly string[]; readonly house: NormalizedAddress } {
  const house = normalizeAddress(fact.practice.address)
  return { house, keys: keysOf(fact, house) }
}

/** The key by name keeps the street suffix, because a chain may have a shop on a street in one town and on a road in another. */
function keysOf(
  { npi, name, certification, practice: { phone } }: Facility,
  house: NormalizedAddress,
): string[] {
  if (house.line === '') return []
  const number = houseNumber(house)
  return [
    ...(npi === null ? [] : [npiKey(house, npi)]),
    ...(phone === null ? [] : [`${withoutSuffix(house.line)}|phone ${phone}`]),
    ...(certification === undefined || number === null ? [] : [`${number}|certification ${certification}`]),
    `${house.line}|name ${foldName(name)} ${house.state}`,
  ]
}

function npiKey({ line }: NormalizedAddress, npi: string): string {
  return `${withoutSuffix(line)}|npi ${npi}`
}

/** Some lists write `1235 E CHEROKEE` for `1235 E CHEROKEE ST`. In `5 PARK`, the suffix is the name of the street. */
function withoutSuffix(line: string): string {
  const words = line.split(' ')
  return words.length > 2 && suffixWord.has(words.at(-1)!) ? words.slice(0, -1).join(' ') : line
}

function isContradicted(town: Town, claims: readonly Claim[]): boolean {
  const witnesses = claims.filter((one) => areSameTown(town, one.town))
  const rivals = claims.filter((one) => areApart(town, one.town))
  if (rivals.length > 0)
    return !witnesses.some(({ source }) => rivals.every((rival) => isMoreTrusted(source, rival.source)))
  return (
    claims.some((one) => isOfficial(one) && isAnotherTown(town, one.town)) &&
    !witnesses.some((witness) => isOfficial(witness))
  )
}

function isOfficial({ source }: Claim): boolean {
  return source === 'nppes' || source === 'cms_facilities'
}

function isAnotherTown(one: Town, other: Town): boolean {
  const known = one.zip5 !== '' && other.zip5 !== ''
  return known && one.zip5 !== other.zip5 && areCitiesApart(one.city, other.city)
}

/** Ignores the dates of the sources, because a house does not move. */
function isMoreTrusted(source: string, than: string): boolean {
  return byPrecedence({ source, asOf: null }, { source: than, asOf: null }) < 0
}
