/** The chat while PostgreSQL is unavailable: clients are asked to try again, and answers in progress are delivered afterwards. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientData, ClientFrameType } from '@careatlas/contract/chat-frames'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { engines } from '@careatlas/state/engines.fixture'
import { Partners } from '@careatlas/state/partners'
import { PostgresCluster } from '@careatlas/state/postgres-cluster.fixture'
import { openState } from '@careatlas/state/state'
import { runServer } from '../running.fixture.ts'
import { ChatClient } from './chat-client.fixture.ts'
import { testOrigin, testPartner } from './chat-server.fixture.ts'
import { runModelServer } from './model-server.fixture.ts'

const { skip } = engines.find(({ name }) => name === 'PostgreSQL')!

async function addPartner(url: string): Promise<string> {
  await using state = await openState({ url })
  return (await new Partners(state, { service: 'careatlas' }).add('acme', testPartner)).publicKey
}

test(
  'an answer that ends while the database is down is stored and delivered when it is back',
  { skip },
  async () => {
    using cluster = (await PostgresCluster.start('fsync = off\n'))!
    const publicKey = await addPartner(cluster.url())
    await using model = await runModelServer('openai')
    model.play({ cut: 'One moment', ending: 'hang' })
    await using server = await runServer({
      DATABASE_URL: cluster.url(),
      MODEL_URL: model.url,
      MODEL_NAME: 'scripted',
      MODEL_API: 'openai',
      MODEL_TIMEOUT_MS: '1000',
    })
    await using client = await ChatClient.connect(server.url, {
      partner: 'acme',
      publicKey,
      origin: testOrigin,
    })
    const messageId = uuidV7()
    client.send('message.send', { message_id: messageId, text: 'a cardiologist near 02903' })
    await client.next('message.accepted')
    while (model.requests.length === 0) await new Promise((done) => setTimeout(done, 20))
    cluster.stop()

    const frames: Partial<{ [Type in ClientFrameType]: ClientData<Type> }> = {
      'message.send': { message_id: uuidV7(), text: 'hello' },
      'history.get': {},
      'session.resume': { resume_token: 'x', last_seq: 0 },
    }
    for (const [type, data] of Object.entries(frames)) {
      const re = client.send(type as ClientFrameType, data)
      const refusal = await client.next('error')
      assert.deepEqual([refusal.re, refusal.data.code], [re, 'unavailable'], type)
    }

    await new Promise((done) => setTimeout(done, 1500))
    cluster.start()
    const { seq, answers } = (await client.next('message.completed')).data
    assert.deepEqual([seq, answers], [2, messageId])
  },
)
