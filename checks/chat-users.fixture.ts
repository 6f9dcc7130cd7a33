/** For tests: pages whose users ask, sign in or verify an address, and what the service has stored of them. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { runsSlowTests, skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import type { Conversations } from '@careatlas/state/conversations/conversations'
import { ChatPage, type ChatPageOptions } from './chat-page.fixture.ts'
import { type MailedPartnership, startMailedPartnership } from './chat-partnership.fixture.ts'
import { openChromium } from './chromium.fixture.ts'

/** What the tests of one file share. They are slow, because each opens pages and moves users between them. */
export interface UserTests {
  /** Why the tests cannot run; false if they can. */
  readonly skip: string | false
  /** The service, its mail server and the site of a partner. */
  readonly partnership: MailedPartnership
  /** Opens a page with the connection of the chat only; the delays between connections are short. */
  readonly open: (options?: ChatPageOptions) => Promise<ChatPage>
  /** Opens a page whose users sign in at the identity provider. */
  readonly openExchange: (
    provideIdToken: () => Promise<string | null>,
    options?: ChatPageOptions,
  ) => Promise<ChatPage>
  /** Signs the user of a page in with the code that the service sends to this address. */
  readonly verify: (chat: ChatPage, destination: string) => Promise<void>
  /** Signs a user in on a page with one answered message, so that the chat asks whether to keep it; returns its resume token. */
  readonly askWhetherToKeep: (chat: ChatPage, user: string) => Promise<string>
  /** The status of a request for the transcript with a resume token. */
  readonly readTranscriptStatus: (resumeToken: string) => Promise<number>
  /** Asserts that the service deletes the conversation of a resume token within about five seconds. */
  readonly assertDeleted: (resumeToken: string) => Promise<void>
}

/** Starts Chromium and the servers until the tests of the calling file have ended. */
export async function openUserTests(): Promise<UserTests> {
  const chromium = runsSlowTests ? await openChromium() : null
  const started = chromium && (await startMailedPartnership(false))
  after(async () => {
    await chromium?.close()
    await started?.[Symbol.asyncDispose]()
  })
  // Without them, no test runs.
  const partnership = started!
  const open: UserTests['open'] = (options) =>
    ChatPage.open(chromium!, partnership, { hasConnectionOnly: true, delayFactor: 0.05, ...options })
  return {
    skip:
      skipSlow || (chromium === null && 'Chromium is not installed; installing it requires root and apt-get'),
    partnership,
    open,
    openExchange: (provideIdToken, options) =>
      open({ authType: 'tokenExchange', provideIdToken, ...options }),
    verify: (chat, destination) => verify(chat, partnership, destination),
    askWhetherToKeep: (chat, user) => askWhetherToKeep(chat, partnership, user),
    readTranscriptStatus: (resumeToken) => readTranscriptStatus(partnership, resumeToken),
    assertDeleted: (resumeToken) => assertDeleted(partnership, resumeToken),
  }
}

async function verify(chat: ChatPage, partnership: MailedPartnership, destination: string): Promise<void> {
  await chat.evaluate(`chat.startVerification(); chat.requestCode('email', '${destination}')`)
  await chat.waitFor("chat.state.verification?.step === 'code'")
  await chat.evaluate(`chat.submitCode('${partnership.readCode(destination)}')`)
  await chat.waitForState('authentication', 'signed-in')
}

async function askWhetherToKeep(
  chat: ChatPage,
  partnership: MailedPartnership,
  user: string,
): Promise<string> {
  await chat.ask('heart doctor near 02903')
  const token = await readResumeToken(chat)
  await chat.page.exposeFunction('signIn', () => partnership.signIn(user))
  await chat.evaluate("void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider: signIn })")
  return token
}

async function readTranscriptStatus(
  { service, origin }: MailedPartnership,
  resumeToken: string,
): Promise<number> {
  const headers = {
    origin,
    'x-partner-identifier': 'acme',
    'x-api-key': service.client.publicKey,
    authorization: `Bearer ${resumeToken}`,
  }
  return (await fetch(`${service.url}/sdk/transcript`, { headers })).status
}

async function assertDeleted(partnership: MailedPartnership, resumeToken: string): Promise<void> {
  for (
    let tries = 0;
    tries < 100 && (await readTranscriptStatus(partnership, resumeToken)) !== 404;
    tries += 1
  )
    await pause(50)
  assert.equal(await readTranscriptStatus(partnership, resumeToken), 404)
}

/** The token of the anonymous conversation of this page. */
export async function readResumeToken(chat: ChatPage): Promise<string> {
  const stored = await chat.evaluate<string>('Object.values(sessionStorage)[0]')
  return (JSON.parse(stored) as { resumeToken: string }).resumeToken
}

/** A script that signs in this user with `setAuthType`, and the next one before the service has replied to the first sign-in. */
export const signInTwice = (first: string, next: string) => `{
  const signIn = (idTokenProvider) =>
    void chat.setAuthentication({ authType: 'tokenExchange', idTokenProvider }).catch(() => undefined)
  const { send } = WebSocket.prototype
  WebSocket.prototype.send = function (text) {
    send.call(this, text)
    if (JSON.parse(text).type !== 'auth.upgrade') return
    WebSocket.prototype.send = send
    signIn(signIn_${next})
  }
  signIn(signIn_${first})
}`

/** Adds this many answers, "answer 0" and so on, to a stored conversation. */
export async function addAnswers(
  conversations: Conversations,
  conversationId: string,
  count: number,
): Promise<void> {
  const empty = { cards: [], notices: [], suggestions: [], finish_reason: 'stop', context: null } as const
  for (let added = 0; added < count; added += 1)
    await conversations.append(conversationId, {
      id: uuidV7(),
      role: 'assistant',
      body: { ...empty, text: `answer ${added}` },
      answers: uuidV7(),
    })
}
