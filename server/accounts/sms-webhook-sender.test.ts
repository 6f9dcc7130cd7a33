/** Sends messages to a real HTTP server, and checks the requests that it receives. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { NotDeliveredError } from './code-sender.ts'
import { SmsWebhookSender } from './sms-webhook-sender.ts'
import { parseWebhookSecret } from '../webhooks/signature.ts'
import { listen, type ReceivedRequest, startWebhook } from '../webhooks/webhook.fixture.ts'

const secret = parseWebhookSecret(`whsec_${Buffer.alloc(24, 7).toString('base64')}`)!
const options = { secret, productName: 'Careatlas', timeoutMs: 800 }
const message = { to: '+14015550123', code: '012345' }

const respond =
  (status: number, body = '', headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

const hang: RequestListener = () => undefined
const drop: RequestListener = (_request, response) => void response.destroy()

/** Sends headers and then single bytes without end. */
const drip: RequestListener = (_request, response) => {
  response.writeHead(200)
  const dripping = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(dripping))
}

test('a message arrives once, as JSON, with a signature that the receiver can verify', async () => {
  using hook = await startWebhook(respond(202))
  using sender = new SmsWebhookSender({ ...options, url: hook.url })
  await sender.send(message)
  assert.equal(hook.requests.length, 1)
  const [{ headers, body }] = hook.requests as [ReceivedRequest]
  const payload = JSON.parse(body) as Record<string, string>
  assert.deepEqual(Object.keys(payload), ['to', 'text', 'idempotency_key'])
  assert.equal(payload['to'], message.to)
  assert.match(payload['text']!, /^012345 is your Careatlas code, valid for 5 minutes\./)
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  assert.equal(id, payload['idempotency_key'])
  assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60)
  const expected = createHmac('sha256', Buffer.alloc(24, 7)).update(
    `${String(id)}.${String(timestamp)}.${body}`,
  )
  assert.equal(signature, `v1,${expected.digest('base64')}`)
})

for (const [title, handler] of [
  ['a body of 1 MiB', respond(200, 'x'.repeat(1 << 20))],
  ['a body without end', drip],
] as const) {
  test(`the sender does not wait for ${title} in the response`, async () => {
    using hook = await startWebhook(handler)
    using sender = new SmsWebhookSender({ ...options, url: hook.url })
    await sender.send(message)
    assert.equal(hook.requests.length, 1)
  })
}

for (const status of [302, 307, 400, 401, 404, 429]) {
  test(`${status} means that nothing was sent: the sender neither retries nor follows a redirect`, async () => {
    using other = await startWebhook(respond(200))
    using hook = await startWebhook(respond(status, '', { location: other.url }))
    using sender = new SmsWebhookSender({ ...options, url: hook.url })
    await assert.rejects(sender.send(message), {
      name: 'NotDeliveredError',
      message: `the webhook answered ${status}`,
    })
    assert.deepEqual([hook.requests.length, other.requests.length], [1, 0])
  })
}

for (const [problem, handler, attempts] of [
  ['answers 500', respond(500), 3],
  ['does not respond', hang, 2],
  ['closes the connection', drop, 3],
] as const) {
  test(`if the webhook ${problem}, the outcome is unknown and the sender makes ${attempts} attempts with one idempotency key`, async () => {
    using hook = await startWebhook(handler)
    using sender = new SmsWebhookSender({ ...options, url: hook.url })
    await assert.rejects(sender.send(message), (error) => !(error instanceof NotDeliveredError))
    assert.equal(hook.requests.length, attempts)
    assert.equal(new Set(hook.requests.map(({ body }) => body)).size, 1)
    assert.equal(new Set(hook.requests.map(({ headers }) => headers['webhook-id'])).size, 1)
  })
}

test('after a timeout the outcome stays unknown, even if the retry is rejected', async () => {
  using hook = await startWebhook(hang, respond(400))
  using sender = new SmsWebhookSender({ ...options, url: hook.url })
  await assert.rejects(sender.send(message), (error) => !(error instanceof NotDeliveredError))
})

test('a message is sent again after a temporary failure', async () => {
  using hook = await startWebhook(respond(503), respond(200))
  using sender = new SmsWebhookSender({ ...options, url: hook.url })
  await sender.send(message)
  assert.equal(hook.requests.length, 2)
})

test('each message has its own idempotency key', async () => {
  using hook = await startWebhook(respond(200))
  using sender = new SmsWebhookSender({ ...options, url: hook.url })
  await sender.send(message)
  await sender.send(message)
  assert.equal(new Set(hook.requests.map(({ headers }) => headers['webhook-id'])).size, 2)
})

test('a refused connection to the webhook means that nothing was sent', async () => {
  const closed = createServer()
  const port = await listen(closed)
  await new Promise((resolve) => closed.close(resolve))
  using sender = new SmsWebhookSender({ ...options, url: `http://127.0.0.1:${port}/` })
  await assert.rejects(sender.send(message), {
    name: 'NotDeliveredError',
    message: /: connect ECONNREFUSED /,
  })
})

test('a port that fetch blocks means that nothing was sent', async () => {
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
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -keyout ${keyFile} -out ${certFile}`
  execFileSync('openssl', args.split(' '), { stdio: 'ignore' })
  let requests = 0
  const server = createTlsServer(
    { key: readFileSync(keyFile), cert: readFileSync(certFile) },
    (_request, response) => {
      requests += 1
      response.end()
    },
  )
  using sender = new SmsWebhookSender({ ...options, url: `https://127.0.0.1:${await listen(server)}/` })
  await assert.rejects(sender.send(message), { name: 'NotDeliveredError', message: /CERT/ })
  assert.equal(requests, 0)
  server.close()
})

test('closing the sender aborts a pending request', async () => {
  using hook = await startWebhook(hang)
  const sender = new SmsWebhookSender({ ...options, url: hook.url, timeoutMs: 60_000 })
  const sending = assert.rejects(sender.send(message), (error) => !(error instanceof NotDeliveredError))
  while (hook.requests.length === 0) await new Promise(setImmediate)
  sender[Symbol.dispose]()
  await sending
})

for (const [candidate, reason] of [
  ['', 'empty'],
  [Buffer.alloc(32).toString('base64'), 'no whsec_ prefix'],
  [`whsec_${Buffer.alloc(23).toString('base64')}`, 'too short'],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, 'too long'],
  ['whsec_not base64!', 'not base64'],
] as const) {
  test(`${JSON.stringify(candidate)} is not a webhook secret: ${reason}`, () =>
    assert.equal(parseWebhookSecret(candidate), null))
}
