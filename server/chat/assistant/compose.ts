/** Puts an answer together: urgent numbers first, then what cannot be done, then the answer of the step. Pure. */
import type { Notice } from '@careatlas/contract/envelopes'
import type { Contacts } from '@careatlas/search/notices'
import { chatLimits } from '@careatlas/contract/chat-frames'
import type { Turn } from './assistant.ts'
import { composeList } from './compose-list.ts'
import { composeChoice, composeComparison, composeRecord } from './compose-record.ts'
import { composeData, composeHistory, composeQuestion, composeReply } from './compose-reply.ts'
import { composeEmergency, composeResults, disclosureLine } from './compose-results.ts'
import type { ConversationContext } from './conversation-context.ts'
import type { Decision } from './step.ts'
import { isAboutMind } from './everyday-words.ts'
import { type ComposeOptions, type Draft, emptyDraft } from './draft.ts'
import { rememberList } from './earlier-list.ts'
import type { Phrases } from './phrases.ts'
import type { StepResult } from './run-step.ts'
import { fieldName } from './usual-field.ts'
import { languageWords } from './value-words.ts'

export interface Composition extends Omit<Draft, 'changes' | 'facts' | 'asked'> {
  readonly context: ConversationContext
}

/** The urgent notices of a turn in the language of the answer. */
export function translateNotices(
  notices: readonly Notice[],
  phrases: Phrases,
  contacts: Contacts,
): readonly Notice[] {
  return notices.map((notice) => {
    const translate = phrases.urgent[notice.kind]
    return translate === undefined ? notice : { ...notice, text: translate(contacts) }
  })
}

interface ComposedTurn {
  /** Urgent notices of this turn, in the language of the answer. */
  readonly notices: readonly Notice[]
  readonly contacts: Contacts
  /** The answer to what is asked of the service; empty without it. */
  readonly asideLines: readonly string[]
}

/** @param draft the answer of the step */
export function compose(
  { step, limits }: Decision,
  draft: Draft,
  { notices, contacts, asideLines }: ComposedTurn,
  options: Pick<ComposeOptions, 'context' | 'reading' | 'phrases' | 'treatingKinds'>,
): Composition {
  const { context, reading, phrases } = options
  const isLiveOnly = step.kind === 'reply' && step.reply === 'live'
  const isUrgent =
    step.kind === 'emergency' || isLiveOnly || (step.kind === 'reply' && step.reply === 'urgent')
  const stated = limits.filter(
    (limit) =>
      (!isUrgent || (isLiveOnly && limit === 'dosage')) &&
      // It says that there are no prices, too.
      !(limit === 'price' && draft.lines.includes(phrases.noPayer)) &&
      // The record says what is known.
      !(limit === 'operator' && draft.facts.includes('affiliations')) &&
      !(limit === 'training' && draft.facts.includes('training')),
  )
  const isReminded = notices.length === 0 && context.urgent.length > 0
  const talk = reading.emergencyTalk
  const isLive = context.live !== null && (context.live === 'described' || isLiveOnly || talk?.topic != null)
  const kinds = new Set(context.urgent.map(({ kind }) => kind))
  const reminder = isLive
    ? phrases.live(
        { topic: talk?.topic ?? null, isOtherPerson: talk?.isOtherPerson ?? false, kinds },
        contacts,
      )
    : phrases.reminder(kinds, contacts)
  const asksForMind = reading.need !== null && isAboutMind(reading.need.text)
  const lines = [
    ...notices.map(({ text }) => text),
    ...(isReminded ? [reminder] : []),
    // The user asks for a therapist after an overdose, whose notice does not have the crisis line.
    ...(isReminded && asksForMind && !kinds.has('crisis') ? [phrases.distress(contacts)] : []),
    ...(reading.foreignLanguage === null
      ? []
      : [phrases.foreignLanguage(languageWords([reading.foreignLanguage], context.language))]),
    ...stated.map((limit) => phrases.limits[limit]),
    ...asideLines,
    ...treatingKindLines(step, draft, options),
    ...(isUrgent || reading.coverage === null
      ? []
      : [phrases.coverage(reading.coverage.place.label, reading.coverage.isServed)]),
    ...draft.lines,
  ]
  const { asked } = draft
  return {
    lines: [...new Set(lines)],
    items: draft.items,
    suggestions: [...new Set(draft.suggestions)].slice(0, chatLimits.suggestions),
    needsVerification: draft.needsVerification,
    context: {
      ...context,
      // The list of hospitals replaces the list of the search.
      ...(step.kind === 'emergency' && { earlierLists: rememberList(context) }),
      ...draft.changes,
      asked,
      askedBefore:
        asked === null || context.askedBefore.includes(asked)
          ? context.askedBefore
          : [...context.askedBefore, asked],
      facts: [
        ...draft.facts,
        ...stated.map((limit) => `cannot_${limit.replaceAll(' ', '_')}`),
        ...(isReminded ? ['reminder'] : []),
        ...(reading.foreignLanguage === null ? [] : ['foreign_language']),
      ],
    },
  }
}

/** The answer of the default assistant. */
export function composeStep(
  step: Decision['step'],
  result: StepResult,
  { isVerified, canVerify }: Pick<Turn, 'isVerified' | 'canVerify'>,
  options: ComposeOptions,
): Draft {
  switch (step.kind) {
    case 'reply':
      return composeReply(step.reply, options)
    case 'ask': {
      const draft = composeQuestion(step, options)
      const disclosure = options.reading.need === null ? disclosureLine(options) : null
      return disclosure === null ? draft : { ...draft, lines: [disclosure, ...draft.lines] }
    }
    case 'history':
      return composeHistory(isVerified, canVerify, options)
    case 'data':
      return composeData(step.what, isVerified, options)
    case 'search':
      if (result?.kind === 'record' && step.office !== undefined)
        return composeRecord(result.found, step.office, options)
      return result?.kind === 'results' ? composeResults(result.results, step, options) : emptyDraft
    case 'emergency':
      return result?.kind === 'results' ? composeEmergency(result.results, options) : emptyDraft
    case 'record':
      return result?.kind === 'record' ? composeRecord(result.found, step, options) : emptyDraft
    case 'choose':
      if (result?.kind === 'record' && step.person !== null)
        return composeRecord(
          result.found,
          { ...step, subject: { by: 'person', person: step.person, field: step.field, isInPlace: false } },
          options,
        )
      return composeChoice(result?.kind === 'list' ? result.items : [], step, options)
    case 'list':
      if (result?.kind !== 'list') return emptyDraft
      if (step.topic === 'compare') return composeComparison(result.items, options)
      return {
        ...composeList(step.topic, step.time, result.items, options),
        items: step.topic === 'field' ? [] : result.items,
      }
  }
}

/** Before the question for the place, or the list: which kinds of clinician the search has for what the user describes. */
function treatingKindLines(
  { kind }: Decision['step'],
  { lines }: Draft,
  {
    treatingKinds,
    context: { language },
    phrases,
  }: Pick<ComposeOptions, 'context' | 'phrases' | 'treatingKinds'>,
): readonly string[] {
  const names = [...new Set(treatingKinds.map((code) => fieldName({ code }, language)))]
  const isNamed = lines.some((line) => names.some((name) => line.includes(name)))
  if (names.length === 0 || isNamed || (kind !== 'ask' && kind !== 'search')) return []
  return [phrases.treatingKinds(names)]
}
