/** The server with conversations that are encrypted with STATE_ENCRYPTION_KEY. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { Conversations, draftConversation } from '@careatlas/state/conversations/conversations'
import { MessageCipher } from '@careatlas/state/message-cipher'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)] as const
const oldCipher = new MessageCipher([oldKey])
const newCipher = new MessageCipher([newKey])
const owner = { partner: 'acme', subject: 'ana' }

async function addConversation({ dataDir }: Installation, cipher: MessageCipher | null): Promise<string> {
  await using state = await openState({ folder: join(dataDir, 'state') })
  const conversations = new Conversations(state, { cipher })
  const draft = draftConversation()
  await conversations.create(owner, draft)
  const message = { id: uuidV7(), role: 'user', body: { text: 'my knee' } } as const
  await conversations.append(draft.conversationId, message)
  return draft.conversationId
}

/** The operator's keys with which the conversations are encrypted; null for none. */
async function readKeyIds({ dataDir }: Installation): Promise<readonly (string | null)[]> {
  await using state = await openState({ folder: join(dataDir, 'state') })
  const rows = await state.database.selectFrom('conversation').select('key_id').execute()
  return rows.map(({ key_id }) => key_id)
}

test('`serve` does not start without the key of stored conversations, and names the missing key', async () => {
  using installation = new Installation()
  await addConversation(installation, oldCipher)
  for (const keys of [[], [newKey]]) {
    const STATE_ENCRYPTION_KEY = keys.map((key) => key.toString('base64')).join(',')
    const child = installation.start(['serve'], keys.length === 0 ? {} : { STATE_ENCRYPTION_KEY })
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
    assert.equal(child.exitCode, 1)
    const { currentKeyId } = oldCipher
    const message = `The state has conversations that are encrypted with the key ${currentKeyId}. Add this key to STATE_ENCRYPTION_KEY, after the current one.`
    assert.ok(stderr.includes(message), stderr)
    assert.doesNotMatch(stderr, /\n\s+at /)
  }
})

test('`serve` encrypts older conversations with the current key, after which the older key is not needed', async () => {
  using installation = new Installation()
  const ids = [await addConversation(installation, oldCipher), await addConversation(installation, null)]
  const STATE_ENCRYPTION_KEY = [newKey, oldKey].map((key) => key.toString('base64')).join(',')
  const child = installation.start(['serve'], { STATE_ENCRYPTION_KEY })
  const closed = once(child, 'close')
  child.stderr.resume()
  for await (const _ of child.stdout) break
  while ((await readKeyIds(installation)).some((keyId) => keyId !== newCipher.currentKeyId)) await pause(20)
  child.kill()
  await closed
  await using state = await openState({ folder: join(installation.dataDir, 'state') })
  const conversations = new Conversations(state, { cipher: newCipher })
  for (const id of ids) assert.equal((await conversations.after(id, 0, 1))[0]?.body.text, 'my knee')
})
