/** Checks observed values on a card against the records of the source and day that the card names. */
import type { AcceptingNewPatients, LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { isSameHouse } from './address-claims.ts'
import type { AddressCells } from './address-cells.ts'
import type { Evidence, NpiEvidence } from './evidence.ts'
import type { CardReport } from './findings.ts'
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
  const clinicians = rows.ofKind('clinicians')
  const cmsSays = (said: Said, holds: (row: (typeof clinicians)[number]) => boolean): boolean =>
    clinicians.some((row) => holds(row) && isDayOf(said.as_of, null, row.table.asOf))
  const observed = (
    said: Said,
    holds: (value: NpiEvidence['observed'][number]['value']) => boolean,
  ): boolean =>
    rows.observed.some(
      (one) =>
        one.source === said.source && isDayOf(said.as_of, one.asOf, one.table.asOf) && holds(one.value),
    )
  const says = (
    said: Said,
    row: (row: (typeof clinicians)[number]) => boolean,
    value: (value: NpiEvidence['observed'][number]['value']) => boolean,
  ): boolean => (said.source === 'cms_doctors_clinicians' ? cmsSays(said, row) : observed(said, value))

  const { telehealth, medicare_assignment: assignment } = card
  if (telehealth.value !== 'unknown')
    report.check(
      says(
        telehealth,
        (row) => telehealth.value === 'offered' && /^y/i.test(row.get('telehlth').trim()),
        (value) => value.telehealth === (telehealth.value === 'offered'),
      ),
      'telehealth',
      'telehealth',
      telehealth,
    )
  if (assignment.value !== 'unknown')
    report.check(
      says(
        assignment,
        (row) =>
          row.get('ind_assgn', 'professional accepts medicare assignment').trim().toUpperCase() ===
          (assignment.value === 'accepts' ? 'Y' : 'M'),
        (value) => value.assignment === assignment.value,
      ),
      'medicare_assignment',
      'assignment',
      assignment,
    )
  card.affiliations.forEach((affiliation, at) => {
    const words = wordsOf(affiliation.name).join(' ')
    const columns =
      affiliation.kind === 'hospital'
        ? [1, 2, 3, 4, 5].flatMap((slot) => [`hosp_afl_lbn_${slot}`, `hospital affiliation lbn ${slot}`])
        : ['facility name', 'org_nm', 'organization legal name']
    const isOfHospital = rows
      .ofKind('affiliations')
      .filter(({ table }) => isDayOf(affiliation.as_of, null, table.asOf))
      .flatMap((row) => facilities.namesOfHospital(row.get('facility affiliations certification number')))
      .some((name) => wordsOf(name).join(' ') === words)
    const isOfList = affiliation.source === 'cms_facility_affiliations' && affiliation.kind === 'hospital'
    report.check(
      isOfList
        ? isOfHospital
        : says(
            affiliation,
            (row) => columns.some((column) => wordsOf(row.get(column)).join(' ') === words),
            ({ affiliations = [] }) =>
              affiliations.some(
                ({ kind, name }) => kind === affiliation.kind && wordsOf(name).join(' ') === words,
              ),
          ),
      `affiliations[${at}]`,
      `affiliation_${affiliation.kind}`,
      affiliation.name,
    )
  })
  card.statements.forEach((statement, at) => {
    const holds = observed(statement, ({ prose }) => prose?.trim() === statement.text)
    report.check(holds, `statements[${at}]`, 'statement', statement.text)
  })
  card.education_training.forEach((entry, at) => {
    const words = wordsOf(entry.institution ?? '').join(' ')
    const ofCms = clinicians.some(
      (row) =>
        entry.kind === 'medical_school' &&
        wordsOf(row.get('med_sch', 'medical school name')).join(' ') === words &&
        (entry.year === null || row.get('grd_yr', 'graduation year').trim() === String(entry.year)),
    )
    const ofOthers = rows.observed.some(({ value }) =>
      (value.education ?? []).some(
        (said) =>
          said['kind'] === entry.kind &&
          wordsOf(textOf(said['institution'])).join(' ') === words &&
          wordsOf(textOf(said['field'])).join(' ') === wordsOf(entry.field ?? '').join(' ') &&
          (entry.year === null || said['year'] === entry.year),
      ),
    )
    report.check(ofCms || ofOthers, `education_training[${at}]`, 'education', entry)
  })
  for (const tag of card.languages) report.check(speaks(rows, tag), 'languages', 'language', tag)
}

type Said = { readonly source: string | null; readonly as_of: string | null }

/** A record's own day takes precedence over the day of its file. */
export function isDayOf(claimed: string | null, own: string | null, ofFile: string | null): boolean {
  return claimed === (own ?? ofFile)
}

/** Whether a source states the language, by its tag, its name or its three-letter code. */
export function speaks({ observed }: NpiEvidence, tag: string): boolean {
  const name = languageName(tag)?.toLowerCase()
  return observed.some(({ value }) =>
    (value.languages ?? []).some((said) => {
      const text = said.trim().toLowerCase()
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
  seen: ReturnType<typeof observedAt>,
  field: string,
  report: CardReport,
  nearest?: () => string,
): void {
  if (accepting.value === 'unknown') return
  const isObserved = seen.some(
    ({ source, asOf, table, observed }) =>
      source === accepting.source &&
      isDayOf(accepting.as_of, asOf, table.asOf) &&
      observed.accepting === accepting.value,
  )
  report.check(isObserved, `${field}.accepting_new_patients`, 'accepting', accepting, nearest)
}

/** The observations of a place at this address. */
export function observedAt(address: LocationCard['address'], { observed }: NpiEvidence) {
  return observed.flatMap((one) =>
    (one.value.places ?? [])
      .filter((place) => isSameHouse(address, addressOfObservation(place)))
      .map((place) => ({ ...one, observed: place })),
  )
}

const observedAddresses = new WeakMap<object, Observation>()

type Observation = Pick<AddressCells, 'line1' | 'line2' | 'city' | 'postalCode'>

function addressOfObservation(place: { readonly line_1: string; readonly postal_code: string }): Observation {
  let address = observedAddresses.get(place)
  if (address === undefined) {
    address = { line1: place.line_1, line2: null, city: null, postalCode: place.postal_code }
    observedAddresses.set(place, address)
  }
  return address
}

export function holdsInterval(
  observed: {
    readonly office_hours?: readonly { readonly day: string; readonly open: string; readonly close: string }[]
  },
  { day, open, close }: { readonly day: string; readonly open: string; readonly close: string },
): boolean {
  return (observed.office_hours ?? []).some(
    (said) => said.day === day && said.open === open && said.close === close,
  )
}
