/** For tests: two servers with one state, whose clock the test sets. */
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import type { StateEngine } from '../engines.fixture.ts'
import type { MessageCipher } from '../message-cipher.ts'
import { openState, type State, type StatePlace } from '../state.ts'
import { Conversations, draftConversation, type NewMessage, type Owner } from './conversations.ts'

export const secondMs = 1000
export const dayMs = 24 * 3600 * secondMs

export const anonymous: Owner = { partner: 'acme', subject: null }
export const ana = { partner: 'acme', subject: 'ana' } as const
export const bo = { partner: 'acme', subject: 'bo' } as const

export class TwoServers implements AsyncDisposable {
  readonly place: StatePlace
  readonly states: readonly [State, State]
  now = Date.parse('2026-11-28T12:00:00Z')

  static async open({ createPlace }: StateEngine): Promise<TwoServers> {
    const place = await createPlace()
    return new TwoServers(place, [await openState(place), await openState(place)])
  }

  private constructor(place: StatePlace, states: readonly [State, State]) {
    this.place = place
    this.states = states
  }

  get database(): State['database'] {
    return this.states[0].database
  }

  /** The conversations of one server. */
  conversations(server: 0 | 1 = 0, cipher: MessageCipher | null = null): Conversations {
    return new Conversations(this.states[server], { cipher, now: () => this.now })
  }

  /** The same conversations on both servers. */
  both(cipher: MessageCipher | null = null): readonly [Conversations, Conversations] {
    return [this.conversations(0, cipher), this.conversations(1, cipher)]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const state of this.states) await state[Symbol.asyncDispose]()
  }
}

/** Starts a conversation with these messages of its user. */
export async function startConversation(
  conversations: Conversations,
  owner: Owner,
  ...texts: readonly string[]
) {
  const draft = draftConversation()
  await conversations.create(owner, draft)
  for (const text of texts) await conversations.append(draft.conversationId, question(text))
  return draft
}

export function question(text = 'a dentist'): NewMessage {
  return { id: uuidV7(), role: 'user', body: { text } }
}

export function answerTo({ id }: NewMessage, text = 'Here is one.'): NewMessage {
  return { id: uuidV7(), role: 'assistant', body: { text, generation: '2026-11-09.1' }, answers: id }
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

export function seqsOf(messages: readonly { readonly seq: number }[]): readonly number[] {
  return messages.map(({ seq }) => seq)
}

/** The texts of a conversation, in order. */
export async function textsIn(
  conversations: Conversations,
  conversationId: string,
): Promise<readonly string[]> {
  return (await conversations.after(conversationId, 0, 1000)).map(({ body }) => body.text)
}
