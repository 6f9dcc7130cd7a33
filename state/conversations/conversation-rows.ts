/** Reads, locks and writes the rows of conversations and their messages. */
import { ApiError } from '@careatlas/contract/errors'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { MessageCipher } from '../message-cipher.ts'
import type { ChatMessageRow, ConversationRow, Tables } from '../tables.ts'
import { type ConversationTexts, textsOf } from './conversation-texts.ts'

/** The owner of a conversation; `subject` is null for an anonymous user. */
export interface Owner {
  readonly partner: string
  readonly subject: string | null
}

export interface ConversationKey {
  readonly conversationId: string
  /** Changes if the history was rewritten, so that a client loads it again. */
  readonly epoch: string
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
  /** The position, from 1 and without gaps. */
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** The state, or a transaction of it. */
export type Database = Kysely<Tables>
export type Conversation = Selectable<ConversationRow>

/** SQLite accepts 32,766 values in one statement. */
const batchRows = 500

/** Whether a text from a client can be the id of a conversation or message. PostgreSQL rejects texts with NUL. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

/** The conversations of one owner. */
export function selectOwned(database: Database, { partner, subject }: Owner) {
  return database
    .selectFrom('conversation')
    .selectAll()
    .where('partner', '=', partner)
    .where('subject', subject === null ? 'is' : '=', subject)
}

/** The conversation of a user with the latest message. */
export async function findLatest(
  database: Database,
  owner: { readonly partner: string; readonly subject: string },
): Promise<Conversation | undefined> {
  return selectOwned(database, owner)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Locks a conversation until the end of the transaction, so that its positions are assigned one after the other. Rejects with
 * `not_found` if it was deleted.
 */
export async function lockConversation(
  transaction: Transaction<Tables>,
  conversationId: string,
): Promise<Conversation> {
  const conversation = await lockIfExists(transaction, conversationId)
  if (conversation === undefined) throw new ApiError('not_found', 'This conversation was deleted.')
  return conversation
}

/** Like `lockConversation`; undefined if the conversation was deleted. */
export async function lockIfExists(
  transaction: Transaction<Tables>,
  conversationId: string,
): Promise<Conversation | undefined> {
  return transaction
    .updateTable('conversation')
    .set((conversation) => ({ last_seq: conversation.ref('last_seq') }))
    .where('id', '=', conversationId)
    .returningAll()
    .executeTakeFirst()
}

/** Inserts the row of a new, empty conversation; does nothing if its id exists. */
export async function insertConversation(
  transaction: Transaction<Tables>,
  owner: Owner,
  { conversationId, epoch }: ConversationKey,
  { cipher, now }: { readonly cipher: MessageCipher | null; readonly now: number },
): Promise<void> {
  const key = cipher?.createKey(conversationId)
  const row = { id: conversationId, epoch, ...owner, last_seq: 0, created_at: now, updated_at: now }
  await transaction
    .insertInto('conversation')
    .values({ ...row, wrapped_key: key?.wrapped ?? null, key_id: key?.keyId ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Writes messages whose positions follow the last one of the locked conversation. */
export async function insertMessages(
  transaction: Transaction<Tables>,
  conversation: Conversation,
  messages: readonly StoredMessage[],
  { cipher, now }: { readonly cipher: MessageCipher | null; readonly now: number },
): Promise<void> {
  const last = messages.at(-1)
  if (last === undefined) return
  const texts = textsOf(conversation, cipher)
  const rows = messages.map((message) => toRow(message, conversation.id, texts))
  for (let start = 0; start < rows.length; start += batchRows)
    await transaction
      .insertInto('chat_message')
      .values(rows.slice(start, start + batchRows))
      .execute()
  await transaction
    .updateTable('conversation')
    .set({ last_seq: last.seq, updated_at: now })
    .where('id', '=', conversation.id)
    .execute()
}

function toRow(
  { id, seq, role, body, answers, createdAt }: StoredMessage,
  conversationId: string,
  texts: ConversationTexts,
): Selectable<ChatMessageRow> {
  const place = { seq, id, role }
  return {
    conversation_id: conversationId,
    ...place,
    body: texts.write(place, body),
    answers: answers ?? null,
    created_at: createdAt,
  }
}

/** The messages of one conversation, each with its data key, so that one query reads both of them from the same moment. */
export function selectMessages(database: Database, conversationId: string) {
  return database
    .selectFrom('chat_message')
    .innerJoin('conversation', 'conversation.id', 'chat_message.conversation_id')
    .selectAll('chat_message')
    .select(['wrapped_key', 'key_id'])
    .where('conversation_id', '=', conversationId)
}

type MessageWithKey = Selectable<ChatMessageRow> & Pick<Conversation, 'wrapped_key' | 'key_id'>

/** Decrypts messages of one conversation. Throws StateError if a text cannot be decrypted. */
export function toMessages(
  rows: readonly MessageWithKey[],
  cipher: MessageCipher | null,
): readonly StoredMessage[] {
  const [first] = rows
  if (first === undefined) return []
  const texts = textsOf({ ...first, id: first.conversation_id }, cipher)
  return rows.map((row) => toMessage(row, texts))
}

/** Decrypts a message. Throws StateError if its text cannot be decrypted. */
export function toMessage(row: Selectable<ChatMessageRow>, texts: ConversationTexts): StoredMessage {
  return {
    id: row.id,
    seq: row.seq,
    role: row.role as StoredMessage['role'],
    body: texts.read(row, row.body) as MessageBody,
    ...(row.answers !== null && { answers: row.answers }),
    createdAt: row.created_at,
  }
}

export function toConversationKey({ id, epoch }: Pick<Conversation, 'id' | 'epoch'>): ConversationKey {
  return { conversationId: id, epoch }
}
