/** A new user in a real browser: an address, six digits from the mail, a key that works, and its end. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { mailServer } from '@careatlas/server/auth/mail-server.fixture'
import { runServer } from '@careatlas/server/running.fixture'
import { small } from '@careatlas/server/small-directory.fixture'
import { openChromium } from './chromium.fixture.ts'
import { look } from './look.fixture.ts'

const chromium = await openChromium()
after(() => chromium?.close())
const skip = chromium === null && 'Chromium is not installed, and cannot be without root and apt-get'

test(
  'from an empty browser to a key, its first answer and its end, by keyboard alone',
  { skip },
  async () => {
    await using mail = await mailServer()
    await using server = await runServer({ SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' })
    const context = await chromium!.newContext()
    const page = await context.newPage()
    await page.goto(`${server.url}/keys`)
    await look(page, 'sign-in')
    await page.keyboard.type('ana@example.org')
    await page.keyboard.press('Enter')
    await page.getByLabel('Six digits').waitFor()
    await look(page, 'code')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await look(page, 'wrong-code')
    await page.keyboard.type(/^Subject: (\d{6}) /m.exec(mail.mails[0]?.text ?? '')?.[1] ?? 'no code')
    await page.keyboard.press('Enter')
    await page.getByText('You have none yet.').waitFor()
    await page.getByRole('button', { name: 'Make a key' }).focus()
    await page.keyboard.press('Enter')
    const curl = (await page.locator('pre').last().textContent()) ?? ''
    await look(page, 'made')
    const [, key = '', origin] = /Bearer (\S+)' '(http:\/\/[^/]+)/.exec(curl) ?? []
    assert.equal(origin, server.url)
    assert.equal(await ask(key), 200)
    await page.getByRole('link', { name: 'All your keys' }).click()
    await page.getByText('last used').waitFor()
    await look(page, 'keys')
    assert.ok(!(await page.content()).includes(key), 'a key is shown once')
    await page.getByRole('button', { name: 'Revoke My first key' }).click()
    await page.getByText('You have none yet.').waitFor()
    assert.equal(await ask(key), 401)
    await context.close()

    async function ask(with_: string): Promise<number> {
      const headers = { authorization: `Bearer ${with_}` }
      return (await fetch(`${server.url}/v1/providers/${small.npi}`, { headers })).status
    }
  },
)
