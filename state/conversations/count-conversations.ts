/** The numbers of conversations, messages and feedback of each partner, for the operator; without any content. */
import type { Database } from './conversation-rows.ts'

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

const dayMs = 24 * 3_600_000

/** Counts the stored conversations of each partner that has some, ordered by partner. */
export async function countConversations(database: Database, now: number): Promise<readonly PartnerCounts[]> {
  const [conversations, feedback] = [
    await selectConversationCounts(database, now - dayMs),
    await countFeedback(database),
  ]
  return conversations.map(({ partner, ...counts }) => ({
    partner,
    conversations: Number(counts.conversations),
    identified: Number(counts.identified),
    activeInLastDay: Number(counts.active),
    messages: Number(counts.messages),
    feedbackUp: feedback.get(`${partner} up`) ?? 0,
    feedbackDown: feedback.get(`${partner} down`) ?? 0,
  }))
}

async function selectConversationCounts(database: Database, activeSince: number) {
  return database
    .selectFrom('conversation')
    .select(({ fn, eb }) => [
      'partner',
      fn.countAll().as('conversations'),
      // SQL counts only values that are not null.
      fn.count('subject').as('identified'),
      // Positions have no gaps.
      fn.sum('last_seq').as('messages'),
      fn.sum(eb.case().when('updated_at', '>', activeSince).then(1).else(0).end()).as('active'),
    ])
    .groupBy('partner')
    .orderBy('partner')
    .execute()
}

/** The numbers by partner and value. */
async function countFeedback(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom('chat_feedback')
    .innerJoin('conversation', 'conversation.id', 'conversation_id')
    .select(({ fn }) => ['partner', 'value', fn.countAll().as('count')])
    .groupBy(['partner', 'value'])
    .execute()
  return new Map(rows.map(({ partner, value, count }) => [`${partner} ${value}`, Number(count)]))
}
