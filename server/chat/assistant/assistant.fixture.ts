/** For tests: the default assistant over the small directory, and conversations with it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usContacts } from '@careatlas/search/notices'
import { responseBudgetBytes } from '@careatlas/search/truncate'
import { pino } from 'pino'
import { SnapshotManager } from '../../snapshots/snapshot-manager.ts'
import { type MoreRecords, publishSmallDirectory } from '../../small-directory.fixture.ts'
import type { Answer, AnswerPart, Assistant, Turn } from './assistant.ts'
import { parseContext } from './conversation-context.ts'
import { type AssistantOptions, createDefaultAssistant } from './default-assistant.ts'

/** A payer whose list has two clinicians, but not those of the small directory. */
export const harborPlan = {
  code: 'LIST1',
  kind: 'payer_id',
  name: 'Harbor Health Plan',
  aliases: [],
  provider_count: 2,
  data_as_of: '2026-10-31',
} as const

export interface SmallAssistant extends AsyncDisposable {
  readonly assistant: Assistant
  readonly current: SnapshotManager
  /** With which the assistant was created. */
  readonly options: AssistantOptions
  /** Publishes a further generation. */
  publish(generation: string, more?: MoreRecords): Promise<void>
}

export interface SmallAssistantOptions extends Partial<AssistantOptions> {
  readonly more?: MoreRecords
  /** Whether a snapshot is published; default: true. */
  readonly isPublished?: boolean
}

export async function openSmallAssistant({
  more,
  isPublished = true,
  ...options
}: SmallAssistantOptions = {}): Promise<SmallAssistant> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assistant-'))
  const publish = (generation: string, records?: MoreRecords) =>
    publishSmallDirectory(dataDir, generation, undefined, records)
  if (isPublished) await publish('2026-11-09.1', more)
  const current = await SnapshotManager.start(dataDir, pino({ level: 'silent' }), { warmsUp: false })
  const assistantOptions: AssistantOptions = {
    current,
    checkHealth: () => Promise.reject(new Error('the assistant asks for no health')),
    responseBudgetBytes: responseBudgetBytes.default,
    contacts: usContacts,
    resolvePlaces: true,
    searchTimeoutMs: 10_000,
    url: () => 'https://directory.example',
    drafter: null,
    ...options,
  }
  return {
    assistant: createDefaultAssistant(assistantOptions),
    current,
    options: assistantOptions,
    publish,
    async [Symbol.asyncDispose]() {
      await current[Symbol.asyncDispose]()
      rmSync(dataDir, { recursive: true })
    },
  }
}

const anonymous = { profile: null, location: null, isVerified: false, canVerify: true } as const

export interface GivenAnswer extends Answer {
  readonly parts: readonly AnswerPart[]
  /** What the answer states, and what it asks. */
  readonly facts: readonly string[]
  readonly asked: string | null
}

/** Sends the messages one after the other and returns the answers. */
export async function converse(
  assistant: Assistant,
  texts: readonly string[],
  user: Partial<Turn> = {},
): Promise<readonly GivenAnswer[]> {
  const answers: GivenAnswer[] = []
  const history: { readonly role: 'user' | 'assistant'; readonly text: string }[] = []
  for (const text of texts) {
    const turn = createTurn(text, {
      history: [...history],
      context: answers.at(-1)?.context ?? null,
      ...user,
    })
    const answer = await collect(assistant.answer(turn, new AbortController().signal))
    answers.push(answer)
    history.push({ role: 'user', text }, { role: 'assistant', text: answer.text })
  }
  return answers
}

export function createTurn(text: string, more: Partial<Turn> = {}): Turn {
  return {
    partner: 'acme',
    conversationId: '0193a5c0',
    text,
    history: [],
    context: null,
    ...anonymous,
    ...more,
  }
}

export async function collect(generator: AsyncGenerator<AnswerPart, Answer>): Promise<GivenAnswer> {
  const parts: AnswerPart[] = []
  for (;;) {
    const { done, value } = await generator.next()
    if (!done) parts.push(value)
    else {
      // A session stores the context as JSON.
      const context = JSON.parse(JSON.stringify(value.context)) as unknown
      const { facts, asked } = parseContext(context)
      return { ...value, context, parts, facts, asked }
    }
  }
}
