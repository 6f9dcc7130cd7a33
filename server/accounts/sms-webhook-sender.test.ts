/** The webhook is a real HTTP server; what it gets is checked as its owner would. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { NotDeliveredError } from './code-sender.ts'
import { SmsWebhookSender } from './sms-webhook-sender.ts'
import { parseWebhookSecret } from './webhook-signature.ts'

const secret = parseWebhookSecret(`whsec_${Buffer.alloc(24, 7).toString('base64')}`)!
const options = { secret, productName: 'Careatlas', lifeMinutes: 10, patienceMs: 800 }
const message = { to: '+14015550123', code: '012345' }

interface Asked {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Answers each request with the next of `answers`, the last one again and again. */
async function webhook(...answers: readonly RequestListener[]) {
  const asked: Asked[] = []
  const take: RequestListener = async (request, response) => {
    const body = await text(request)
    asked.push({ headers: request.headers, body })
    answers[Math.min(asked.length, answers.length) - 1]!(request, response)
  }
  const server = createServer(take)
  const url = `http://127.0.0.1:${await listening(server)}/sms?from=us`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, asked, [Symbol.dispose]: close }
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const answer =
  (status: number, body = '', headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

const hang: RequestListener = () => undefined
const drop: RequestListener = (_request, response) => void response.destroy()

/** A header, and then one byte after the other, for ever. */
const drip: RequestListener = (_request, response) => {
  response.writeHead(200)
  const dripping = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(dripping))
}

test('a message arrives once, as JSON, signed so that its receiver can check it', async () => {
  using hook = await webhook(answer(202))
  using sender = new SmsWebhookSender({ ...options, url: hook.url })
  await sender.send(message)
  assert.equal(hook.asked.length, 1)
  const [{ headers, body }] = hook.asked as [Asked]
  const sent = JSON.parse(body) as Record<string, string>
  assert.deepEqual(Object.keys(sent), ['to', 'text', 'idempotency_key'])
  assert.equal(sent['to'], message.to)
  assert.match(sent['text']!, /^012345 is your Careatlas code, valid for 10 minutes\./)
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
  assert.equal(id, sent['idempotency_key'])
  assert.ok(Math.abs(Number(at) - Date.now() / 1000) < 60)
  const expected = createHmac('sha256', Buffer.alloc(24, 7)).update(`${String(id)}.${String(at)}.${body}`)
  assert.equal(signature, `v1,${expected.digest('base64')}`)
})

for (const [why, listener] of [
  ['a megabyte', answer(200, 'x'.repeat(1 << 20))],
  ['a body without end', drip],
] as const) {
  test(`${why} in the answer is not waited for`, async () => {
    using hook = await webhook(listener)
    using sender = new SmsWebhookSender({ ...options, url: hook.url })
    await sender.send(message)
    assert.equal(hook.asked.length, 1)
  })
}

for (const status of [302, 307, 400, 401, 404, 429]) {
  test(`${status} is a refusal: nothing was sent, the sender does not retry and follows no redirect`, async () => {
    using other = await webhook(answer(200))
    using hook = await webhook(answer(status, '', { location: other.url }))
    using sender = new SmsWebhookSender({ ...options, url: hook.url })
    await assert.rejects(sender.send(message), {
      name: 'NotDeliveredError',
      message: `the webhook answered ${status}`,
    })
    assert.deepEqual([hook.asked.length, other.asked.length], [1, 0])
  })
}

for (const [why, listener, attempts] of [
  ['500', answer(500), 3],
  ['hangs', hang, 2],
  ['hangs up', drop, 3],
] as const) {
  test(`where the webhook ${why} the outcome is unknown, and the sender asks ${attempts} times with one key`, async () => {
    using hook = await webhook(listener)
    using sender = new SmsWebhookSender({ ...options, url: hook.url })
    await assert.rejects(sender.send(message), (error) => !(error instanceof NotDeliveredError))
    assert.equal(hook.asked.length, attempts)
    assert.equal(new Set(hook.asked.map(({ body }) => body)).size, 1)
    assert.equal(new Set(hook.asked.map(({ headers }) => headers['webhook-id'])).size, 1)
  })
}

test('a refusal after a silence tells nothing of the silence', async () => {
  using hook = await webhook(hang, answer(400))
  using sender = new SmsWebhookSender({ ...options, url: hook.url })
  await assert.rejects(sender.send(message), (error) => !(error instanceof NotDeliveredError))
})

test('a failure that passes is made good', async () => {
  using hook = await webhook(answer(503), answer(200))
  using sender = new SmsWebhookSender({ ...options, url: hook.url })
  await sender.send(message)
  assert.equal(hook.asked.length, 2)
})

test('two messages have two keys', async () => {
  using hook = await webhook(answer(200))
  using sender = new SmsWebhookSender({ ...options, url: hook.url })
  await sender.send(message)
  await sender.send(message)
  assert.equal(new Set(hook.asked.map(({ headers }) => headers['webhook-id'])).size, 2)
})

test('a webhook that is not there got nothing', async () => {
  const gone = createServer()
  const port = await listening(gone)
  await new Promise((resolve) => gone.close(resolve))
  using sender = new SmsWebhookSender({ ...options, url: `http://127.0.0.1:${port}/` })
  await assert.rejects(sender.send(message), {
    name: 'NotDeliveredError',
    message: /: connect ECONNREFUSED /,
  })
})

test('a webhook at a port that is never asked got nothing', async () => {
  using sender = new SmsWebhookSender({ ...options, url: 'http://127.0.0.1:1/' })
  await assert.rejects(sender.send(message), {
    name: 'NotDeliveredError',
    message: 'the webhook failed: bad port',
  })
})

test('the sender sends nothing to a webhook with an untrusted certificate', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'sms-tls-'))
  const [keyFile, certFile] = ['key.pem', 'cert.pem'].map((name) => join(folder.path, name)) as [
    string,
    string,
  ]
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -keyout ${keyFile} -out ${certFile}`
  execFileSync('openssl', words.split(' '), { stdio: 'ignore' })
  let asked = 0
  const server = createTlsServer(
    { key: readFileSync(keyFile), cert: readFileSync(certFile) },
    (_request, response) => {
      asked += 1
      response.end()
    },
  )
  using sender = new SmsWebhookSender({ ...options, url: `https://127.0.0.1:${await listening(server)}/` })
  await assert.rejects(sender.send(message), { name: 'NotDeliveredError', message: /CERT/ })
  assert.equal(asked, 0)
  server.close()
})

test('closing ends what is under way', async () => {
  using hook = await webhook(hang)
  const sender = new SmsWebhookSender({ ...options, url: hook.url, patienceMs: 60_000 })
  const sending = assert.rejects(sender.send(message), (error) => !(error instanceof NotDeliveredError))
  while (hook.asked.length === 0) await new Promise(setImmediate)
  sender[Symbol.dispose]()
  await sending
})

for (const [text_, why] of [
  ['', 'nothing'],
  [Buffer.alloc(32).toString('base64'), 'without whsec_'],
  [`whsec_${Buffer.alloc(23).toString('base64')}`, 'too short'],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, 'too long'],
  ['whsec_not base64!', 'no base64'],
] as const) {
  test(`${JSON.stringify(text_)} is no secret: ${why}`, () => assert.equal(parseWebhookSecret(text_), null))
}
