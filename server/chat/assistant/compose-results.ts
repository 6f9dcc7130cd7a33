/** Composes the answer of a search: what was found, what is not known, and the next question. */
import { regionOfState } from '@careatlas/directory/region'
import { titleCasePlace } from '@careatlas/directory/title-case'
import { findChain } from '@careatlas/search/query/lexical-terms'
import type { CareItem } from './chat-card.ts'
import { addressesOf, hasField, idOf, nameOf } from './chat-card.ts'
import { composeListHours, fieldOf, phoneLines } from './compose-list.ts'
import type { ConversationContext, OfficeTime, Payer } from './conversation-context.ts'
import { type ComposeOptions, type Draft, emptyDraft } from './draft.ts'
import { isAnyDoctorOnly } from './find-need.ts'
import { listingRelatives } from './payer-family.ts'
import { specialtyTitle } from '../../web/specialty-name.ts'
import type { Phrases } from './phrases.ts'
import { fieldName } from './usual-field.ts'
import { isStateLabel } from './read-place.ts'
import { hasWish, refusesPediatrics } from './read-wishes.ts'
import { cardsPerAnswer, type CareResults, type PayerOutcome, type Wish } from './search-care.ts'
import type { PlaceResults } from './search-places.ts'
import { isOnlyRelated, isUnrelated, type WantedField } from './wanted-field.ts'
import {
  aroundAllWords,
  addressWords,
  aroundWords,
  dateWords,
  distanceWords,
  anyLanguageWords,
  listWords,
  optionalDateWords,
  originWords,
  phoneWords,
} from './value-words.ts'

interface SearchStep {
  readonly offset: number
  readonly time: OfficeTime | null
  readonly asksHours: boolean
}

/** For a first list, a further page of it, or no match. */
export function composeResults(results: CareResults, step: SearchStep, options: ComposeOptions): Draft {
  const { context, phrases } = options
  if (results.items.length === 0) return composeNothing(results, step, options)
  if (isUnrelated(results.items, fieldOfResults(results, options))) return composeUnrelated(results, options)
  const hours = step.asksHours ? composeListHours(results.items, step.time, options) : emptyDraft
  const asksPayer = options.payerNames.length > 0 && isPayerOpen(context, results)
  const changes = { ...results.fallback?.changes, ...rememberItems(results.items, results.nextOffset) }
  return {
    ...emptyDraft,
    lines: [
      ...unknownPersonLines(step, options),
      ...(results.fallback === undefined ? [] : [phrases.leftOut[results.fallback.without]]),
      ...landmarkLines(options),
      ...(options.reading.rejectedRecord === null
        ? []
        : [phrases.leftOutRecord(options.reading.rejectedRecord.name)]),
      ...(isForAnother(options) ? [phrases.sameForAnother] : []),
      ...refusedPlaceLines(options),
      ...(options.reading.requests.has('include again') ? [phrases.includedAgain] : []),
      ...(isOfUsualField(results, options) ? fieldLines(options) : []),
      ...foundLines(results, step, options),
      ...nearestLines(results, options),
      ...wishLines(results, options),
      ...(ignoresWishes(results, options) ? [phrases.wishesNotForPlaces] : []),
      ...(options.reading.isAgeOnly ||
      refusesPediatrics(options.reading.excluded) ||
      lacksFieldForChildren(results, options)
        ? [phrases.limits.ages]
        : []),
      ...payerLines(results, step, options),
      ...hours.lines,
      // The cards have the numbers too.
      ...(options.reading.requests.has('phone') ? phoneLines(results.items, phrases) : []),
      ...(results.coverage === 'partial' && results.items.length < cardsPerAnswer
        ? [phrases.partialCoverage]
        : []),
      phrases.dataAsOf(dateWords(results.dataAsOf, context.language)),
      ...(asksPayer ? [phrases.ask.payer] : []),
    ],
    items: results.items,
    suggestions: asksPayer
      ? [...options.payerNames, phrases.suggest.skip]
      : [...waitingNeeds(options), ...suggestChanges({ context: { ...context, ...changes }, phrases })],
    asked: asksPayer ? 'payer' : null,
    facts: [
      'cards',
      ...(options.reading.townChange !== null && results.places !== undefined ? ['place_added'] : []),
      ...(results.isWidened ? ['nearest'] : []),
      ...(options.reading.rejectedRecord === null ? [] : ['record_left_out']),
      ...(results.fallback === undefined ? [] : [`without_${results.fallback.without}`]),
      ...(isAlreadyNearest(results, options) ? ['already_nearest'] : []),
      ...payerFacts[results.payer],
      ...results.met.map((wish) => `met_${wish}`),
      ...results.unmet.map((wish) => `unmet_${wish}`),
      ...(ignoresWishes(results, options) ? ['wishes_not_for_places'] : []),
      ...hours.facts,
    ],
    changes,
  }
}

/** Before the clinicians of the field beside it: the name that no clinician has. */
function unknownPersonLines(
  { offset }: SearchStep,
  { reading: { person }, phrases }: ComposeOptions,
): readonly string[] {
  return person === null || person.name !== null || offset > 0 ? [] : [phrases.notFound(person.label)]
}

/** Before the answer to a new need: the clinician that treats it, and a number for a user in distress. */
export function fieldLines({ reading, phrases, context, contacts }: ComposeOptions): readonly string[] {
  const { usualField: field, need, isDistressed, urgent } = reading
  if (need === null) return []
  const isUrgent = urgent.length > 0 || context.urgent.length > 0
  const name = field && fieldName(field, context.language)
  const describe = field?.isNamed === true ? phrases.lookFor : phrases.usualField
  return [
    ...(isDistressed && !isUrgent ? [phrases.distress(contacts)] : []),
    ...(name === null ? [] : [describe(name)]),
  ]
}

/** The answer to what the user discloses beside the search; null if it is nothing, or if a notice has the number to call. */
export function disclosureLine({ reading, phrases, context, contacts }: ComposeOptions): string | null {
  const { disclosure, isDistressed, urgent } = reading
  if (urgent.length > 0 || context.urgent.length > 0) return null
  if (disclosure !== null) return phrases.disclosures[disclosure](contacts)
  return isDistressed ? phrases.distress(contacts) : null
}

/** Where the search measures from instead. */
export function landmarkLines({
  reading: { landmark },
  context,
  phrases,
}: ComposeOptions): readonly string[] {
  if (landmark === null || context.place === null) return []
  return [phrases.unknownLandmark(landmark, originWords(context.place, phrases))]
}

/** Where the list has no record, because the user refused the place. */
function refusedPlaceLines({
  reading: { refusedPlaces },
  context,
  phrases,
}: ComposeOptions): readonly string[] {
  const names = refusedPlaces.map((label) => regionOfState(label)?.name ?? label)
  return names.length === 0 ? [] : [phrases.leftOutPlaces(listWords(names, context.language))]
}

/** Whether most of the listed clinicians are of the field; a list of named clinicians speaks for itself. */
function isOfUsualField(
  { items }: CareResults,
  { reading: { usualField: field, isDistressed } }: ComposeOptions,
): boolean {
  if (field === null) return isDistressed
  const count = items.filter(({ kind, card }) => kind === 'provider' && hasField(card, field.codes)).length
  return isDistressed || (!field.isNamed && count * 2 > items.length)
}

/** What the next message can refer to: the records of a list, and its next page. */
export function rememberItems(
  items: readonly CareItem[],
  nextOffset: number | null,
): Pick<ConversationContext, 'shown' | 'focus'> {
  const [only, ...others] = items
  return {
    shown: {
      records: items.map((item) => ({
        kind: item.kind,
        id: idOf(item),
        name: nameOf(item),
        addresses: addressesOf(item),
      })),
      nextOffset,
      farthestMiles: items.reduce<number | null>(
        (farthest, { card: { distance_miles: miles } }) =>
          miles === undefined ? farthest : Math.max(farthest ?? 0, miles),
        null,
      ),
    },
    focus: only === undefined || others.length > 0 ? null : { kind: only.kind, id: idOf(only) },
  }
}

/** The payer is asked for once, with the first list of clinicians. */
function isPayerOpen({ payer, declined, askedBefore }: ConversationContext, { items }: CareResults): boolean {
  if (payer !== null || declined.includes('payer') || askedBefore.includes('payer')) return false
  return items[0]?.kind === 'provider'
}

/** Null if the results are for another need than that of the user, which their sentence says. */
function fieldOfResults({ fallback }: CareResults, { wantedField }: ComposeOptions): WantedField | null {
  return fallback === undefined || fallback.without === 'wishes' ? wantedField : null
}

function foundLines(
  results: CareResults,
  { offset }: SearchStep,
  options: ComposeOptions,
): readonly string[] {
  const { items, radiusMiles, isWidened, places } = results
  const { context, phrases, reading } = options
  const around = aroundAllWords(context, phrases)
  const count = items.length
  const isProvider = items[0]?.kind === 'provider'
  const nearest = Math.min(...items.map(({ card }) => card.distance_miles ?? Infinity))
  return [
    ...relatedLines(results, options),
    isWidened
      ? phrases.widened({ miles: context.place?.radiusMiles ?? radiusMiles ?? 0, count, around })
      : phrases.found({ count, isProvider, around, isMore: offset > 0 }),
    ...(Number.isFinite(nearest) && nearest >= 1 && offset === 0 && places === undefined
      ? [phrases.nearest(distanceWords(nearest, context.language), count)]
      : []),
    ...chainLines(items, { context, phrases }),
    ...placeLines(places ?? [], { context, phrases }),
    ...otherNeedsLines({ context, reading, phrases }),
  ]
}

/** Whether care is sought for a child, and no listed clinician has a field that also treats children. */
function lacksFieldForChildren({ items }: CareResults, { reading }: ComposeOptions): boolean {
  if (!reading.patient.includes('child') || items.length === 0) return false
  return items.every(
    ({ kind, card }) =>
      kind === 'provider' && !card.specialties.some(({ name }) => fieldForChildren.test(name)),
  )
}

const fieldForChildren = /pediatric|child|adolescent|family|school|speech|midwi/i

/** "And someone for me too" */
function isForAnother({ reading }: Pick<ComposeOptions, 'reading'>): boolean {
  return reading.requests.has('another patient') && reading.need === null
}

/** The other kinds of care of the message, or those of the first message before the first list. */
export function otherNeedsLines(
  options: Pick<ComposeOptions, 'context' | 'reading' | 'phrases'>,
): readonly string[] {
  const others = waitingNeeds(options)
  return others.length === 0 ? [] : [options.phrases.oneAtATime(others.join(', '))]
}

function waitingNeeds({ context, reading }: Pick<ComposeOptions, 'context' | 'reading'>): readonly string[] {
  const { need, openNeeds, shown } = context
  if (reading.otherNeeds.length > 0) return reading.otherNeeds
  if (reading.need !== null || shown.records.length > 0) return []
  const at = openNeeds.findIndex(({ text }) => text === need?.text)
  return at === -1 ? [] : openNeeds.slice(at + 1).map(({ text }) => text)
}

/** Whether the user wants nearer ones, and the nearest one is of the last list. */
function isAlreadyNearest({ items: [first] }: CareResults, { context, reading }: ComposeOptions): boolean {
  const isAsked = reading.requests.has('closer') || reading.requests.has('nearest')
  return isAsked && first !== undefined && context.shown.records.some(({ id }) => id === idOf(first))
}

function nearestLines(results: CareResults, options: ComposeOptions): readonly string[] {
  const { context, phrases, reading } = options
  if (context.place === null) return []
  const asksForNearest = reading.requests.has('nearest') || reading.requests.has('closer')
  if (asksForNearest && isStateLabel(context.place.label)) return [phrases.middleOfState(context.place.label)]
  if (!isAlreadyNearest(results, options)) return []
  return [phrases.alreadyNearest(originWords(context.place, phrases), /^\d{5}$/.test(context.place.label))]
}

/** A chain that the user names and that no listed record belongs to. */
function chainLines(
  items: readonly CareItem[],
  { context: { need }, phrases }: Pick<ComposeOptions, 'context' | 'phrases'>,
): readonly string[] {
  const chain =
    need?.kind === 'location' && items[0]?.kind === 'location' ? findChain(need.text.split(' ')) : null
  if (chain === null || items.some((item) => nameOf(item).toLowerCase().includes(chain))) return []
  return [
    phrases.noChain(chain.length <= acronymMax ? chain.toUpperCase() : titleCasePlace(chain.toUpperCase())),
  ]
}

const acronymMax = 3

/** That no listed record is of the kind that the user asks for, or that usually treats it, and which kinds are listed instead. */
function relatedLines(results: CareResults, options: ComposeOptions): readonly string[] {
  const { items } = results
  const { context, phrases, reading } = options
  const wanted = fieldOfResults(results, options)
  const usual =
    reading.usualField?.isNamed === false && isOfUsualField(results, options) ? reading.usualField : null
  const isOfOthers = usual !== null && !items.some(({ card }) => hasField(card, usual.ownCodes))
  const isStatedMissing = wanted !== null && isOnlyRelated(items, wanted)
  const missing = isStatedMissing ? wanted : isOfOthers ? usual : findMissingUsual(items, wanted)
  if (missing === null || isAnyDoctorOnly(context.need)) return []
  const { language } = context
  const shown = new Set(items.flatMap((item) => fieldOf(item) ?? []))
  // Pediatric dentists are the dentists for a child.
  if (isForChild(context) && [...shown].every((name) => /^pediatric /i.test(name))) return []
  const names = [...shown].map((name) => (language === 'en' ? name : specialtyTitle(name, language).text))
  return [phrases.onlyRelated(fieldName(missing, language), listWords(names, language).toLowerCase())]
}

/** "Fit the prosthesis" lists physiatrists where no prosthetist is. */
function findMissingUsual(items: readonly CareItem[], field: WantedField | null): WantedField | null {
  const isMissing =
    field?.isStated === false &&
    field.code !== optician &&
    items.length > 0 &&
    items.every(({ kind, card }) => kind === 'provider' && !hasField(card, field.codes))
  return isMissing ? field : null
}

/** Optometrists sell glasses too. */
const optician = '156FX1800X'

/** "A dentist who sees children" names no patient; `normalize-message.ts` writes it as "a dentist for kids". */
function isForChild({ need, patient }: ConversationContext): boolean {
  return patient.includes('child') || /\bkids\b/.test(need?.text ?? '')
}

/** The records around each of several places. */
function placeLines(
  places: readonly PlaceResults[],
  { context: { language }, phrases }: Pick<ComposeOptions, 'context' | 'phrases'>,
): readonly string[] {
  return places.map(({ label, items, isOutside }) =>
    isOutside
      ? phrases.outsideCoverage(phrases.places.around(label))
      : phrases.aroundPlace(
          label,
          // The sentence ends with one period, also after "Inc."
          items.length === 0 ? null : listWords(items.map(nameOf), language).replace(/\.$/, ''),
        ),
  )
}

/** Whether the list has places, and the user wishes what is known only of clinicians. */
function ignoresWishes(
  { items }: CareResults,
  { context: { gender, accepting, telehealth } }: Pick<ComposeOptions, 'context'>,
): boolean {
  return items[0]?.kind === 'location' && (gender !== null || accepting || telehealth)
}

/** The sentences about the wishes that the records meet or do not meet. */
export function wishLines(
  { met, unmet, items: { length: count } }: Pick<CareResults, 'met' | 'unmet' | 'items'>,
  { context, phrases }: Pick<ComposeOptions, 'context' | 'phrases'>,
): readonly string[] {
  const { gender, languages, language } = context
  const words = (wish: Wish, table: typeof phrases.met): string =>
    wish === 'gender'
      ? table.gender(gender ?? 'F', count)
      : wish === 'language'
        ? table.language(anyLanguageWords(languages, language), count)
        : table[wish](count)
  return [...met.map((wish) => words(wish, phrases.met)), ...unmet.map((wish) => words(wish, phrases.unmet))]
}

function payerLines(
  { payer, items }: CareResults,
  { offset }: SearchStep,
  options: ComposeOptions,
): readonly string[] {
  const { context, phrases, reading } = options
  const name = context.payer?.name ?? ''
  const others = reading.otherPayers.map((other) => phrases.noListings(other))
  // Further pages do not repeat it, unless the message names the payer again.
  if (offset > 0 && payer !== 'filtered' && reading.payer === null) return []
  switch (payer) {
    case 'none':
      return reading.requests.has('no payer') ? [phrases.noPayer] : []
    case 'filtered':
      return [listedLine(items, { context, phrases }), ...others]
    case 'none_listed':
      return [phrases.noneListed(name), ...others]
    case 'no_listings':
      return [...noListingsLines(context.payer, options), ...others]
    case 'not_for_places':
      return [phrases.payerNotForPlaces]
  }
}

/** That the payer has no list here, and which payers of the same family have one. */
export function noListingsLines(
  payer: ConversationContext['payer'],
  options: Pick<ComposeOptions, 'context' | 'phrases'>,
): readonly string[] {
  if (payer === null) return []
  return [options.phrases.noListings(payer.name), ...relativeLines(payer, options)]
}

/** Payers of other states, whose lists do not answer for the payer of the user. */
export function relativeLines(
  payer: Payer,
  { context, phrases }: Pick<ComposeOptions, 'context' | 'phrases'>,
): readonly string[] {
  const names = listingRelatives(payer).slice(0, relativesMax)
  return names.length === 0 ? [] : [phrases.onlyOtherStates(listWords(names, context.language))]
}

const relativesMax = 3

/** The payers that list the clinicians, each with the oldest date of its lists. */
export function listedLine(
  items: readonly CareItem[],
  { context, phrases }: Pick<ComposeOptions, 'context' | 'phrases'>,
): string {
  const codes = context.payer?.codes ?? []
  const listings = items.flatMap((item) =>
    item.kind === 'provider' ? item.card.carriers.filter(({ code }) => codes.includes(code)) : [],
  )
  const names = [...new Set(listings.map(({ name }) => name))]
  if (names.length > 1)
    return phrases.listedBySeveral(
      names.map((payer) => {
        const listed = items.filter(
          ({ kind, card }) => kind === 'provider' && card.carriers.some(({ name }) => name === payer),
        )
        const isAll = listed.length === items.length
        return {
          payer,
          listed: isAll ? null : listWords(listed.map(nameOf), context.language),
          date: oldestDateWords(
            listings.filter(({ name }) => name === payer),
            context,
          ),
        }
      }),
    )
  return phrases.listedBy({
    payer: listWords(names, context.language),
    date: oldestDateWords(listings, context),
    count: items.length,
  })
}

/** Null if one of the lists has no date. */
function oldestDateWords(
  listings: readonly { readonly as_of: string | null }[],
  { language }: Pick<ConversationContext, 'language'>,
): string | null {
  const dates = listings.flatMap(({ as_of: date }) => date ?? [])
  const oldest = dates.length < listings.length ? null : (dates.toSorted()[0] ?? null)
  return optionalDateWords(oldest, language)
}

const payerFacts: Readonly<Record<PayerOutcome, readonly string[]>> = {
  none: [],
  filtered: ['payer', 'listed'],
  none_listed: ['payer', 'not_listed'],
  no_listings: ['payer', 'no_listings'],
  not_for_places: ['payer_not_for_places'],
}

/** What the user can change about the last list. */
export function suggestChanges({
  context,
  phrases,
}: Pick<ComposeOptions, 'context' | 'phrases'>): readonly string[] {
  const { suggest } = phrases
  const { gender, place, shown, need, nearestFirst } = context
  return [
    ...(shown.nextOffset === null ? [] : [suggest.more]),
    ...(place === null || shown.records.length === 0 || nearestFirst ? [] : [suggest.closer]),
    ...(shown.records.length > 1 ? [suggest.first] : []),
    ...(shown.records.length === 1 ? [suggest.phone, suggest.hours] : []),
    ...(need?.kind === 'provider' && shown.records.length > 0
      ? [gender === null ? suggest.woman : suggest.anyGender]
      : []),
  ]
}

/** The directory has nothing like the care that the user asks for: where to ask for it. */
function composeUnrelated(
  { dataAsOf }: CareResults,
  { context, phrases, wantedField }: ComposeOptions,
): Draft {
  const { language } = context
  return {
    ...emptyDraft,
    lines: [
      phrases.noField(fieldName(wantedField!, language), aroundAllWords(context, phrases)),
      phrases.dataAsOf(dateWords(dataAsOf, language)),
    ],
    suggestions: [phrases.suggest.needs[0]!, phrases.suggest.startOver],
    facts: ['no_match'],
    changes: rememberItems([], null),
  }
}

/** No record matches: because of the area, or in the whole directory. */
function composeNothing(
  { coverage, dataAsOf }: CareResults,
  { offset }: SearchStep,
  options: ComposeOptions,
): Draft {
  const { context, phrases, townNames, wantedField } = options
  const { suggest } = phrases
  const around = aroundAllWords(context, phrases)
  if (offset > 0)
    return {
      ...emptyDraft,
      lines: [phrases.noMore],
      suggestions: [suggest.farther, suggest.startOver],
      facts: ['no_more'],
    }
  const isOutside = coverage === 'none'
  const line = isOutside
    ? phrases.outsideCoverage(around)
    : wantedField?.isStated === true
      ? phrases.noField(fieldName(wantedField, context.language), around)
      : around === ''
        ? phrases.noMatchAnywhere
        : phrases.noMatch(around)
  return {
    ...emptyDraft,
    lines: [
      ...refusedPlaceLines(options),
      ...(isOutside ? heardLines(options) : []),
      line,
      ...otherNeedsLines(options),
      ...(isOutside ? [] : [phrases.dataAsOf(dateWords(dataAsOf, context.language))]),
    ],
    suggestions: [
      ...(isOutside ? townNames : options.reading.otherNeeds),
      ...(isOutside ? [] : [suggest.farther, suggest.startOver]),
    ],
    facts: [isOutside ? 'outside_coverage' : 'no_match'],
    changes: rememberItems([], null),
  }
}

/** What became of a message that names neither care nor a place, before the sentence that the directory serves no care there. */
function heardLines({ reading, phrases }: ComposeOptions): readonly string[] {
  if (reading.need !== null || reading.place !== null) return []
  if (reading.isQuestion) return [phrases.noList]
  return hasWish(reading) || reading.payer !== null || reading.patient.length > 0 ? [phrases.heard] : []
}

function areEmergencyRoomsListed({ items }: CareResults): boolean {
  return items.every(({ kind, card }) => kind === 'location' && card.emergency_services.value === 'yes')
}

/** The nearest hospitals; the telephone number to call is in the notice before them. */
export function composeEmergency(results: CareResults, { context, phrases }: ComposeOptions): Draft {
  const around = aroundWords(context.place, phrases)
  // A hospital far away is no help in an emergency.
  if (results.items.length === 0 || results.isWidened)
    return {
      ...emptyDraft,
      lines: [phrases.noHospital(around)],
      facts: ['no_match'],
      // Another place may have one.
      changes: { awaitsHospitals: true },
    }
  return {
    ...emptyDraft,
    lines: [
      phrases.hospitals(around, results.items.length),
      ...(areEmergencyRoomsListed(results) ? [] : [phrases.emergencyRoomsUnknown]),
      ...results.items.flatMap((item) => hospitalLine(item, phrases)),
    ],
    items: results.items,
    facts: ['cards'],
    changes: { ...rememberItems(results.items, null), awaitsHospitals: false },
  }
}

/** "Providence Medical Center, 1 Main Street, Providence, RI 02903: (401) 555-0176." */
function hospitalLine(item: CareItem, phrases: Phrases): readonly string[] {
  if (item.kind !== 'location') return []
  const address = addressWords(item.card.address)
  const phone = phoneWords(item.card, phrases)
  if (address === null) return []
  return [`${nameOf(item)}, ${address}${phone === null ? '' : `: ${phone}`}.`]
}
