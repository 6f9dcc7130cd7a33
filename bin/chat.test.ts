/** `careatlas chat` on conversations that are stored as the server stores them. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Conversations } from '@careatlas/state/conversations/conversations'
import {
  ana,
  anonymous,
  answerTo,
  question,
  startConversation,
} from '@careatlas/state/conversations/conversations.fixture'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'

/** Two conversations of one partner, with feedback to the answer of the second. */
async function storeConversations({ dataDir }: Installation): Promise<void> {
  await using state = await openState({ folder: join(dataDir, 'state') })
  const conversations = new Conversations(state, { cipher: null })
  await startConversation(conversations, anonymous, 'a dentist')
  const { conversationId } = await startConversation(conversations, ana)
  const message = question('a cardiologist')
  const answer = answerTo(message, 'Here are two.')
  await conversations.append(conversationId, message)
  await conversations.append(conversationId, answer)
  const feedback = {
    conversationId,
    messageId: answer.id,
    value: 'down',
    comment: 'Both have moved.',
  } as const
  await conversations.storeFeedback(feedback)
}

describe('`chat stats`', () => {
  test('prints counts of each partner, without any text', async () => {
    using installation = new Installation()
    await storeConversations(installation)
    const { status, stdout } = await installation.run('chat', 'stats')
    assert.equal(status, 0)
    const [heading = '', row = ''] = stdout.split('\n')
    assert.match(heading, /^partner +conversations +identified +active in 24 h +messages +up +down$/)
    assert.match(row, /^acme +2 +1 +2 +3 +0 +1$/)
    assert.doesNotMatch(stdout, /dentist|cardiologist|moved/)
  })

  test('with --json prints one array', async () => {
    using installation = new Installation()
    assert.deepEqual(JSON.parse((await installation.run('chat', 'stats', '--json')).stdout), [])
    await storeConversations(installation)
    const [counts] = JSON.parse((await installation.run('chat', 'stats', '--json')).stdout) as object[]
    assert.deepEqual(Object.values(counts!), ['acme', 2, 1, 2, 3, 0, 1])
  })

  test('says that there are no conversations yet', async () => {
    using installation = new Installation()
    assert.equal((await installation.run('chat', 'stats')).stdout, 'No conversations yet.\n')
  })
})

test('`chat feedback` prints a line of JSON with the question, the answer and the snapshot', async () => {
  using installation = new Installation()
  await storeConversations(installation)
  const { status, stdout } = await installation.run('chat', 'feedback')
  assert.equal(status, 0)
  assert.equal(stdout.trimEnd().split('\n').length, 1)
  const { value, comment, ...rest } = JSON.parse(stdout) as Readonly<Record<string, unknown>>
  const { question: asked, answer, generation } = rest
  assert.deepEqual(
    [value, comment, asked, answer, generation],
    ['down', 'Both have moved.', 'a cardiologist', 'Here are two.', '2026-11-09.1'],
  )
})

for (const command of ['stats', 'feedback'])
  test(`\`chat ${command} --help\` has an example`, async () => {
    using installation = new Installation()
    const { status, stdout } = await installation.run('chat', command, '--help')
    assert.equal(status, 0)
    assert.match(stdout, new RegExp(`\\nExample:\\n  careatlas chat ${command}`))
  })
