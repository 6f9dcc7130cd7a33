/** Checks observed values on a card against the records of the source and day that the card names. */
import type { AcceptingNewPatients, LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { isSameBuilding } from './address-claims.ts'
import type { AddressCells } from './address-cells.ts'
import type { Evidence, NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
import type { Observation, Row } from './rows.ts'
import { languageName } from './spoken.ts'
import { writtenAs } from './tables.ts'
import { textOf, wordsOf } from './words.ts'

/** Each observed value, with its source and day, must be in one record of that source and day. */
export function checkObserved(
  card: ProviderCard,
  rows: NpiEvidence,
  { facilities }: Evidence,
  report: CardReport,
): void {
  checkTelehealth(card.telehealth, rows, report)
  checkAssignment(card.medicare_assignment, rows, report)
  card.affiliations.forEach((affiliation, at) => {
    const isStated =
      affiliation.source === 'cms_facility_affiliations' && affiliation.kind === 'hospital'
        ? isListedAt(affiliation, rows, facilities)
        : isAffiliated(affiliation, rows)
    const kind = `affiliation_${affiliation.kind}`
    report.check(isStated, `affiliations[${at}]`, kind, affiliation.name)
  })
  card.statements.forEach((statement, at) => {
    const isStated = isObserved(rows, statement, ({ prose }) => prose?.trim() === statement.text)
    report.check(isStated, `statements[${at}]`, 'statement', statement.text)
  })
  card.education_training.forEach((entry, at) =>
    report.check(isEducationStated(entry, rows), `education_training[${at}]`, 'education', entry),
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
function isListedAt(
  { name, as_of }: Affiliation,
  rows: NpiEvidence,
  facilities: Evidence['facilities'],
): boolean {
  const words = wordsOf(name).join(' ')
  return rows
    .ofKind('affiliations')
    .filter(({ table }) => isDayOf(as_of, null, table.asOf))
    .flatMap((row) => facilities.namesOfHospital(row.get('facility affiliations certification number')))
    .some((hospital) => wordsOf(hospital).join(' ') === words)
}

const hospitalColumns = [1, 2, 3, 4, 5].flatMap((slot) => [
  `hosp_afl_lbn_${slot}`,
  `hospital affiliation lbn ${slot}`,
])
const groupColumns = ['facility name', 'org_nm', 'organization legal name']

function isAffiliated(affiliation: Affiliation, rows: NpiEvidence): boolean {
  const words = wordsOf(affiliation.name).join(' ')
  const columns = affiliation.kind === 'hospital' ? hospitalColumns : groupColumns
  return isStatedBy(
    rows,
    affiliation,
    (row) => columns.some((column) => wordsOf(row.get(column)).join(' ') === words),
    ({ affiliations = [] }) =>
      affiliations.some(({ kind, name }) => kind === affiliation.kind && wordsOf(name).join(' ') === words),
  )
}

function isEducationStated(entry: ProviderCard['education_training'][number], rows: NpiEvidence): boolean {
  const words = wordsOf(entry.institution ?? '').join(' ')
  const isInCmsRow = rows
    .ofKind('clinicians')
    .some(
      (row) =>
        entry.kind === 'medical_school' &&
        wordsOf(row.get('med_sch', 'medical school name')).join(' ') === words &&
        (entry.year === null || row.get('grd_yr', 'graduation year').trim() === String(entry.year)),
    )
  const isInObservation = rows.observed.some(({ value }) =>
    (value.education ?? []).some(
      (observed) =>
        observed['kind'] === entry.kind &&
        wordsOf(textOf(observed['institution'])).join(' ') === words &&
        wordsOf(textOf(observed['field'])).join(' ') === wordsOf(entry.field ?? '').join(' ') &&
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
  inRow: (row: Row) => boolean,
  inObservation: (value: Value) => boolean,
): boolean {
  return attribution.source === 'cms_doctors_clinicians'
    ? rows.ofKind('clinicians').some((row) => inRow(row) && isDayOf(attribution.as_of, null, row.table.asOf))
    : isObserved(rows, attribution, inObservation)
}

function isObserved(
  { observed }: NpiEvidence,
  attribution: SourceAndDay,
  isSupported: (value: Value) => boolean,
): boolean {
  return observed.some(
    ({ source, asOf, table, value }) =>
      source === attribution.source && isDayOf(attribution.as_of, asOf, table.asOf) && isSupported(value),
  )
}

type SourceAndDay = { readonly source: string | null; readonly as_of: string | null }

/** A record's own day takes precedence over the day of its file. */
export function isDayOf(claimed: string | null, own: string | null, ofFile: string | null): boolean {
  return claimed === (own ?? ofFile)
}

/** Whether a source states the language, by its tag, its name or its three-letter code. */
export function hasLanguage({ observed }: NpiEvidence, tag: string): boolean {
  const name = languageName(tag)?.toLowerCase()
  return observed.some(({ value }) =>
    (value.languages ?? []).some((language) => {
      const text = language.trim().toLowerCase()
      return (
        text === tag.toLowerCase() ||
        text === name ||
        canonical(text) === tag ||
        writtenAs('language', text).includes(tag.toLowerCase())
      )
    }),
  )
}

function canonical(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** Checks that an observation at the address, of the source and day on the card, states whether new patients are accepted. */
export function checkAccepting(
  accepting: AcceptingNewPatients,
  observations: ReturnType<typeof observedAt>,
  field: string,
  report: CardReport,
  nearest?: () => string,
): void {
  if (accepting.value === 'unknown') return
  const isStated = observations.some(
    ({ source, asOf, table, observed }) =>
      source === accepting.source &&
      isDayOf(accepting.as_of, asOf, table.asOf) &&
      observed.accepting === accepting.value,
  )
  report.check(isStated, `${field}.accepting_new_patients`, 'accepting', accepting, nearest)
}

/** The observations of a place at this address. */
export function observedAt(address: LocationCard['address'], { observed }: NpiEvidence) {
  return observed.flatMap((record) =>
    (record.value.places ?? [])
      .filter((place) => isSameBuilding(address, addressOfPlace(place)))
      .map((place) => ({ ...record, observed: place })),
  )
}

/** One object per place, because `isSameBuilding` caches the words of an address by its object. */
const observedAddresses = new WeakMap<object, ObservedAddress>()

type ObservedAddress = Pick<AddressCells, 'line1' | 'line2' | 'city' | 'postalCode'>

function addressOfPlace(place: { readonly line_1: string; readonly postal_code: string }): ObservedAddress {
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
