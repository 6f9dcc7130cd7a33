/** The stored texts of one conversation: JSON, encrypted if the conversation has a key. */
import type { Selectable } from 'kysely'
import { type MessageCipher, missingKeyError, open, seal } from '../message-cipher.ts'
import type { ConversationRow } from '../tables.ts'

export interface ConversationTexts {
  /** `id` is that of the message; the text of one message cannot replace that of another. */
  readonly write: (id: string, value: object) => Uint8Array
  readonly read: (id: string, stored: Uint8Array) => unknown
}

/** Throws StateError if the key of the operator is not configured. */
export function textsOf(
  { id: conversationId, wrapped_key: wrapped, key_id: keyId }: Selectable<ConversationRow>,
  cipher: MessageCipher | null,
): ConversationTexts {
  if (wrapped === null || keyId === null) return plainTexts
  if (cipher === null) throw missingKeyError(keyId)
  const key = cipher.unwrapKey(conversationId, { wrapped, keyId })
  return {
    write: (id, value) => seal(Buffer.from(JSON.stringify(value)), key, `${conversationId} ${id}`),
    read: (id, stored) => parse(open(stored, key, `${conversationId} ${id}`)),
  }
}

const plainTexts: ConversationTexts = {
  write: (_id, value) => Buffer.from(JSON.stringify(value)),
  read: (_id, stored) => parse(stored),
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString()) as unknown
}
