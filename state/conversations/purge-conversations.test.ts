/** Conversations are deleted when their time is over, not earlier. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { engines } from '../engines.fixture.ts'
import {
  ana,
  anonymous,
  dayMs,
  question,
  secondMs,
  startConversation,
  TwoServers,
} from './conversations.fixture.ts'

const retentionDays: Readonly<Record<string, number>> = { acme: 365, brief: 2 }
const retentionDaysOf = (partner: string) => retentionDays[partner]!

for (const engine of engines)
  describe(`the end of conversations in ${engine.name}`, { skip: engine.skip }, () => {
    for (const [what, owner, days] of [
      ['an anonymous conversation', anonymous, 1],
      [
        'an anonymous conversation of a partner with a short retention',
        { ...anonymous, partner: 'brief' },
        1,
      ],
      ['a conversation of a user', ana, 365],
      ['a conversation of a user of a partner with a short retention', { ...ana, partner: 'brief' }, 2],
    ] as const)
      test(`${what} is deleted ${days} days after its last message`, async () => {
        await using servers = await TwoServers.open(engine)
        const conversations = servers.conversations()
        const { conversationId } = await startConversation(conversations, owner, 'one')
        servers.now += dayMs - secondMs
        await conversations.append(conversationId, question('last'))
        servers.now += days * dayMs - secondMs
        assert.equal(await conversations.purge(retentionDaysOf), 0)
        assert.notEqual(await conversations.open(conversationId, owner), null)
        servers.now += 2 * secondMs
        assert.equal(await conversations.purge(retentionDaysOf), 1)
        assert.equal(await conversations.open(conversationId, owner), null)
        assert.deepEqual(await servers.database.selectFrom('chat_message').selectAll().execute(), [])
      })

    test('tokens are deleted after their end, and many conversations in batches', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const kept = await startConversation(conversations, ana, 'kept')
      for (let index = 0; index < 101; index += 1) await startConversation(conversations, anonymous, 'old')
      servers.now += dayMs - 1
      assert.equal(await conversations.purge(retentionDaysOf), 0)
      servers.now += 1
      assert.equal(await conversations.purge(retentionDaysOf), 101)
      assert.deepEqual(await servers.database.selectFrom('chat_token').selectAll().execute(), [])
      const rows = await servers.database.selectFrom('conversation').select('id').execute()
      const ids = rows.map(({ id }) => id)
      assert.deepEqual(ids, [kept.conversationId])
    })
  })
