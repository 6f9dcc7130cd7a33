import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { mailServer } from './mail-server.fixture.ts'
import { SmtpSender } from './smtp-sender.ts'

const options = { from: 'noreply@example.org', productName: 'Careatlas', lifeMinutes: 10, patienceMs: 500 }

test('a code arrives at its address, and nowhere else', async () => {
  await using server = await mailServer()
  using sender = new SmtpSender({ ...options, url: server.url })
  await sender.send({ to: 'ana@example.org', code: '012345' })
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [['ana@example.org']],
  )
  assert.match(server.mails[0]!.text, /^Subject: 012345 is your Careatlas code\r$/m)
  assert.match(server.mails[0]!.text, /^From: Careatlas <noreply@example.org>\r$/m)
  assert.match(server.mails[0]!.text, /within 10 minutes/)
})

for (const to of [
  'ana@example.org, evil@example.org',
  'ana@example.org\r\nBcc: evil@example.org',
  'ana@example.org>RCPT TO:<evil@example.org',
]) {
  test(`${JSON.stringify(to)} is at most one recipient`, async () => {
    await using server = await mailServer()
    using sender = new SmtpSender({ ...options, url: server.url })
    await sender.send({ to, code: '012345' }).catch(() => undefined)
    assert.ok(server.mails.every((mail) => mail.to.length === 1))
    assert.ok(!server.mails.some((mail) => mail.to.includes('evil@example.org') || /^Bcc:/m.test(mail.text)))
  })
}

test('a server that refuses the address is told of', async () => {
  await using server = await mailServer('no such mailbox')
  using sender = new SmtpSender({ ...options, url: server.url })
  await assert.rejects(sender.send({ to: 'ana@example.org', code: '012345' }), /no such mailbox/)
})

test('a server that says nothing is given up', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  using sender = new SmtpSender({ ...options, url: `smtp://127.0.0.1:${port}` })
  await assert.rejects(
    sender.send({ to: 'ana@example.org', code: '012345' }),
    /Greeting never received|timeout/i,
  )
  silent.close()
})
