/** The deletion in the menu of the chat, with a real service: the messages are gone, and the user can continue. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readConfig } from '@careatlas/server/config'
import { openState } from '@careatlas/state/state'
import { openChromium } from './chromium.fixture.ts'
import { ChatPage } from './chat-page.fixture.ts'
import { type Partnership, startPartnership } from './chat-partnership.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

const question = 'dentist near 02903'

async function chooseDeletion({ page }: ChatPage): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete my messages' }).click()
}

/** Answers each deletion with an error of the service. */
async function refuseDeletion(
  { page }: ChatPage,
  { origin }: Partnership,
  status: number,
  error: { readonly code: string; readonly message: string },
): Promise<void> {
  const headers = { 'access-control-allow-origin': origin }
  await page.route('**/sdk/delete', (route) => route.fulfill({ status, headers, json: { error } }))
}

/** Resolves when the chat is empty and has begun another session. */
async function deleteMessages(chat: ChatPage): Promise<void> {
  chat.page.once('dialog', (dialog) => void dialog.accept())
  const count = await chat.evaluate<number>("events.filter(([name]) => name === 'ready').length")
  await chooseDeletion(chat)
  await chat.page.getByText('What care do you need, and where?').waitFor()
  await chat.waitFor(`events.filter(([name]) => name === 'ready').length > ${count}`)
}

test(
  'the messages of an anonymous user are deleted from the service, after a confirmation',
  { skip },
  async () => {
    await using partnership = await startPartnership()
    await using chat = await ChatPage.open(chromium!, partnership)
    const { page } = chat
    await page.getByRole('button', { name: 'Ask anything...' }).click()
    await chat.ask(question)
    page.once('dialog', (dialog) => void dialog.dismiss())
    await chooseDeletion(chat)
    assert.equal(await page.locator('[part=user-entry], [part~=user-entry]').count(), 1)
    const { resumeToken } = await chat.evaluate<{ resumeToken: string }>(
      'JSON.parse(Object.values(sessionStorage)[0])',
    )
    const readTranscript = () =>
      fetch(`${partnership.service.url}/sdk/transcript`, {
        headers: {
          'x-partner-identifier': 'acme',
          'x-api-key': partnership.service.client.publicKey,
          origin: partnership.origin,
          authorization: `Bearer ${resumeToken}`,
        },
      })
    assert.equal((await readTranscript()).status, 200)
    await deleteMessages(chat)
    assert.equal((await readTranscript()).status, 404)
    await chat.ask(question)
    assert.equal(await page.locator('[part~=user-entry]').count(), 1)
    assert.deepEqual(await chat.problems(), [])
  },
)

test(
  'all conversations of a signed-in user are deleted, and the user is signed in again',
  { skip },
  async () => {
    await using partnership = await startPartnership()
    await using chat = await ChatPage.open(chromium!, partnership, {
      authType: 'tokenExchange',
      provideIdToken: () => partnership.signIn('ana'),
    })
    const { page } = chat
    await page.getByRole('button', { name: 'Ask anything...' }).click()
    await chat.ask(question)
    await page.getByRole('button', { name: 'New conversation' }).click()
    await chat.ask('cardiologist near 02903')
    await deleteMessages(chat)
    await chat.waitForState('authentication', 'signed-in')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Conversations' }).click()
    await page.getByText('No earlier conversations.').waitFor()
    assert.deepEqual(await chat.problems(), [])
  },
)

test('a deletion that the service refuses is a problem, and only the menu deletes', { skip }, async () => {
  await using partnership = await startPartnership()
  await using chat = await ChatPage.open(chromium!, partnership)
  const { page } = chat
  await page.getByRole('button', { name: 'Ask anything...' }).click()
  await chat.ask(question)
  await refuseDeletion(chat, partnership, 429, { code: 'rate_limited', message: 'Later.' })
  page.once('dialog', (dialog) => void dialog.accept())
  await chooseDeletion(chat)
  await page.getByRole('alert').getByText('The messages were not deleted.').waitFor()
  assert.deepEqual(await chat.problems(), ['not_deleted'])
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  await page.unroute('**/sdk/delete')
  await chat.ask('a woman')
  await deleteMessages(chat)
})

test('a deletion by a signed-in user that returns 404 is a problem', { skip }, async () => {
  await using partnership = await startPartnership()
  await using chat = await ChatPage.open(chromium!, partnership, {
    authType: 'tokenExchange',
    provideIdToken: () => partnership.signIn('ana'),
  })
  await chat.page.getByRole('button', { name: 'Ask anything...' }).click()
  await chat.ask(question)
  await refuseDeletion(chat, partnership, 404, { code: 'not_found', message: 'No such route.' })
  chat.page.once('dialog', (dialog) => void dialog.accept())
  await chooseDeletion(chat)
  await chat.page.getByRole('alert').getByText('The messages were not deleted.').waitFor()
  assert.deepEqual(await chat.problems(), ['not_deleted'])
})

test('deleting an anonymous conversation that the service no longer has succeeds', { skip }, async () => {
  await using partnership = await startPartnership()
  await using chat = await ChatPage.open(chromium!, partnership)
  const { page } = chat
  await page.getByRole('button', { name: 'Ask anything...' }).click()
  await chat.ask(question)
  await using state = await openState(readConfig({ DATA_DIR: partnership.dataDir }).state)
  await state.database.deleteFrom('conversation').execute()
  await deleteMessages(chat)
  assert.deepEqual(await chat.problems(), [])
})

test('a deletion with a publishable key that was replaced is a problem', { skip }, async () => {
  await using partnership = await startPartnership()
  await using chat = await ChatPage.open(chromium!, partnership)
  await chat.page.getByRole('button', { name: 'Ask anything...' }).click()
  await chat.ask(question)
  await chat.page.route('**/sdk/delete', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-api-key': 'careatlas_pk_replaced' } }),
  )
  chat.page.once('dialog', (dialog) => void dialog.accept())
  await chooseDeletion(chat)
  await chat.page.getByRole('alert').getByText('The messages were not deleted.').waitFor()
  assert.deepEqual(await chat.problems(), ['not_deleted'])
})

test('without the service, nothing is deleted and the chat says so', { skip }, async () => {
  await using partnership = await startPartnership()
  await using chat = await ChatPage.open(chromium!, partnership)
  const { page } = chat
  await page.getByRole('button', { name: 'Ask anything...' }).click()
  await chat.ask(question)
  await page.route('**/sdk/delete', (route) => route.abort())
  page.once('dialog', (dialog) => void dialog.accept())
  await chooseDeletion(chat)
  await page.getByRole('alert').getByText('The messages were not deleted.').waitFor()
  assert.equal(await page.locator('[part~=user-entry]').count(), 1)
})
