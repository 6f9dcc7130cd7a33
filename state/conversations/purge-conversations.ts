/** Deletes conversations whose time is over. */
import { setImmediate } from 'node:timers/promises'
import type { Database } from './conversation-rows.ts'

const dayMs = 24 * 3_600_000

/** An anonymous conversation is deleted this long after its last message. */
export const anonymousLifetimeMs = dayMs

/** Conversations per statement: SQLite blocks the event loop while it overwrites their messages. */
const batchSize = 50

/** Deletes the expired conversations and tokens of all partners; returns the number of conversations. */
export async function purgeConversations(
  database: Database,
  retentionDaysOf: (partner: string) => number,
  now: number,
): Promise<number> {
  await database.deleteFrom('chat_token').where('ends_at', '<=', now).execute()
  let count = 0
  for await (const partner of listPartners(database)) {
    count += await deleteUntil(database, partner, { isAnonymous: true, updatedAt: now - anonymousLifetimeMs })
    const updatedAt = now - retentionDaysOf(partner) * dayMs
    count += await deleteUntil(database, partner, { isAnonymous: false, updatedAt })
  }
  return count
}

/** The partners that have conversations, found by a few steps in the index instead of a scan. */
async function* listPartners(database: Database): AsyncGenerator<string> {
  let last = ''
  for (;;) {
    const next = await database
      .selectFrom('conversation')
      .select('partner')
      .where('partner', '>', last)
      .orderBy('partner')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined) return
    yield (last = next.partner)
  }
}

interface Expiry {
  readonly isAnonymous: boolean
  /** Conversations are deleted whose last message is not newer. */
  readonly updatedAt: number
}

async function deleteUntil(
  database: Database,
  partner: string,
  { isAnonymous, updatedAt }: Expiry,
): Promise<number> {
  let count = 0
  for (;;) {
    const expired = database
      .selectFrom('conversation')
      .select('id')
      .where('partner', '=', partner)
      .where('subject', isAnonymous ? 'is' : 'is not', null)
      .where('updated_at', '<=', updatedAt)
      .limit(batchSize)
    const { numDeletedRows } = await database
      .deleteFrom('conversation')
      .where('id', 'in', expired)
      // A message may have arrived since the selection.
      .where('updated_at', '<=', updatedAt)
      .executeTakeFirst()
    count += Number(numDeletedRows)
    if (numDeletedRows < batchSize) return count
    await setImmediate()
  }
}
