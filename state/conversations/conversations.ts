/**
 * The conversations of the chat. A message is acknowledged when its transaction is committed; its position and its id exist once, so a
 * client may send it again.
 */
import { randomBytes } from 'node:crypto'
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import type { Transaction } from 'kysely'
import type { MessageCipher } from '../message-cipher.ts'
import type { State } from '../state.ts'
import type { Tables } from '../tables.ts'
import {
  listFeedback,
  type NewFeedback,
  storeFeedback,
  type StoredFeedback,
} from './conversation-feedback.ts'
import {
  type ConversationKey,
  type Database,
  findLatest,
  insertConversation,
  insertMessages,
  isUuid,
  lockConversation,
  type MessageBody,
  type NewMessage,
  type Owner,
  selectMessages,
  selectOwned,
  type StoredMessage,
  toConversationKey,
  toMessage,
  toMessages,
} from './conversation-rows.ts'
import { textsOf } from './conversation-texts.ts'
import {
  consumeToken,
  createConversationToken,
  extendTokens,
  findByToken,
  insertToken,
} from './conversation-tokens.ts'
import { countConversations, type PartnerCounts } from './count-conversations.ts'
import { checkEncryptionKeys, encryptConversations } from './encrypt-conversations.ts'
import { createEpoch, migrateConversation, type MigrationResult } from './migrate-conversation.ts'
import { purgeConversations } from './purge-conversations.ts'

export type {
  ConversationKey,
  MessageBody,
  NewFeedback,
  NewMessage,
  Owner,
  PartnerCounts,
  StoredFeedback,
  StoredMessage,
}

/** A conversation whose client has its ids before it is stored. */
export interface ConversationDraft extends ConversationKey {
  readonly resumeToken: string
}

export interface ConversationSummary {
  readonly conversationId: string
  /** The beginning of its first message. */
  readonly title: string
  /** Milliseconds since 1970. */
  readonly updatedAt: number
  readonly messageCount: number
}

/** A part of a conversation. */
export interface ExportedMessages {
  readonly conversationId: string
  readonly messages: readonly StoredMessage[]
}

/** `answered`: the message has an answer. `busy`: another server composes one. */
export type Claim = 'claimed' | 'answered' | 'busy'

export interface ConversationsOptions {
  /** Null: texts are not encrypted. */
  readonly cipher: MessageCipher | null
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

const titleCharacters = 80

/** The messages that one read of a whole conversation returns: SQLite blocks the event loop meanwhile. */
const batchSize = 100

/** The conversations in the state. A method that reads a text rejects with StateError if it cannot be decrypted. */
export class Conversations {
  readonly #state: State
  readonly #cipher: MessageCipher | null
  readonly #now: () => number
  /** Identifies this server in its claims. */
  readonly #server = randomBytes(12).toString('base64url')

  constructor(state: State, { cipher, now = Date.now }: ConversationsOptions) {
    this.#state = state
    this.#cipher = cipher
    this.#now = now
  }

  /** Stores an empty conversation; does nothing if it exists, because the client has sent its first message twice. */
  async create(owner: Owner, { resumeToken: token, ...key }: ConversationDraft): Promise<void> {
    await this.#state.write(async (transaction) => {
      const { conversationId } = key
      await insertConversation(transaction, owner, key, this.#context())
      await insertToken(transaction, 'resume', { token, conversationId, now: this.#now() })
    })
  }

  /** The conversation of this user with the latest message; null without one. */
  async latest(partner: string, subject: string): Promise<ConversationKey | null> {
    const row = await findLatest(this.#state.database, { partner, subject })
    return row === undefined ? null : toConversationKey(row)
  }

  /** Lists the conversations of a user that have messages, the latest first. */
  async list(partner: string, subject: string, limit: number): Promise<readonly ConversationSummary[]> {
    const rows = await selectOwned(this.#state.database, { partner, subject })
      .innerJoin('chat_message', 'conversation_id', 'conversation.id')
      .clearSelect()
      .selectAll('chat_message')
      .select(['updated_at', 'last_seq', 'wrapped_key', 'key_id'])
      .where('seq', '=', 1)
      .orderBy('updated_at', 'desc')
      .orderBy('conversation_id', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => {
      const texts = textsOf({ ...row, id: row.conversation_id }, this.#cipher)
      return {
        conversationId: row.conversation_id,
        title: cutTitle(toMessage(row, texts).body.text),
        updatedAt: row.updated_at,
        messageCount: row.last_seq,
      }
    })
  }

  /** Null unless the conversation belongs to this owner. */
  async open(conversationId: string, owner: Owner): Promise<ConversationKey | null> {
    if (!isUuid(conversationId)) return null
    const owned = selectOwned(this.#state.database, owner)
    const row = await owned.where('id', '=', conversationId).executeTakeFirst()
    return row === undefined ? null : toConversationKey(row)
  }

  /**
   * Appends a message in one transaction; a message with the same id, or a second answer to the same message, is not stored again. An
   * answer ends the claim of this server. An anonymous conversation and its resume token end a day later, together. Rejects with
   * `not_found` if the conversation was deleted.
   */
  async append(
    conversationId: string,
    message: NewMessage,
  ): Promise<{ readonly seq: number; readonly isNew: boolean }> {
    return this.#state.write(async (transaction) => {
      const conversation = await lockConversation(transaction, conversationId)
      const existing = await findSeq(transaction, conversationId, message)
      if (existing !== null) return { seq: existing, isNew: false }
      const seq = conversation.last_seq + 1
      const stored = { ...message, seq, createdAt: this.#now() }
      await insertMessages(transaction, conversation, [stored], this.#context())
      if (conversation.subject === null)
        await extendTokens(transaction, 'resume', { conversationId, now: this.#now() })
      if (message.answers !== undefined) await this.#endClaim(transaction, conversationId)
      return { seq, isNew: true }
    })
  }

  /** Claims the answer to a message for `claimMs`; the same server may renew its claim. */
  async claimAnswer(conversationId: string, messageId: string, claimMs: number): Promise<Claim> {
    return this.#state.write(async (transaction) => {
      const { claimed_by, claim_ends_at } = await lockConversation(transaction, conversationId)
      if (await isAnswered(transaction, conversationId, messageId)) return 'answered'
      const now = this.#now()
      if (claimed_by !== null && claimed_by !== this.#server && (claim_ends_at ?? 0) > now) return 'busy'
      await transaction
        .updateTable('conversation')
        .set({ claimed_by: this.#server, claim_ends_at: now + claimMs })
        .where('id', '=', conversationId)
        .execute()
      return 'claimed'
    })
  }

  /** Ends a claim of this server. */
  async releaseClaim(conversationId: string): Promise<void> {
    await this.#endClaim(this.#state.database, conversationId)
  }

  /** The messages after a position, ascending; none if the conversation was deleted. */
  async after(conversationId: string, seq: number, limit: number): Promise<readonly StoredMessage[]> {
    const later = selectMessages(this.#state.database, conversationId).where('seq', '>', seq)
    return toMessages(await later.orderBy('seq').limit(limit).execute(), this.#cipher)
  }

  /** The last messages before a position, or of the whole conversation, ascending; none if it was deleted. */
  async before(conversationId: string, seq: number | null, limit: number): Promise<readonly StoredMessage[]> {
    const earlier = selectMessages(this.#state.database, conversationId)
      .$if(seq !== null, (messages) => messages.where('seq', '<', seq!))
      .orderBy('seq', 'desc')
      .limit(limit)
    return toMessages((await earlier.execute()).toReversed(), this.#cipher)
  }

  /** The messages of the user after a position that have no answer, ascending. */
  async unanswered(conversationId: string, seq: number, limit: number): Promise<readonly StoredMessage[]> {
    const open = selectMessages(this.#state.database, conversationId)
      .where('role', '=', 'user')
      .where('seq', '>', seq)
      .where((expression) =>
        expression.not(
          expression.exists(
            expression
              .selectFrom('chat_message as answer')
              .select('answer.seq')
              .where('answer.conversation_id', '=', conversationId)
              .whereRef('answer.answers', '=', 'chat_message.id'),
          ),
        ),
      )
    return toMessages(await open.orderBy('seq').limit(limit).execute(), this.#cipher)
  }

  /** A new token, by which a client returns to the conversation within a day; to an anonymous one, within a day after the last message. */
  async issueResumeToken(conversationId: string): Promise<string> {
    const token = createConversationToken()
    await insertToken(this.#state.database, 'resume', { token, conversationId, now: this.#now() })
    return token
  }

  /** Null for a token that is unknown, expired or of another partner. */
  async resume(
    partner: string,
    token: string,
  ): Promise<(ConversationKey & { readonly subject: string | null }) | null> {
    const row = await findByToken(this.#state.database, 'resume', { token, partner, now: this.#now() })
    return row === null ? null : { ...toConversationKey(row), subject: row.subject }
  }

  /** A token for `migrate`, which is valid once and for a day. */
  async issueMigrationToken(conversationId: string): Promise<string> {
    const token = createConversationToken()
    await insertToken(this.#state.database, 'migrate', { token, conversationId, now: this.#now() })
    return token
  }

  /**
   * Moves the messages of an anonymous conversation, with their times, to the end of the user's latest conversation, or to a new one
   * if there is none. Null if the token is unknown, expired, used, or of another partner.
   */
  async migrate(
    token: string,
    user: { readonly partner: string; readonly subject: string },
  ): Promise<MigrationResult | null> {
    return this.#state.write(async (transaction) => {
      const { partner } = user
      const source = await findByToken(transaction, 'migrate', { token, partner, now: this.#now() })
      if (source === null || source.subject !== null) return null
      if (!(await consumeToken(transaction, 'migrate', token))) return null
      return migrateConversation(transaction, source.id, user, this.#context())
    })
  }

  /** False unless the conversation belongs to this owner. */
  async delete(conversationId: string, owner: Owner): Promise<boolean> {
    if (!isUuid(conversationId)) return false
    const deleted = await this.#delete(owner, (conversations) =>
      conversations.where('id', '=', conversationId),
    )
    return deleted.length === 1
  }

  /** Deletes all conversations of a user with their feedback; returns their ids. */
  async deleteAll(partner: string, subject: string): Promise<readonly string[]> {
    return this.#delete({ partner, subject })
  }

  /** All messages of a conversation in batches, ascending; one empty batch if there are none. */
  async *readAll(conversationId: string): AsyncGenerator<readonly StoredMessage[]> {
    for (let last = 0; ;) {
      const messages = await this.after(conversationId, last, batchSize)
      if (messages.length > 0 || last === 0) yield messages
      if (messages.length < batchSize) return
      last = messages.at(-1)!.seq
      await nextLoopTurn()
    }
  }

  /** All conversations of a user in batches of their messages, the oldest first. */
  async *exportAll(partner: string, subject: string): AsyncGenerator<ExportedMessages> {
    const owned = selectOwned(this.#state.database, { partner, subject }).clearSelect().select('id')
    for (const { id } of await owned.orderBy('created_at').orderBy('id').execute())
      for await (const messages of this.readAll(id)) yield { conversationId: id, messages }
  }

  /** Stores or replaces the feedback to an answer; false if the conversation has no such answer. */
  async storeFeedback(feedback: NewFeedback): Promise<boolean> {
    return this.#state.write((transaction) => storeFeedback(transaction, feedback, this.#context()))
  }

  /** All feedback, in the order of the conversations and their answers. */
  listFeedback(): AsyncGenerator<StoredFeedback> {
    return listFeedback(this.#state.database, this.#cipher)
  }

  /**
   * Deletes the conversations whose time is over: a day for anonymous ones, the days of their partner for others. Returns their
   * number.
   */
  async purge(retentionDaysOf: (partner: string) => number): Promise<number> {
    const count = await purgeConversations(this.#state.database, retentionDaysOf, this.#now())
    if (count > 0) await this.#state.checkpointWal('TRUNCATE')
    return count
  }

  /** Rejects with StateError if a conversation is encrypted with a key of the operator that is not configured. */
  async checkKeys(): Promise<void> {
    await checkEncryptionKeys(this.#state.database, this.#cipher)
  }

  /**
   * Encrypts what is not encrypted with the current key of the operator. Servers may run; without a key it does nothing. Returns the
   * number of changed conversations.
   */
  async encrypt(): Promise<number> {
    return this.#cipher === null ? 0 : encryptConversations(this.#state, this.#cipher)
  }

  /** Counts for the operator, for each partner; without any content. */
  async count(): Promise<readonly PartnerCounts[]> {
    return countConversations(this.#state.database, this.#now())
  }

  async #endClaim(database: Database, conversationId: string): Promise<void> {
    await database
      .updateTable('conversation')
      .set({ claimed_by: null, claim_ends_at: null })
      .where('id', '=', conversationId)
      .where('claimed_by', '=', this.#server)
      .execute()
  }

  #context() {
    return { cipher: this.#cipher, now: this.#now() }
  }

  /** Messages, tokens and feedback are deleted with their conversations. */
  async #delete(
    owner: Owner,
    narrow: (owned: ReturnType<typeof selectOwned>) => ReturnType<typeof selectOwned> = (owned) => owned,
  ): Promise<readonly string[]> {
    const deleted = await this.#state.write((transaction) => {
      const ids = narrow(selectOwned(transaction, owner)).clearSelect().select('id')
      return transaction.deleteFrom('conversation').where('id', 'in', ids).returning('id').execute()
    })
    await this.#state.checkpointWal('TRUNCATE')
    return deleted.map(({ id }) => id)
  }
}

/** For a conversation that is not stored yet. */
export function draftConversation(): ConversationDraft {
  return { conversationId: uuidV7(), epoch: createEpoch(), resumeToken: createConversationToken() }
}

function cutTitle(text: string): string {
  // By code points, so that no character is cut in two.
  return Array.from(text).slice(0, titleCharacters).join('')
}

/** The position of the message with this id, or of the answer to the same message; null without one. */
async function findSeq(
  database: Database,
  conversationId: string,
  { id, answers }: NewMessage,
): Promise<number | null> {
  const row = await database
    .selectFrom('chat_message')
    .select('seq')
    .where('conversation_id', '=', conversationId)
    .where((message) =>
      message.or([
        message('id', '=', id),
        ...(answers === undefined ? [] : [message('answers', '=', answers)]),
      ]),
    )
    .executeTakeFirst()
  return row?.seq ?? null
}

async function isAnswered(
  transaction: Transaction<Tables>,
  conversationId: string,
  messageId: string,
): Promise<boolean> {
  const answer = await transaction
    .selectFrom('chat_message')
    .select('seq')
    .where('conversation_id', '=', conversationId)
    .where('answers', '=', messageId)
    .executeTakeFirst()
  return answer !== undefined
}
