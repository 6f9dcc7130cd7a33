/** Answers the messages of conversations: one answer for each message, also with several tabs and servers, and after restarts. */
import { chatLimits } from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'
import { setImmediate as nextLoopTurn, setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@careatlas/contract/errors'
import { isStateUnavailable } from '@careatlas/state/is-unavailable'
import type { Conversations, StoredMessage } from '@careatlas/state/conversations/conversations'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import type { Answer, Assistant, Turn } from '../assistant/assistant.ts'
import type { ConversationHub } from './conversation-hub.ts'
import { isAnswer, toAnswerBody } from './transcript.ts'

/** What a socket knows of its user. */
export type Asker = Pick<Turn, 'partner' | 'profile' | 'location' | 'isVerified' | 'canVerify'>

/** A server that stops without releasing its claim blocks the answer of another one for this long. */
const defaultClaimMs = 6000

/** An answer outlasts a restart of the database: each attempt takes up to five seconds. */
const storing = { attemptsMax: 30, pauseMs: 1000 } as const

export interface AnsweringOptions {
  readonly conversations: Conversations
  readonly hub: ConversationHub
  readonly assistant: Assistant
  /** The most answers that are composed at the same time. */
  readonly answersMax: number
  readonly onFailure: (error: unknown) => void
  /** For tests. */
  readonly claimMs?: number
}

interface RunningAnswer {
  readonly conversationId: string
  readonly controller: AbortController
  readonly done: Promise<Answer | null>
}

export class Answering {
  readonly #options: Required<AnsweringOptions>
  /** By the id of the answer. */
  readonly #running = new Map<string, RunningAnswer>()
  /** The messages that wait for their answer, by conversation and message. */
  readonly #waiting = new Set<string>()
  /** The last answer of each conversation: its answers follow each other. */
  readonly #last = new Map<string, Promise<unknown>>()
  /** The start of the last answer. */
  #lastStart: Promise<void> = Promise.resolve()
  #isStopping = false

  constructor(options: AnsweringOptions) {
    this.#options = { claimMs: defaultClaimMs, ...options }
  }

  /**
   * Resolves with the answer once it is stored and delivered; null if the message was answered already or waits for its answer here,
   * or if the server stops.
   */
  answer(conversationId: string, message: StoredMessage, asker: Asker): Promise<Answer | null> {
    const waiting = `${conversationId} ${message.id}`
    if (this.#waiting.has(waiting)) return Promise.resolve(null)
    this.#waiting.add(waiting)
    const previous = this.#last.get(conversationId) ?? Promise.resolve()
    const done = previous
      .then(() => this.#waitForStart())
      .then(() => this.#answerOnce(conversationId, message, asker))
    // The caller handles the error; the next answer of the conversation follows in any case.
    const settled = done.catch(() => undefined)
    this.#last.set(conversationId, settled)
    return done.finally(() => {
      this.#waiting.delete(waiting)
      if (this.#last.get(conversationId) === settled) this.#last.delete(conversationId)
    })
  }

  /** Ends an answer early; what was composed so far is kept. False if there is no such answer here. */
  cancel(conversationId: string, answerId: string): boolean {
    const running = this.#running.get(answerId)
    if (running?.conversationId !== conversationId) return false
    running.controller.abort(cancelled)
    return true
  }

  /** Waits for running answers for at most `timeoutMs`, and aborts the rest, which are composed again when their clients return. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true
    const running = [...this.#running.values()]
    const timer = setTimeout(() => running.forEach(({ controller }) => controller.abort(stopping)), timeoutMs)
    await Promise.allSettled(running.map(({ done }) => done))
    clearTimeout(timer)
  }

  /** One answer starts in each turn of the event loop, so that messages of other sockets are acknowledged between them. */
  #waitForStart(): Promise<void> {
    this.#lastStart = this.#lastStart.then(() => nextLoopTurn())
    return this.#lastStart
  }

  async #answerOnce(conversationId: string, message: StoredMessage, asker: Asker): Promise<Answer | null> {
    const { conversations, answersMax, claimMs } = this.#options
    for (;;) {
      if (this.#isStopping || this.#running.size >= answersMax)
        throw new ApiError('unavailable', 'The server is busy; the answer follows when you reconnect.')
      const claim = await this.#retry(() => conversations.claimAnswer(conversationId, message.id, claimMs))
      if (claim === 'answered') return null
      if (claim === 'claimed') return this.#answerClaimed(conversationId, message, asker)
      // Another server composes an answer of this conversation, or was killed and its claim has not ended.
      await pause(claimMs / 6, undefined, { ref: false })
    }
  }

  async #answerClaimed(conversationId: string, message: StoredMessage, asker: Asker): Promise<Answer | null> {
    const { conversations, claimMs } = this.#options
    const answerId = uuidV7()
    const controller = new AbortController()
    const renewal = setInterval(
      () => void conversations.claimAnswer(conversationId, message.id, claimMs).catch(() => undefined),
      claimMs / 3,
    )
    const done = this.#compose({ conversationId, answerId, message, asker }, controller.signal)
    this.#running.set(answerId, { conversationId, controller, done })
    try {
      return await done
    } finally {
      clearInterval(renewal)
      this.#running.delete(answerId)
    }
  }

  /** Null if the server stops before the answer is complete. */
  async #compose(task: Task, signal: AbortSignal): Promise<Answer | null> {
    const { conversations, hub } = this.#options
    const { conversationId, answerId, message } = task
    const answer = await this.#run(task, signal)
    if (answer === null) {
      await conversations.releaseClaim(conversationId)
      return null
    }
    const stored = {
      id: answerId,
      role: 'assistant',
      body: toAnswerBody(answer),
      answers: message.id,
    } as const
    const { seq } = await this.#retry(() => conversations.append(conversationId, stored))
    await hub.announce(conversationId, seq)
    return answer
  }

  /** Repeats an access to the state while it is unavailable, because the user waits for the answer. */
  async #retry<Result>(access: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await access()
      } catch (error) {
        if (attempt === storing.attemptsMax || this.#isStopping || !isStateUnavailable(error)) throw error
        await pause(storing.pauseMs, undefined, { ref: false })
      }
    }
  }

  async #run(
    { conversationId, answerId, message, asker }: Task,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const { conversations, hub, assistant, onFailure } = this.#options
    const newest = await this.#retry(() =>
      conversations.before(conversationId, null, chatLimits.messagesPerPage),
    )
    // Answers to earlier messages may come after this message.
    const history = newest.filter(({ seq, role }) => seq < message.seq || role === 'assistant')
    const context = history.findLast(isAnswer)?.body.context ?? null
    const turn: Turn = {
      conversationId,
      text: message.body.text,
      history: history.map(toTurn),
      context,
      ...asker,
    }
    const sent: SentParts = { text: '', notices: null }
    const start = (notices: readonly Notice[]) => {
      if (sent.notices !== null) return
      sent.notices = notices
      const data = { message_id: answerId, answers: message.id, notices: [...notices] }
      hub.broadcast(conversationId, 'message.started', data)
    }
    try {
      const parts = assistant.answer(turn, signal)
      for (;;) {
        const { done, value } = await parts.next()
        if (done) return value
        if (value.kind === 'notices') start(value.notices)
        else {
          start([])
          sent.text += value.text
          hub.broadcast(conversationId, 'message.delta', { message_id: answerId, text: value.text })
        }
      }
    } catch (error) {
      if (signal.reason === stopping) return null
      if (signal.reason === cancelled) return incompleteAnswer(turn, sent, 'cancelled')
      onFailure(error)
      return incompleteAnswer(turn, sent, 'error')
    }
  }
}

/** The reasons of an abort. */
const cancelled = new Error('cancelled by the user')
const stopping = new Error('the server stops')

interface Task {
  readonly conversationId: string
  readonly answerId: string
  /** The message of the user. */
  readonly message: StoredMessage
  readonly asker: Asker
}

interface SentParts {
  text: string
  /** Null before the first part. */
  notices: readonly Notice[] | null
}

function toTurn(message: StoredMessage): Turn['history'][number] {
  const { role, body } = message
  return { role, text: body.text, ...(isAnswer(message) && { cards: message.body.cards }) }
}

const failureText = 'Something went wrong here, so this answer is not complete. Send the question again.'

/** Keeps what the user has read, without cards, which come last. */
function incompleteAnswer(turn: Turn, sent: SentParts, finishReason: 'cancelled' | 'error'): Answer {
  const text = finishReason === 'error' ? [sent.text, failureText].filter(Boolean).join('\n') : sent.text
  const { context } = turn
  const nothing = { cards: [], suggestions: [], verification: null, generation: '' }
  return { ...nothing, text, notices: sent.notices ?? [], finishReason, context }
}
