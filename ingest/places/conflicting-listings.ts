/** Listings that put one house into several towns: some lists repeat a hospital's street and number for each town around. */
import { type NormalizedAddress, normalizeAddress } from '@careatlas/directory/address'
import { foldName } from '@careatlas/directory/person-name'
import { suffixWord } from '@careatlas/directory/street-words'
import type { Facility } from '../facts/facts.ts'
import { byPrecedence } from '../facts/source-precedence.ts'
import { houseNumber } from './house-number.ts'
import type { Listing } from './listing.ts'
import { areApart, areCitiesApart, areOne, type Town } from './town.ts'

/**
 * Those whose house, street and NPI, telephone number or name, or whose house and certification number, are also stated in a
 * ZIP code more than five miles away, unless a source that is more trusted than all that say so has the house where they do:
 * the registry, or the hospitals of CMS. Where none has, all are misplaced: a closed door is worse than silence. In a town
 * nearer by are misplaced those that only a third party lists there, while the registry or CMS has them here. The points of the lists are no witness: of 519 that alone lay
 * in their ZIP code where CMS names the right one, 264 were in the wrong one, for a geocoder that does not find the street
 * answers with the town.
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

/** That a house is in a town. */
interface Claim {
  readonly town: Town
  /** The most trusted that says so. */
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

/** What another listing of the same house has in common with it. */
function claimOf({ fact }: Listing): { readonly keys: readonly string[]; readonly house: NormalizedAddress } {
  const house = normalizeAddress(fact.practice.address)
  return { house, keys: whatTellsIt(fact, house) }
}

/** A name needs the very street: a chain has a shop in the street of one town and one in the road of another. */
function whatTellsIt(
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

/** `1235 E CHEROKEE ST` is also written `1235 E CHEROKEE`; of `5 PARK` nothing can be left out. */
function withoutSuffix(line: string): string {
  const words = line.split(' ')
  return words.length > 2 && suffixWord.has(words.at(-1)!) ? words.slice(0, -1).join(' ') : line
}

function isContradicted(town: Town, claims: readonly Claim[]): boolean {
  const witnesses = claims.filter((one) => areOne(town, one.town))
  const rivals = claims.filter((one) => areApart(town, one.town))
  if (rivals.length > 0)
    return !witnesses.some(({ source }) => rivals.every((rival) => isMoreTrusted(source, rival.source)))
  return (
    claims.some((one) => vouches(one) && isAnotherTown(town, one.town)) &&
    !witnesses.some((witness) => vouches(witness))
  )
}

function vouches({ source }: Claim): boolean {
  return source === 'nppes' || source === 'cms_facilities'
}

function isAnotherTown(one: Town, other: Town): boolean {
  const known = one.zip5 !== '' && other.zip5 !== ''
  return known && one.zip5 !== other.zip5 && areCitiesApart(one.city, other.city)
}

/** Whatever the day: a house does not move. */
function isMoreTrusted(source: string, than: string): boolean {
  return byPrecedence({ source, asOf: null }, { source: than, asOf: null }) < 0
}
