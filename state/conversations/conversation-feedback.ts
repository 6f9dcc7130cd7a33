/** What users think of the answers, with the question and the snapshot, for the operator. It is deleted with its conversation. */
import type { Selectable, Transaction } from 'kysely'
import type { MessageCipher } from '../message-cipher.ts'
import type { ChatFeedbackRow, Tables } from '../tables.ts'
import {
  type Conversation,
  type Database,
  lockConversation,
  selectMessages,
  toMessages,
} from './conversation-rows.ts'
import { textsOf } from './conversation-texts.ts'

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
  /** The snapshot of the answer; empty if there is none. */
  readonly generation: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** The part that is stored as a text. */
type Details = Pick<StoredFeedback, 'comment' | 'question' | 'answer' | 'generation'>

const batchRows = 100

/** Stores or replaces the feedback to an answer; false if the conversation has no such answer. */
export async function storeFeedback(
  transaction: Transaction<Tables>,
  { conversationId, messageId, value, comment }: NewFeedback,
  { cipher, now }: { readonly cipher: MessageCipher | null; readonly now: number },
): Promise<boolean> {
  const conversation = await lockConversation(transaction, conversationId)
  const find = async (id: string) => {
    const rows = await selectMessages(transaction, conversationId).where('chat_message.id', '=', id).execute()
    return toMessages(rows, cipher)[0]
  }
  const answer = await find(messageId)
  if (answer?.answers === undefined) return false
  const question = await find(answer.answers)
  const { generation = '' } = answer.body as { readonly generation?: string }
  const texts = { comment, question: question?.body.text ?? '', answer: answer.body.text, generation }
  const details = textsOf(conversation, cipher).write({ feedbackTo: messageId }, texts satisfies Details)
  const feedback = { value, details, created_at: now }
  await transaction
    .insertInto('chat_feedback')
    .values({ conversation_id: conversationId, message_id: messageId, ...feedback })
    .onConflict((conflict) => conflict.columns(['conversation_id', 'message_id']).doUpdateSet(feedback))
    .execute()
  return true
}

/** All feedback, in the order of the conversations and their answers. */
export async function* listFeedback(
  database: Database,
  cipher: MessageCipher | null,
): AsyncGenerator<StoredFeedback> {
  let last: FeedbackWithKey | undefined
  do {
    const rows = await selectBatch(database, last)
    for (const row of rows) yield toFeedback(row, cipher)
    last = rows.length === batchRows ? rows.at(-1) : undefined
  } while (last !== undefined)
}

type FeedbackWithKey = Selectable<ChatFeedbackRow> & Pick<Conversation, 'wrapped_key' | 'key_id'>

async function selectBatch(
  database: Database,
  after: FeedbackWithKey | undefined,
): Promise<readonly FeedbackWithKey[]> {
  return database
    .selectFrom('chat_feedback')
    .innerJoin('conversation', 'conversation.id', 'conversation_id')
    .selectAll('chat_feedback')
    .select(['wrapped_key', 'key_id'])
    .$if(after !== undefined, (query) =>
      query.where((row) => {
        const key = row.refTuple('conversation_id', 'message_id')
        return row(key, '>', row.tuple(after!.conversation_id, after!.message_id))
      }),
    )
    .orderBy('conversation_id')
    .orderBy('message_id')
    .limit(batchRows)
    .execute()
}

function toFeedback(row: FeedbackWithKey, cipher: MessageCipher | null): StoredFeedback {
  const { conversation_id, message_id, value, details, created_at } = row
  const texts = textsOf({ ...row, id: conversation_id }, cipher)
  return {
    conversationId: conversation_id,
    messageId: message_id,
    value: value as StoredFeedback['value'],
    ...(texts.read({ feedbackTo: message_id }, details) as Details),
    createdAt: created_at,
  }
}
