/** Regions: the states, the federal district and the inhabited territories (ISO 3166-2:US), and their ZIP prefixes. */
import type { Address } from '@careatlas/contract/cards'

export interface Region {
  /** ISO 3166-2, such as `US-RI` */
  readonly code: string
  readonly name: string
}

/** ISO 3166-1 codes of the territories. UM (minor outlying islands) has no permanent residents. */
const territories = new Set(['AS', 'GU', 'MP', 'PR', 'UM', 'VI'])

/** Whether the country has ZIP codes and these states. Registrants write a territory as a state or as a country. */
export function isUnitedStates({ country }: Pick<Address, 'country'>): boolean {
  return country === 'US' || territories.has(country)
}

/** Whether the region is neither a state nor the federal district. */
export function isTerritory({ code }: Region): boolean {
  return territories.has(code.slice(3))
}

/** The region of an address; null abroad, for military mail, and for an unknown state. */
export function regionOf({ country, state }: Pick<Address, 'country' | 'state'>): Region | null {
  if (territories.has(country)) return regionOfState(country)
  return country === 'US' ? regionOfState(state) : null
}

/**
 * The region of a postal abbreviation or a name in upper case; null for military mail (AA, AE, AP), for the freely
 * associated states (FM, MH, PW: countries of their own, with no ISO 3166-2:US code) and for places abroad.
 */
export function regionOfState(state: string | null): Region | null {
  if (state === null) return null
  return regionsByState.get(state) ?? regionsByState.get(state.trim().toUpperCase()) ?? null
}

/** ISO 3166-2 codes of the regions with this ZIP prefix; empty if it is unassigned or military. */
export function regionsOfZip3(zip3: string): readonly string[] {
  return codesByZip3.get(zip3) ?? []
}

/** The regions of a five-digit ZIP code: those of its prefix, and a neighboring state with deliveries. */
export function regionsOfZip(zip: string): readonly string[] {
  const neighbor = neighborOfZip.get(zip)
  const regionCodes = regionsOfZip3(zip.slice(0, 3))
  return neighbor === undefined ? regionCodes : [...regionCodes, neighbor]
}

/** Postal abbreviation, name, and the ranges of ZIP prefixes that the Postal Service has assigned. */
const table = `
AK Alaska 995-999
AL Alabama 350-352 354-369
AR Arkansas 716-729
AS American Samoa 967
AZ Arizona 850-853 855-857 859-860 863-865
CA California 900-908 910-928 930-961
CO Colorado 800-816
CT Connecticut 060-069
DC District of Columbia 200 202-205 569
DE Delaware 197-199
FL Florida 320-339 341-342 344 346-347 349
GA Georgia 300-319 398-399
GU Guam 969
HI Hawaii 967-968
IA Iowa 500-516 520-528
ID Idaho 832-838
IL Illinois 600-620 622-629
IN Indiana 460-479
KS Kansas 660-662 664-679
KY Kentucky 400-418 420-427
LA Louisiana 700-701 703-708 710-714
MA Massachusetts 010-027 055
MD Maryland 205-212 214-219
ME Maine 039-049
MI Michigan 480-499
MN Minnesota 550-551 553-567
MO Missouri 630-631 633-641 644-658
MP Northern Mariana Islands 969
MS Mississippi 386-397
MT Montana 590-599
NC North Carolina 270-289
ND North Dakota 580-588
NE Nebraska 680-681 683-693
NH New Hampshire 030-038
NJ New Jersey 070-089
NM New Mexico 870-871 873-884
NV Nevada 889-891 893-895 897-898
NY New York 005 063 100-149
OH Ohio 430-459
OK Oklahoma 730-731 734-741 743-749
OR Oregon 970-979
PA Pennsylvania 150-196
PR Puerto Rico 006-007 009
RI Rhode Island 028-029
SC South Carolina 290-299
SD South Dakota 570-577
TN Tennessee 370-385
TX Texas 733 739 750-770 772-799 885
UT Utah 840-847
VA Virginia 201 205 220-246
VI U.S. Virgin Islands 008
VT Vermont 050-054 056-059
WA Washington 980-986 988-994
WI Wisconsin 530-532 534-535 537-549
WV West Virginia 247-268
WY Wyoming 820-831 834
`

/** ZIP codes with deliveries across a state border → the other state, which their prefix does not have in the table. */
const neighborOfZip: ReadonlyMap<string, string> = new Map(
  '02861-MA 42223-TN 59221-ND 63673-IL 71749-LA 73949-TX 81137-NM 84536-AZ 86044-UT 86515-NM 88063-TX 89439-CA 97635-CA'
    .split(' ')
    .map((pair) => [pair.slice(0, 5), `US-${pair.slice(6)}`]),
)

interface TableRow extends Region {
  readonly state: string
  readonly zip3s: readonly string[]
}

const rows: readonly TableRow[] = table.trim().split('\n').map(readRow)

/** In the order of their codes. */
export const regions: readonly Region[] = rows.map(({ code, name }) => ({ code, name }))

const regionsByState = new Map<string, Region>()
const codesByZip3 = new Map<string, string[]>()
for (const { state, code, name, zip3s } of rows) {
  const region = { code, name }
  regionsByState.set(state, region).set(name.toUpperCase(), region)
  for (const zip3 of zip3s) codesByZip3.set(zip3, [...(codesByZip3.get(zip3) ?? []), code])
}

function readRow(line: string): TableRow {
  const [, state = '', name = '', ranges = ''] = /^([A-Z]{2}) (.+?) (\d.*)$/.exec(line) ?? []
  return { state, code: `US-${state}`, name, zip3s: ranges.split(' ').flatMap(readRange) }
}

/** `851-853` → 851, 852, 853 */
function readRange(range: string): string[] {
  const [first = '', last = first] = range.split('-')
  const length = Number(last) - Number(first) + 1
  return Array.from({ length }, (_, step) => String(Number(first) + step).padStart(3, '0'))
}
