/** The stored texts of one conversation: JSON, encrypted if the conversation has a data key. */
import { type MessageCipher, missingKeyError, open, seal } from '../message-cipher.ts'
import type { ChatMessageRow, ConversationRow } from '../tables.ts'

/** What a text belongs to; an encrypted text is valid only there, so that texts cannot be exchanged in the state. */
export type TextPlace =
  | Pick<ChatMessageRow, 'seq' | 'id' | 'role'>
  /** The id of the answer to which the feedback belongs. */
  | { readonly feedbackTo: string }

export interface ConversationTexts {
  readonly write: (place: TextPlace, value: object) => Uint8Array
  /** Throws StateError if the stored text was changed. */
  readonly read: (place: TextPlace, stored: Uint8Array) => unknown
}

/** Throws StateError if the key of the operator is not configured. */
export function textsOf(
  {
    id: conversationId,
    wrapped_key: wrapped,
    key_id: keyId,
  }: Pick<ConversationRow, 'id' | 'wrapped_key' | 'key_id'>,
  cipher: MessageCipher | null,
): ConversationTexts {
  if (wrapped === null || keyId === null) return plainTexts
  if (cipher === null) throw missingKeyError(keyId)
  const key = cipher.unwrapKey(conversationId, { wrapped, keyId })
  return {
    write: (place, value) => seal(toBytes(value), key, toContext(conversationId, place)),
    read: (place, stored) => parse(open(stored, key, toContext(conversationId, place))),
  }
}

const plainTexts: ConversationTexts = {
  write: (_place, value) => toBytes(value),
  read: (_place, stored) => parse(stored),
}

function toContext(conversationId: string, place: TextPlace): string {
  const parts = 'seq' in place ? ['message', place.seq, place.id, place.role] : ['feedback', place.feedbackTo]
  return JSON.stringify([conversationId, ...parts])
}

function toBytes(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString()) as unknown
}
