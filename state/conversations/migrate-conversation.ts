/** Moves the history of an anonymous user to the user that has signed in. */
import { randomBytes } from 'node:crypto'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import type { Transaction } from 'kysely'
import type { MessageCipher } from '../message-cipher.ts'
import type { Tables } from '../tables.ts'
import {
  type Conversation,
  type ConversationKey,
  findLatest,
  insertConversation,
  insertMessages,
  lockConversation,
  selectMessages,
  type StoredMessage,
  toConversationKey,
  toMessages,
} from './conversation-rows.ts'
import { textsOf } from './conversation-texts.ts'

export interface MigrationResult extends ConversationKey {
  /** The messages that were moved. */
  readonly messageCount: number
  /** The anonymous conversation, which no longer exists. */
  readonly deletedId: string
}

interface MigrationOptions {
  readonly cipher: MessageCipher | null
  readonly now: number
}

interface User {
  readonly partner: string
  readonly subject: string
}

/**
 * Appends the messages of an anonymous conversation, with their times and feedback, to the user's latest conversation, or to a new one,
 * and deletes the anonymous one: its id and tokens, which other tabs may have, give no access to the conversation of the user.
 */
export async function migrateConversation(
  transaction: Transaction<Tables>,
  sourceId: string,
  user: User,
  options: MigrationOptions,
): Promise<MigrationResult> {
  const source = await lockConversation(transaction, sourceId)
  const target = await lockTarget(transaction, user, options)
  const messages = toMessages(
    await selectMessages(transaction, source.id).orderBy('seq').execute(),
    options.cipher,
  )
  const missing = await findMissing(transaction, target.id, messages)
  const moved = missing.map((message, index) => ({ ...message, seq: target.last_seq + 1 + index }))
  await insertMessages(transaction, target, moved, options)
  await moveFeedback(transaction, { source, target, moved }, options)
  await transaction.deleteFrom('conversation').where('id', '=', source.id).execute()
  return { ...toConversationKey(target), messageCount: moved.length, deletedId: source.id }
}

/** The latest conversation of the user, or a new one. */
async function lockTarget(
  transaction: Transaction<Tables>,
  user: User,
  options: MigrationOptions,
): Promise<Conversation> {
  const latest = await findLatest(transaction, user)
  if (latest !== undefined) return lockConversation(transaction, latest.id)
  const created = { conversationId: uuidV7(), epoch: createEpoch() }
  await insertConversation(transaction, user, created, options)
  return lockConversation(transaction, created.conversationId)
}

/** A client sends a message again that was not acknowledged; after a sign-in, it does so in the conversation of the user. */
async function findMissing(
  transaction: Transaction<Tables>,
  targetId: string,
  messages: readonly StoredMessage[],
): Promise<readonly StoredMessage[]> {
  const present = await transaction
    .selectFrom('chat_message')
    .select(['id', 'answers'])
    .where('conversation_id', '=', targetId)
    .execute()
  const ids = new Set(present.map(({ id }) => id))
  const answered = new Set(present.map(({ answers }) => answers))
  return messages.filter(
    ({ id, answers }) => !ids.has(id) && (answers === undefined || !answered.has(answers)),
  )
}

interface Move {
  readonly source: Conversation
  readonly target: Conversation
  readonly moved: readonly StoredMessage[]
}

async function moveFeedback(
  transaction: Transaction<Tables>,
  { source, target, moved }: Move,
  { cipher }: MigrationOptions,
): Promise<void> {
  const [from, to] = [textsOf(source, cipher), textsOf(target, cipher)]
  const movedIds = new Set(moved.map(({ id }) => id))
  const feedback = await transaction
    .selectFrom('chat_feedback')
    .selectAll()
    .where('conversation_id', '=', source.id)
    .execute()
  for (const row of feedback) {
    if (!movedIds.has(row.message_id)) continue
    const place = { feedbackTo: row.message_id }
    const details = to.write(place, from.read(place, row.details) as object)
    await transaction
      .insertInto('chat_feedback')
      .values({ ...row, conversation_id: target.id, details })
      .execute()
  }
}

/** A random value, which distinguishes this history from an earlier one. */
export function createEpoch(): string {
  return randomBytes(8).toString('base64url')
}
