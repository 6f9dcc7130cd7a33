/**
 * The conversations of the chat. A message is acknowledged when its transaction is committed; its position and its id exist once, so a
 * client may send it again.
 */
import { hash, randomBytes } from 'node:crypto'
import { ApiError } from '@careatlas/contract/errors'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { MessageCipher } from '../message-cipher.ts'
import type { State } from '../state.ts'
import type { ChatMessageRow, ConversationRow, Tables } from '../tables.ts'
import { type ConversationTexts, textsOf } from './conversation-texts.ts'

/** The owner of a conversation; `subject` is null for an anonymous user. */
export interface Owner {
  readonly partner: string
  readonly subject: string | null
}

export interface ConversationKey {
  readonly conversationId: string
  /** Changes if the history was rewritten. */
  readonly epoch: string
}

/** A conversation whose client has its ids before it is stored. */
export interface ConversationDraft extends ConversationKey {
  readonly resumeToken: string
}

/** JSON. */
export interface MessageBody {
  readonly text: string
  readonly [member: string]: unknown
}

export interface NewMessage {
  /** UUIDv7. */
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly body: MessageBody
  /** For an answer: the id of the message that it answers. */
  readonly answers?: string
}

export interface StoredMessage extends NewMessage {
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

export interface ConversationSummary {
  readonly conversationId: string
  /** The beginning of its first message. */
  readonly title: string
  /** Milliseconds since 1970. */
  readonly updatedAt: number
  readonly messageCount: number
}

export interface NewFeedback {
  readonly conversationId: string
  /** The answer. */
  readonly messageId: string
  readonly value: 'up' | 'down'
  readonly comment: string | null
}

export interface StoredFeedback extends NewFeedback {
  readonly question: string
  readonly answer: string
  /** The snapshot of the answer. */
  readonly generation: string
  readonly createdAt: number
}

export interface PartnerCounts {
  readonly partner: string
  readonly conversations: number
  /** Conversations of signed-in or verified users. */
  readonly identified: number
  readonly activeInLastDay: number
  /** Of users and of the assistant. */
  readonly messages: number
  readonly feedbackUp: number
  readonly feedbackDown: number
}

/** `answered`: the message has an answer. `busy`: another server composes one. */
export type Claim = 'claimed' | 'answered' | 'busy'

export interface ConversationsOptions {
  /** Null: texts are not encrypted. */
  readonly cipher: MessageCipher | null
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const conversationLimits = {
  /** An anonymous conversation is deleted this long after its last message. */
  anonymousMs: dayMs,
  /** The lifetime of resume tokens and migration tokens. */
  tokenMs: dayMs,
  titleCharacters: 80,
} as const

const tokenBytes = 24

type Database = Kysely<Tables>
type Row = Selectable<ConversationRow>

/** The conversations in the state. Each method rejects with StateError if a text cannot be decrypted. */
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
  async create(
    { partner, subject }: Owner,
    { conversationId, epoch, resumeToken }: ConversationDraft,
  ): Promise<void> {
    await this.#state.write(async (transaction) => {
      const now = this.#now()
      const wrapped = this.#cipher?.createKey(conversationId) ?? null
      await transaction
        .insertInto('conversation')
        .values({
          id: conversationId,
          epoch,
          partner,
          subject,
          wrapped_key: wrapped?.wrapped ?? null,
          key_id: wrapped?.keyId ?? null,
          last_seq: 0,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await this.#insertToken(transaction, 'resume', conversationId, resumeToken)
    })
  }

  /** The conversation of this user with the latest message; null without one. */
  async latest(partner: string, subject: string): Promise<ConversationKey | null> {
    const row = await this.#owned({ partner, subject })
      .orderBy('updated_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row === undefined ? null : toKey(row)
  }

  /** Lists the conversations of a user, the latest first. */
  async list(partner: string, subject: string, limit: number): Promise<readonly ConversationSummary[]> {
    const rows = await this.#owned({ partner, subject }).orderBy('updated_at', 'desc').limit(limit).execute()
    const summaries: ConversationSummary[] = []
    for (const row of rows) {
      const [first] = await this.after(row.id, 0, 1)
      const title = truncate(first?.body.text ?? '', conversationLimits.titleCharacters)
      summaries.push({ conversationId: row.id, title, updatedAt: row.updated_at, messageCount: row.last_seq })
    }
    return summaries
  }

  /** Null unless the conversation belongs to this owner. */
  async open(conversationId: string, owner: Owner): Promise<ConversationKey | null> {
    const row = await this.#owned(owner).where('id', '=', conversationId).executeTakeFirst()
    return row === undefined ? null : toKey(row)
  }

  /**
   * Appends a message in one transaction; a message with the same id, or a second answer to the same message, is not stored again.
   * Rejects with `not_found` if the conversation was deleted.
   */
  async append(
    conversationId: string,
    message: NewMessage,
  ): Promise<{ readonly seq: number; readonly isNew: boolean }> {
    return this.#state.write(async (transaction) => {
      const row = await this.#lock(transaction, conversationId)
      const existing = await findMessage(transaction, conversationId, message)
      if (existing !== null) return { seq: existing, isNew: false }
      const seq = row.last_seq + 1
      await this.#insert(transaction, row, { ...message, seq, createdAt: this.#now() })
      await this.#setLast(transaction, conversationId, seq)
      return { seq, isNew: true }
    })
  }

  /** Claims the answer to a message for `claimMs`; the same server may renew its claim. */
  async claimAnswer(conversationId: string, messageId: string, claimMs: number): Promise<Claim> {
    return this.#state.write(async (transaction) => {
      const { claimed_by, claim_ends_at } = await this.#lock(transaction, conversationId)
      const answer = await transaction
        .selectFrom('chat_message')
        .select('seq')
        .where('conversation_id', '=', conversationId)
        .where('answers', '=', messageId)
        .executeTakeFirst()
      if (answer !== undefined) return 'answered'
      const now = this.#now()
      if (claimed_by !== null && claimed_by !== this.#server && (claim_ends_at ?? 0) > now) return 'busy'
      await this.#setClaim(transaction, conversationId, this.#server, now + claimMs)
      return 'claimed'
    })
  }

  /** Ends a claim of this server. */
  async releaseClaim(conversationId: string): Promise<void> {
    await this.#state.database
      .updateTable('conversation')
      .set({ claimed_by: null, claim_ends_at: null })
      .where('id', '=', conversationId)
      .where('claimed_by', '=', this.#server)
      .execute()
  }

  /** The messages after a position, ascending. */
  async after(conversationId: string, seq: number, limit: number): Promise<readonly StoredMessage[]> {
    return this.#read(conversationId, (messages) =>
      messages.where('seq', '>', seq).orderBy('seq').limit(limit).execute(),
    )
  }

  /** The last messages before a position, or of the whole conversation, ascending. */
  async before(conversationId: string, seq: number | null, limit: number): Promise<readonly StoredMessage[]> {
    return this.#read(conversationId, async (messages) => {
      const earlier = seq === null ? messages : messages.where('seq', '<', seq)
      return (await earlier.orderBy('seq', 'desc').limit(limit).execute()).toReversed()
    })
  }

  /** A new token, by which a client returns to the conversation within a day. */
  async issueResumeToken(conversationId: string): Promise<string> {
    const token = randomBytes(tokenBytes).toString('base64url')
    await this.#insertToken(this.#state.database, 'resume', conversationId, token)
    return token
  }

  /** Null for a token that is unknown, expired, or of another partner. */
  async resume(
    partner: string,
    token: string,
  ): Promise<(ConversationKey & { readonly subject: string | null }) | null> {
    const row = await this.#findByToken(this.#state.database, 'resume', partner, token)
    return row === null ? null : { ...toKey(row), subject: row.subject }
  }

  /** A token for `migrate`, which is valid once. */
  async issueMigrationToken(conversationId: string): Promise<string> {
    const token = randomBytes(tokenBytes).toString('base64url')
    await this.#insertToken(this.#state.database, 'migrate', conversationId, token)
    return token
  }

  /**
   * Moves the messages of an anonymous conversation, with their times, to the end of the user's latest conversation, or makes it the
   * user's if there is none. Null if the token is unknown, expired, used, or of another partner.
   */
  async migrate(
    token: string,
    { partner, subject }: { readonly partner: string; readonly subject: string },
  ): Promise<(ConversationKey & { readonly messageCount: number }) | null> {
    return this.#state.write(async (transaction) => {
      const source = await this.#findByToken(transaction, 'migrate', partner, token)
      if (source === null || source.subject !== null) return null
      const { numDeletedRows } = await transaction
        .deleteFrom('chat_token')
        .where('digest', '=', digestToken('migrate', token))
        .executeTakeFirst()
      if (numDeletedRows !== 1n) return null
      const locked = await this.#lock(transaction, source.id)
      const latest = await this.#owned({ partner, subject }, transaction)
        .orderBy('updated_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      const messageCount = locked.last_seq
      const epoch = randomBytes(8).toString('base64url')
      if (latest === undefined) {
        await transaction
          .updateTable('conversation')
          .set({ subject, epoch })
          .where('id', '=', source.id)
          .execute()
        return { conversationId: source.id, epoch, messageCount }
      }
      const target = await this.#lock(transaction, latest.id)
      const messages = await this.#decrypt(
        locked,
        await selectMessages(transaction, source.id).orderBy('seq').execute(),
      )
      for (const message of messages)
        await this.#insert(transaction, target, { ...message, seq: target.last_seq + message.seq })
      await this.#setLast(transaction, target.id, target.last_seq + messageCount)
      await transaction.deleteFrom('conversation').where('id', '=', source.id).execute()
      return { ...toKey(target), messageCount }
    })
  }

  /** False unless the conversation belongs to this owner. */
  async delete(conversationId: string, { partner, subject }: Owner): Promise<boolean> {
    const { numDeletedRows } = await this.#state.database
      .deleteFrom('conversation')
      .where('id', '=', conversationId)
      .where('partner', '=', partner)
      .where('subject', subject === null ? 'is' : '=', subject)
      .executeTakeFirst()
    await this.#state.checkpointWal('TRUNCATE')
    return numDeletedRows === 1n
  }

  /** Deletes all conversations of a user with their feedback; returns their ids. */
  async deleteAll(partner: string, subject: string): Promise<readonly string[]> {
    const deleted = await this.#state.database
      .deleteFrom('conversation')
      .where('partner', '=', partner)
      .where('subject', '=', subject)
      .returning('id')
      .execute()
    await this.#state.checkpointWal('TRUNCATE')
    return deleted.map(({ id }) => id)
  }

  /** All conversations of a user with their messages, the oldest first. */
  async *exportAll(
    partner: string,
    subject: string,
  ): AsyncGenerator<{ readonly conversationId: string; readonly messages: readonly StoredMessage[] }> {
    for (const { id } of await this.#owned({ partner, subject }).orderBy('created_at').execute())
      yield { conversationId: id, messages: await this.before(id, null, Number.MAX_SAFE_INTEGER) }
  }

  /** Stores or replaces the feedback to an answer; false if the conversation has no such answer. */
  async storeFeedback({ conversationId, messageId, value, comment }: NewFeedback): Promise<boolean> {
    const answer = await this.#findMessage(conversationId, messageId)
    if (answer?.answers === undefined) return false
    const question = await this.#findMessage(conversationId, answer.answers)
    const texts = await this.#textsOf(conversationId)
    const details = texts.write(messageId, {
      comment,
      question: question?.body.text ?? '',
      answer: answer.body.text,
      generation: answer.body['generation'],
    })
    const feedback = { value, details, created_at: this.#now() }
    await this.#state.database
      .insertInto('chat_feedback')
      .values({ conversation_id: conversationId, message_id: messageId, ...feedback })
      .onConflict((conflict) => conflict.columns(['conversation_id', 'message_id']).doUpdateSet(feedback))
      .execute()
    return true
  }

  /** All feedback, the oldest first. */
  async *listFeedback(): AsyncGenerator<StoredFeedback> {
    const rows = await this.#state.database
      .selectFrom('chat_feedback')
      .selectAll()
      .orderBy('created_at')
      .execute()
    for (const { conversation_id, message_id, value, details, created_at } of rows) {
      const texts = await this.#textsOf(conversation_id)
      const stored = texts.read(message_id, details) as Omit<StoredFeedback, keyof NewFeedback> & NewFeedback
      yield {
        ...stored,
        conversationId: conversation_id,
        messageId: message_id,
        value: value as NewFeedback['value'],
        createdAt: created_at,
      }
    }
  }

  /** Deletes the conversations whose time is over: a day for anonymous ones, the days of their partner for others. */
  async purge(retentionDaysOf: (partner: string) => number): Promise<number> {
    const now = this.#now()
    const { database } = this.#state
    await database.deleteFrom('chat_token').where('ends_at', '<=', now).execute()
    const expired = await database
      .deleteFrom('conversation')
      .where('subject', 'is', null)
      .where('updated_at', '<=', now - conversationLimits.anonymousMs)
      .executeTakeFirst()
    let count = Number(expired.numDeletedRows)
    const partners = await database.selectFrom('conversation').select('partner').distinct().execute()
    for (const { partner } of partners) {
      const { numDeletedRows } = await database
        .deleteFrom('conversation')
        .where('partner', '=', partner)
        .where('updated_at', '<=', now - retentionDaysOf(partner) * dayMs)
        .executeTakeFirst()
      count += Number(numDeletedRows)
    }
    return count
  }

  /** Counts for the operator, for each partner; without any content. */
  async count(): Promise<readonly PartnerCounts[]> {
    const { database } = this.#state
    const since = this.#now() - dayMs
    const conversations = await database
      .selectFrom('conversation')
      .select(({ fn, eb }) => [
        'partner',
        fn.countAll<number | string>().as('conversations'),
        fn.count<number | string>('subject').as('identified'),
        fn.sum<number | string>('last_seq').as('messages'),
        fn.sum<number | string>(eb.case().when('updated_at', '>', since).then(1).else(0).end()).as('active'),
      ])
      .groupBy('partner')
      .orderBy('partner')
      .execute()
    const feedback = await database
      .selectFrom('chat_feedback')
      .innerJoin('conversation', 'conversation.id', 'chat_feedback.conversation_id')
      .select(({ fn }) => ['partner', 'value', fn.countAll<number | string>().as('count')])
      .groupBy(['partner', 'value'])
      .execute()
    const feedbackOf = (partner: string, value: string) =>
      Number(feedback.find((row) => row.partner === partner && row.value === value)?.count ?? 0)
    return conversations.map(({ partner, ...counts }) => ({
      partner,
      conversations: Number(counts.conversations),
      identified: Number(counts.identified),
      activeInLastDay: Number(counts.active),
      messages: Number(counts.messages),
      feedbackUp: feedbackOf(partner, 'up'),
      feedbackDown: feedbackOf(partner, 'down'),
    }))
  }

  #owned({ partner, subject }: Owner, database: Database = this.#state.database) {
    return database
      .selectFrom('conversation')
      .selectAll()
      .where('partner', '=', partner)
      .where('subject', subject === null ? 'is' : '=', subject)
  }

  /** Locks the conversation until the end of the transaction, so that its positions are assigned one after the other. */
  async #lock(transaction: Transaction<Tables>, conversationId: string): Promise<Row> {
    const row = await transaction
      .updateTable('conversation')
      .set((conversation) => ({ last_seq: conversation.ref('last_seq') }))
      .where('id', '=', conversationId)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new ApiError('not_found', 'This conversation was deleted.')
    return row
  }

  async #setLast(transaction: Transaction<Tables>, conversationId: string, seq: number): Promise<void> {
    await transaction
      .updateTable('conversation')
      .set({ last_seq: seq, updated_at: this.#now() })
      .where('id', '=', conversationId)
      .execute()
  }

  async #setClaim(
    transaction: Transaction<Tables>,
    conversationId: string,
    claimed_by: string,
    claim_ends_at: number,
  ): Promise<void> {
    await transaction
      .updateTable('conversation')
      .set({ claimed_by, claim_ends_at })
      .where('id', '=', conversationId)
      .execute()
  }

  async #insert(transaction: Transaction<Tables>, row: Row, message: StoredMessage): Promise<void> {
    const { id, seq, role, body, answers = null, createdAt } = message
    await transaction
      .insertInto('chat_message')
      .values({
        conversation_id: row.id,
        seq,
        id,
        role,
        body: textsOf(row, this.#cipher).write(id, body),
        answers,
        created_at: createdAt,
      })
      .execute()
  }

  async #insertToken(
    database: Database,
    purpose: TokenPurpose,
    conversationId: string,
    token: string,
  ): Promise<void> {
    const digest = digestToken(purpose, token)
    const ends_at = this.#now() + conversationLimits.tokenMs
    await database
      .insertInto('chat_token')
      .values({ digest, purpose, conversation_id: conversationId, ends_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async #findByToken(
    database: Database,
    purpose: TokenPurpose,
    partner: string,
    token: string,
  ): Promise<Row | null> {
    const row = await database
      .selectFrom('chat_token')
      .innerJoin('conversation', 'conversation.id', 'chat_token.conversation_id')
      .selectAll('conversation')
      .where('digest', '=', digestToken(purpose, token))
      .where('chat_token.ends_at', '>', this.#now())
      .where('partner', '=', partner)
      .executeTakeFirst()
    return row ?? null
  }

  async #textsOf(conversationId: string): Promise<ConversationTexts> {
    const row = await this.#state.database
      .selectFrom('conversation')
      .selectAll()
      .where('id', '=', conversationId)
      .executeTakeFirst()
    if (row === undefined) throw new ApiError('not_found', 'This conversation was deleted.')
    return textsOf(row, this.#cipher)
  }

  async #read(
    conversationId: string,
    select: (messages: ReturnType<typeof selectMessages>) => Promise<readonly MessageRow[]>,
  ): Promise<readonly StoredMessage[]> {
    const rows = await select(selectMessages(this.#state.database, conversationId))
    if (rows.length === 0) return []
    const texts = await this.#textsOf(conversationId)
    return rows.map((row) => toMessage(row, texts))
  }

  async #decrypt(row: Row, messages: readonly MessageRow[]): Promise<readonly StoredMessage[]> {
    const texts = textsOf(row, this.#cipher)
    return messages.map((message) => toMessage(message, texts))
  }

  async #findMessage(conversationId: string, id: string): Promise<StoredMessage | null> {
    const [message] = await this.#read(conversationId, (messages) => messages.where('id', '=', id).execute())
    return message ?? null
  }
}

type MessageRow = Selectable<ChatMessageRow>

function selectMessages(database: Database, conversationId: string) {
  return database.selectFrom('chat_message').selectAll().where('conversation_id', '=', conversationId)
}

/** The position of the message with this id, or of the answer to the same message; null without one. */
async function findMessage(
  database: Database,
  conversationId: string,
  { id, answers }: NewMessage,
): Promise<number | null> {
  const row = await selectMessages(database, conversationId)
    .where((message) =>
      message.or([
        message('id', '=', id),
        ...(answers === undefined ? [] : [message('answers', '=', answers)]),
      ]),
    )
    .executeTakeFirst()
  return row?.seq ?? null
}

function toMessage(
  { id, seq, role, body, answers, created_at }: MessageRow,
  texts: ConversationTexts,
): StoredMessage {
  return {
    id,
    seq,
    role: role as StoredMessage['role'],
    body: texts.read(id, body) as MessageBody,
    ...(answers !== null && { answers }),
    createdAt: created_at,
  }
}

function toKey({ id, epoch }: Pick<Row, 'id' | 'epoch'>): ConversationKey {
  return { conversationId: id, epoch }
}

/** Without half of a surrogate pair at the end. */
function truncate(text: string, charactersMax: number): string {
  return text
    .slice(0, charactersMax)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
}

type TokenPurpose = 'resume' | 'migrate'

/** A token of one purpose is not valid for the other. */
function digestToken(purpose: TokenPurpose, token: string): Buffer {
  return hash('sha256', `${purpose} ${token}`, 'buffer')
}

/** For a conversation that is not stored yet. */
export function draftConversation(): ConversationDraft {
  return {
    conversationId: uuidV7(),
    epoch: randomBytes(8).toString('base64url'),
    resumeToken: randomBytes(tokenBytes).toString('base64url'),
  }
}
