/** Checks observed values on a card against the records of the source and day that the card names. */
import type { AcceptingNewPatients, LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { isSameBuilding } from './address-claims.ts'
import type { AddressCells } from './address-cells.ts'
import type { Evidence, NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import type { Observation, Row } from './rows.ts'
import { getLanguageName } from './allowed-wordings.ts'
import { listSpellings } from './tables.ts'
import { toText, splitWords } from './words.ts'

/** Checks that a record of the source and day on the card states each observed value. */
export function checkObserved(
  card: ProviderCard,
  rows: NpiEvidence,
  { facilities }: Evidence,
  report: CardReport,
): void {
  checkTelehealth(card.telehealth, rows, report)
  checkAssignment(card.medicare_assignment, rows, report)
  card.affiliations.forEach((affiliation, index) => {
    const isStated =
      affiliation.source === 'cms_facility_affiliations' && affiliation.kind === 'hospital'
        ? isListedAffiliation(affiliation, rows, facilities)
        : isAffiliated(affiliation, rows)
    const kind = `affiliation_${affiliation.kind}`
    report.check(isStated, `affiliations[${index}]`, kind, affiliation.name)
  })
  card.statements.forEach((statement, index) => {
    const isStated = isObserved(rows, statement, ({ prose }) => prose?.trim() === statement.text)
    report.check(isStated, `statements[${index}]`, 'statement', statement.text)
  })
  card.education_training.forEach((entry, index) =>
    report.check(isEducationStated(entry, rows), `education_training[${index}]`, 'education', entry),
  )
  for (const tag of card.languages) report.check(hasLanguage(rows, tag), 'languages', 'language', tag)
}

function checkTelehealth(
  telehealth: ProviderCard['telehealth'],
  rows: NpiEvidence,
  report: CardReport,
): void {
  const { value } = telehealth
  if (value === 'unknown') return
  const isStated = isStatedBy(
    rows,
    telehealth,
    (row) => value === 'offered' && /^y/i.test(row.get('telehlth').trim()),
    (observed) => observed.telehealth === (value === 'offered'),
  )
  report.check(isStated, 'telehealth', 'telehealth', telehealth)
}

function checkAssignment(
  assignment: ProviderCard['medicare_assignment'],
  rows: NpiEvidence,
  report: CardReport,
): void {
  const { value } = assignment
  if (value === 'unknown') return
  // CMS: Y accepts assignment, M may accept it.
  const letter = value === 'accepts' ? 'Y' : 'M'
  const isStated = isStatedBy(
    rows,
    assignment,
    (row) => row.get('ind_assgn', 'professional accepts medicare assignment').trim().toUpperCase() === letter,
    (observed) => observed.assignment === value,
  )
  report.check(isStated, 'medicare_assignment', 'assignment', assignment)
}

/** Whether the CMS affiliations of the clinician include a hospital with this name, by its certification number. */
function isListedAffiliation(
  { name, as_of }: Affiliation,
  rows: NpiEvidence,
  facilities: Evidence['facilities'],
): boolean {
  const words = splitWords(name).join(' ')
  return rows
    .rowsOfKind('affiliations')
    .filter(({ table }) => isSameDay(as_of, null, table.asOf))
    .flatMap((row) => facilities.listHospitalNames(row.get('facility affiliations certification number')))
    .some((hospital) => splitWords(hospital).join(' ') === words)
}

const hospitalColumns = [1, 2, 3, 4, 5].flatMap((slot) => [
  `hosp_afl_lbn_${slot}`,
  `hospital affiliation lbn ${slot}`,
])
const groupColumns = ['facility name', 'org_nm', 'organization legal name']

function isAffiliated(affiliation: Affiliation, rows: NpiEvidence): boolean {
  const words = splitWords(affiliation.name).join(' ')
  const columns = affiliation.kind === 'hospital' ? hospitalColumns : groupColumns
  return isStatedBy(
    rows,
    affiliation,
    (row) => columns.some((column) => splitWords(row.get(column)).join(' ') === words),
    ({ affiliations = [] }) =>
      affiliations.some(
        ({ kind, name }) => kind === affiliation.kind && splitWords(name).join(' ') === words,
      ),
  )
}

function isEducationStated(entry: ProviderCard['education_training'][number], rows: NpiEvidence): boolean {
  const words = splitWords(entry.institution ?? '').join(' ')
  const isInCmsRow = rows
    .rowsOfKind('clinicians')
    .some(
      (row) =>
        entry.kind === 'medical_school' &&
        splitWords(row.get('med_sch', 'medical school name')).join(' ') === words &&
        (entry.year === null || row.get('grd_yr', 'graduation year').trim() === String(entry.year)),
    )
  const isInObservation = rows.observations.some(({ value }) =>
    (value.education ?? []).some(
      (observed) =>
        observed['kind'] === entry.kind &&
        splitWords(toText(observed['institution'])).join(' ') === words &&
        splitWords(toText(observed['field'])).join(' ') === splitWords(entry.field ?? '').join(' ') &&
        (entry.year === null || observed['year'] === entry.year),
    ),
  )
  return isInCmsRow || isInObservation
}

type Affiliation = ProviderCard['affiliations'][number]
type Value = Observation['value']

/** Whether a CMS row or an observation, of the source and day on the card, states the value. */
function isStatedBy(
  rows: NpiEvidence,
  attribution: SourceAndDay,
  isInRow: (row: Row) => boolean,
  isInObservation: (value: Value) => boolean,
): boolean {
  return attribution.source === 'cms_doctors_clinicians'
    ? rows
        .rowsOfKind('clinicians')
        .some((row) => isInRow(row) && isSameDay(attribution.as_of, null, row.table.asOf))
    : isObserved(rows, attribution, isInObservation)
}

function isObserved(
  { observations }: NpiEvidence,
  attribution: SourceAndDay,
  isSupported: (value: Value) => boolean,
): boolean {
  return observations.some(
    ({ source, asOf, table, value }) =>
      source === attribution.source && isSameDay(attribution.as_of, asOf, table.asOf) && isSupported(value),
  )
}

type SourceAndDay = { readonly source: string | null; readonly as_of: string | null }

/** Whether the day on a card is that of the record or, if the record has none, that of its file. */
export function isSameDay(claimed: string | null, recordDay: string | null, fileDay: string | null): boolean {
  return claimed === (recordDay ?? fileDay)
}

/** Whether a source states the language, by its tag, its name or its three-letter code. */
export function hasLanguage({ observations }: NpiEvidence, tag: string): boolean {
  const name = getLanguageName(tag)?.toLowerCase()
  return observations.some(({ value }) =>
    (value.languages ?? []).some((language) => {
      const text = language.trim().toLowerCase()
      return (
        text === tag.toLowerCase() ||
        text === name ||
        canonicalizeTag(text) === tag ||
        listSpellings('language', text).includes(tag.toLowerCase())
      )
    }),
  )
}

function canonicalizeTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** Checks that an observation at the address, of the source and day on the card, states whether new patients are accepted. */
export function checkAccepting(
  accepting: AcceptingNewPatients,
  observations: ReturnType<typeof findObservationsAt>,
  field: string,
  report: CardReport,
  nearest?: () => string,
): void {
  if (accepting.value === 'unknown') return
  const isStated = observations.some(
    ({ source, asOf, table, observed }) =>
      source === accepting.source &&
      isSameDay(accepting.as_of, asOf, table.asOf) &&
      observed.accepting === accepting.value,
  )
  report.check(isStated, `${field}.accepting_new_patients`, 'accepting', accepting, nearest)
}

/** The observations of a place at this address. */
export function findObservationsAt(address: LocationCard['address'], { observations }: NpiEvidence) {
  return observations.flatMap((record) =>
    (record.value.places ?? [])
      .filter((place) => isSameBuilding(address, toObservedAddress(place)))
      .map((place) => ({ ...record, observed: place })),
  )
}

/** One object per place, because `isSameBuilding` caches the words of an address by its object. */
const observedAddresses = new WeakMap<object, ObservedAddress>()

type ObservedAddress = Pick<AddressCells, 'line1' | 'line2' | 'city' | 'postalCode'>

function toObservedAddress(place: {
  readonly line_1: string
  readonly postal_code: string
}): ObservedAddress {
  let address = observedAddresses.get(place)
  if (address === undefined) {
    address = { line1: place.line_1, line2: null, city: null, postalCode: place.postal_code }
    observedAddresses.set(place, address)
  }
  return address
}

export function hasInterval(
  observed: {
    readonly office_hours?: readonly { readonly day: string; readonly open: string; readonly close: string }[]
  },
  { day, open, close }: { readonly day: string; readonly open: string; readonly close: string },
): boolean {
  return (observed.office_hours ?? []).some(
    (hours) => hours.day === day && hours.open === open && hours.close === close,
  )
}
