/** Normalizes street names with several spellings: numbered roads, and streets named for Martin Luther King. */
import { directionalOf } from './street-words.ts'

/**
 * `4350 US 421 S` → `4350 US HWY 421 S`, `9083 SR 41` → `9083 STATE HWY 41`, `3001 W MLK BLVD` → `3001 W MARTIN LUTHER
 * KING BLVD`. The words must be in standard spelling. Within a ZIP code a number identifies a state road, whether it is called road,
 * route or highway (USPS Publication 28, appendix F); `HWY 46` may be a federal or a state highway.
 */
export function canonicalizeStreetName(street: string): string {
  if (possibleNumberedStreet.test(street) && numberedStreet.test(street))
    return street.replace(numberedStreet, (number) => `${number}${ordinalSuffix(number)}`)
  if (!possibleVariant.test(street)) return street
  return street
    .replace(stateRoad, 'STATE HWY $1')
    .replace(/\bU ?S (?:(?:HWY|RTE) )?(\d+[A-Z]?)(?: HWY)?(?!\S| \d)/, 'US HWY $1')
    .replace(/\b(?:SR|STATE (?:HWY|RTE|RD)|(?<=^\d\S* )ST (?:HWY|RTE|RD)) (\d+[A-Z]?)\b/, 'STATE HWY $1')
    .replace(/\b(?:CR|(?:COUNTY|CO) (?:HWY|RTE|RD)) (\d+[A-Z]?)\b/, 'COUNTY RD $1')
    .replace(/\b(?:DR )?(?:(?:MARTIN (?:LUTHER|L)|M L) KING|MLK)(?: JR)?\b/, 'MARTIN LUTHER KING')
}

const possibleVariant =
  /\b(?:U ?S|SR|STATE|ST|CR|COUNTY|CO) |KING|MLK|^\d\S* (?:[NSEW] )?[A-Z]{1,2} (?:HWY |RTE |RD )?\d/

/** `1056 PA 390`, `18220 TX HWY 249`, `960 M 60`: the name of a state before its road number. Excludes `CT`, `CO` and `MT`, which are also street words. */
const stateRoad =
  /(?<=^\d\S* (?:[NSEW] )?)(?:AL|AR|AZ|CA|DE|FL|GA|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|M|MN|MO|MS|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY) (?:(?:HWY|RTE|RD) )?(\d+[A-Z]?)\b/

const possibleNumberedStreet = / \d{1,3} (?:ST|AVE|TER|CT|PL)\b/

/** `1 NE 167 ST` is `1 NE 167TH ST`: the number after the house and its direction. */
const numberedStreet = /(?<=^\d\S* (?:[NSEW]{1,2} )?)\d{1,3}(?= (?:ST|AVE|TER|CT|PL)(?: [NSEW]{1,2})?$)/

function ordinalSuffix(number: string): string {
  if (/1[123]$/.test(number)) return 'TH'
  return { 1: 'ST', 2: 'ND', 3: 'RD' }[number.at(-1)!] ?? 'TH'
}

/**
 * Whether a single letter before `suffix` may be the name of a street: North Street and N Street are different streets. No freeway
 * has a single letter as its name, and no street is named NW. Few avenues do, and lists write `91 E AVE` for 91 East Avenue.
 */
export function canBeLettered(direction: string, suffix: string): boolean {
  return (directionalOf.get(direction) ?? '').length === 1 && !unletteredSuffixes.has(suffix)
}

const unletteredSuffixes: ReadonlySet<string> = new Set('AVE FWY EXPY LOOP TPKE BYP PKWY HWY'.split(' '))
