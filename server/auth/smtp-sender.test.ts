import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { SmtpSender } from './smtp-sender.ts'

interface Mail {
  readonly to: readonly string[]
  readonly text: string
}

/** A mail server on a free port that keeps what it gets, or refuses it. */
async function mailServer(refusal: string | null = null) {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => done(refusal === null ? null : new Error(refusal)),
    onData: (stream, session, done) => {
      void stream.toArray().then((chunks: Buffer[]) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

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
