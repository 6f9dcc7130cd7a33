/** The assistant that needs no model: it understands with the parser of the search and answers with facts of the directory. */
import { ApiError } from '@careatlas/contract/errors'
import type { Notice } from '@careatlas/contract/envelopes'
import { memoizeByObject } from '@careatlas/directory/memoize'
import type { Carrier, Region, Town } from '@careatlas/directory/snapshot/format'
import { titleCasePlace } from '@careatlas/directory/title-case'
import { type DirectoryOptions, DirectoryRequest } from '../../operations/directory-request.ts'
import { sortBySize } from '@careatlas/search/query/find-payers'
import { findTreatingKinds } from './treating-kinds.ts'
import type { Answer, AnswerPart, Assistant, Turn } from './assistant.ts'
import { toChatCard } from './chat-card.ts'
import { compose, type Composition, composeStep, translateNotices } from './compose.ts'
import { type ConversationContext, parseContext, toStoredContext } from './conversation-context.ts'
import { decide } from './decide.ts'
import { detectAnswerLanguage } from './detect-answer-language.ts'
import { cleanMessage, messagePieces } from './message-pieces.ts'
import type { ModelDrafter } from './model/model-drafter.ts'
import { phraseTables } from './phrase-tables.ts'
import type { Reading } from './reading.ts'
import { readTurn } from './read-turn.ts'
import { detectUrgency } from './read-urgency.ts'
import { runStep } from './run-step.ts'
import { findExpectedField } from './wanted-field.ts'
import { mergeNotices, updateContext } from './update-context.ts'

export interface AssistantOptions extends DirectoryOptions {
  /** The public URL of the service, for links to the pages of records. */
  readonly url: () => string
  /** Drafts answers with a model; null: every answer is that of the default assistant. */
  readonly drafter: ModelDrafter | null
}

export function createDefaultAssistant(options: AssistantOptions): Assistant {
  return { answer: (turn, signal) => answer(turn, signal, options) }
}

async function* answer(
  turn: Turn,
  signal: AbortSignal,
  options: AssistantOptions,
): AsyncGenerator<AnswerPart, Answer> {
  const before = parseContext(turn.context, turn.location)
  const request = new DirectoryRequest(options, { signal, url: options.url() })
  if (!hasDirectory(request)) return yield* answerWithoutDirectory(turn, before, options)
  using _held = request.hold()
  const reading = readTurn(turn, before, resourcesOf(request))
  const context = updateContext(before, reading)
  const phrases = phraseTables[context.language]
  const notices = translateNotices(noticesOf(reading, before), phrases, request.contacts)
  const decision = decide(reading, before, context)
  // A model searches around one place.
  const isForModel = context.otherPlaces.length === 0 && options.drafter?.accepts(decision) === true
  const drafter = isForModel ? options.drafter : null
  // The numbers to call come before everything else, also before the search. Before a model, the answer starts without text.
  if (notices.length > 0 || drafter !== null) yield { kind: 'notices', notices }
  const composeOptions = {
    context,
    reading,
    phrases,
    contacts: request.contacts,
    wantedField: findExpectedField(context.need, request.directory.resources),
    treatingKinds: findTreatingKinds(turn.text, context.need, request.directory.resources),
    ...namesOf(request),
  }
  const asideLines =
    decision.aside === null ? [] : composeStep(decision.aside, null, turn, composeOptions).lines
  const composed = { notices, contacts: request.contacts, asideLines }
  const drafted = await drafter?.draft(turn, decision.step, { composing: composeOptions, request })
  if (drafted) return yield* deliver(compose(decision, drafted, composed, composeOptions), notices, request)
  // The time of the search does not include that of the model.
  const search = request.restart()
  try {
    const result = await runStep(decision.step, context, search)
    const draft = composeStep(decision.step, result, turn, composeOptions)
    return yield* deliver(compose(decision, draft, composed, composeOptions), notices, search)
  } catch (error) {
    // The user has cancelled, or the server is at fault: the caller handles both.
    if (signal.aborted || !(error instanceof ApiError) || error.status < 500) throw error
    return yield* fail(error, before, reading, notices, search)
  }
}

/** "What do I do?" and "what was the number?" after an urgent notice repeat it. */
function noticesOf(
  { urgent, requests, emergencyTalk, need }: Reading,
  before: ConversationContext,
): readonly Notice[] {
  const isAboutNotice = requests.has('opinion') || (emergencyTalk?.topic === 'number' && need === null)
  return urgent.length === 0 && isAboutNotice ? before.urgent : urgent
}

function hasDirectory(request: DirectoryRequest): boolean {
  try {
    return request.directory !== null
  } catch {
    return false
  }
}

function resourcesOf({ directory, contacts }: DirectoryRequest) {
  const { carriers, regions } = directory.snapshot
  return { resources: directory.resources, carriers, servedStates: statesOf(regions), contacts }
}

const statesOf = memoizeByObject(
  (regions: readonly Region[]): ReadonlySet<string> =>
    new Set(regions.map(({ code }) => code.slice('US-'.length))),
)

// Delivery

/** One part for each line of the text. */
async function* deliver(
  composition: Composition,
  notices: readonly Notice[],
  request: DirectoryRequest,
): AsyncGenerator<AnswerPart, Answer> {
  const { lines, items, suggestions, context, needsVerification } = composition
  yield* toTextParts(lines)
  const phrases = phraseTables[context.language]
  return {
    text: lines.join('\n'),
    cards: items.map((item) => toChatCard(item, context, request)),
    suggestions,
    notices,
    finishReason: 'stop',
    context: toStoredContext(context),
    verification: needsVerification ? { reason: phrases.verificationReason } : null,
    generation: request.directory.snapshot.manifest.generation,
  }
}

function* toTextParts(lines: readonly string[]): Generator<AnswerPart> {
  for (const [index, line] of lines.entries()) yield { kind: 'text', text: index === 0 ? line : `\n${line}` }
}

// Failures

/** The numbers to call, and an apology. The conversation stays as it was, so that the message can be sent again. */
async function* fail(
  error: ApiError,
  before: ConversationContext,
  { language }: Reading,
  notices: readonly Notice[],
  request: DirectoryRequest,
): AsyncGenerator<AnswerPart, Answer> {
  const urgent = mergeNotices(before.urgent, notices)
  const context = { ...before, language: language ?? before.language, urgent }
  const phrases = phraseTables[context.language]
  const apology = error.code === 'timeout' ? phrases.slow : phrases.failed
  const lines = [...notices.map(({ text }) => text), apology]
  yield* toTextParts(lines)
  return failedAnswer(lines, notices, context, request.directory.snapshot.manifest.generation)
}

/** Urgent notices need no directory. */
async function* answerWithoutDirectory(
  turn: Turn,
  before: ConversationContext,
  { contacts }: AssistantOptions,
): AsyncGenerator<AnswerPart, Answer> {
  const text = cleanMessage(turn.text)
  const language =
    detectAnswerLanguage(text, turn.context === null ? null : before.language) ?? before.language
  const phrases = phraseTables[language]
  const notices = translateNotices(detectUrgency(messagePieces(text), contacts), phrases, contacts)
  if (notices.length > 0) yield { kind: 'notices', notices }
  const lines = [...notices.map((notice) => notice.text), phrases.failed]
  yield* toTextParts(lines)
  const context = { ...before, language, urgent: mergeNotices(before.urgent, notices) }
  return failedAnswer(lines, notices, context, '')
}

function failedAnswer(
  lines: readonly string[],
  notices: readonly Notice[],
  context: ConversationContext,
  generation: string,
): Answer {
  return {
    text: lines.join('\n'),
    cards: [],
    suggestions: [],
    notices,
    finishReason: 'error',
    context: toStoredContext(context),
    verification: null,
    generation,
  }
}

// Suggestions

const namesMax = 3

/** The names to tap, which change only with the snapshot. */
function namesOf({ directory: { snapshot } }: DirectoryRequest) {
  return {
    carriers: snapshot.carriers,
    dataAsOf: snapshot.manifest.data_as_of,
    payerNames: largestPayers(snapshot.carriers),
    townNames: largestTowns(snapshot.towns),
  }
}

const largestPayers = memoizeByObject((carriers: readonly Carrier[]): readonly string[] =>
  sortBySize(carriers)
    .filter((carrier) => carrier.provider_count > 0)
    .slice(0, namesMax)
    .map(({ name }) => name),
)

const largestTowns = memoizeByObject((towns: readonly Town[]): readonly string[] =>
  towns
    .toSorted((a, b) => b.addresses - a.addresses)
    .slice(0, namesMax)
    .map(({ name, state }) => `${titleCasePlace(name.toUpperCase())}, ${state}`),
)
