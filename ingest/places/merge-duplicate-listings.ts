/** Merges listings of one place with different streets: `100 HOSPITAL DR` in one list, `100 N MAIN ST` in another. */
import type { Address } from '@careatlas/contract/cards'
import { addressKey, normalizeAddress } from '@careatlas/directory/address'
import { foldName } from '@careatlas/directory/person-name'
import { directionalOf, suffixOf } from '@careatlas/directory/street-words'
import { compareText } from '../ordering.ts'
import { byPrecedence } from '../facts/source-precedence.ts'
import { houseNumber, type Listing } from './listing.ts'

/**
 * Listings with the same name, telephone number and ZIP code get the most reliable of their addresses. So do listings with the
 * same certification number, house number and ZIP code under any name; a hospital may have another building in that ZIP code. A
 * listing that gets another house number or street loses its point, which does not belong to the new address.
 */
export function mergeDuplicateListings(listings: readonly Listing[]): readonly Listing[] {
  return unifyAddresses(unifyAddresses(listings, composeNameKey), composeCertificationKey)
}

/** Gives all listings with one key, which are of one place, the most reliable of their addresses. */
function unifyAddresses(
  listings: readonly Listing[],
  composeKey: (listing: Listing) => string | null,
): readonly Listing[] {
  const duplicates = Map.groupBy(listings, composeKey)
  duplicates.delete(null)
  const bestByKey = new Map([...duplicates].map(([key, group]) => [key, group.toSorted(byReliability)[0]!]))
  return listings.map((listing) => {
    const best = bestByKey.get(composeKey(listing))
    return best === undefined || getUnitKey(best) === getUnitKey(listing) ? listing : moveTo(best, listing)
  })
}

function composeNameKey({ fact: { name, practice } }: Listing): string | null {
  const { zip5 } = normalizeAddress(practice.address)
  const folded = foldName(name)
  return folded === '' || zip5 === '' || practice.phone === null
    ? null
    : `${folded}|${practice.phone}|${zip5}`
}

function composeCertificationKey({ fact: { certification, practice } }: Listing): string | null {
  if (certification === undefined) return null
  const address = normalizeAddress(practice.address)
  const number = houseNumber(address)
  return number === null || address.zip5 === '' ? null : `${certification}|${number}|${address.zip5}`
}

/** Addresses with a street first, then the registered address of the NPI, then the most trusted list, then by spelling. */
function byReliability(one: Listing, other: Listing): number {
  return (
    Number(hasStreet(other)) - Number(hasStreet(one)) ||
    Number(isRegisteredThere(other)) - Number(isRegisteredThere(one)) ||
    byPrecedence({ ...one.fact, asOf: null }, { ...other.fact, asOf: null }) ||
    compareText(getUnitKey(one), getUnitKey(other)) ||
    compareText(JSON.stringify(one.fact), JSON.stringify(other.fact))
  )
}

/** Some lists have only the post-office box of a hospital. */
function hasStreet({ fact: { practice } }: Listing): boolean {
  return practice.address.line_1 !== null
}

function isRegisteredThere(listing: Listing): boolean {
  return listing.registeredAt.some((address) => addressKey(address) === getUnitKey(listing))
}

function getUnitKey({ fact }: Listing): string {
  return addressKey(fact.practice.address)
}

function moveTo({ fact: { practice } }: Listing, listing: Listing): Listing {
  const { fact } = listing
  const point = isSameBuilding(practice.address, fact.practice.address) ? fact.point : null
  return { ...listing, fact: { ...fact, point, practice: { ...fact.practice, address: practice.address } } }
}

/** Whether two addresses have one house number and street name, with any type or direction; or one line without a number. */
function isSameBuilding(one: Address, other: Address): boolean {
  const [here, there] = [normalizeAddress(one), normalizeAddress(other)]
  if (here.line === there.line) return true
  const number = houseNumber(here)
  if (number === null || number !== houseNumber(there)) return false
  const names = new Set(listStreetNames(here.line))
  return listStreetNames(there.line).some((name) => names.has(name))
}

/** `EDDY` of `N 593 EDDY ST`. */
function listStreetNames(line: string): readonly string[] {
  return line.split(' ').filter((word) => !/\d/.test(word) && !suffixOf.has(word) && !directionalOf.has(word))
}
