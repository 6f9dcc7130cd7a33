/** Brings stored conversations to the current key of the operator, so that older keys can be removed from STATE_ENCRYPTION_KEY. */
import type { Transaction } from 'kysely'
import { type MessageCipher, missingKeyError } from '../message-cipher.ts'
import type { State } from '../state.ts'
import type { Tables } from '../tables.ts'
import { type Conversation, type Database, lockIfExists } from './conversation-rows.ts'
import { type ConversationTexts, textsOf } from './conversation-texts.ts'

/** Conversations that one query finds. */
const batchSize = 100

/** Rejects with StateError if a conversation is encrypted with a key of the operator that is not configured. */
export async function checkEncryptionKeys(database: Database, cipher: MessageCipher | null): Promise<void> {
  const used = await database.selectFrom('conversation').select('key_id').distinct().execute()
  for (const { key_id: keyId } of used)
    if (keyId !== null && !cipher?.hasKey(keyId)) throw missingKeyError(keyId)
}

/**
 * Encrypts the conversations that began without a key, and the data keys that are encrypted with an older key of the operator.
 * Servers may run. Returns the number of changed conversations. Rejects with StateError for a key that is not configured.
 */
export async function encryptConversations(state: State, cipher: MessageCipher): Promise<number> {
  let count = 0
  let lastId = ''
  for (;;) {
    const outdated = await selectOutdated(state.database, cipher, lastId)
    for (const id of outdated)
      if (await state.write((transaction) => encryptConversation(transaction, id, cipher))) count += 1
    if (outdated.length < batchSize) break
    lastId = outdated.at(-1)!
  }
  // The log still has the texts that were not encrypted.
  if (count > 0) await state.checkpointWal('TRUNCATE')
  return count
}

async function selectOutdated(
  database: Database,
  { currentKeyId }: MessageCipher,
  afterId: string,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('conversation')
    .select('id')
    .where('id', '>', afterId)
    .where((row) => row.or([row('key_id', 'is', null), row('key_id', '!=', currentKeyId)]))
    .orderBy('id')
    .limit(batchSize)
    .execute()
  return rows.map(({ id }) => id)
}

/** False if the conversation was deleted. */
async function encryptConversation(
  transaction: Transaction<Tables>,
  id: string,
  cipher: MessageCipher,
): Promise<boolean> {
  const conversation = await lockIfExists(transaction, id)
  if (conversation === undefined) return false
  const { wrapped_key: wrapped, key_id: keyId } = conversation
  const isEncrypted = wrapped !== null && keyId !== null
  const key = isEncrypted ? cipher.rewrapKey(id, { wrapped, keyId }) : cipher.createKey(id)
  const changed: Conversation = { ...conversation, wrapped_key: key.wrapped, key_id: key.keyId }
  if (!isEncrypted) await encryptTexts(transaction, id, textsOf(conversation, null), textsOf(changed, cipher))
  await transaction
    .updateTable('conversation')
    .set({ wrapped_key: key.wrapped, key_id: key.keyId })
    .where('id', '=', id)
    .execute()
  return true
}

async function encryptTexts(
  transaction: Transaction<Tables>,
  id: string,
  from: ConversationTexts,
  to: ConversationTexts,
): Promise<void> {
  const messages = await transaction
    .selectFrom('chat_message')
    .selectAll()
    .where('conversation_id', '=', id)
    .execute()
  for (const message of messages)
    await transaction
      .updateTable('chat_message')
      .set({ body: to.write(message, from.read(message, message.body) as object) })
      .where('conversation_id', '=', id)
      .where('seq', '=', message.seq)
      .execute()
  const feedback = await transaction
    .selectFrom('chat_feedback')
    .selectAll()
    .where('conversation_id', '=', id)
    .execute()
  for (const { message_id, details } of feedback) {
    const place = { feedbackTo: message_id }
    await transaction
      .updateTable('chat_feedback')
      .set({ details: to.write(place, from.read(place, details) as object) })
      .where('conversation_id', '=', id)
      .where('message_id', '=', message_id)
      .execute()
  }
}
