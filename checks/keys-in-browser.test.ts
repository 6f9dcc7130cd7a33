/** Key management in a real browser: sign-in by e-mail, creation, use and revocation of a key. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startMailServer } from '@careatlas/server/mail-server.fixture'
import { runServer } from '@careatlas/server/running.fixture'
import { small } from '@careatlas/server/small-directory.fixture'
import { openChromium } from './chromium.fixture.ts'
import { inspectPage } from './page-inspection.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed; installing it requires root and apt-get'

test('a new user creates, uses and revokes a key with only the keyboard', { skip }, async () => {
  await using mail = await startMailServer()
  await using server = await runServer({ SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' })
  const context = await chromium!.newContext()
  const page = await context.newPage()
  await page.goto(server.url)
  await inspectPage(page, 'home')
  await page.getByRole('link', { name: 'Get an API key' }).click()
  await inspectPage(page, 'sign-in')
  await page.keyboard.type('ana@example.org')
  await page.keyboard.press('Enter')
  await page.getByLabel('Six-digit code').waitFor()
  await inspectPage(page, 'code')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await inspectPage(page, 'wrong-code')
  await page.keyboard.type(/^Subject: (\d{6}) /m.exec(mail.mails[0]?.text ?? '')?.[1] ?? 'no code')
  await page.keyboard.press('Enter')
  await page.getByText('You have no keys yet.').waitFor()
  await page.getByRole('button', { name: 'Create key' }).focus()
  await page.keyboard.press('Enter')
  const curl = (await page.locator('pre').last().textContent()) ?? ''
  await inspectPage(page, 'made')
  const [, key = '', origin] = /Bearer (\S+)' '(http:\/\/[^/]+)/.exec(curl) ?? []
  assert.equal(origin, server.url)
  assert.equal(await fetchStatus(key), 200)
  await page.getByRole('link', { name: 'All your keys' }).click()
  await page.getByText('last used').waitFor()
  await inspectPage(page, 'keys')
  assert.ok(!(await page.content()).includes(key), 'a key is shown once')
  await page.getByRole('button', { name: 'Rotate My first key' }).click()
  await page.getByText('The old key works for 24 more hours').waitFor()
  await inspectPage(page, 'exchanged')
  await page.getByRole('link', { name: 'All your keys' }).click()
  const keyName = `My first key …${key.slice(-4)}`
  await page.getByLabel(`Rename ${keyName}`).press('Enter')
  await inspectPage(page, 'rename')
  await page.getByRole('button', { name: `Revoke ${keyName}` }).click()
  await page.getByText(key.slice(-4)).waitFor({ state: 'detached' })
  assert.equal(await fetchStatus(key), 401)
  await page.getByText('Delete my account').press('Enter')
  const confirm = page.getByLabel('To delete your account')
  await confirm.fill('bob@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await inspectPage(page, 'wrong-address')
  assert.ok(await confirm.evaluate((field) => field === field.ownerDocument.activeElement))
  await page.keyboard.type('ana@example.org')
  await page.keyboard.press('Enter')
  await page.getByText('Your account is deleted').waitFor()
  await inspectPage(page, 'deleted')
  await context.close()

  async function fetchStatus(credential: string): Promise<number> {
    const headers = { authorization: `Bearer ${credential}` }
    return (await fetch(`${server.url}/v1/providers/${small.npi}`, { headers })).status
  }
})

test(
  'the page states that codes are printed, and documentation pages have no accessibility problems',
  { skip },
  async () => {
    await using server = await runServer({}, { print: () => undefined })
    const context = await chromium!.newContext()
    const page = await context.newPage()
    const missing: string[] = []
    page.on('response', (response) => response.status() === 404 && missing.push(response.url()))
    for (const [path, name] of [
      ['/docs/errors/invalid_code', 'error'],
      ['/docs/errors/missing_credentials', 'error-credentials'],
      ['/nope', 'missing'],
    ] as const) {
      await page.goto(server.url + path)
      await inspectPage(page, name)
    }
    assert.deepEqual(missing, [`${server.url}/nope`])
    await page.getByRole('link', { name: 'Careatlas' }).click()
    await page.getByRole('link', { name: 'API keys', exact: true }).click()
    await page.keyboard.type('ana@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('is printed where the server was started').waitFor()
    await inspectPage(page, 'printed-code')
    await context.close()
  },
)
