import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { mailServer } from '@careatlas/server/accounts/mail-server.fixture'
import { OneTimeCodes } from '@careatlas/state/one-time-codes'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'

test('the operator forgives wrong codes, so that their owner can sign in again', async () => {
  using installation = new Installation()
  await using state = await openState({ folder: join(installation.dataDir, 'state') })
  const codes = new OneTimeCodes(state)
  const asked = { purpose: 'keys', destination: 'ana@example.org', requester: 'cookie of ana' }
  await codes.issue(asked)
  await state.database.updateTable('code_destination').set({ failures: 100 }).execute()
  await assert.rejects(codes.issue(asked), { code: 'rate_limited' })
  const { status, stdout } = await installation.run('codes', 'unlock', 'Ana@Example.org')
  assert.deepEqual([status, stdout], [0, 'ana@example.org can be sent codes again.\n'])
  assert.ok(await codes.redeem({ ...asked, ...(await codes.issue(asked)) }))
})

for (const [why, email] of [
  ['at which no code was asked for', 'bob@example.org'],
  ['that is none', 'bob'],
] as const) {
  test(`an address ${why} is wrong usage, status 2`, async () => {
    using installation = new Installation()
    const { status, stderr } = await installation.run('codes', 'forgive', email)
    assert.equal(status, 2)
    assert.match(stderr, /^[^\n]+\.\n$/)
  })
}

describe('a code that the operator tries', () => {
  test('goes out by e-mail, and is said to be handed over', async () => {
    await using mail = await mailServer()
    const settings = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' }
    const { status, stdout } = await triedOut('Ana@Example.org', settings)
    assert.equal(status, 0)
    assert.match(stdout, /^Accepted for ana@example\.org; .*\.\n$/)
    assert.deepEqual(
      mail.mails.map(({ to }) => to),
      [['ana@example.org']],
    )
  })

  test('may be tried again at once', async () => {
    using installation = new Installation()
    for (const _ of ['first', 'second'])
      assert.equal((await installation.run('codes', 'try', 'ana@example.org')).status, 0)
  })

  test('that the mail server refuses is said not to be sent, and why, status 1', async () => {
    await using mail = await mailServer({ refusal: 'no mailbox ana@example.org' })
    const settings = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' }
    const { status, stdout, stderr } = await triedOut('ana@example.org', settings)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /^The code was not sent: .*no mailbox <address>\n$/)
  })

  test('goes out by SMS', async () => {
    await using webhook = await answeringWebhook(202)
    const { status, stdout } = await triedOut('(401) 555-0123', webhook.settings)
    assert.deepEqual([status, webhook.asked.length], [0, 1])
    assert.match(stdout, /^Accepted for \+14015550123; /)
    assert.match(webhook.asked[0]!, /^\{"to":"\+14015550123","text":"\d{6} is your Careatlas code/)
  })

  test('is said to be known by nobody where the webhook fails, status 1', async () => {
    await using webhook = await answeringWebhook(500)
    const { status, stderr } = await triedOut('+1 401 555 0123', webhook.settings)
    assert.equal(status, 1)
    assert.equal(stderr, 'The code may not have been sent: the webhook answered 500\n')
  })

  test('does not go out where the messages of the day are spent, and an error in the log says so', async () => {
    await using webhook = await answeringWebhook(202)
    const { status, stderr } = await triedOut('+1 401 555 0123', {
      ...webhook.settings,
      SMS_DAILY_LIMIT: '0',
    })
    assert.deepEqual([status, webhook.asked.length], [1, 0])
    assert.match(stderr, /"level":50,.*SMS_DAILY_LIMIT is reached/)
    assert.match(stderr, /^The code was not sent: SMS_DAILY_LIMIT is reached$/m)
  })

  for (const [destination, said] of [
    ['+1 876 555 0123', /only to these countries: US/],
    ['+1 401 555 0123', /set SMS_WEBHOOK_URL\.$/m],
    ['ana@example.org', /set SMTP_URL\.$/m],
  ] as const) {
    test(`to ${destination} is wrong usage where nobody gets one, status 2`, async () => {
      const { status, stderr } = await triedOut(destination, { BASE_URL: 'https://a.example' })
      assert.equal(status, 2)
      assert.match(stderr, said)
    })
  }

  test('is printed where only this machine reaches the server', async () => {
    for (const [destination, setting] of [
      ['+14015550123', 'SMS_WEBHOOK_URL'],
      ['ana@example.org', 'SMTP_URL'],
    ] as const) {
      const { status, stdout } = await triedOut(destination)
      assert.equal(status, 0)
      const [code, said] = stdout.split('\n')
      assert.match(code!, /^code {5}\d{6} for /)
      assert.ok(code!.endsWith(destination))
      assert.equal(said, `Printed here, not sent: ${setting} is not set.`)
    }
  })
})

async function triedOut(destination: string, settings: Readonly<Record<string, string>> = {}) {
  using installation = new Installation()
  const secretFile = join(installation.dataDir, 'secret')
  writeFileSync(secretFile, `whsec_${Buffer.alloc(32, 1).toString('base64')}`)
  const secret = settings['SMS_WEBHOOK_URL'] && { SMS_WEBHOOK_SECRET_FILE: secretFile }
  const child = installation.start(['codes', 'test', destination], { ...settings, ...secret })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { status: child.exitCode, stdout, stderr }
}

/** Keeps what it is asked. */
async function answeringWebhook(status: number) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => asked.push(body))
      .then(() => response.writeHead(status).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    asked,
    settings: { SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
