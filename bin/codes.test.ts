import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { startMailServer } from '@careatlas/server/mail-server.fixture'
import { OneTimeCodes } from '@careatlas/state/one-time-codes'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'

test('`codes unlock` resets the count of wrong codes, so that a code works again', async () => {
  using installation = new Installation()
  await using state = await openState({ folder: join(installation.dataDir, 'state') })
  const codes = new OneTimeCodes(state)
  const request = { purpose: 'keys', destination: 'ana@example.org', requester: 'cookie of ana' }
  await codes.issue(request)
  await state.database.updateTable('code_destination').set({ failures: 100 }).execute()
  await assert.rejects(codes.issue(request), { code: 'rate_limited' })
  const { status, stdout } = await installation.run('codes', 'unlock', 'Ana@Example.org')
  assert.deepEqual([status, stdout], [0, 'ana@example.org is unlocked.\n'])
  assert.ok(await codes.redeem({ ...request, ...(await codes.issue(request)) }))
})

for (const [what, email] of [
  ['an address without a recent code', 'bob@example.org'],
  ['a malformed address', 'bob'],
] as const) {
  test(`\`codes forgive\` with ${what} is wrong usage, status 2`, async () => {
    using installation = new Installation()
    const { status, stderr } = await installation.run('codes', 'forgive', email)
    assert.equal(status, 2)
    assert.match(stderr, /^[^\n]+\.\n$/)
  })
}

describe('`codes test`', () => {
  test('sends a code by e-mail and reports that the mail server accepted it', async () => {
    await using mail = await startMailServer()
    const settings = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' }
    const { status, stdout } = await sendTestCode('Ana@Example.org', settings)
    assert.equal(status, 0)
    assert.match(stdout, /^Accepted for ana@example\.org\. .*\.\n$/)
    assert.deepEqual(
      mail.mails.map(({ to }) => to),
      [['ana@example.org']],
    )
  })

  test('can run again immediately', async () => {
    using installation = new Installation()
    for (const _ of ['first', 'second'])
      assert.equal((await installation.run('codes', 'try', 'ana@example.org')).status, 0)
  })

  test('reports why the mail server rejected a code, with status 1', async () => {
    await using mail = await startMailServer({ refusal: 'no mailbox ana@example.org' })
    const settings = { SMTP_URL: mail.url, MAIL_FROM: 'noreply@example.org' }
    const { status, stdout, stderr } = await sendTestCode('ana@example.org', settings)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /^The code was not sent: .*no mailbox <address>\n$/)
  })

  test('sends a code by SMS', async () => {
    await using webhook = await startWebhook(202)
    const { status, stdout } = await sendTestCode('(401) 555-0123', webhook.settings)
    assert.deepEqual([status, webhook.requests.length], [0, 1])
    assert.match(stdout, /^Accepted for \+14015550123\. /)
    assert.match(webhook.requests[0]!, /^\{"to":"\+14015550123","text":"\d{6} is your Careatlas code/)
  })

  test('reports an unknown result if the webhook fails, with status 1', async () => {
    await using webhook = await startWebhook(500)
    const { status, stderr } = await sendTestCode('+1 401 555 0123', webhook.settings)
    assert.equal(status, 1)
    assert.equal(stderr, 'The code may not have been sent: the webhook answered 500\n')
  })

  test('sends nothing above SMS_DAILY_LIMIT, and logs an error', async () => {
    await using webhook = await startWebhook(202)
    const { status, stderr } = await sendTestCode('+1 401 555 0123', {
      ...webhook.settings,
      SMS_DAILY_LIMIT: '0',
    })
    assert.deepEqual([status, webhook.requests.length], [1, 0])
    assert.match(stderr, /"level":50,.*SMS_DAILY_LIMIT is reached/)
    assert.match(stderr, /^The code was not sent: SMS_DAILY_LIMIT is reached$/m)
  })

  for (const [destination, message] of [
    ['+1 876 555 0123', /only to these countries: US/],
    ['+1 401 555 0123', /set SMS_WEBHOOK_URL\.$/m],
    ['ana@example.org', /set SMTP_URL\.$/m],
  ] as const) {
    test(`to ${destination} is wrong usage if codes cannot be sent there, status 2`, async () => {
      const { status, stderr } = await sendTestCode(destination, { BASE_URL: 'https://a.example' })
      assert.equal(status, 2)
      assert.match(stderr, message)
    })
  }

  test('prints the code if delivery is not configured', async () => {
    for (const [destination, setting] of [
      ['+14015550123', 'SMS_WEBHOOK_URL'],
      ['ana@example.org', 'SMTP_URL'],
    ] as const) {
      const { status, stdout } = await sendTestCode(destination)
      assert.equal(status, 0)
      const [code, remark] = stdout.split('\n')
      assert.match(code!, /^code {5}\d{6} for /)
      assert.ok(code!.endsWith(destination))
      assert.equal(remark, `Printed here and not sent, because ${setting} is not set.`)
    }
  })
})

async function sendTestCode(destination: string, settings: Readonly<Record<string, string>> = {}) {
  using installation = new Installation()
  const secretFile = join(installation.dataDir, 'secret')
  writeFileSync(secretFile, `whsec_${Buffer.alloc(32, 1).toString('base64')}`)
  const secret = settings['SMS_WEBHOOK_URL'] && { SMS_WEBHOOK_SECRET_FILE: secretFile }
  const child = installation.start(['codes', 'test', destination], { ...settings, ...secret })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { status: child.exitCode, stdout, stderr }
}

/** Records the bodies of the requests. */
async function startWebhook(status: number) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => requests.push(body))
      .then(() => response.writeHead(status).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    requests,
    settings: { SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
