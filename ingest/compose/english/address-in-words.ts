/** An address as much as it takes to be read aloud: the street, and the city with its state or country. */
import type { Address } from '@careatlas/contract/cards'
import { readAddressLine, wordsOf } from '@careatlas/directory/address-line'
import { withoutInstitution } from '@careatlas/directory/address-remark'
import { isMilitaryZip, namesMilitaryPost } from '@careatlas/directory/military-mail'
import { isTerritory, isUnitedStates, regionOf, regionsOfZip3 } from '@careatlas/directory/region'
import { unitDesignatorOf } from '@careatlas/directory/street-words'
import { titleCasePlace, titleCaseUnit } from '@careatlas/directory/title-case'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const postBox = /^(?:P\.? ?O\.? ?B|POST OFFICE BOX|BOX \d|PSC \d|UNIT \d|CMR \d|HC \d+ BOX|PMB(?![A-Z]))/i

/** "110 Lockwood Street, Suite 4"; null for a post box, the door of a home or nothing, which is no place to go to. */
export function streetInWords(address: Address): string | null {
  const line = streetLine(address)
  if (line === null || isMilitary(address) || postBox.test(line) || !/\p{L}/u.test(line)) return null
  return isFlat(address) ? null : titleCasePlace(line) + unitInLine2(address)
}

/**
 * Mail of the armed forces abroad, whatever country is written beside it. Their posts at home are sometimes registered with
 * a state AA, AE or AP: the ZIP code tells these apart.
 */
function isMilitary(address: Address): boolean {
  if (!namesMilitaryPost(address)) return false
  const zip = zipOf(address)
  return zip === null || isMilitaryZip(zip)
}

/** What names the armed forces though its ZIP code is a state's: as that state has it, which is all that is sure. */
function atHome(address: Address): Address {
  if (!namesMilitaryPost(address) || isMilitary(address)) return address
  const [region, ...others] = regionsOfZip3(zipOf(address)!.slice(0, 3))
  const state = region === undefined || others.length > 0 ? null : region.slice(3)
  const isPost = namesMilitaryPost({ ...address, state: null })
  return { ...address, state, city: isPost ? null : address.city }
}

function zipOf(address: Address): string | null {
  return isUnitedStates(address) ? (/^\d{5}/.exec(address.postal_code ?? '')?.[0] ?? null) : null
}

/** What a place without an organization is called: its street line, else its city; null when it has neither. */
export function addressName(address: Address): string | null {
  const line = streetLine(address)?.replace(flat, '').trim()
  if (line) return titleCasePlace(line) + (isFlat(address) || postBox.test(line) ? '' : unitInLine2(address))
  const city = cityOf(address)
  return city === null ? null : cityInWords(city)
}

/** ", Suite 4" where line 2 names it and line 1 does not; else nothing. */
function unitInLine2({ line_1, line_2 }: Address): string {
  if (line_2 === null) return ''
  const [here, there] = [line_1, line_2].map((line) => new Set(readAddressLine(line, true).units))
  const unit = there!.size > 0 && there!.isSubsetOf(here!) ? null : titleCaseUnit(line_2)
  return unit === null ? '' : `, ${unit}`
}

/** Many register where they live; a text then says the city only, and the card has the address as registered. */
const flat = /(?:^|[\s,]+)(?:(?:APT|APARTMENT)\b|(?:TRLR|TRAILER|LOT)\b[\s.#]*\d).*$/i

/** Whether the address names an apartment, a trailer or a lot. */
export function isFlat({ line_1, line_2 }: Address): boolean {
  return flat.test(line_1 ?? '') || flat.test(line_2 ?? '')
}

/** Line 1 without a department at its end, as the normaliser leaves it out, and without what else is no street. */
function streetLine(registered: Address): string | null {
  const address = atHome(registered)
  const line = writtenLine(address)
  const region = regionOf(address)
  return line === null || region === null || isTerritory(region) ? line : withoutRemark(line)
}

/** `3501 Johnson St. Division of Critical Care` → `3501 Johnson St.`; beside a unit the normaliser keeps it. */
function withoutRemark(line: string): string {
  if (!mayEndInRemark.test(line)) return line
  const words = wordsOf(line)
  const street = withoutInstitution(words)
  if (street.length === words.length || street.some((word) => unitDesignatorOf.has(word))) return line
  const written = line.split(/(?<=\S)(?=\s)/)
  const end = written.findIndex((_, at) => wordsOf(written.slice(0, at + 1).join('')).length >= street.length)
  return written
    .slice(0, end + 1)
    .join('')
    .replace(/[\s,;:-]+$/, '')
}

/** A house, a street of two words and a remark, which has no number. */
const mayEndInRemark = /^\d\S*\s+\S+\s+\S+\s.*\D$/

/** Line 1 without a post box or a private mailbox, without a telephone number and without the city, state and ZIP code that some repeat in it. */
function writtenLine(address: Address): string | null {
  const line_1 = onceOnly(address.line_1?.replace(boxBeside, '') ?? null)
  if (line_1 === null || !/\d{4}|,|USA$/i.test(line_1)) return line_1
  const line = withoutCity(line_1.replace(telephone, ''), address)
  return postBox.test(line) || line === '' ? line_1 : line
}

/** `5 HOPE ST 5 HOPE ST` → `5 HOPE ST` */
function onceOnly(line: string | null): string | null {
  const half = line?.slice(0, (line.length - 1) / 2) ?? ''
  return half !== '' && line === `${half} ${half}` ? half : line
}

/** Where the mail goes is no part of the street. */
const boxBeside = /[\s,/]+(?:P\.? ?O\.? ?BOX\b|#? ?PMB(?![A-Z])).*$/i
const telephone = /[\s,]+\(?\d{3}\)?[\s.-]?\d{3}[\s.-]\d{4}$/

/** Few lines may hold them: an expression for each address would cost more than the rest of its card. */
function withoutCity(line: string, { city, state, postal_code }: Address): string {
  const zip = /^\d{5}/.exec(postal_code ?? '')?.[0] ?? 'no ZIP code'
  if (!line.includes(zip) && !/,|USA$/i.test(line)) return line
  const [town, region] = [literal(city ?? 'no city'), literal(state ?? 'no state')]
  return line
    .replace(new RegExp(`(?:[\\s,]+${town})?[\\s,]+${region}[\\s,]+${zip}(?:-?\\d{4})?(?!\\S)`, 'i'), '')
    .replace(
      new RegExp(`[\\s,]+(?:# ?)?${zip}$|,\\s*${town}[\\s,]+${region}$|[\\s,]+${region}[\\s,]+USA$`, 'i'),
      '',
    )
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A city, and what lies around it, so that two cities of a state can share its name. */
export interface City {
  readonly name: string
  readonly region: string | null
}

const militaryPost: City = { name: 'a US military post overseas', region: null }

/** "Hartford" in "Connecticut", "Toronto" in "Canada"; null when the address does not say. */
export function cityOf(registered: Address): City | null {
  if (isMilitary(registered)) return militaryPost
  const address = atHome(registered)
  const region = regionName(address)
  const city = townIn(address)
  if (city !== null) return { name: titleCasePlace(city), region }
  return region === null ? null : { name: region, region: null }
}

/** The city cell without what else some write there: `02999, ALDERTON, RI`, `CAMP ALDER PSC BOX 101`. */
function townIn({ city, state }: Address): string | null {
  if (city === null) return null
  const parts = !/[,\d]|PSC|BOX|CMR/i.test(city)
    ? [city.trim()]
    : city.split(',').map((part) =>
        part
          .replace(/\b(?:PSC|P\.? ?O\.? ?BOX|BOX|CMR)\b.*$/i, '')
          .replace(/\b\d{5}(?:-?\d{4})?\b/g, '')
          .trim(),
      )
  return parts.find((part) => /\p{L}/u.test(part) && part !== state) ?? null
}

/** "in Hartford, Connecticut", "at a US military post overseas". */
export function inCity(city: City): string {
  return `${city === militaryPost ? 'at' : 'in'} ${cityInWords(city)}`
}

/** "121 West Elm Street, Suite 301, in Hartford, Connecticut"; either may be null. */
export function spotInCity(spot: string | null, city: City | null): string | null {
  if (spot === null || city === null) return spot ?? (city && inCity(city))
  const open = city === militaryPost || (spot.includes(',') && !spot.endsWith(')'))
  return `${spot}${open ? ',' : ''} ${inCity(city)}`
}

/** "Hartford, Connecticut" */
export function cityInWords({ name, region }: City): string {
  return region === null ? name : `${name}, ${region}`
}

/** The state, the territory or the country; null for a US address that states none. */
function regionName(address: Address): string | null {
  const region = regionOf(address)
  if (region !== null) return region.code === 'US-DC' ? 'DC' : region.name
  return address.country === 'US' ? null : countryName(address.country)
}

function countryName(country: string): string | null {
  try {
    return countryNames.of(country) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
