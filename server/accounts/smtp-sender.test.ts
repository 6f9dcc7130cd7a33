import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
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
  assert.match(server.mails[0]!.text, /valid for 10 minutes/)
})

for (const to of [
  'ana@example.org, evil@example.org',
  'ana@example.org\r\nBcc: evil@example.org',
  'ana@example.org>RCPT TO:<evil@example.org',
]) {
  test(`${JSON.stringify(to)} is no recipient`, async () => {
    await using server = await mailServer()
    using sender = new SmtpSender({ ...options, url: server.url })
    await assert.rejects(sender.send({ to, code: '012345' }), /all recipients were rejected/)
    assert.deepEqual(server.mails, [])
  })
}

test('the sender reports a mail server that refuses the address, and delivers nothing', async () => {
  await using server = await mailServer({ refusal: 'no such mailbox' })
  using sender = new SmtpSender({ ...options, url: server.url })
  await assert.rejects(sender.send({ to: 'ana@example.org', code: '012345' }), {
    name: 'NotDeliveredError',
    message: /no such mailbox/,
  })
})

test('a server that is not there got nothing', async () => {
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  using sender = new SmtpSender({ ...options, url: `smtp://127.0.0.1:${port}` })
  await assert.rejects(sender.send({ to: 'ana@example.org', code: '012345' }), { name: 'NotDeliveredError' })
})

test('a server that speaks no TLS where smtps:// expects it got nothing', async () => {
  await using server = await mailServer()
  using sender = new SmtpSender({ ...options, url: server.url.replace('smtp:', 'smtps:') })
  await assert.rejects(sender.send({ to: 'ana@example.org', code: '012345' }), {
    name: 'NotDeliveredError',
    message: 'this port does not speak TLS; try smtp://',
  })
  assert.deepEqual(server.mails, [])
})

test('a server that hangs up on a whole mail may have it, and gets it once', async () => {
  await using server = await mailServer('hangs up after the mail')
  using sender = new SmtpSender({ ...options, url: server.url })
  await assert.rejects(
    sender.send({ to: 'ana@example.org', code: '012345' }),
    ({ name }: Error) => name !== 'NotDeliveredError',
  )
  assert.equal(server.mails.length, 1)
})

test('the sender gives up on a mail server that does not answer', async () => {
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

test('a server that answers each word late is given up with the mail, not with each word', async () => {
  const words = ['220 hello', '250 hello', '250 go on', '250 go on', '354 go on', '250 taken']
  const late = createServer((caller) => {
    caller.on('error', () => undefined)
    const say = (at: number) => setTimeout(() => caller.write(`${words[at] ?? '250 ok'}\r\n`), 300)
    let at = 0
    say(at++)
    caller.on('data', () => say(at++))
  }).listen(0, '127.0.0.1')
  await once(late, 'listening')
  const { port } = late.address() as AddressInfo
  using sender = new SmtpSender({ ...options, url: `smtp://127.0.0.1:${port}` })
  const sending = sender.send({ to: 'ana@example.org', code: '012345' })
  await assert.rejects(sending, { name: 'Error', message: /did not accept the mail in time/ })
  late.close()
})
