/** Every statement on the card of a clinician, and in its prose, against the rows of the NPI. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import { isSameHouse, mailboxIn, nearestAddress, wordsOfAddress } from './address-claims.ts'
import type { Cards, Place } from './cards.ts'
import { type CellWords, longestRun, nameWords } from './cell-runs.ts'
import { credentialFault } from './credential-claims.ts'
import type { AddressCells, Evidence, NpiEvidence } from './evidence.ts'
import type { Facility } from './facility-lists.ts'
import { type Finding, CardReport } from './findings.ts'
import { checkFitness } from './text-fitness.ts'
import { type Captured, months, numberOf, PhraseTree } from './phrase-tree.ts'
import { checkPoint } from './point-claims.ts'
import { checkProse, type OwnPhrase } from './prose.ts'
import { addCode, addTexts, languageName, officialOrOwnNames, timesInWords } from './spoken.ts'
import { meaningOf, type TransformationKind, writtenAs } from './tables.ts'
import { holdsWords, isoDate, wordsOf } from './words.ts'

export interface Checked {
  readonly findings: readonly Finding[]
  readonly statements: number
}

/** What the checks of one run share. */
export interface Context {
  readonly evidence: Evidence
  readonly cards: Cards
  readonly notice: string | null
  /** Days of the source files by the id of the source. */
  readonly daysOfSources: ReadonlyMap<string, ReadonlySet<string | null>>
}

export function checkProvider(card: ProviderCard, context: Context): Checked {
  const rows = context.evidence.of(card.npi)
  const report = new CardReport('provider', card.npi, () =>
    String(rows.current ?? rows.rows[0] ?? 'no row has this NPI'),
  )
  report.check(rows.current !== null && !rows.isOrganization(), 'npi', 'not_a_clinician', card.npi)
  report.check(rows.deactivatedOn === null, 'status', 'deactivated', card.status)
  if (rows.current === null) return report
  const places = new Map(
    card.practice_locations.map(({ location_uuid: uuid }) => [uuid, context.cards.place(uuid)]),
  )
  checkName(card, rows, report)
  checkOtherNames(card, rows, report)
  checkSpecialties(card, rows, context, report)
  checkRegistration(card, rows, report)
  checkObserved(card, rows, report)
  checkCarriers(card, rows, context, report)
  checkSources(card.sources, rows.days(), context, report)
  checkPlaces(card, rows, places, context, report)
  checkFocus(card, rows, report)
  checkTexts(card, rows, places, context, report)
  checkEveryField(card, report)
  checkFitness(card, report)
  return report
}

/** Fields that a check above covers; another is a finding until it has one. */
const checkedFields = new Set(
  `npi name other_names biography short_biography clinical_focus education_training specialties languages gender telehealth
  medicare_assignment affiliations statements carriers practice_locations status enumerated_on updated_on sources`.split(
    /\s+/,
  ),
)

function checkEveryField(card: ProviderCard, report: CardReport): void {
  for (const [field, value] of Object.entries(card))
    report.check(checkedFields.has(field), field, 'unchecked_field', JSON.stringify(value).slice(0, 80))
}

function checkName({ name, specialties }: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  const { current } = rows
  const cells = {
    first: [current!.get('provider first name')],
    middle: [current!.get('provider middle name')],
    last: [current!.get('provider last name (legal name)')],
  }
  for (const part of ['first', 'middle', 'last'] as const) {
    const claimed = name[part]
    if (claimed === null) continue
    report.check(
      cells[part].some((cell) => namesPart(cell, claimed)),
      `name.${part}`,
      'name',
      claimed,
    )
  }
  if (name.suffix !== null) {
    const said = wordsOf(`${current!.get('provider name suffix text')} ${cells.last[0]}`)
    const written = said.flatMap((word) => [
      word,
      ...writtenAs('suffix', word).flatMap((text) => wordsOf(text)),
    ])
    report.check(holdsWords(written, wordsOf(name.suffix)), 'name.suffix', 'suffix', name.suffix)
  }
  const credentials = credentialCells(rows)
  const codes = specialties.map(({ code }) => code)
  for (const credential of name.credential?.split(', ') ?? []) {
    const fault = credentialFault(credential, credentials, codes)
    report.check(fault === null, 'name.credential', fault ?? 'credential', credential)
  }
  checkProse(
    'name.display',
    name.display,
    {
      own: credentialPhrases(name.credential),
      rows: personWords(rows),
      holds: (needs) => needs === 'no_name' && name.first === null && name.last === null,
    },
    report,
  )
}

function credentialCells(rows: NpiEvidence): readonly string[] {
  const last = rows.current!.get('provider last name (legal name)')
  const comma = last.indexOf(',')
  return [rows.current!.get('provider credential text'), ...(comma > 0 ? [last.slice(comma + 1)] : [])]
}

function credentialPhrases(credential: string | null): PhraseTree<OwnPhrase> {
  const own = new PhraseTree<OwnPhrase>()
  if (credential !== null) addTexts(own, [credential, ...credential.split(', ')])
  return own
}

/** Digits and brackets that people write into a name are no part of it. */
function namesPart(cell: string, claimed: string): boolean {
  const part = wordsOf(claimed)
  return holdsWords(wordsOf(cell), part) || holdsWords(wordsOf(cell.replaceAll(/\d/g, ' ')), part)
}

/** First name, middle initial, last name and suffix of the current row in this order. */
export function personWords(rows: NpiEvidence): readonly CellWords[] {
  const cell = (name: string): string => rows.current!.get(name).replaceAll(/\d/g, ' ')
  const middle = wordsOf(cell('provider middle name')).map((word) => word.charAt(0))
  return nameWords([
    cell('provider first name'),
    middle.join(' '),
    cell('provider last name (legal name)'),
    rows.current!.get('provider name suffix text'),
  ])
}

function checkOtherNames({ other_names }: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  const cells = (part: string): string =>
    rows.registry
      .flatMap((row) => [
        row.get(`provider ${part} name`),
        row.get(`provider other ${part} name`),
        row.get(`provider ${part} name (legal name)`),
      ])
      .join(' | ')
  other_names.forEach((other, at) => {
    for (const part of ['first', 'middle', 'last'] as const) {
      const claimed = other[part]
      if (claimed !== null)
        report.check(namesPart(cells(part), claimed), `other_names[${at}].${part}`, 'other_name', claimed)
    }
  })
}

function checkSpecialties(card: ProviderCard, rows: NpiEvidence, context: Context, report: CardReport): void {
  const registered = rows.taxonomies()
  const primary = registered.find((taxonomy) => taxonomy.primary)?.code
  card.specialties.forEach(({ code, name, primary: isPrimary, licenses }, at) => {
    const slots = registered.filter((taxonomy) => taxonomy.code === code)
    const field = `specialties[${at}]`
    report.check(slots.length > 0, `${field}.code`, 'specialty', code)
    report.check(
      officialOrOwnNames(code, context.evidence).includes(name),
      `${field}.name`,
      'specialty_name',
      name,
    )
    report.check(!isPrimary || code === primary, `${field}.primary`, 'primary_specialty', code)
    licenses.forEach(({ state, number }, index) => {
      const isHeld = slots.some((slot) => slot.license === (number ?? null) && slot.licenseState === state)
      report.check(isHeld, `${field}.licenses[${index}]`, 'license', `${number} ${state}`)
    })
  })
}

function checkRegistration(card: ProviderCard, { current }: NpiEvidence, report: CardReport): void {
  const sex = current!.get('provider sex code', 'provider gender code')
  report.check(card.gender === null || card.gender === sex, 'gender', 'gender', card.gender)
  const dates = { enumerated_on: 'provider enumeration date', updated_on: 'last update date' } as const
  for (const [field, column] of Object.entries(dates)) {
    const claimed = card[field as keyof typeof dates]
    report.check(claimed === null || claimed === isoDate(current!.get(column)), field, 'date', claimed)
  }
}

type Said = { readonly source: string | null; readonly as_of: string | null }

/** What somebody observed, with who did and when: each value in one statement of that source and day. */
function checkObserved(card: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  const clinicians = rows.ofKind('clinicians')
  const isCms = ({ source }: Said): boolean => source === 'cms_doctors_clinicians'
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
  ): boolean => (isCms(said) ? cmsSays(said, row) : observed(said, value))

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
    report.check(
      says(
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
          wordsOf(String(said['institution'] ?? '')).join(' ') === words &&
          wordsOf(String(said['field'] ?? '')).join(' ') === wordsOf(entry.field ?? '').join(' ') &&
          (entry.year === null || said['year'] === entry.year),
      ),
    )
    report.check(ofCms || ofOthers, `education_training[${at}]`, 'education', entry)
  })
  for (const tag of card.languages) report.check(speaks(rows, tag), 'languages', 'language', tag)
}

/** A record's own day goes before the day of its file. */
export function isDayOf(claimed: string | null, own: string | null, ofFile: string | null): boolean {
  return claimed === (own ?? ofFile)
}

/** Whether a source states the language, by its tag, its name or its code of three letters. */
export function speaks({ observed }: NpiEvidence, tag: string): boolean {
  const name = languageName(tag)?.toLowerCase()
  return observed.some(({ value }) =>
    (value.languages ?? []).some((said) => {
      const text = said.trim().toLowerCase()
      return (
        text === tag.toLowerCase() ||
        text === name ||
        canonical(text) === tag ||
        writtenAs('language' as TransformationKind, text).includes(tag.toLowerCase())
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

function checkCarriers(
  { carriers }: ProviderCard,
  rows: NpiEvidence,
  { evidence }: Context,
  report: CardReport,
): void {
  carriers.forEach(({ code, name, as_of }, at) => {
    const listings = rows.listed.filter((listed) => listed.code === code)
    report.check(listings.length > 0, `carriers[${at}].code`, 'payer', code)
    const names = evidence.carrierNames(code)
    report.check(
      names.size === 0 ? name === code : names.has(name),
      `carriers[${at}].name`,
      'payer_name',
      name,
    )
    if (listings.length > 0)
      report.check(
        listings.some((listed) => isDayOf(as_of, listed.asOf, listed.table.asOf)),
        `carriers[${at}].as_of`,
        'payer_date',
        as_of,
        () =>
          listings.map((listed) => `${listed.table.file}: ${listed.asOf ?? listed.table.asOf}`).join('; '),
      )
  })
}

export function checkSources(
  sources: ProviderCard['sources'],
  days: ReadonlySet<string>,
  { daysOfSources }: Context,
  report: CardReport,
): void {
  sources.forEach(({ id, as_of }, at) => {
    const ofFiles = daysOfSources.get(id)
    const isKnown = ofFiles?.has(as_of) || (as_of !== null && days.has(as_of)) || as_of === null
    report.check(isKnown, `sources[${at}]`, 'source', { id, as_of })
  })
}

function checkPlaces(
  card: ProviderCard,
  rows: NpiEvidence,
  places: ReadonlyMap<string, Place | null>,
  context: Context,
  report: CardReport,
): void {
  const own = rows.practiceAddresses()
  card.practice_locations.forEach((location, at) => {
    const field = `practice_locations[${at}]`
    const { row, different } = nearestAddress(location.address, own)
    const nearest = (): string => (row === null ? 'no row has an address' : String(row.row))
    const superseded = nearestAddress(location.address, rows.supersededAddresses())
    const kind =
      different.length > 0 && superseded.row !== null && superseded.different.length === 0
        ? 'superseded_address'
        : null
    for (const part of different)
      report.check(
        false,
        `${field}.address.${part}`,
        kind ?? `address_${part}`,
        location.address[part],
        nearest,
      )
    report.statements += 5 - different.length
    const place = places.get(location.location_uuid) ?? null
    report.check(place !== null, `${field}.location_uuid`, 'no_such_place', location.location_uuid)
    const listings = facilitiesAt(location, context)
    const phones = [
      ...own.flatMap(({ phones: all }) => all),
      ...listings.flatMap(({ address }) => address.phones),
    ]
    if (location.phone !== null)
      report.check(
        phones.includes(nationalDigits(location.phone)) ||
          isPhoneOfOrganization(location.phone, place, context),
        `${field}.phone`,
        'phone',
        location.phone,
        nearest,
      )
    checkPoint(location, context, report, field)
    checkPlaceName(location, place, context, report, `${field}.name`)
    const { office_hours: hours, accepting_new_patients: accepting } = location
    const said = observedAt(location.address, rows)
    for (const interval of hours)
      report.check(
        said.some(({ observed }) => holdsInterval(observed, interval)),
        `${field}.office_hours`,
        'hours',
        interval,
        () => JSON.stringify(said.map(({ observed }) => observed.office_hours)),
      )
    if (accepting.value !== 'unknown')
      report.check(
        said.some(
          ({ source, asOf, table, observed }) =>
            source === accepting.source &&
            isDayOf(accepting.as_of, asOf, table.asOf) &&
            observed.accepting === accepting.value,
        ),
        `${field}.accepting_new_patients`,
        'accepting',
        accepting,
      )
  })
}

/** What was observed of a place at this address. */
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

/** Rows of lists in the house of a place on a card. */
export function facilitiesAt(
  { address, name, phone }: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  { evidence }: Context,
): readonly Facility[] {
  return evidence.facilities.at(address, name, phone === null ? [] : [nationalDigits(phone)])
}

export function nationalDigits(phone: string): string {
  return phone.startsWith('+1') ? phone.slice(2) : phone.slice(1)
}

function isPhoneOfOrganization(phone: string, place: Place | null, { evidence }: Context): boolean {
  if (place?.organization_npi == null) return false
  const phones = evidence
    .of(place.organization_npi)
    .practiceAddresses()
    .flatMap((address) => address.phones)
  return phones.includes(nationalDigits(phone))
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

/** The name of an organization in this house, or the street address. */
function checkPlaceName(
  located: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  place: Place | null,
  context: Context,
  report: CardReport,
  field: string,
): void {
  const { name, address } = located
  if (name === null) return
  const words = wordsOf(name)
  const names = organizationNamesAt(located, place?.organization_npi ?? null, context)
  if (names.some((cells) => longestRun(words, 0, nameWords([cells]))?.length === words.length)) {
    report.statements++
    return
  }
  checkProse(
    field,
    name,
    { own: new PhraseTree(), rows: wordsOfAddress(address), holds: () => false },
    report,
  )
}

/** Names in rows of the organization that the place belongs to, and in lists of the house. */
export function organizationNamesAt(
  located: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  npi: string | null,
  context: Context,
): readonly string[] {
  const { evidence } = context
  const listed = [...facilitiesAt(located, context), ...(npi === null ? [] : evidence.facilities.ofNpi(npi))]
  return [...(npi === null ? [] : evidence.of(npi).organizationNames()), ...listed.map(({ name }) => name)]
}

/** Areas that the codes or a source name. */
function checkFocus({ clinical_focus: focus }: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  const held = rows
    .taxonomies()
    .map(({ code }) => meaningOf(code))
    .filter((meaning) => meaning !== null)
  const reported = rows.observed.flatMap(({ value }) => value.focus ?? [])
  const known = new Set(
    [...held.flatMap(({ name, plain, field }) => [name, plain, field]), ...reported].map((text) =>
      text.trim().toLowerCase(),
    ),
  )
  if (focus.primary !== null)
    report.check(known.has(focus.primary.toLowerCase()), 'clinical_focus.primary', 'focus', focus.primary)
  for (const area of focus.areas)
    report.check(known.has(area.trim().toLowerCase()), 'clinical_focus.areas', 'focus', area)
}

function checkTexts(
  card: ProviderCard,
  rows: NpiEvidence,
  places: ReadonlyMap<string, Place | null>,
  context: Context,
  report: CardReport,
): void {
  const own = new PhraseTree<OwnPhrase>()
  const codes = rows.taxonomies().map(({ code }) => code)
  for (const code of codes) addCode(own, code)
  addTexts(own, [
    ...(context.notice === null ? [] : [context.notice]),
    ...card.languages.map(languageName).filter((name) => name !== null),
    ...card.education_training.flatMap(({ institution, field }) =>
      [institution, field].filter((text) => text !== null),
    ),
    ...card.affiliations.map(({ name }) => name),
    ...card.statements.map(({ text }) => text),
    ...card.statements.map(({ source }) => source.replaceAll('_', ' ')),
    ...card.clinical_focus.areas,
    ...(card.name.credential === null ? [] : [card.name.credential, ...card.name.credential.split(', ')]),
    ...card.practice_locations.map(({ name }) => name).filter((name) => name !== null),
  ])
  const lines: CellWords[] = [
    ...personWords(rows),
    ...card.practice_locations.flatMap(({ address }) => wordsOfAddress(address)),
  ]
  const evidence = {
    own,
    rows: lines,
    holds: (needs: string, captured: Captured) => isTrueOf(needs, captured, card, rows, places, context),
  }
  checkProse('biography', card.biography, evidence, report)
  report.check(
    !isPhysicianInTraining(card, rows) || !/\bstudents? or trainees?\b/.test(card.biography),
    'biography',
    'physician_called_student',
    card.name.credential,
  )
  checkProse('short_biography', card.short_biography, evidence, report)
}

/** Credentials whose holders are addressed as Dr. */
const titled = new Set('MD DO MBBS DDS DMD DPM OD DC PhD PsyD EdD AuD DVM ND'.split(' '))

/** Codes of students and trainees. */
const training = '390200000X'

function isTrueOf(
  needs: string,
  captured: Captured,
  card: ProviderCard,
  rows: NpiEvidence,
  places: ReadonlyMap<string, Place | null>,
  context: Context,
): boolean {
  const { practice_locations: locations } = card
  const observedDays = new Set([
    ...rows.observed.map(({ asOf, table }) => asOf ?? table.asOf),
    ...rows.ofKind('clinicians').map(({ table }) => table.asOf),
  ])
  const count = captured['count'] === undefined ? NaN : numberOf(captured['count'])
  switch (needs) {
    case 'practice':
      return locations.length > 0 && !isTraining(rows)
    case 'street': {
      const [first] = locations
      return (
        first !== undefined &&
        noPracticeAt(first.address, rows, places.get(first.location_uuid) ?? null, context) === null
      )
    }
    case 'training':
      return isTraining(rows)
    case 'titled':
      return titled.has(card.name.credential?.split(', ')[0] ?? '')
    case 'female':
      return card.gender === 'F'
    case 'male':
      return card.gender === 'M'
    case 'no_specialty':
      return !rows.taxonomies().some(({ code }) => saysWhat(code))
    case 'physician_in_training':
      return isPhysicianInTraining(card, rows)
    case 'no_name':
      return card.name.first === null && card.name.last === null
    case 'language':
      return card.languages.length > 0
    case 'telehealth':
      return card.telehealth.value === 'offered'
    case 'assignment':
      return card.medicare_assignment.value === 'accepts'
    case 'may_assignment':
      return card.medicare_assignment.value === 'may_accept'
    case 'accepting':
    case 'not_accepting':
    case 'existing_only':
      return locations.some(({ accepting_new_patients: said }) => said.value === needs)
    case 'group':
      return card.affiliations.some(({ kind }) => kind === 'group_practice')
    case 'hospital':
      return card.affiliations.some(({ kind }) => kind === 'hospital')
    case 'medical_school':
    case 'degree':
    case 'residency':
    case 'fellowship':
    case 'certification':
    case 'other':
      return card.education_training.some(({ kind }) => kind === needs)
    case 'school_year':
      return card.education_training.some(({ year }) => year === Number(captured['year']))
    case 'statement':
      return card.statements.length > 0
    case 'focus':
      return rows.observed.some(({ value }) => (value.focus ?? []).length > 0)
    case 'hours':
      return locations.some(({ office_hours: hours }) => hours.length > 0)
    case 'hours_time':
      return timesInWords(locations.flatMap(({ office_hours: hours }) => hours)).has(captured['time'] ?? '')
    case 'hours_day':
      return locations.some(({ office_hours: hours }) =>
        hours.some(({ day }) => (captured['day'] ?? '').startsWith(day)),
      )
    case 'registered_month':
      return [...rows.registry.map((row) => isoDate(row.get('last update date')) ?? row.table.asOf)].some(
        (day) => isMonth(day, captured),
      )
    case 'observed_month':
      return [...observedDays].some((day) => isMonth(day, captured))
    case 'any_month':
      return (
        [...observedDays].some((day) => isMonth(day, captured)) ||
        isTrueOf('registered_month', captured, card, rows, places, context)
      )
    case 'undated':
      return observedDays.has(null)
    case 'more_places':
      return count === locations.length - 1
    case 'unnamed_places':
      return count < locations.length
    case 'addresses':
      return count === locations.length
    case 'more_specialties':
      return count < new Set(rows.taxonomies().map(({ code }) => code)).size
    case 'more_affiliations':
      return count < card.affiliations.length
    default:
      return false
  }
}

export function isMonth(day: string | null, { month, year }: Captured): boolean {
  return day !== null && day.slice(0, 4) === year && months[Number(day.slice(5, 7)) - 1] === month
}

/** A group's code says nothing of a person; any other does, though it be a driver's or an agency's. */
export function saysWhat(code: string): boolean {
  return meaningOf(code) !== null && !code.startsWith('193')
}

function isPhysicianInTraining({ name }: ProviderCard, rows: NpiEvidence): boolean {
  return (
    isTraining(rows) &&
    (name.credential?.split(', ') ?? []).some((credential) => /^(?:MD|DO)$/.test(credential))
  )
}

function isTraining(rows: NpiEvidence): boolean {
  const codes = rows.taxonomies()
  return (codes.find(({ primary }) => primary) ?? codes[0])?.code === training
}

/** Why a text must not say that care is given at this address; null where it may. */
export function noPracticeAt(
  address: LocationCard['address'],
  rows: NpiEvidence,
  place: Place | null,
  { evidence }: Context,
): string | null {
  const mailbox = mailboxIn(address)
  if (mailbox !== null) return mailbox
  const mailing = rows.mailingAddress()
  if (mailing === null || place === null) return null
  const isOnly = place.organization_npi === null && place.provider_count <= 1
  if (!isOnly || evidence.facilities.at(address).some((facility) => isSameHouse(address, facility.address)))
    return null
  return nearestAddress(address, [mailing]).different.length === 0 ? 'home' : null
}
