/** The notices of a search, which a client should show beside the results; urgent notices come first. */
import type { Geo, Notice, SearchMeta } from '@careatlas/contract/envelopes'
import { noticeKinds } from '@careatlas/contract/envelopes'
import { radiusMilesMax } from '@careatlas/contract/parameters'
import { filterResultsMax, textResultsMax } from '@careatlas/contract/paging-limits'
import { distanceMiles } from '@careatlas/directory/distance'
import type { InterpretedText } from './interpret-text.ts'
import type { QueryLanguage } from './query/read-query.ts'
import { describeUnlistedFields, type UnlistedFields } from './unlisted-fields.ts'
import { describeUnsupportedWishes, findUnsupportedWishes } from './unsupported-wishes.ts'

/** The numbers to call in an emergency. The operator sets them. */
export interface Contacts {
  readonly emergency: NonNullable<Notice['contact']>
  readonly crisis: NonNullable<Notice['contact']>
  readonly poison: NonNullable<Notice['contact']>
  readonly violence: NonNullable<Notice['contact']>
}

export const usContacts: Contacts = {
  emergency: { label: 'Emergency services', tel: '911' },
  crisis: { label: 'Suicide & Crisis Lifeline', tel: '988' },
  poison: { label: 'Poison Control', tel: '1-800-222-1222' },
  violence: { label: 'National Domestic Violence Hotline', tel: '1-800-799-7233' },
}

interface SearchFindings {
  readonly q: string | undefined
  /** Null without `q`. */
  readonly parsed: InterpretedText['parsed']
  /** The reason why `q`, which is only a number, has no record; otherwise null. */
  readonly npiProblem: string | null
  /** The fields in `q` without a clinician in the directory; null if there are none. */
  readonly unlistedFields: UnlistedFields | null
  readonly geo: Geo | undefined
  /** The distance of the nearest match outside the area; null if the area has one, or if none is known. */
  readonly nearestMiles: number | null
  readonly meta: Pick<
    SearchMeta,
    'coverage' | 'window_reached' | 'count' | 'total' | 'carriers_without_listings'
  >
  /** Whether the request has the parameter `carriers`. */
  readonly isFilteredByCarriers: boolean
}

/** Returns the notices of a search, urgent ones first. */
export function createNotices(findings: SearchFindings, contacts = usContacts): Notice[] {
  const notices = [
    ...createUrgentNotices(findings, contacts),
    ...textNotices(findings, contacts),
    ...unlistedFieldNotices(findings),
    ...wishNotices(findings),
    ...carrierNotices(findings),
    ...areaNotices(findings),
  ]
  const order: readonly string[] = noticeKinds
  return notices.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

/** Returns the urgent notices of a search, which depend only on `q`. */
export function createUrgentNotices(question: Question, contacts: Contacts): readonly Notice[] {
  return [...emergencyNotices(question, contacts), ...helplineNotices(question, contacts)]
}

interface Question {
  readonly parsed: Pick<NonNullable<InterpretedText['parsed']>, 'emergency' | 'helplines'> | null
}

function emergencyNotices({ parsed }: Question, { emergency, crisis }: Contacts): readonly Notice[] {
  const emergencyKind = parsed?.emergency ?? null
  if (emergencyKind === null) return []
  const isBody = emergencyKind === 'body'
  const text = isBody
    ? `This may be an emergency. Call ${emergency.tel} (${emergency.label}) or go to the nearest emergency room now.`
    : `If a life is in danger, call ${emergency.tel} (${emergency.label}) now. For help at any hour, call ${crisis.tel} (${crisis.label}).`
  return [
    {
      kind: isBody ? 'emergency' : 'crisis',
      severity: 'urgent',
      text,
      contact: isBody ? emergency : crisis,
    },
  ]
}

function helplineNotices({ parsed }: Question, contacts: Contacts): readonly Notice[] {
  const { emergency, crisis, poison, violence } = contacts
  const ofKind = { poison, violence, danger_to_others: emergency, pregnancy_urgent: emergency }
  const texts = {
    poison: `After a possible poisoning, call ${poison.tel} (${poison.label}) now, at any hour. If the person has collapsed, has a seizure or cannot breathe, call ${emergency.tel} (${emergency.label}).`,
    violence: `If you are in danger, call ${emergency.tel} (${emergency.label}). For help with violence at home at any hour, call ${violence.tel} (${violence.label}).`,
    danger_to_others: `If someone may be hurt, call ${emergency.tel} (${emergency.label}) now, and move to a safe place. To talk with someone at any hour about thoughts of hurting a person, call ${crisis.tel} (${crisis.label}).`,
    pregnancy_urgent: `In pregnancy and after a birth, this should not wait: call the obstetrician or the labor and delivery unit of the hospital now, at any hour. If there is heavy bleeding, a seizure, fainting or trouble breathing, call ${emergency.tel} (${emergency.label}).`,
  }
  return (parsed?.helplines ?? []).map((kind) => ({
    kind,
    severity: 'urgent',
    text: texts[kind],
    contact: ofKind[kind],
  }))
}

function textNotices(
  { parsed, npiProblem, meta, isFilteredByCarriers }: SearchFindings,
  contacts: Contacts,
): readonly Notice[] {
  if (parsed === null) return []
  const { unapplied, isUnderstood, language, emergency, helplines } = parsed
  const {
    carrierHints,
    carriersWithoutListings,
    unknownPayer,
    unknownPlace,
    isOwnPlaceUnknown,
    unknownPerson,
  } = unapplied
  // A place of care near the town has the words as its name.
  const hasHitsNearPlace = parsed.place !== null && meta.count > 0
  const notices: Notice[] = []
  if (npiProblem !== null) notices.push(createNotice('not_understood', 'warning', npiProblem))
  else if (language !== null)
    notices.push(createNotice('language', 'warning', languageText(language, contacts)))
  else if (unknownPerson !== null)
    notices.push(createNotice('not_understood', 'warning', unknownPersonText(unknownPerson, meta.count > 0)))
  else if (!isUnderstood && !hasHitsNearPlace && emergency === null && helplines.length === 0)
    notices.push(
      createNotice(
        'not_understood',
        'warning',
        'The search did not recognize a need for care in the question. Name a symptom, a kind of care or a clinician.',
      ),
    )
  if (unknownPlace !== null)
    notices.push(
      createNotice(
        'place_unresolved',
        'warning',
        unknownPlace.lacksState
          ? `Several places may be meant by "${unknownPlace.name}", so the results are not near one of them. Add its state, or give a ZIP code.`
          : `The search does not know the place "${unknownPlace.name}", so the results are not near it. Give a ZIP code, or a city with its state.`,
      ),
    )
  else if (isOwnPlaceUnknown)
    notices.push(
      createNotice(
        'place_unresolved',
        'warning',
        'No position was given, so the results are from the whole directory, not near you. Add a ZIP code, or a city with its state.',
      ),
    )
  const payers = isFilteredByCarriers ? [] : [...carrierHints, ...carriersWithoutListings]
  if (unknownPayer !== null || payers.length > 0) {
    const text =
      unknownPayer === null
        ? 'The results are not limited to the payer in the question.'
        : `The directory has no network listings of "${unknownPayer}".`
    notices.push(createNotice('ignored_wish', 'info', `${text} Ask each office which plans it accepts.`))
  }
  return notices
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/**
 * Replaces the notice `not_understood`, because another language is the reason. It has the numbers to call if the search cannot tell
 * whether the question describes an emergency.
 */
function languageText(
  { tag, reading, hasPhrasebook }: QueryLanguage,
  { emergency, crisis }: Contacts,
): string {
  const name = tag === 'tl' ? 'Tagalog' : (languageNames.of(tag) ?? tag)
  const beginning = `The question seems to be in ${name}`
  const numbers = `In an emergency, call ${emergency.tel} (${emergency.label}); in a crisis, call ${crisis.tel} (${crisis.label}).`
  if (!hasPhrasebook)
    return `${beginning}, which the search does not understand. Ask in English or Spanish. ${numbers}`
  if (reading === null)
    return `${beginning}. The search knows only common needs in this language, and found none in the question. Ask in English or Spanish. ${numbers}`
  return `${beginning}. The search knows only common needs in this language, and searched for "${reading}". Check that this is meant, or ask in English or Spanish.`
}

function unknownPersonText(name: string, hasResults: boolean): string {
  const capitalized = name.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  const rest = hasResults
    ? 'The results are for the rest of the question.'
    : 'Check the spelling, or name a symptom or a kind of care.'
  return `No clinician with the name "${capitalized}" is listed here. ${rest}`
}

function unlistedFieldNotices({ unlistedFields, meta }: SearchFindings): readonly Notice[] {
  if (unlistedFields === null) return []
  return [createNotice('ignored_wish', 'warning', describeUnlistedFields(unlistedFields, meta.count > 0))]
}

function wishNotices({ q }: SearchFindings): readonly Notice[] {
  const wishes = q === undefined ? [] : findUnsupportedWishes(q)
  return wishes.length === 0 ? [] : [createNotice('ignored_wish', 'info', describeUnsupportedWishes(wishes))]
}

function carrierNotices({ meta }: SearchFindings): readonly Notice[] {
  const codes = meta.carriers_without_listings ?? []
  if (codes.length === 0) return []
  return [
    createNotice(
      'carriers_without_listings',
      'warning',
      `The directory has no network listings of ${codes.join(', ')}: that no clinician is listed does not mean that none accepts such plans. Ask each office which plans it accepts.`,
    ),
  ]
}

function areaNotices({ geo, parsed, nearestMiles, meta }: SearchFindings): readonly Notice[] {
  const notices: Notice[] = []
  const place = parsed?.place ?? null
  if (geo !== undefined && place !== null && distanceMiles(geo, place) > geo.radius_miles)
    notices.push(
      createNotice(
        'ignored_wish',
        'info',
        `The request has a position, so the results are near that position, not near ${place.label}, which the question names.`,
      ),
    )
  if (geo?.radius_miles === radiusMilesMax && parsed?.unapplied.isRadiusReduced === true)
    notices.push(
      createNotice(
        'ignored_wish',
        'info',
        `The greatest distance of a search is ${radiusMilesMax} miles, so the results are within ${radiusMilesMax} miles, not within the distance in the question.`,
      ),
    )
  if (geo !== undefined && nearestMiles !== null)
    notices.push(createNotice('nearest_is', 'info', nearestText(geo.radius_miles, nearestMiles)))
  if (geo !== undefined && meta.coverage === 'none')
    notices.push(
      createNotice(
        'outside_coverage',
        'warning',
        `This directory does not serve ${geo.label ?? 'this area'}, so an empty result does not mean that there is no care.`,
      ),
    )
  if (meta.window_reached) {
    const max = meta.total === undefined ? textResultsMax : filterResultsMax
    notices.push(
      createNotice(
        'window_reached',
        'info',
        `There are more than ${max} results. Narrow the search, for example with a smaller radius or a name.`,
      ),
    )
  }
  return notices
}

/** Whole miles, unless they would say that the match is inside the radius. */
function nearestText(radiusMiles: number, nearestMiles: number): string {
  const rounded = Math.round(nearestMiles)
  const miles = rounded > radiusMiles ? rounded : Math.ceil(nearestMiles * 10) / 10
  return `No match within ${formatMiles(radiusMiles)}; the nearest is ${formatMiles(miles)} away.`
}

function formatMiles(miles: number): string {
  return `${miles} ${miles === 1 ? 'mile' : 'miles'}`
}

function createNotice(
  kind: (typeof noticeKinds)[number],
  severity: Notice['severity'],
  text: string,
): Notice {
  return { kind, severity, text, contact: null }
}
