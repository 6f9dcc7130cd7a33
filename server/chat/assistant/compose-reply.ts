/** Composes answers that need no data: courtesies, questions, limits. */
import { titleCasePlace } from '@careatlas/directory/title-case'
import { findUsPlaces } from '@careatlas/directory/us-places'
import { type ComposeOptions, type Draft, emptyDraft } from './draft.ts'
import {
  disclosureLine,
  fieldLines,
  noListingsLines,
  otherNeedsLines,
  suggestChanges,
} from './compose-results.ts'
import { isCrisis } from './read-urgency.ts'
import { fieldName } from './usual-field.ts'
import { dateWords, languageWords, listWords, optionalDateWords, originWords } from './value-words.ts'
import type { DataQuestion, RecordQuestion, Reply, Step } from './step.ts'

export function composeReply(reply: Reply, options: ComposeOptions): Draft {
  const { context, phrases, reading } = options
  const { suggest } = phrases
  const asksNeed = context.need === null
  const question = asksNeed ? askNeed(options) : emptyDraft
  switch (reply) {
    case 'greeting':
      return { ...question, lines: [phrases.greeting, ...question.lines], facts: ['greeting'] }
    case 'help':
      return { ...question, lines: [phrases.help, ...question.lines], facts: ['help'] }
    case 'started_over':
      return { ...question, lines: [phrases.startedOver, ...question.lines], facts: ['started_over'] }
    case 'language':
      return { ...question, lines: [phrases.languageChanged, ...question.lines], facts: ['language'] }
    case 'thanks':
      return { ...emptyDraft, lines: [phrases.thanks], facts: ['thanks'] }
    case 'approval':
      return {
        ...emptyDraft,
        lines: [phrases.approval(context.shown.records.length)],
        suggestions: context.shown.records.length === 0 ? suggest.needs : suggestChanges(options),
        facts: ['approval'],
      }
    case 'goodbye':
      return { ...emptyDraft, lines: [phrases.goodbye], facts: ['goodbye'] }
    case 'noted':
      return { ...emptyDraft, lines: [phrases.noted], suggestions: suggestChanges(options), facts: ['noted'] }
    case 'pause':
      return { ...emptyDraft, lines: [phrases.pause], suggestions: suggestChanges(options), facts: ['pause'] }
    case 'any_words':
      return {
        ...emptyDraft,
        lines: [phrases.anyWords],
        suggestions: suggest.needs,
        asked: 'need',
        facts: ['any_words'],
      }
    case 'cancelled':
      return {
        ...emptyDraft,
        lines: [phrases.cancelled],
        suggestions: [suggest.startOver],
        facts: ['cancelled'],
      }
    case 'frustrated':
      return {
        ...question,
        lines: [
          phrases.frustrated,
          ...(asksNeed ? question.lines : [describeContext(options), phrases.tellChange]),
        ],
        suggestions: asksNeed ? question.suggestions : [suggest.farther, suggest.startOver],
        facts: ['frustrated'],
      }
    case 'small_talk':
      return { ...question, lines: [phrases.smallTalk, ...question.lines], facts: ['small_talk'] }
    case 'kinds':
      return {
        ...emptyDraft,
        lines: [...reading.explained.map((kind) => kind[context.language]), ...usualFieldLines(options)],
        suggestions: reading.explained.map(({ name }) => name[context.language]),
        facts: ['kinds'],
      }
    case 'no_more':
      return {
        ...emptyDraft,
        lines: [phrases.noMore],
        suggestions: [suggest.farther, suggest.startOver],
        facts: ['no_more'],
      }
    case 'not_in_list':
      return {
        ...emptyDraft,
        lines: [phrases.notInList(context.shown.records.length)],
        suggestions: suggestChanges(options),
        facts: ['not_in_list'],
      }
    case 'why':
      return { ...emptyDraft, lines: [phrases.order], suggestions: suggestChanges(options), facts: ['order'] }
    case 'why_not':
      return afterStatement(phrases.whyNot, 'why_not', options)
    case 'not_stated':
      return afterStatement(phrases.notStated, 'not_stated', options)
    case 'unclear':
      return afterStatement(
        disclosureLine(options) ?? phrases.unclear(context.shown.records.length > 0),
        'unclear',
        options,
      )
    case 'question_not_understood':
      return {
        ...emptyDraft,
        lines: [phrases.questionNotUnderstood],
        suggestions: [suggest.phone, suggest.hours, ...suggestChanges(options)],
        facts: ['question_not_understood'],
      }
    case 'no_list':
      return afterStatement(phrases.noList, 'no_list', options)
    case 'remark':
      return afterStatement(
        disclosureLine(options) ??
          (context.shown.records.length === 0 ? phrases.remark : `${phrases.remark} ${phrases.tellOffice}`),
        'remark',
        options,
      )
    case 'remembered':
      return {
        ...emptyDraft,
        lines: [describeContext(options)],
        suggestions: suggestChanges(options),
        facts: ['remembered'],
      }
    case 'data_date':
      return {
        ...emptyDraft,
        lines: [
          ...(asksAboutAddress(options) ? [options.phrases.addressFromRegistry] : []),
          ...dataDateLines(options),
        ],
        suggestions: suggestChanges(options),
        facts: ['data_date'],
      }
    case 'no_payer':
      return {
        ...emptyDraft,
        lines: [phrases.noPayer],
        suggestions: [suggest.healthCenter, ...suggestChanges(options)],
        facts: ['no_payer'],
      }
    case 'same_place':
      return {
        ...emptyDraft,
        lines: [phrases.samePlace(phrases.places.around(context.place?.label ?? ''))],
        suggestions: suggestChanges(options),
        facts: ['same_place'],
      }
    case 'service':
      return { ...question, lines: [...serviceLines(options), ...question.lines], facts: ['service'] }
    // The sentence about the place is before every answer to such a question.
    case 'not_served':
      return { ...emptyDraft, suggestions: options.townNames, facts: ['not_served'] }
    case 'after_crisis':
      return { ...emptyDraft, lines: [afterCrisis(options)], facts: ['after_crisis'] }
    // The sentence with the number is before every answer.
    case 'live':
      return { ...emptyDraft, facts: ['live'] }
    case 'limits':
      return {
        ...emptyDraft,
        suggestions: asksNeed ? suggest.needs : suggestChanges(options),
        facts: ['limits'],
      }
    case 'ask_hospital_place':
      return {
        ...emptyDraft,
        lines: [phrases.afterEmergency],
        asked: 'place',
        suggestions: options.townNames,
        facts: ['hospital_place'],
        changes: { awaitsHospitals: true },
      }
    case 'urgent':
      return reading.urgent.some(({ kind }) => kind === 'emergency' || kind === 'pregnancy_urgent')
        ? { ...emptyDraft, lines: [phrases.afterEmergency], asked: 'place', suggestions: options.townNames }
        : { ...emptyDraft, lines: context.need === null ? [afterCrisis(options)] : [] }
  }
}

/** After one kind of clinician, "is it an optician or someone else?": the one for the complaint, or that only a clinician can say. */
function usualFieldLines({ reading, wantedField, context, phrases }: ComposeOptions): readonly string[] {
  if (reading.explained.length !== 1 || reading.requests.has('explanation')) return []
  return wantedField === null || wantedField.isStated
    ? [phrases.limits.advice]
    : [phrases.usualField(fieldName(wantedField, context.language))]
}

/** A sentence about the message, which changes nothing; without a need, the need is asked for. */
function afterStatement(sentence: string, fact: string, options: ComposeOptions): Draft {
  const { context, phrases } = options
  if (context.need !== null)
    return { ...emptyDraft, lines: [sentence], suggestions: suggestChanges(options), facts: [fact] }
  return {
    ...emptyDraft,
    lines: [sentence, phrases.ask.need],
    suggestions: phrases.suggest.needs,
    asked: 'need',
    facts: [fact],
  }
}

function describeContext({ context: { need, place, otherPlaces, payer }, phrases }: ComposeOptions): string {
  return phrases.remembered({
    need: need?.text ?? null,
    place:
      place === null ? null : [place, ...otherPlaces].map((each) => originWords(each, phrases)).join('; '),
    payer: payer?.name ?? null,
  })
}

/** "Is that address current?" */
function asksAboutAddress({ reading }: ComposeOptions): boolean {
  return reading.requests.has('address date')
}

/** The date of the registry, and that of the list of the payer if the directory has one. */
function dataDateLines(options: ComposeOptions): readonly string[] {
  const { context, phrases, carriers, dataAsOf } = options
  const { payer, language } = context
  const listed = carriers.filter(({ code }) => payer?.codes.includes(code))
  return [
    ...listed.map(({ name, data_as_of: date }) => phrases.listDate(name, optionalDateWords(date, language))),
    ...(listed.length === 0 ? noListingsLines(payer, options) : []),
    ...options.reading.otherPayers.map((other) => phrases.noListings(other)),
    phrases.dataAsOf(dateWords(dataAsOf, language)),
  ]
}

/** Of the payer that the user names, or else of the largest ones. */
function serviceLines({
  context: { payer, language },
  payerNames,
  phrases,
}: ComposeOptions): readonly string[] {
  if (payer !== null && payer.codes.length === 0) return [phrases.service, phrases.noListings(payer.name)]
  const names = payer === null ? payerNames : [payer.name]
  return [phrases.service, ...(names.length === 0 ? [] : [phrases.servicePayers(listWords(names, language))])]
}

function afterCrisis({ context, phrases }: ComposeOptions): string {
  return context.place === null ? phrases.afterCrisis : phrases.afterCrisisPlace
}

/** The sentences before a question for the place that is asked again. */
const afterMessage = {
  wish: 'kept',
  nothing: 'noPlaceRead',
  unstated: 'notStated',
  remark: 'remark',
  frustrated: 'frustrated',
} as const

/** A question with suggestions for its answer. */
export function composeQuestion(
  { what, unknownPlace, after, isAgain, about }: Extract<Step, { kind: 'ask' }>,
  options: ComposeOptions,
): Draft {
  const { phrases, payerNames } = options
  const { skip } = phrases.suggest
  switch (what) {
    case 'need':
      return askNeed(options)
    case 'place': {
      const towns = listTowns(unknownPlace)
      const { ask } = phrases
      const askUnknown = towns.length > 1 ? ask.stateOf : ask.unknownPlace
      const open = isAgain === true ? ask.placeAgain(describeKnown(options)) : ask.place
      const question = about === undefined ? open : ask.origin
      return {
        ...emptyDraft,
        lines: [
          ...fieldLines(options),
          ...(options.reading.otherNeeds.length > 0 ? otherNeedsLines(options) : []),
          ...(after === undefined ? [] : [phrases[afterMessage[after]]]),
          unknownPlace === undefined ? question : askUnknown(unknownPlace),
        ],
        suggestions: [...(towns.length > 1 ? towns : suggestTowns(options)), skip],
        asked: 'place',
        facts: unknownPlace === undefined ? (isAgain === true ? ['place_again'] : []) : ['unknown_place'],
        changes: about === undefined ? {} : rememberQuestion(about),
      }
    }
    case 'payer':
      return {
        ...emptyDraft,
        lines: [phrases.ask.payer],
        suggestions: [...payerNames, skip],
        asked: 'payer',
        changes: about === undefined ? { pending: null } : rememberQuestion(about),
      }
    case 'name':
      return {
        ...emptyDraft,
        lines: [phrases.ask.name],
        suggestions: options.context.shown.records.map(({ name }) => name),
        asked: 'name',
      }
  }
}

/** What the conversation has for the search, except the place. */
function describeKnown({
  context: { need, payer, gender, languages, language },
  phrases,
}: ComposeOptions): string {
  const { suggest } = phrases
  const isShort = need !== null && need.text.split(' ').length <= knownWordsMax
  return [
    ...(isShort ? [need.text] : []),
    ...(payer === null ? [] : [payer.name]),
    ...(gender === 'F' ? [suggest.woman] : []),
    ...(languages.length === 0 ? [] : [languageWords(languages, language)]),
  ].join('; ')
}

const knownWordsMax = 5

/** The town of the last record, if an answer was about one, and the largest ones. */
function suggestTowns({ context: { recordPlace }, townNames }: ComposeOptions): readonly string[] {
  return recordPlace === null ? townNames : [recordPlace.label, ...townNames.slice(0, -1)]
}

/** The largest towns of a name that several states have: "Springfield, MO". */
function listTowns(name = ''): readonly string[] {
  return findUsPlaces(name)
    .toSorted((a, b) => b.zips - a.zips)
    .slice(0, townsMax)
    .map(({ state }) => `${titleCasePlace(name.toUpperCase())}, ${state}`)
}

const townsMax = 3

/** The record that the next message is about, if it answers the question. */
function rememberQuestion({ subject, topic, time }: RecordQuestion): Draft['changes'] {
  switch (subject.by) {
    case 'person':
      return { pending: { topic, time, person: subject.person }, focus: null }
    case 'reference':
      return { pending: { topic, time, person: null }, focus: subject.reference }
    case 'npi':
      return { pending: { topic, time, person: null }, focus: { kind: 'provider', id: subject.digits } }
  }
}

/** The question for the need; a message without anything that the assistant reads is not understood. */
function askNeed({ context, reading, phrases }: ComposeOptions): Draft {
  const isAfterwards = reading.emergencyTalk?.isAfterwards === true
  const isAfterCrisis = isAfterwards && context.urgent.some(isCrisis)
  if ((reading.isDistressed || isAfterCrisis) && reading.urgent.length === 0)
    return {
      ...emptyDraft,
      lines: [phrases.ask.distress],
      suggestions: phrases.suggest.distressNeeds,
      asked: 'need',
    }
  const isUnclear =
    !isAfterwards &&
    !reading.asksUnstated &&
    reading.requests.size === 0 &&
    reading.place === null &&
    reading.payer === null
  return {
    ...emptyDraft,
    lines: [...(isUnclear ? [phrases.notUnderstood] : []), phrases.ask.need],
    suggestions: phrases.suggest.needs,
    asked: 'need',
    facts: isUnclear && context.need === null ? ['cannot_understand'] : [],
  }
}

/** @param canVerify whether the user can verify a destination here */
export function composeHistory(isVerified: boolean, canVerify: boolean, { phrases }: ComposeOptions): Draft {
  const { history } = phrases
  if (isVerified) return { ...emptyDraft, lines: [history.kept], facts: ['history'] }
  if (!canVerify) return { ...emptyDraft, lines: [history.unavailable], facts: ['history'] }
  return { ...emptyDraft, lines: [history.verify], facts: ['history'], needsVerification: true }
}

/** How long the conversation is stored, and who deletes and exports it: the page that embeds the chat, not the chat itself. */
export function composeData(what: DataQuestion, isVerified: boolean, { phrases }: ComposeOptions): Draft {
  const text = isVerified ? phrases.data.ofUser : phrases.data.anonymous
  return {
    ...emptyDraft,
    lines: [text[what]],
    suggestions: what === 'delete' ? [phrases.suggest.startOver] : [],
    facts: [`data_${what}`],
  }
}
