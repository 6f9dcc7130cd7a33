/** Checks the card and the prose of a clinician against the rows of the NPI. */
import type { ProviderCard } from '@careatlas/contract/cards'
import { createCardAddressWords } from './address-claims.ts'
import type { CellWords } from './cell-runs.ts'
import type { Checked, Context } from './context.ts'
import type { NpiEvidence } from './evidence.ts'
import { checkEveryField, providerFields } from './checked-fields.ts'
import { CardReport } from './findings.ts'
import { checkFocus } from './focus-claims.ts'
import { checkName, checkOtherNames, createPersonWords } from './name-claims.ts'
import { checkObserved, isSameDay } from './observed-claims.ts'
import { type Captured, months, PhraseTree } from './phrase-tree.ts'
import { checkPlaces, checkHiddenStreet, findHideStreetReason } from './place-claims.ts'
import { checkProse, type ExactPhrase } from './prose.ts'
import { splitCredentials, isProviderNeedMet, type ProviderSubject } from './provider-needs.ts'
import { checkDates, checkIdentifiers, checkMailing, checkSpecialties } from './registration-claims.ts'
import { addCode, addKind, addTexts, listKinds, getLanguageName } from './allowed-wordings.ts'
import { checkFitness } from './text-fitness.ts'
import { checkHoursInText } from './hours-claims.ts'
import { isOnlySupervised } from './supervision.ts'
import { findMeaning } from './tables.ts'
import { isRemarkDecisive } from './remarks.ts'
import { isStudentByLetters, isTraineeWithoutLicense, findTraineeProfession } from './trainees.ts'

export function checkProvider(card: ProviderCard, context: Context): Checked {
  const rows = context.evidence.get(card.npi)
  const report = new CardReport('provider', card.npi, () =>
    String(rows.current ?? rows.rows[0] ?? 'no row has this NPI'),
  )
  report.check(rows.current !== null && !rows.isOrganization(), 'npi', 'not_a_clinician', card.npi)
  const isActive = rows.deactivatedOn === null && card.status === 'active'
  report.check(isActive, 'status', 'deactivated', card.status)
  if (rows.current === null) return report
  const places = new Map(
    card.practice_locations.map(({ location_uuid: uuid }) => [uuid, context.cards.place(uuid)]),
  )
  checkName(card, rows, report)
  checkOtherNames(card, rows, report)
  checkPrimary(card, rows, report)
  checkSpecialties(card.specialties, rows.taxonomies(), findPrimaryCode(rows), context, report)
  const sex = rows.current.get('provider sex code', 'provider gender code')
  report.check(card.gender === null || card.gender === sex, 'gender', 'gender', card.gender)
  checkDates(card, rows, report)
  checkMailing(card.mailing_address, [rows.mailingAddress()], report)
  checkIdentifiers(card.identifiers, rows, report)
  checkObserved(card, rows, context.evidence, report)
  checkCarriers(card, rows, context, report)
  checkSources(card.sources, [rows], context, report)
  checkPlaces(card, rows, places, context, report)
  checkFocus(card, rows, report)
  checkTexts({ card, rows, places, context }, report)
  checkEveryField(card, providerFields, report)
  checkFitness(card, report)
  return report
}

function findPrimaryCode(rows: NpiEvidence): string | undefined {
  return rows.taxonomies().find((taxonomy) => taxonomy.primary)?.code
}

/** Checks that the primary code of the row is on the card. */
function checkPrimary({ specialties }: ProviderCard, rows: NpiEvidence, report: CardReport): void {
  const code = findPrimaryCode(rows)
  if (code === undefined || findMeaning(code) === null) return
  const isThere = specialties.some((specialty) => specialty.code === code && specialty.primary)
  report.check(isThere, 'specialties', 'primary_specialty', code)
}

function checkCarriers(
  { carriers }: ProviderCard,
  rows: NpiEvidence,
  { evidence }: Context,
  report: CardReport,
): void {
  carriers.forEach(({ code, name, status, source, as_of }, index) => {
    const listings = rows.listings.filter(({ carrierCode }) => carrierCode === code)
    report.check(listings.length > 0, `carriers[${index}].code`, 'payer', code)
    const isListed = status === 'listed' && source === 'plan_network'
    report.check(isListed, `carriers[${index}].status`, 'payer', `${status} ${source}`)
    const names = evidence.carrierNames(code)
    report.check(
      names.size === 0 ? name === code : names.has(name),
      `carriers[${index}].name`,
      'payer_name',
      name,
    )
    if (listings.length > 0)
      report.check(
        listings.some((listed) => isSameDay(as_of, listed.asOf, listed.table.asOf)),
        `carriers[${index}].as_of`,
        'payer_date',
        as_of,
        () =>
          listings.map((listed) => `${listed.table.file}: ${listed.asOf ?? listed.table.asOf}`).join('; '),
      )
  })
}

export function checkSources(
  sources: ProviderCard['sources'],
  members: readonly NpiEvidence[],
  { sourceDays }: Context,
  report: CardReport,
): void {
  const days = new Set(members.flatMap((member) => [...member.days()]))
  const observingSources = new Set(
    members.flatMap(({ observations }) => observations.map(({ source }) => source)),
  )
  sources.forEach(({ id, as_of }, index) => {
    const fileDays = sourceDays.get(id)
    const isDay = fileDays?.has(as_of) || as_of === null || days.has(as_of)
    const isRead = fileDays !== undefined || observingSources.has(id)
    const hasRow =
      id !== 'cms_doctors_clinicians' || members.some((member) => member.rowsOfKind('clinicians').length > 0)
    report.check(isDay && isRead && hasRow, `sources[${index}]`, 'source', { id, as_of })
  })
}

function checkTexts(subject: ProviderSubject, report: CardReport): void {
  const { card, rows, context } = subject
  const lines: CellWords[] = [
    ...createPersonWords(rows),
    ...card.practice_locations.flatMap(({ address }) => createCardAddressWords(address)),
  ]
  for (const field of ['biography', 'short_biography'] as const)
    report.check(card[field].trim() !== '', field, 'no_text', card[field])
  const evidence = {
    exactPhrases: collectExactPhrases(card, rows, context),
    rows: lines,
    isSupported: (need: string, captured: Captured) => isProviderNeedMet(need, subject, captured),
  }
  checkProse('biography', card.biography, evidence, report)
  const hours = card.practice_locations.map(({ office_hours }) => office_hours)
  checkHoursInText('biography', card.biography, hours, report)
  checkTraineeWording(card, rows, report)
  checkProse('short_biography', card.short_biography, evidence, report)
  checkHiddenStreets(subject, report)
}

/** The phrases that the texts may contain only as a whole: names of codes, languages, schools and places, and texts of sources. */
function collectExactPhrases(
  card: ProviderCard,
  rows: NpiEvidence,
  { notice }: Context,
): PhraseTree<ExactPhrase> {
  const phrases = new PhraseTree<ExactPhrase>()
  for (const { code } of rows.taxonomies()) addCode(phrases, code)
  for (const kind of listKinds(rows, splitCredentials(card))) addKind(phrases, kind)
  addTexts(phrases, [
    ...(notice === null ? [] : [notice]),
    ...card.languages.map(getLanguageName).filter((name) => name !== null),
    ...card.education_training.flatMap(({ institution, field }) =>
      [institution, field].filter((text) => text !== null),
    ),
    ...card.affiliations.map(({ name }) => name),
    ...card.statements.map(({ text }) => text),
    ...card.statements.map(({ source }) => source.replaceAll('_', ' ')),
    ...card.statements.map(formatAttribution),
    ...card.clinical_focus.areas,
    ...(card.name.credential === null ? [] : [card.name.credential, ...card.name.credential.split(', ')]),
    ...card.practice_locations.map(({ name }) => name).filter((name) => name !== null),
  ])
  return phrases
}

/** `partner, January 2024`; the text of January 1 has only the year. */
function formatAttribution({ source, as_of }: ProviderCard['statements'][number]): string {
  const [year = '', month = '', day = ''] = as_of?.split('-') ?? []
  const isYear = month === '01' && day === '01'
  return `${source.replaceAll('_', ' ')} ${isYear ? '' : (months[Number(month) - 1] ?? '')} ${year}`
}

/** Checks that the biography states that the holder is a trainee, under supervision, or no longer practices, if the row does. */
function checkTraineeWording(
  { biography, ...card }: ProviderCard,
  rows: NpiEvidence,
  report: CardReport,
): void {
  const { credential } = card.name
  const credentials = splitCredentials(card)
  const check = (isRight: boolean, kind: string, token: string | null = credential): void =>
    report.check(isRight, 'biography', kind, token)
  const trainee = findTraineeProfession(rows, credentials)
  check(trainee === null || !/\bstudents? or trainees?\b/.test(biography), 'physician_called_student')
  check(
    !isOnlySupervised(rows.taxonomies()[0]?.code ?? '', rows, credentials) ||
      /who works under supervision|in training/.test(biography),
    'license_level',
  )
  check(trainee !== 'physician' || biography.includes('physician in training'), 'trainee_told_as_physician')
  check(
    !(isStudentByLetters(rows) || isTraineeWithoutLicense(rows)) ||
      /(?<!also registered as a )\bstudent or trainee\b|in training/.test(biography),
    'student_as_clinician',
  )
  const cell = rows.current?.get('provider credential text') ?? null
  check(!isRemarkDecisive(rows) || limitedWording.test(biography), 'remark_untold', cell)
}

/** Wording for holders who are not full members of a profession. */
const limitedWording =
  /who works under supervision|in training|(?<!also registered as a )student or trainee|(?<!also )registered (?:in [^.]+, )?as /

function checkHiddenStreets({ card, rows, places, context }: ProviderSubject, report: CardReport): void {
  for (const location of card.practice_locations) {
    const place = places.get(location.location_uuid) ?? null
    const reason = findHideStreetReason(location, rows, place, context)
    checkHiddenStreet(location.address, 'biography', card.biography, reason, report)
    checkHiddenStreet(location.address, 'short_biography', card.short_biography, reason, report)
    if (place?.organization_npi == null)
      checkHiddenStreet(location.address, 'practice_locations.name', location.name ?? '', reason, report)
  }
}
