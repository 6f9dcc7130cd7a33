/** Random sequences of frames: no sequence gives a socket another identity than the one that its tokens prove. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { closeCodes } from '@careatlas/contract/chat-frames'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { openState } from '@careatlas/state/state'
import * as fc from 'fast-check'
import { decodeJwt } from 'jose'
import { readConfig } from '../config.ts'
import type { ChatClient } from './chat-client.fixture.ts'
import { runChat, type RunningChat } from './chat-server.fixture.ts'
import { exchange, fetchConfig } from './sign-in.fixture.ts'
import { pageClient, startIdentityProvider } from './tokens/identity-provider.fixture.ts'

let identityProvider: Awaited<ReturnType<typeof startIdentityProvider>>
let server: RunningChat
/** Access tokens of two users, and one that is not valid. */
const tokens = { ana: '', bo: '', forged: 'a.b.c' }

before(async () => {
  identityProvider = await startIdentityProvider()
  server = await runChat({}, { partner: { issuer: identityProvider.url, audiences: [pageClient] } })
  const config = await fetchConfig(server)
  for (const user of ['ana', 'bo'] as const)
    tokens[user] = (await exchange(config, await identityProvider.signIn(user))).access_token
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await identityProvider[Symbol.asyncDispose]()
})

type User = 'ana' | 'bo'

/** What the test expects of the socket. */
interface Model {
  user: User | null
  isClosed: boolean
}

/** A frame of the client, and the check of its reply. */
class Step implements fc.AsyncCommand<Model, ChatClient> {
  readonly #name: string
  readonly #run: (model: Model, client: ChatClient) => Promise<void>

  constructor(name: string, run: Step['run']) {
    this.#name = name
    this.#run = run
  }

  check({ isClosed }: Readonly<Model>): boolean {
    return !isClosed
  }

  run(model: Model, client: ChatClient): Promise<void> {
    return this.#run(model, client)
  }

  toString(): string {
    return this.#name
  }
}

const upgrade = (token: keyof typeof tokens) =>
  new Step(`upgrade ${token}`, async (model, client) => {
    client.send('auth.upgrade', { access_token: tokens[token] })
    if (token === 'forged') return expectFailure(client, 'token_invalid')
    if (model.user !== null && model.user !== token) {
      assert.equal((await client.closed()).code, closeCodes.identityChanged)
      model.isClosed = true
      return
    }
    assert.equal((await client.next('auth.upgraded')).data.user.id, subjectOf(token))
    model.user = token
  })

const refresh = (token: keyof typeof tokens) =>
  new Step(`refresh ${token}`, async ({ user }, client) => {
    client.send('auth.refresh', { access_token: tokens[token] })
    if (token === 'forged') return expectFailure(client, 'token_invalid')
    if (token !== user) return expectFailure(client, 'identity_mismatch')
    await client.next('auth.refreshed')
  })

/** The text names its user, so that the end of the test finds messages in conversations of others. */
const send = new Step('send', async ({ user }, client) => {
  client.send('message.send', { message_id: uuidV7(), text: `hello from ${user ?? 'anonymous'}` })
  await client.next('message.accepted')
})

const startConversation = new Step('new conversation', async (_, client) => {
  client.send('conversation.new', {})
  assert.deepEqual((await client.next('conversation.opened')).data.messages, [])
})

const listConversations = new Step('list conversations', async ({ user }, client) => {
  client.send('conversation.list', {})
  const { conversations } = (await client.next('conversation.listed')).data
  if (user === null) assert.deepEqual(conversations, [])
  for (const { title } of conversations) assert.equal(title, `hello from ${user}`)
})

async function expectFailure(client: ChatClient, code: string): Promise<void> {
  assert.equal((await client.next('auth.failed')).data.code, code)
}

const subjectOf = (user: User) => decodeJwt(tokens[user]).sub

test('frames in any order neither change the identity of a socket nor store a message under another one', async () => {
  const names = ['ana', 'bo', 'forged'] as const
  const steps = [...names.map(upgrade), ...names.map(refresh), send, startConversation, listConversations]
  // At most as many steps as messages are allowed in a minute.
  const sequences = fc.commands(
    steps.map((step) => fc.constant(step)),
    { maxCommands: 20 },
  )
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      await using client = await server.connect()
      await fc.asyncModelRun(() => ({ model: { user: null, isClosed: false }, real: client }), sequence)
    }),
    { numRuns: 50 },
  )
  for (const [subject, texts] of await readQuestions()) {
    const user = subject === null ? 'anonymous' : subject === subjectOf('ana') ? 'ana' : 'bo'
    assert.deepEqual(new Set(texts), new Set([`hello from ${user}`]))
  }
})

/** The messages of users, by the subject that has their conversation. */
async function readQuestions(): Promise<ReadonlyMap<string | null, readonly string[]>> {
  await using state = await openState(readConfig({ DATA_DIR: server.dataDir }).state)
  const rows = await state.database
    .selectFrom('chat_message')
    .innerJoin('conversation', 'conversation.id', 'conversation_id')
    .select(['subject', 'body'])
    .where('role', '=', 'user')
    .execute()
  assert.ok(rows.length > 0)
  const textOf = ({ body }: (typeof rows)[number]) =>
    (JSON.parse(Buffer.from(body).toString()) as { readonly text: string }).text
  return new Map(
    [...Map.groupBy(rows, ({ subject }) => subject)].map(([subject, group]) => [subject, group.map(textOf)]),
  )
}
