/** Secrets that give access to one conversation: to return to it, or to move it to a user. Only their digests are stored. */
import { hash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Conversation, Database } from './conversation-rows.ts'

/** A token of one purpose is not valid for the other. */
export type TokenPurpose = 'resume' | 'migrate'

export const tokenLifetimeMs = 24 * 3_600_000

const tokenBytes = 24

/** Of one conversation and purpose: enough for the tabs of a day, because each tab gets one when it opens the conversation. */
const tokensMax = 50

/** 192 random bits. */
export function createConversationToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** Stores a token in place of the oldest beyond the limit; does nothing if it exists. */
export async function insertToken(
  database: Database,
  purpose: TokenPurpose,
  {
    token,
    conversationId,
    now,
  }: { readonly token: string; readonly conversationId: string; readonly now: number },
): Promise<void> {
  const digest = digestToken(purpose, token)
  await database
    .insertInto('chat_token')
    .values({ digest, purpose, conversation_id: conversationId, ends_at: now + tokenLifetimeMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const others = database
    .selectFrom('chat_token')
    .select('digest')
    .where('conversation_id', '=', conversationId)
    .where('purpose', '=', purpose)
    .where('digest', '!=', digest)
  const oldest = others.orderBy('ends_at', 'desc').offset(tokensMax - 1)
  // SQLite has no offset without a limit.
  await database.deleteFrom('chat_token').where('digest', 'in', oldest.limit(tokensMax)).execute()
}

/** Lets the tokens of a conversation end as late as those issued now. */
export async function extendTokens(
  database: Database,
  purpose: TokenPurpose,
  { conversationId, now }: { readonly conversationId: string; readonly now: number },
): Promise<void> {
  await database
    .updateTable('chat_token')
    .set({ ends_at: now + tokenLifetimeMs })
    .where('conversation_id', '=', conversationId)
    .where('purpose', '=', purpose)
    // One that has ended stays ended until it is purged.
    .where('ends_at', '>', now)
    .execute()
}

/** The conversation of a token; null for a token that is unknown, expired or of another partner. */
export async function findByToken(
  database: Database,
  purpose: TokenPurpose,
  { token, partner, now }: { readonly token: string; readonly partner: string; readonly now: number },
): Promise<Conversation | null> {
  const row = await database
    .selectFrom('chat_token')
    .innerJoin('conversation', 'conversation.id', 'chat_token.conversation_id')
    .selectAll('conversation')
    .where('digest', '=', digestToken(purpose, token))
    .where('ends_at', '>', now)
    .where('partner', '=', partner)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes a token; false if another transaction has used it. */
export async function consumeToken(
  transaction: Transaction<Tables>,
  purpose: TokenPurpose,
  token: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('chat_token')
    .where('digest', '=', digestToken(purpose, token))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function digestToken(purpose: TokenPurpose, token: string): Buffer {
  return hash('sha256', `${purpose} ${token}`, 'buffer')
}
