/** The words of street addresses and their standard abbreviations (USPS Publication 28, appendices B and C). */

/** Abbreviation, word, then other spellings in use. */
const suffixes = `
ALY ALLEY | ANX ANNEX | ARC ARCADE | AVE AVENUE AV AVEN AVENU AVN AVNUE AVEUNE AVENE | BCH BEACH | BLF BLUFF | BLVD BOULEVARD BOUL BOULV BLVRD BVD BOULEVAR BOULEVA BLV
BND BEND | BR BRANCH | BRG BRIDGE | BRK BROOK | BYP BYPASS | CIR CIRCLE CIRC CRCL | CLB CLUB | CMN COMMON | COR CORNER | CORS CORNERS
CRES CRESCENT | CRK CREEK | CRSE COURSE | CSWY CAUSEWAY | CT COURT CRT | CTR CENTER CENTRE CNTR CENTR | CTS COURTS | CV COVE | CYN CANYON
DR DRIVE DRV DRIV DRIE | EST ESTATE | ESTS ESTATES | EXPY EXPRESSWAY EXPR EXPW EXPRESSWA EXPWY | EXT EXTENSION | FLD FIELD | FLDS FIELDS | FLS FALLS | FRST FOREST
FRY FERRY | FT FORT | FWY FREEWAY | GDN GARDEN | GDNS GARDENS | GLN GLEN | GRN GREEN | GRV GROVE | GTWY GATEWAY | HBR HARBOR | HL HILL
HLS HILLS | HOLW HOLLOW | HTS HEIGHTS HGTS | HVN HAVEN | HWY HIGHWAY HIWAY HIGHWY HWAY HIGHWA | IS ISLAND | JCT JUNCTION | KNL KNOLL | LK LAKE
LKS LAKES | LN LANE | LNDG LANDING | LOOP LOOP | MALL MALL | MDW MEADOW | MDWS MEADOWS | ML MILL | MLS MILLS | MNR MANOR | MT MOUNT
MTN MOUNTAIN | ORCH ORCHARD | PARK PARK | PASS PASS | PATH PATH | PIKE PIKE | PKWY PARKWAY PKY PARKWY PKWAY PWKY PARKWA | PL PLACE | PLNS PLAINS
PLZ PLAZA PLZA | PNES PINES | PT POINT | RD ROAD | RDG RIDGE | RIV RIVER | ROW ROW | RTE ROUTE RT | RUN RUN | SHR SHORE | SHRS SHORES
SPG SPRING | SPGS SPRINGS | SQ SQUARE SQR | ST STREET STR SAINT STREE STEET STRRET SREET | STA STATION | TER TERRACE TERR | TPKE TURNPIKE TPK | TRCE TRACE
TRL TRAIL | VIS VISTA | VLG VILLAGE | VLY VALLEY | VW VIEW | WALK WALK | WAY WAY WY | XING CROSSING | XRD CROSSROAD | XRDS CROSSROADS`

const directionals = `N NORTH | S SOUTH | E EAST | W WEST | NE NORTHEAST | NW NORTHWEST | SE SOUTHEAST | SW SOUTHWEST`

/** `#` represents the four designators that registrants use interchangeably. */
const units = `
# SUITE STE STES SUITES SUIT SUTIE APT APARTMENT APTS UNIT UNITS | BLDG BUILDING BLD BLDNG BULDING | BOX BOX | BSMT BASEMENT | DEPT DEPARTMENT
FL FLOOR FLR FLOORS | LBBY LOBBY | LOT LOT | LVL LEVEL | OFC OFFICE | PH PENTHOUSE | PMB PMB | REAR REAR | RM ROOM RMS ROOMS
SPC SPACE | TRLR TRAILER | TWR TOWER | WING WING`

const ordinals =
  '1ST FIRST | 2ND SECOND | 3RD THIRD | 4TH FOURTH | 5TH FIFTH | 6TH SIXTH | 7TH SEVENTH | 8TH EIGHTH | 9TH NINTH | 10TH TENTH'
const numbers = '1 ONE | 2 TWO | 3 THREE | 4 FOUR | 5 FIVE | 6 SIX | 7 SEVEN | 8 EIGHT | 9 NINE | 10 TEN'

/** Any spelling → the standard one: `STREET` and `STR` → `ST`, `SUITE` → `#`. */
export const suffixOf = mapToStandard(suffixes)
export const directionalOf = mapToStandard(directionals)
export const unitDesignatorOf = mapToStandard(units)
export const ordinalOf = mapToStandard(ordinals)
export const numberOf = mapToStandard(numbers)

/** `AVE` → `AVENUE`, `NW` → `NORTHWEST` */
export const suffixWord = mapToWord(suffixes)
export const directionalWord = mapToWord(directionals)

/** Whether the word is an ordinal in digits (`2ND`); `ordinalOf` has the spelled-out ordinals. */
export function isOrdinal(word: string): boolean {
  return /^\d+(?:ST|ND|RD|TH)$/.test(word)
}

function mapToStandard(table: string): ReadonlyMap<string, string> {
  return new Map(
    parseGroups(table).flatMap((group) => group.map((spelling) => [spelling, group[0]!] as const)),
  )
}

function mapToWord(table: string): ReadonlyMap<string, string> {
  return new Map(
    parseGroups(table).flatMap((group) => group.map((spelling) => [spelling, group[1]!] as const)),
  )
}

function parseGroups(table: string): string[][] {
  return table
    .trim()
    .split(/\s*[|\n]\s*/)
    .map((group) => group.split(' '))
}
