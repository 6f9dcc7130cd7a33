/** With a key of the operator, the state has no readable text, changes are detected, and the key can be replaced. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { engines } from '../engines.fixture.ts'
import { MessageCipher } from '../message-cipher.ts'
import {
  ana,
  anonymous,
  answerTo,
  collect,
  question,
  startConversation,
  textsIn,
  TwoServers,
} from './conversations.fixture.ts'
import type { Conversations } from './conversations.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)] as const
const oldCipher = new MessageCipher([oldKey])
const newCipher = new MessageCipher([newKey])
const bothCiphers = new MessageCipher([newKey, oldKey])

const canary = 'private-canary'
const changed = { name: 'StateError', message: /was changed/ }
/** The error without this key of the operator. */
function missing({ currentKeyId }: MessageCipher) {
  const message = `The state has conversations that are encrypted with the key ${currentKeyId}. Add this key to STATE_ENCRYPTION_KEY, after the current one.`
  return { name: 'StateError', message }
}
const missingKey = missing(oldCipher)

/** A conversation whose texts all have the canary. */
async function startPrivate(conversations: Conversations): Promise<string> {
  const { conversationId } = await startConversation(conversations, ana)
  const asked = question(`${canary} 1`)
  const answered = answerTo(asked, `${canary} 2`)
  for (const message of [asked, answered]) await conversations.append(conversationId, message)
  await conversations.storeFeedback({ conversationId, messageId: answered.id, value: 'up', comment: canary })
  return conversationId
}

/** Whether a stored row of the chat has the canary. */
async function hasCanary({ database }: TwoServers): Promise<boolean> {
  const messages = await database.selectFrom('chat_message').select('body').execute()
  const feedback = await database.selectFrom('chat_feedback').select('details').execute()
  return [...messages.map(({ body }) => body), ...feedback.map(({ details }) => details)].some((bytes) =>
    Buffer.from(bytes).includes(canary),
  )
}

async function checkReadable(conversations: Conversations, conversationId: string): Promise<void> {
  assert.deepEqual(await textsIn(conversations, conversationId), [`${canary} 1`, `${canary} 2`])
  const [feedback] = await collect(conversations.listFeedback())
  assert.deepEqual([feedback?.comment, feedback?.question], [canary, `${canary} 1`])
  assert.equal((await conversations.list('acme', 'ana', 1))[0]?.title, `${canary} 1`)
}

for (const engine of engines)
  describe(`encrypted conversations in ${engine.name}`, { skip: engine.skip }, () => {
    test('have no readable text, and are read with the key', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations(0, oldCipher)
      const conversationId = await startPrivate(conversations)
      assert.ok(!(await hasCanary(servers)))
      await checkReadable(servers.conversations(1, oldCipher), conversationId)
    })

    test('are not read without the key or with another key, and the error names the key', async () => {
      await using servers = await TwoServers.open(engine)
      const conversationId = await startPrivate(servers.conversations(0, oldCipher))
      for (const cipher of [null, newCipher]) {
        const conversations = servers.conversations(1, cipher)
        await assert.rejects(conversations.checkKeys(), missingKey)
        await assert.rejects(conversations.after(conversationId, 0, 1), missingKey)
        await assert.rejects(conversations.append(conversationId, question()), missingKey)
        await assert.rejects(conversations.list('acme', 'ana', 1), missingKey)
        await assert.rejects(collect(conversations.exportAll('acme', 'ana')), missingKey)
      }
      await servers.conversations(1, bothCiphers).checkKeys()
      assert.deepEqual(await servers.conversations(0, oldCipher).deleteAll('acme', 'ana'), [conversationId])
      await servers.conversations(1).checkKeys()
    })

    for (const [what, change] of [
      ['a changed byte', { flip: true }],
      ['another position', { seq: 9 }],
      ['another role', { role: 'assistant' }],
    ] as const)
      test(`${what} of a message is detected`, async () => {
        await using servers = await TwoServers.open(engine)
        const conversations = servers.conversations(0, oldCipher)
        const conversationId = await startPrivate(conversations)
        const firstMessage = servers.database
          .selectFrom('chat_message')
          .selectAll()
          .where('conversation_id', '=', conversationId)
          .where('seq', '=', 1)
        const body = Buffer.from((await firstMessage.executeTakeFirstOrThrow()).body)
        body[body.length - 1]! ^= 1
        await servers.database
          .updateTable('chat_message')
          .set('flip' in change ? { body } : change)
          .where('conversation_id', '=', conversationId)
          .where('seq', '=', 1)
          .execute()
        await assert.rejects(conversations.after(conversationId, 0, 10), changed)
      })

    test('texts of two messages, of two conversations, or of a message and its feedback cannot be exchanged', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations(0, oldCipher)
      const [one, two] = [await startPrivate(conversations), await startPrivate(conversations)]
      const bodyOf = async (conversationId: string, seq: number) =>
        (
          await servers.database
            .selectFrom('chat_message')
            .select('body')
            .where('conversation_id', '=', conversationId)
            .where('seq', '=', seq)
            .executeTakeFirstOrThrow()
        ).body
      const original = await bodyOf(one, 2)
      const feedback = await servers.database
        .selectFrom('chat_feedback')
        .select('details')
        .where('conversation_id', '=', one)
        .executeTakeFirstOrThrow()
      for (const body of [await bodyOf(one, 1), await bodyOf(two, 2), feedback.details]) {
        const set = (stored: Uint8Array) =>
          servers.database
            .updateTable('chat_message')
            .set({ body: stored })
            .where('conversation_id', '=', one)
            .where('seq', '=', 2)
            .execute()
        await set(body)
        await assert.rejects(conversations.after(one, 0, 10), changed)
        await set(original)
      }
      await checkReadable(conversations, one)
    })

    test('stay readable while the key is replaced, and then do not need the older key', async () => {
      await using servers = await TwoServers.open(engine)
      const conversationId = await startPrivate(servers.conversations(0, oldCipher))
      const rotated = servers.conversations(0, bothCiphers)
      await checkReadable(rotated, conversationId)
      assert.equal(await rotated.encrypt(), 1)
      assert.equal(await rotated.encrypt(), 0)
      const onlyNew = servers.conversations(1, newCipher)
      await onlyNew.checkKeys()
      await checkReadable(onlyNew, conversationId)
      await assert.rejects(servers.conversations(1, oldCipher).checkKeys(), missing(newCipher))
    })

    test('that began without a key are encrypted with the first key, while servers add messages', async () => {
      await using servers = await TwoServers.open(engine)
      const ids = [await startPrivate(servers.conversations())]
      for (let index = 0; index < 120; index += 1)
        ids.push((await startConversation(servers.conversations(), anonymous, canary)).conversationId)
      assert.ok(await hasCanary(servers))
      const [encrypting, writing] = servers.both(oldCipher)
      const [count, ...appended] = await Promise.all([
        encrypting.encrypt(),
        ...ids.slice(-20).map((id) => writing.append(id, question(canary))),
      ])
      assert.equal(count, ids.length)
      assert.ok(appended.every(({ seq }) => seq === 2))
      assert.ok(!(await hasCanary(servers)))
      await checkReadable(writing, ids[0]!)
      for (const id of ids.slice(-20)) assert.deepEqual(await textsIn(writing, id), [canary, canary])
      assert.equal(await servers.conversations().encrypt(), 0, 'without a key')
    })

    test('are not changed if a key is missing', async () => {
      await using servers = await TwoServers.open(engine)
      const conversationId = await startPrivate(servers.conversations(0, oldCipher))
      await assert.rejects(servers.conversations(0, newCipher).encrypt(), missingKey)
      await checkReadable(servers.conversations(0, oldCipher), conversationId)
    })
  })

test('the files of SQLite have no readable text, also of conversations that began without a key', async () => {
  await using servers = await TwoServers.open(engines[0]!)
  const { folder } = servers.place as { readonly folder: string }
  const hasText = () => readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(canary))
  await startPrivate(servers.conversations(0, oldCipher))
  assert.ok(!hasText())
  await startPrivate(servers.conversations())
  assert.ok(hasText())
  await servers.conversations(0, oldCipher).encrypt()
  assert.ok(!hasText())
})
