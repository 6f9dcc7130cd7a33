/** Conversations on both engines: positions and ids exist once, tokens and owners are checked, and time limits are exact. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { engines } from '../engines.fixture.ts'
import { MessageCipher } from '../message-cipher.ts'
import { openState, type State, type StatePlace } from '../state.ts'
import {
  conversationLimits,
  Conversations,
  draftConversation,
  type NewMessage,
  type Owner,
} from './conversations.ts'

const anonymous = { partner: 'acme', subject: null }
const ana = { partner: 'acme', subject: 'ana' }
const question = (text = 'a dentist'): NewMessage => ({ id: uuidV7(), role: 'user', body: { text } })
const answerTo = ({ id }: NewMessage, text = 'Here is one.'): NewMessage => ({
  id: uuidV7(),
  role: 'assistant',
  body: { text, generation: '2026-11-09.1' },
  answers: id,
})
async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
const seqsOf = (messages: readonly { readonly seq: number }[]) => messages.map(({ seq }) => seq)

async function createConversation(conversations: Conversations, owner: Owner = anonymous) {
  const draft = draftConversation()
  await conversations.create(owner, draft)
  return draft
}

for (const { name, skip, createPlace } of engines)
  describe(`conversations in ${name}`, { skip }, () => {
    let place: StatePlace
    /** Two servers. */
    let states: readonly [State, State]
    let now = Date.parse('2026-11-28T12:00:00Z')
    before(async () => {
      place = await createPlace()
      states = [await openState(place), await openState(place)]
    })
    after(async () => {
      for (const state of states) await state[Symbol.asyncDispose]()
    })

    function open(server: 0 | 1 = 0, cipher: MessageCipher | null = null): Conversations {
      return new Conversations(states[server], { cipher, now: () => now })
    }

    test('assign positions from 1 without gaps, even to concurrent messages on two servers', async () => {
      const servers = [open(0), open(1)] as const
      const { conversationId } = await createConversation(servers[0])
      const appended = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          servers[index % 2 === 0 ? 0 : 1].append(conversationId, question()),
        ),
      )
      assert.deepEqual(
        seqsOf(appended).toSorted((a, b) => a - b),
        appended.map((_, index) => index + 1),
      )
      assert.deepEqual(seqsOf(await servers[1].after(conversationId, 8, 10)), [9, 10])
      assert.deepEqual(seqsOf(await servers[1].before(conversationId, 4, 2)), [2, 3])
      assert.deepEqual(seqsOf(await servers[1].before(conversationId, null, 1)), [10])
    })

    test('store a message once, however often and wherever it is sent', async () => {
      const servers = [open(0), open(1)] as const
      const { conversationId } = await createConversation(servers[0])
      const message = question()
      const sent = await Promise.all(
        [0, 1, 0, 1, 0].map((server) => servers[server as 0 | 1].append(conversationId, message)),
      )
      assert.deepEqual(seqsOf(sent), [1, 1, 1, 1, 1])
      assert.equal(sent.filter(({ isNew }) => isNew).length, 1)
    })

    test('have one answer to a message, which one server claims', async () => {
      const servers = [open(0), open(1)] as const
      const { conversationId } = await createConversation(servers[0])
      const message = question()
      await servers[0].append(conversationId, message)
      assert.equal(await servers[0].claimAnswer(conversationId, message.id, 1000), 'claimed')
      assert.equal(await servers[1].claimAnswer(conversationId, message.id, 1000), 'busy')
      assert.equal(await servers[0].claimAnswer(conversationId, message.id, 1000), 'claimed', 'renewed')
      now += 1001
      assert.equal(await servers[1].claimAnswer(conversationId, message.id, 1000), 'claimed', 'after its end')
      const first = await servers[1].append(conversationId, answerTo(message))
      const second = await servers[0].append(conversationId, answerTo(message))
      assert.deepEqual(
        [first, second],
        [
          { seq: 2, isNew: true },
          { seq: 2, isNew: false },
        ],
      )
      assert.equal(await servers[0].claimAnswer(conversationId, message.id, 1000), 'answered')
    })

    test('return to the holder of the resume token, for a day and to the same partner', async () => {
      const conversations = open()
      const { conversationId, resumeToken } = await createConversation(conversations)
      assert.equal((await conversations.resume('acme', resumeToken))?.conversationId, conversationId)
      assert.equal(await conversations.resume('other', resumeToken), null)
      assert.equal(await conversations.resume('acme', conversationId), null)
      const migrationToken = await conversations.issueMigrationToken(conversationId)
      assert.equal(await conversations.resume('acme', migrationToken), null)
      now += conversationLimits.tokenMs - 1
      assert.notEqual(await conversations.resume('acme', resumeToken), null)
      now += 1
      assert.equal(await conversations.resume('acme', resumeToken), null)
    })

    test('open, are listed, exported and deleted only for their owner', async () => {
      const conversations = open()
      const owner = { partner: 'acme', subject: 'owner' }
      const { conversationId } = await createConversation(conversations, owner)
      await conversations.append(conversationId, question('x'.repeat(100)))
      assert.notEqual(await conversations.open(conversationId, owner), null)
      for (const other of [anonymous, ana, { partner: 'other', subject: 'owner' }]) {
        assert.equal(await conversations.open(conversationId, other), null)
        assert.equal(await conversations.delete(conversationId, other), false)
      }
      const [listed] = await conversations.list('acme', 'owner', 20)
      assert.deepEqual([listed?.title.length, listed?.messageCount], [80, 1])
      const exported = await collect(conversations.exportAll('acme', 'owner'))
      assert.deepEqual(
        exported.map(({ messages }) => messages.length),
        [1],
      )
      assert.deepEqual(await conversations.deleteAll('acme', 'owner'), [conversationId])
      await assert.rejects(conversations.append(conversationId, question()), { code: 'not_found' })
    })

    test('move to their user once, with their times, even if two servers are asked', async () => {
      const servers = [open(0), open(1)] as const
      const user = { partner: 'acme', subject: `user ${uuidV7()}` }
      const kept = await createConversation(servers[0], user)
      await servers[0].append(kept.conversationId, question('before'))
      const source = await createConversation(servers[0])
      const message = question('my knee')
      const askedAt = now
      await servers[0].append(source.conversationId, message)
      await servers[0].append(source.conversationId, answerTo(message))
      now += 60_000
      const token = await servers[0].issueMigrationToken(source.conversationId)
      assert.equal(await servers[0].migrate(source.conversationId, user), null, 'the id is no token')
      const moved = await Promise.all(servers.map((server) => server.migrate(token, user)))
      assert.equal(moved.filter((result) => result !== null).length, 1)
      const messages = await servers[1].after(kept.conversationId, 0, 10)
      assert.deepEqual(
        messages.map(({ seq, body, createdAt }) => [seq, body.text, createdAt]),
        [
          [1, 'before', askedAt],
          [2, 'my knee', askedAt],
          [3, 'Here is one.', askedAt],
        ],
      )
      assert.equal(messages[2]?.answers, message.id)
      assert.equal(await servers[0].resume('acme', source.resumeToken), null)
    })

    test('become those of a user without any', async () => {
      const conversations = open()
      const user = { partner: 'acme', subject: `user ${uuidV7()}` }
      const source = await createConversation(conversations)
      await conversations.append(source.conversationId, question())
      const token = await conversations.issueMigrationToken(source.conversationId)
      const moved = await conversations.migrate(token, user)
      assert.equal(moved?.conversationId, source.conversationId)
      assert.notEqual(moved.epoch, source.epoch)
      assert.equal((await conversations.latest('acme', user.subject))?.conversationId, source.conversationId)
    })

    test('are deleted when their time is over: a day for anonymous ones, the days of the partner for others', async () => {
      const conversations = open()
      const [first, second] = [
        await createConversation(conversations),
        await createConversation(conversations, ana),
      ]
      const exists = async (id: string) =>
        (await conversations.open(id, anonymous)) ?? conversations.open(id, ana)
      now += conversationLimits.anonymousMs - 1
      await conversations.purge(() => 2)
      assert.notEqual(await exists(first.conversationId), null)
      now += 1
      await conversations.purge(() => 2)
      assert.equal(await exists(first.conversationId), null)
      now += conversationLimits.anonymousMs - 1
      await conversations.purge(() => 2)
      assert.notEqual(await exists(second.conversationId), null)
      now += 1
      await conversations.purge(() => 2)
      assert.equal(await exists(second.conversationId), null)
    })

    test('keep feedback with the question, the answer and its snapshot', async () => {
      const conversations = open()
      const { conversationId } = await createConversation(conversations)
      const asked = question('a dentist')
      const answered = answerTo(asked)
      for (const message of [asked, answered]) await conversations.append(conversationId, message)
      const feedback = { conversationId, messageId: answered.id, value: 'down', comment: 'too far' } as const
      assert.equal(await conversations.storeFeedback(feedback), true)
      assert.equal(await conversations.storeFeedback({ ...feedback, messageId: asked.id }), false)
      const stored = (await collect(conversations.listFeedback())).at(-1)
      assert.deepEqual(
        [stored?.question, stored?.answer, stored?.generation, stored?.comment],
        ['a dentist', 'Here is one.', '2026-11-09.1', 'too far'],
      )
      await conversations.delete(conversationId, anonymous)
      const left = await collect(conversations.listFeedback())
      assert.ok(left.every((entry) => entry.conversationId !== conversationId))
    })

    test('are counted for each partner, without their content', async () => {
      const conversations = open()
      const partner = `partner-${uuidV7()}`
      await createConversation(conversations, { partner, subject: null })
      const { conversationId } = await createConversation(conversations, { partner, subject: 'ana' })
      const asked = question()
      const answered = answerTo(asked)
      for (const message of [asked, answered]) await conversations.append(conversationId, message)
      await conversations.storeFeedback({
        conversationId,
        messageId: answered.id,
        value: 'up',
        comment: null,
      })
      const counted = (await conversations.count()).find((counts) => counts.partner === partner)
      assert.deepEqual(counted, {
        partner,
        conversations: 2,
        identified: 1,
        activeInLastDay: 2,
        messages: 2,
        feedbackUp: 1,
        feedbackDown: 0,
      })
    })

    test('are unreadable without the key if they are encrypted, and detect changes', async () => {
      const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
      const writing = open(0, new MessageCipher([oldKey]))
      const { conversationId } = await createConversation(writing)
      const message = question('my private canary')
      await writing.append(conversationId, message)
      const [row] = await states[0].database
        .selectFrom('chat_message')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .execute()
      assert.ok(!Buffer.from(row!.body).includes('canary'))
      const rotated = open(1, new MessageCipher([newKey, oldKey]))
      assert.equal((await rotated.after(conversationId, 0, 1))[0]?.body.text, 'my private canary')
      for (const cipher of [null, new MessageCipher([newKey])])
        await assert.rejects(open(1, cipher).after(conversationId, 0, 1), /STATE_ENCRYPTION_KEY/)
      const body = Buffer.from(row!.body)
      body[body.length - 1]! ^= 1
      await states[0].database
        .updateTable('chat_message')
        .set({ body })
        .where('conversation_id', '=', conversationId)
        .execute()
      await assert.rejects(writing.after(conversationId, 0, 1), /was changed/)
    })

    test(
      'leave no text in the files after their deletion',
      { skip: name !== 'SQLite' && 'for files' },
      async () => {
        const conversations = open()
        const { conversationId } = await createConversation(conversations, ana)
        const canary = `canary${uuidV7().replaceAll('-', '')}`
        const message = question(canary)
        await conversations.append(conversationId, message)
        const answered = answerTo(message, canary)
        await conversations.append(conversationId, answered)
        await conversations.storeFeedback({
          conversationId,
          messageId: answered.id,
          value: 'up',
          comment: canary,
        })
        const { folder } = place as { readonly folder: string }
        const hasCanary = () =>
          readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(canary))
        assert.ok(hasCanary())
        await conversations.deleteAll('acme', 'ana')
        assert.ok(!hasCanary())
      },
    )
  })
