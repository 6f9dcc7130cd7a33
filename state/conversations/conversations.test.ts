/** Conversations on both engines: positions and ids exist once, and tokens and owners are checked. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { engines } from '../engines.fixture.ts'
import {
  ana,
  anonymous,
  answerTo,
  bo,
  collect,
  dayMs,
  question,
  secondMs,
  seqsOf,
  startConversation,
  textsIn,
  TwoServers,
} from './conversations.fixture.ts'
import type { Conversations } from './conversations.ts'

/** Owners that must not reach the conversations of Ana. */
const others = [anonymous, bo, { partner: 'other', subject: 'ana' }, { partner: 'other', subject: null }]

for (const engine of engines)
  describe(`conversations in ${engine.name}`, { skip: engine.skip }, () => {
    test('positions count from 1 without gaps, even for concurrent messages on two servers', async () => {
      await using servers = await TwoServers.open(engine)
      const both = servers.both()
      const { conversationId } = await startConversation(both[0], anonymous)
      const appended = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          both[index % 2 === 0 ? 0 : 1].append(conversationId, question(`${index}`)),
        ),
      )
      const expected = appended.map((_, index) => index + 1)
      assert.deepEqual(
        seqsOf(appended).toSorted((a, b) => a - b),
        expected,
      )
      const stored = await both[1].after(conversationId, 0, 100)
      assert.deepEqual(seqsOf(stored), expected)
      for (const { seq, body } of stored) assert.equal(appended[Number(body.text)]?.seq, seq)
    })

    test('pages before and after a position are ascending', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const { conversationId } = await startConversation(conversations, ana, ...'abcdefghij'.split(''))
      assert.deepEqual(seqsOf(await conversations.after(conversationId, 8, 10)), [9, 10])
      assert.deepEqual(seqsOf(await conversations.after(conversationId, 2, 2)), [3, 4])
      assert.deepEqual(seqsOf(await conversations.before(conversationId, 4, 2)), [2, 3])
      assert.deepEqual(seqsOf(await conversations.before(conversationId, null, 1)), [10])
      assert.deepEqual(seqsOf(await conversations.before(conversationId, 1, 5)), [])
      assert.deepEqual(seqsOf(await conversations.after(uuidV7(), 0, 5)), [])
    })

    test('a message is stored once, however often and on whichever server it is sent', async () => {
      await using servers = await TwoServers.open(engine)
      const both = servers.both()
      const { conversationId } = await startConversation(both[0], anonymous, 'earlier')
      const message = question()
      const sent = await Promise.all(
        ([0, 1, 0, 1, 0] as const).map((server) => both[server].append(conversationId, message)),
      )
      assert.deepEqual(seqsOf(sent), [2, 2, 2, 2, 2])
      assert.equal(sent.filter(({ isNew }) => isNew).length, 1)
      servers.now += dayMs
      assert.deepEqual(await both[1].append(conversationId, message), { seq: 2, isNew: false })
      assert.deepEqual(await textsIn(both[0], conversationId), ['earlier', 'a dentist'])
    })

    test('the same message id in two conversations is two messages', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const message = question()
      for (const owner of [ana, bo]) {
        const { conversationId } = await startConversation(conversations, owner)
        assert.deepEqual(await conversations.append(conversationId, message), { seq: 1, isNew: true })
      }
    })

    test('a conversation is created once, even if its first message is sent twice', async () => {
      await using servers = await TwoServers.open(engine)
      const [first, second] = servers.both()
      const { conversationId, ...draft } = await startConversation(first, ana, 'one')
      await second.create(ana, { conversationId, ...draft, epoch: 'another' })
      assert.deepEqual(await second.open(conversationId, ana), { conversationId, epoch: draft.epoch })
      assert.deepEqual(await textsIn(second, conversationId), ['one'])
    })

    test('one server at a time claims the answer to a message, and a second answer is not stored', async () => {
      await using servers = await TwoServers.open(engine)
      const both = servers.both()
      const { conversationId } = await startConversation(both[0], anonymous)
      const message = question()
      await both[0].append(conversationId, message)
      const claim = (server: 0 | 1) => both[server].claimAnswer(conversationId, message.id, 1000)
      const claims = await Promise.all([claim(0), claim(1)])
      assert.deepEqual(claims.toSorted(), ['busy', 'claimed'])
      const holder = claims[0] === 'claimed' ? 0 : 1
      const other = holder === 0 ? 1 : 0
      servers.now += 999
      assert.equal(await claim(other), 'busy')
      assert.equal(await claim(holder), 'claimed', 'renewed')
      servers.now += 999
      assert.equal(await claim(other), 'busy')
      servers.now += 1
      assert.equal(await claim(other), 'claimed', 'after its end')
      const first = await both[other].append(conversationId, answerTo(message))
      const second = await both[holder].append(conversationId, answerTo(message))
      assert.deepEqual(
        [first, second],
        [
          { seq: 2, isNew: true },
          { seq: 2, isNew: false },
        ],
      )
      for (const server of [0, 1] as const) assert.equal(await claim(server), 'answered')
    })

    test('an answer ends the claim of its server, so that another server can answer the next message at once', async () => {
      await using servers = await TwoServers.open(engine)
      const [holder, other] = servers.both()
      const { conversationId } = await startConversation(holder, anonymous)
      const [first, second] = [question(), question()]
      for (const message of [first, second]) await holder.append(conversationId, message)
      await holder.claimAnswer(conversationId, first.id, 1000)
      assert.equal(await other.claimAnswer(conversationId, second.id, 1000), 'busy')
      await holder.append(conversationId, answerTo(first))
      assert.equal(await other.claimAnswer(conversationId, second.id, 1000), 'claimed')
    })

    test('messages without an answer are found after a position, however many answered ones follow them', async () => {
      await using servers = await TwoServers.open(engine)
      const [conversations] = servers.both()
      const { conversationId } = await startConversation(conversations, anonymous)
      const [first, second] = [question(), question()]
      for (const message of [first, second]) await conversations.append(conversationId, message)
      for (let count = 0; count < 60; count++) {
        const answered = question()
        await conversations.append(conversationId, answered)
        await conversations.append(conversationId, answerTo(answered))
      }
      const find = async (seq: number, limit: number) =>
        (await conversations.unanswered(conversationId, seq, limit)).map(({ id }) => id)
      assert.deepEqual(await find(0, 50), [first.id, second.id])
      assert.deepEqual(await find(0, 1), [first.id])
      assert.deepEqual(await find(1, 50), [second.id])
      assert.deepEqual(await find(2, 50), [])
    })

    test('a released claim is free at once, and a server releases only its own', async () => {
      await using servers = await TwoServers.open(engine)
      const [holder, other] = servers.both()
      const { conversationId } = await startConversation(holder, anonymous)
      const message = question()
      await holder.append(conversationId, message)
      await holder.claimAnswer(conversationId, message.id, 1000)
      await other.releaseClaim(conversationId)
      assert.equal(await other.claimAnswer(conversationId, message.id, 1000), 'busy')
      await holder.releaseClaim(conversationId)
      assert.equal(await other.claimAnswer(conversationId, message.id, 1000), 'claimed')
    })

    test('a resume token is valid for 24 hours and for its partner, and is stored as a digest', async () => {
      await using servers = await TwoServers.open(engine)
      const [conversations, other] = servers.both()
      const { resumeToken, ...key } = await startConversation(conversations, anonymous)
      const later = await conversations.issueResumeToken(key.conversationId)
      for (const token of [resumeToken, later]) {
        assert.match(token, /^[\w-]{32}$/)
        assert.deepEqual(await other.resume('acme', token), { ...key, subject: null })
        assert.equal(await other.resume('other', token), null)
      }
      for (const token of [key.conversationId, '', '\u0000', `${later}x`])
        assert.equal(await conversations.resume('acme', token), null)
      const rows = await servers.database.selectFrom('chat_token').selectAll().execute()
      assert.deepEqual(
        rows.map(({ digest }) => digest.length),
        [32, 32],
      )
      const migrationToken = await conversations.issueMigrationToken(key.conversationId)
      assert.equal(await conversations.resume('acme', migrationToken), null)
      servers.now += dayMs - 1
      assert.notEqual(await conversations.resume('acme', resumeToken), null)
      servers.now += 1
      assert.equal(await conversations.resume('acme', resumeToken), null)
    })

    for (const [owner, isExtended] of [
      [anonymous, true],
      [ana, false],
    ] as const)
      test(
        isExtended
          ? 'each message extends the resume token of an anonymous conversation, which ends with the conversation'
          : 'a message does not extend the resume tokens of a user, who signs in to return',
        async () => {
          await using servers = await TwoServers.open(engine)
          const conversations = servers.conversations()
          const { resumeToken, conversationId } = await startConversation(conversations, owner)
          const migrationToken = await conversations.issueMigrationToken(conversationId)
          servers.now += dayMs - 1
          await conversations.append(conversationId, question())
          servers.now += dayMs - 1
          assert.equal((await conversations.resume('acme', resumeToken)) !== null, isExtended)
          assert.equal(await conversations.migrate(migrationToken, { partner: 'acme', subject: 'ana' }), null)
          servers.now += 1
          assert.equal(await conversations.resume('acme', resumeToken), null)
        },
      )

    test('a message does not revive a resume token that has ended', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const { resumeToken, conversationId } = await startConversation(conversations, anonymous)
      servers.now += dayMs
      await conversations.append(conversationId, question())
      assert.equal(await conversations.resume('acme', resumeToken), null)
    })

    test('a conversation keeps its latest 50 resume tokens', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const { resumeToken, conversationId } = await startConversation(conversations, ana)
      const tokens = [resumeToken]
      for (let count = 0; count < 51; count++) {
        servers.now += 1
        tokens.push(await conversations.issueResumeToken(conversationId))
      }
      const found = await Promise.all(tokens.map((token) => conversations.resume('acme', token)))
      assert.deepEqual(
        found.map((key) => key !== null),
        [false, false, ...Array.from({ length: 50 }, () => true)],
      )
    })

    test('another user, an anonymous user and another partner do not open or delete a conversation', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const { conversationId, epoch } = await startConversation(conversations, ana, 'mine')
      for (const other of others) {
        assert.equal(await conversations.open(conversationId, other), null)
        assert.equal(await conversations.delete(conversationId, other), false)
        if (other.subject === null) continue
        assert.equal(await conversations.latest(other.partner, other.subject), null)
        assert.deepEqual(await conversations.list(other.partner, other.subject, 20), [])
        assert.deepEqual(await collect(conversations.exportAll(other.partner, other.subject)), [])
        assert.deepEqual(await conversations.deleteAll(other.partner, other.subject), [])
      }
      for (const id of ['', '\u0000', `${conversationId}'--`])
        assert.deepEqual(
          [await conversations.open(id, ana), await conversations.delete(id, ana)],
          [null, false],
        )
      assert.deepEqual(await conversations.open(conversationId, ana), { conversationId, epoch })
      assert.deepEqual(await textsIn(conversations, conversationId), ['mine'])
    })

    test('a list has the beginning of each first message, the latest conversation first', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const long = await startConversation(conversations, ana, `${'🦷'.repeat(80)} and more`)
      const startedAt = servers.now
      servers.now += secondMs
      const short = await startConversation(conversations, ana, 'a dentist', 'closer')
      await startConversation(conversations, ana)
      assert.deepEqual(await conversations.list('acme', 'ana', 20), [
        { conversationId: short.conversationId, title: 'a dentist', updatedAt: servers.now, messageCount: 2 },
        {
          conversationId: long.conversationId,
          title: '🦷'.repeat(80),
          updatedAt: startedAt,
          messageCount: 1,
        },
      ])
      servers.now += secondMs
      await conversations.append(long.conversationId, question('again'))
      assert.equal((await conversations.latest('acme', 'ana'))?.conversationId, long.conversationId)
      const [first, ...rest] = await conversations.list('acme', 'ana', 1)
      assert.deepEqual([first?.conversationId, rest], [long.conversationId, []])
    })

    test('an export has all conversations of the user with their messages, the oldest first', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const first = await startConversation(conversations, ana, 'one', 'two')
      await startConversation(conversations, bo, 'of another user')
      servers.now += secondMs
      const second = await startConversation(conversations, ana, 'three')
      const exported = await collect(conversations.exportAll('acme', 'ana'))
      assert.deepEqual(
        exported.map(({ conversationId, messages }) => [
          conversationId,
          messages.map(({ seq, role, body, createdAt }) => [seq, role, body.text, createdAt]),
        ]),
        [
          [
            first.conversationId,
            [
              [1, 'user', 'one', servers.now - secondMs],
              [2, 'user', 'two', servers.now - secondMs],
            ],
          ],
          [second.conversationId, [[1, 'user', 'three', servers.now]]],
        ],
      )
    })

    test('deleting the data of a user deletes messages, tokens and feedback, and of no other user', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const [first, second, kept] = [
        await startWithFeedback(conversations, ana),
        await startWithFeedback(conversations, ana),
        await startWithFeedback(conversations, bo),
      ]
      assert.deepEqual(
        (await conversations.deleteAll('acme', 'ana')).toSorted(),
        [first.conversationId, second.conversationId].toSorted(),
      )
      for (const table of ['chat_message', 'chat_token', 'chat_feedback'] as const) {
        const rows = await servers.database.selectFrom(table).select('conversation_id').distinct().execute()
        const ids = rows.map(({ conversation_id }) => conversation_id)
        assert.deepEqual(ids, [kept.conversationId])
      }
      assert.equal(await conversations.resume('acme', first.resumeToken), null)
      const deleted = { code: 'not_found', message: 'This conversation was deleted.' }
      await assert.rejects(conversations.append(first.conversationId, question()), deleted)
      await assert.rejects(conversations.claimAnswer(first.conversationId, uuidV7(), 1000), deleted)
      assert.ok(await conversations.delete(kept.conversationId, bo))
      assert.deepEqual(await servers.database.selectFrom('chat_feedback').selectAll().execute(), [])
    })

    test('feedback is kept with the question, the answer and its snapshot, and the last one counts', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const { conversationId, messages } = await startWithFeedback(conversations, ana)
      const [asked, answered] = messages
      servers.now += secondMs
      const changed = { conversationId, messageId: answered.id, value: 'up', comment: null } as const
      assert.equal(await conversations.storeFeedback(changed), true)
      for (const messageId of [asked.id, uuidV7()])
        assert.equal(await conversations.storeFeedback({ ...changed, messageId }), false)
      const unknown = { ...changed, conversationId: uuidV7() }
      await assert.rejects(conversations.storeFeedback(unknown), { code: 'not_found' })
      const texts = { question: 'a dentist', answer: 'Here is one.', generation: '2026-11-09.1' }
      assert.deepEqual(await collect(conversations.listFeedback()), [
        { ...changed, ...texts, createdAt: servers.now },
      ])
    })

    test('all feedback is listed, also if it is more than one query reads', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const { conversationId } = await startConversation(conversations, ana)
      const ids = new Set<string>()
      for (let index = 0; index < 201; index += 1) {
        const asked = question()
        const answered = answerTo(asked)
        for (const message of [asked, answered]) await conversations.append(conversationId, message)
        await conversations.storeFeedback({
          conversationId,
          messageId: answered.id,
          value: 'up',
          comment: null,
        })
        ids.add(answered.id)
      }
      const listed = await collect(conversations.listFeedback())
      assert.equal(listed.length, 201)
      assert.deepEqual(new Set(listed.map(({ messageId }) => messageId)), ids)
    })

    test('counts are of each partner', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      assert.deepEqual(await conversations.count(), [])
      await startConversation(conversations, ana, 'old')
      servers.now += dayMs
      await startConversation(conversations, ana, 'new')
      await startWithFeedback(conversations, bo)
      await startConversation(conversations, anonymous, 'one', 'two')
      await startConversation(conversations, { partner: 'other', subject: null })
      const feedback = { feedbackUp: 0, feedbackDown: 0 }
      assert.deepEqual(await conversations.count(), [
        {
          partner: 'acme',
          conversations: 4,
          identified: 3,
          activeInLastDay: 3,
          messages: 6,
          ...feedback,
          feedbackDown: 1,
        },
        { partner: 'other', conversations: 1, identified: 0, activeInLastDay: 1, messages: 0, ...feedback },
      ])
    })
  })

/** A conversation with a question, an answer and the feedback to it. */
async function startWithFeedback(conversations: Conversations, owner: typeof ana | typeof bo) {
  const draft = await startConversation(conversations, owner)
  const { conversationId } = draft
  const asked = question()
  const answered = answerTo(asked)
  for (const message of [asked, answered]) await conversations.append(conversationId, message)
  const feedback = { conversationId, messageId: answered.id, value: 'down', comment: 'too far' } as const
  await conversations.storeFeedback(feedback)
  return { ...draft, messages: [asked, answered] as const }
}

test('the files of SQLite have no text of a user after the deletion or the end of its time', async () => {
  await using servers = await TwoServers.open(engines[0]!)
  const conversations = servers.conversations()
  const { folder } = servers.place as { readonly folder: string }
  const hasText = (text: string) =>
    readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(text))
  for (const end of [
    () => conversations.deleteAll('acme', 'ana'),
    () => {
      servers.now += dayMs
      return conversations.purge(() => 1)
    },
  ]) {
    const canary = `canary${uuidV7().replaceAll('-', '')}`
    const { conversationId } = await startConversation(conversations, ana)
    const asked = question(canary.repeat(500))
    const answered = answerTo(asked, canary)
    for (const message of [asked, answered]) await conversations.append(conversationId, message)
    await conversations.storeFeedback({
      conversationId,
      messageId: answered.id,
      value: 'up',
      comment: canary,
    })
    assert.ok(hasText(canary))
    await end()
    assert.ok(!hasText(canary))
  }
})
