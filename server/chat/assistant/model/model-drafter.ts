/** Drafts answers with a model. Without a draft that passes every check, the default assistant answers the same message. */
import { CircuitBreaker } from '@careatlas/models/circuit-breaker'
import type { ChatModelOptions } from '@careatlas/models/chat-model'
import { ModelEndpointError } from '@careatlas/models/endpoint'
import { ApiError } from '@careatlas/contract/errors'
import { roundPoint } from '@careatlas/directory/distance'
import type { Logger } from 'pino'
import type { Limits } from '../../../access/rate-limit/limits.ts'
import type { DirectoryRequest } from '../../../operations/directory-request.ts'
import type { Turn } from '../assistant.ts'
import type { CareItem } from '../chat-card.ts'
import { listedLine, noListingsLines, rememberItems, suggestChanges, wishLines } from '../compose-results.ts'
import type { ConversationContext, RecordReference, Topic } from '../conversation-context.ts'
import type { Decision } from '../step.ts'
import { type ComposeOptions, type Draft, emptyDraft } from '../draft.ts'
import type { Limit } from '../limits.ts'
import { getRecords } from '../run-step.ts'
import { cardsPerAnswer, compareWishes } from '../search-care.ts'
import { dateWords } from '../value-words.ts'
import { askModel, type ModelAnswer, type ModelBudget } from './ask-model.ts'
import { checkProse } from './check-prose.ts'
import type { DirectoryTools } from './directory-tools.ts'
import { readEvidence, recordsOf } from './evidence.ts'
import { describeWords } from './known-words.ts'
import { composeMessages, composeSystemPrompt } from './prompt.ts'
import { RejectedAnswerError } from './rejected-answer.ts'

export type ModelSettings = ChatModelOptions & ModelBudget

export interface ModelDrafterOptions extends ModelSettings {
  readonly tools: DirectoryTools
  /** Counts a draft. Rejects with `rate_limited` if the partner or the conversation has had too many. */
  readonly countDraft: (turn: Turn) => Promise<void>
  readonly log: Logger
}

/** Counts drafts of a day. */
export function createDraftCounter(limits: Limits): ModelDrafterOptions['countDraft'] {
  return async ({ partner, conversationId }) => {
    await limits.take('conversation_drafts', conversationId)
    await limits.take('partner_drafts', partner)
  }
}

/** Answers that wait for the model at the same time; the default assistant answers further ones at once. */
const answersMax = 16

/** Half a minute after five failures in a row, one answer tries the model again. */
const breakerOptions = { failuresMax: 5, openMs: 30_000 }

export class ModelDrafter {
  readonly #options: ModelDrafterOptions
  readonly #breaker = new CircuitBreaker(breakerOptions)
  #running = 0

  constructor(options: ModelDrafterOptions) {
    this.#options = options
  }

  /** Whether a model answers the step: not urgent messages, medical questions and what payers list. */
  accepts({ step, limits }: Decision): boolean {
    if (limits.some((limit) => medicalLimits.includes(limit))) return false
    if (step.kind === 'search') return true
    if (step.kind === 'record') return modelTopics.includes(step.topic)
    return step.kind === 'ask' && step.what === 'need'
  }

  /** Null if the model has no usable answer; the log has the reason. Rejects if the request is aborted. */
  async draft(turn: Turn, step: Decision['step'], part: DraftPart): Promise<Draft | null> {
    const { signal } = part.request
    try {
      await this.#options.countDraft(turn)
      const answer = await this.#ask(turn, part.composing.context, signal)
      return await composeDraft(answer, turn, step, part)
    } catch (error) {
      signal.throwIfAborted()
      this.#options.log.warn(
        { reason: reasonOf(error) },
        'the default assistant answers in place of the model',
      )
      return null
    }
  }

  async #ask(turn: Turn, context: ConversationContext, signal: AbortSignal): Promise<ModelAnswer> {
    if (this.#running >= answersMax) throw new RejectedAnswerError('busy')
    if (!this.#breaker.allowsCall()) throw new RejectedAnswerError('circuit_open')
    const timeout = AbortSignal.timeout(this.#options.timeoutMs)
    const caller = {
      signal: AbortSignal.any([signal, timeout]),
      location: context.place && roundPoint(context.place),
    }
    const question = { system: composeSystemPrompt(context), messages: composeMessages(turn) }
    this.#running++
    try {
      const answer = await askModel(question, this.#options, this.#options.tools, caller)
      this.#breaker.recordSuccess()
      return answer
    } catch (error) {
      if (error instanceof ModelEndpointError || timeout.aborted) this.#breaker.recordFailure()
      throw timeout.aborted ? new RejectedAnswerError('timeout') : error
    } finally {
      this.#running--
    }
  }
}

const medicalLimits: readonly Limit[] = ['dosage', 'prescription', 'diagnosis', 'opinion']

/** The others are about hours, new patients and plans, which the default assistant states with their dates. */
const modelTopics: readonly Topic[] = ['details', 'phone', 'address', 'languages']

/** Neither has text of the answer, the URL or the key. */
function reasonOf(error: unknown): string {
  if (error instanceof RejectedAnswerError) return error.reason
  if (error instanceof ApiError) return error.code
  return error instanceof ModelEndpointError ? `the endpoint ${error.message}` : `failed: ${String(error)}`
}

// The draft

export interface DraftPart {
  readonly composing: ComposeOptions
  readonly request: DirectoryRequest
}

async function composeDraft(
  { text, results }: ModelAnswer,
  { history }: Turn,
  step: Decision['step'],
  { composing, request: started }: DraftPart,
): Promise<Draft> {
  const request = started.restart()
  const { context, phrases } = composing
  const seen = history.flatMap(({ cards = [] }) => cards)
  const found = results.map((result) => recordsOf(result).map(readEvidence))
  // Lists of payers and of regions are no records: only the server states what payers list.
  const records = [...found.flat(), ...seen.map(readEvidence)].filter(({ reference }) => reference !== null)
  const prose = text.replaceAll('*', '').trim()
  const named = checkProse(prose, { records, ...describeWords(found.at(-1)?.length ?? 0, context, request) })
  const last = found.at(-1)?.flatMap(({ reference }) => reference ?? []) ?? []
  const items = await getRecords(selectCards(named, last), context.place, request)
  if (items.length === 0 && step.kind !== 'ask') throw new RejectedAnswerError('no_cards')
  const hasMore = step.kind === 'search' && hasMoreRecords(results.at(-1), items.length)
  const changes = rememberItems(items, hasMore ? items.length : null)
  return {
    ...emptyDraft,
    lines: [...prose.split(/\n+/), ...stateSources(items, composing, request)],
    items,
    suggestions: items.length === 0 ? [] : suggestChanges({ context: { ...context, ...changes }, phrases }),
    facts: ['model', ...(items.length === 0 ? [] : ['cards'])],
    changes: items.length === 0 ? {} : changes,
  }
}

/** The records that the text names, then the others of the last result. */
function selectCards(
  named: readonly RecordReference[],
  last: readonly RecordReference[],
): readonly RecordReference[] {
  const all = [...named, ...last]
  return all
    .filter((one, index) => all.findIndex(({ id }) => id === one.id) === index)
    .slice(0, cardsPerAnswer)
}

/** Whether the next list, which the default assistant searches, may have further records. */
function hasMoreRecords(result: unknown, shown: number): boolean {
  const { meta } = (result ?? {}) as { readonly meta?: { readonly has_more?: boolean } }
  return meta?.has_more === true || recordsOf(result).length > shown
}

/** What the server states itself: which wishes the records meet, which payer lists the clinicians, and the date of the registry. */
function stateSources(
  items: readonly CareItem[],
  { context, phrases }: ComposeOptions,
  request: DirectoryRequest,
): readonly string[] {
  if (items.length === 0) return []
  const date = request.directory.snapshot.manifest.data_as_of
  return [
    ...wishLines({ items, ...compareWishes(items, context) }, { context, phrases }),
    ...statePayer(items, context, phrases),
    phrases.dataAsOf(dateWords(date, context.language)),
  ]
}

/** The default assistant explains lists on which only some of the clinicians are, or none. */
function statePayer(
  items: readonly CareItem[],
  context: ConversationContext,
  phrases: ComposeOptions['phrases'],
): readonly string[] {
  const codes = context.payer?.codes ?? []
  if (context.payer === null) return []
  if (items.every(({ kind }) => kind === 'location')) return [phrases.payerNotForPlaces]
  if (codes.length === 0) return noListingsLines(context.payer, { context, phrases })
  const isListed = (item: CareItem) =>
    item.kind === 'provider' && item.card.carriers.some(({ code }) => codes.includes(code))
  if (!items.every(isListed)) throw new RejectedAnswerError('no_cards')
  return [listedLine(items, { context, phrases })]
}
