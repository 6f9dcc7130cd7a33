/** The history of an anonymous user moves to the user that signs in: once, complete, and only with the secret token. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { engines } from '../engines.fixture.ts'
import { MessageCipher } from '../message-cipher.ts'
import {
  ana,
  anonymous,
  answerTo,
  bo,
  collect,
  dayMs,
  question,
  startConversation,
  textsIn,
  TwoServers,
} from './conversations.fixture.ts'

for (const engine of engines)
  describe(`moving a history in ${engine.name}`, { skip: engine.skip }, () => {
    for (const [what, cipher] of [
      ['', null],
      ['encrypted ', new MessageCipher([randomBytes(32)])],
    ] as const)
      test(`${what}messages are appended once, with their times and feedback, although two servers do it at once`, async () => {
        await using servers = await TwoServers.open(engine)
        const both = servers.both(cipher)
        const target = await startConversation(both[0], ana, 'before')
        const [keptAt, askedAt] = [servers.now, servers.now + 60_000]
        servers.now = askedAt
        const source = await startConversation(both[0], anonymous)
        const asked = question('my knee')
        const answered = answerTo(asked)
        for (const message of [asked, answered]) await both[0].append(source.conversationId, message)
        const feedback = { messageId: answered.id, value: 'up', comment: 'thanks' } as const
        await both[0].storeFeedback({ conversationId: source.conversationId, ...feedback })
        servers.now += 60_000
        const token = await both[0].issueMigrationToken(source.conversationId)
        const moved = await Promise.all(both.map((server) => server.migrate(token, ana)))
        const { conversationId, epoch } = target
        assert.deepEqual(
          moved.filter((result) => result !== null),
          [{ conversationId, epoch, messageCount: 2, deletedId: source.conversationId }],
        )
        assert.equal(await both[1].migrate(token, ana), null)
        const messages = await both[1].after(conversationId, 0, 10)
        assert.deepEqual(
          messages.map(({ seq, role, body, answers, createdAt }) => [
            seq,
            role,
            body.text,
            answers,
            createdAt,
          ]),
          [
            [1, 'user', 'before', undefined, keptAt],
            [2, 'user', 'my knee', undefined, askedAt],
            [3, 'assistant', 'Here is one.', asked.id, askedAt],
          ],
        )
        const listed = await collect(both[1].listFeedback())
        assert.deepEqual(
          listed.map(({ conversationId: id, comment, question: text }) => [id, comment, text]),
          [[conversationId, 'thanks', 'my knee']],
        )
        assert.deepEqual(await both[0].append(conversationId, asked), { seq: 2, isNew: false })
        assert.deepEqual(await both[0].append(conversationId, question()), { seq: 4, isNew: true })
      })

    test('without a conversation of the user, the history becomes a new one that the anonymous tokens do not open', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const source = await startConversation(conversations, anonymous, 'one', 'two')
      const token = await conversations.issueMigrationToken(source.conversationId)
      const moved = await conversations.migrate(token, ana)
      assert.notEqual(moved?.conversationId, source.conversationId)
      assert.deepEqual(await conversations.latest('acme', 'ana'), {
        conversationId: moved?.conversationId,
        epoch: moved?.epoch,
      })
      assert.deepEqual(await textsIn(conversations, moved!.conversationId), ['one', 'two'])
      assert.equal(await conversations.resume('acme', source.resumeToken), null)
      assert.equal(await conversations.open(source.conversationId, anonymous), null)
      await assert.rejects(conversations.append(source.conversationId, question()), { code: 'not_found' })
    })

    test('needs the secret token of an anonymous conversation, within a day and of the same partner', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const source = await startConversation(conversations, anonymous, 'mine')
      const token = await conversations.issueMigrationToken(source.conversationId)
      for (const wrong of [source.conversationId, source.resumeToken, '', `${token}x`])
        assert.equal(await conversations.migrate(wrong, ana), null)
      assert.equal(await conversations.migrate(token, { ...ana, partner: 'other' }), null)
      const ofBo = await startConversation(conversations, bo, 'of Bo')
      const tokenOfBo = await conversations.issueMigrationToken(ofBo.conversationId)
      assert.equal(await conversations.migrate(tokenOfBo, ana), null)
      servers.now += dayMs
      assert.equal(await conversations.migrate(token, ana), null)
      assert.deepEqual(await textsIn(conversations, source.conversationId), ['mine'])
      const renewed = await conversations.issueMigrationToken(source.conversationId)
      servers.now += dayMs - 1
      assert.equal((await conversations.migrate(renewed, ana))?.messageCount, 1)
    })

    test('a message that was sent in both conversations, and its second answer, are not doubled', async () => {
      await using servers = await TwoServers.open(engine)
      const conversations = servers.conversations()
      const target = await startConversation(conversations, ana)
      const source = await startConversation(conversations, anonymous, 'first')
      const repeated = question('sent twice')
      for (const { conversationId } of [source, target]) {
        await conversations.append(conversationId, repeated)
        await conversations.append(conversationId, answerTo(repeated, `in ${conversationId}`))
      }
      const token = await conversations.issueMigrationToken(source.conversationId)
      assert.equal((await conversations.migrate(token, ana))?.messageCount, 1)
      const expected = ['sent twice', `in ${target.conversationId}`, 'first']
      assert.deepEqual(await textsIn(conversations, target.conversationId), expected)
      assert.equal((await conversations.append(target.conversationId, question())).seq, 4)
    })

    test('a message that arrives during the move is either moved or rejected', async () => {
      await using servers = await TwoServers.open(engine)
      const [mover, writer] = servers.both()
      const target = await startConversation(mover, ana)
      const source = await startConversation(
        mover,
        anonymous,
        ...Array.from({ length: 20 }, (_, n) => `${n}`),
      )
      const token = await mover.issueMigrationToken(source.conversationId)
      const [moved, ...written] = await Promise.allSettled([
        mover.migrate(token, ana),
        ...Array.from({ length: 5 }, (_, n) => writer.append(source.conversationId, question(`late ${n}`))),
      ])
      assert.equal(moved.status, 'fulfilled')
      const accepted = written.filter(({ status }) => status === 'fulfilled')
      for (const result of written)
        if (result.status === 'rejected') assert.equal(result.reason.code, 'not_found')
      const texts = await textsIn(mover, target.conversationId)
      assert.equal(texts.length, 20 + accepted.length)
      assert.equal(new Set(texts).size, texts.length)
    })

    test('two histories that move to one user at once are both complete', async () => {
      await using servers = await TwoServers.open(engine)
      const both = servers.both()
      const target = await startConversation(both[0], ana)
      const tokens: string[] = []
      for (const tab of ['a', 'b']) {
        const { conversationId } = await startConversation(both[0], anonymous, `${tab}1`, `${tab}2`)
        tokens.push(await both[0].issueMigrationToken(conversationId))
      }
      await Promise.all(tokens.map((token, index) => both[index === 0 ? 0 : 1].migrate(token, ana)))
      const messages = await both[0].after(target.conversationId, 0, 10)
      assert.deepEqual(messages.map(({ body }) => body.text).toSorted(), ['a1', 'a2', 'b1', 'b2'])
      assert.deepEqual(
        messages.map(({ seq }) => seq),
        [1, 2, 3, 4],
      )
    })
  })
