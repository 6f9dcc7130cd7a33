import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { startMailServer } from '../mail-server.fixture.ts'
import { SmtpSender } from './smtp-sender.ts'

const options = { from: 'noreply@example.org', productName: 'Careatlas', timeoutMs: 500 }

test('a code is delivered to its address and to no other', async () => {
  await using server = await startMailServer()
  using sender = new SmtpSender({ ...options, url: server.url })
  await sender.send({ to: 'ana@example.org', code: '012345' })
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [['ana@example.org']],
  )
  assert.match(server.mails[0]!.text, /^Subject: 012345 is your Careatlas code\r$/m)
  assert.match(server.mails[0]!.text, /^From: Careatlas <noreply@example.org>\r$/m)
  assert.match(server.mails[0]!.text, /valid for 10 minutes/)
})

for (const to of [
  'ana@example.org, evil@example.org',
  'ana@example.org\r\nBcc: evil@example.org',
  'ana@example.org>RCPT TO:<evil@example.org',
]) {
  test(`no mail is sent to ${JSON.stringify(to)}`, async () => {
    await using server = await startMailServer()
    using sender = new SmtpSender({ ...options, url: server.url })
    await assert.rejects(sender.send({ to, code: '012345' }), /all recipients were rejected/)
    assert.deepEqual(server.mails, [])
  })
}

test('if the mail server rejects the address, the sender reports its message', async () => {
  await using server = await startMailServer({ refusal: 'no such mailbox' })
  using sender = new SmtpSender({ ...options, url: server.url })
  await assert.rejects(sender.send({ to: 'ana@example.org', code: '012345' }), {
    name: 'NotDeliveredError',
    message: /no such mailbox/,
  })
})

test('a refused connection to the mail server means that no mail was sent', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  using sender = new SmtpSender({ ...options, url: `smtp://127.0.0.1:${port}` })
  await assert.rejects(sender.send({ to: 'ana@example.org', code: '012345' }), { name: 'NotDeliveredError' })
})

test('smtps:// to a port without TLS means that nothing was sent, and the error suggests smtp://', async () => {
  await using server = await startMailServer()
  using sender = new SmtpSender({ ...options, url: server.url.replace('smtp:', 'smtps:') })
  await assert.rejects(sender.send({ to: 'ana@example.org', code: '012345' }), {
    name: 'NotDeliveredError',
    message: 'this port does not speak TLS; try smtp://',
  })
  assert.deepEqual(server.mails, [])
})

test('if the mail server closes the connection after the mail, the outcome is unknown and the mail is sent once', async () => {
  await using server = await startMailServer('disconnects after the mail')
  using sender = new SmtpSender({ ...options, url: server.url })
  await assert.rejects(
    sender.send({ to: 'ana@example.org', code: '012345' }),
    ({ name }: Error) => name !== 'NotDeliveredError',
  )
  assert.equal(server.mails.length, 1)
})

test('the sender times out if the mail server does not respond', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  using sender = new SmtpSender({ ...options, url: `smtp://127.0.0.1:${port}` })
  await assert.rejects(
    sender.send({ to: 'ana@example.org', code: '012345' }),
    /Greeting never received|timeout/i,
  )
  silent.close()
})

test('the timeout covers the whole mail, not each reply of a slow mail server', async () => {
  const replies = ['220 hello', '250 hello', '250 go on', '250 go on', '354 go on', '250 taken']
  const slow = createServer((client) => {
    client.on('error', () => undefined)
    const pending = replies.values()
    const reply = () => setTimeout(() => client.write(`${pending.next().value ?? '250 ok'}\r\n`), 300)
    reply()
    client.on('data', reply)
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const { port } = slow.address() as AddressInfo
  using sender = new SmtpSender({ ...options, url: `smtp://127.0.0.1:${port}` })
  const sending = sender.send({ to: 'ana@example.org', code: '012345' })
  await assert.rejects(sending, { name: 'Error', message: /did not accept the mail in time/ })
  slow.close()
})
