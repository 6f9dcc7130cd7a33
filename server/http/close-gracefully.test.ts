import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { closeGracefully } from './close-gracefully.ts'
import { createHttp } from './create-http.ts'

describe('closing the server', () => {
  test('completes the pending request, closes its keep-alive connection, and accepts no new connection', async () => {
    const app = await createHttp({ log: pino({ level: 'silent' }), publicUrl: () => '' })
    const started = Promise.withResolvers<void>()
    const released = Promise.withResolvers<string>()
    app.get('/slow', () => {
      started.resolve()
      return released.promise
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const agent = new Agent({ keepAlive: true })
    const body = Promise.withResolvers<string>()
    get(`${url}/slow`, { agent }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => body.resolve(text))
    })
    await started.promise
    const closed = closeGracefully(app)
    released.resolve('whole')
    assert.equal(await body.promise, 'whole')
    await closed
    await assert.rejects(fetch(`${url}/slow`))
    agent.destroy()
  })

  test('disconnects a client whose request takes longer than 6 s, so that the rest of the stop fits in 10 s', async (context) => {
    const app = await createHttp({ log: pino({ level: 'silent' }), publicUrl: () => '' })
    const started = Promise.withResolvers<void>()
    app.get('/endless', () => {
      started.resolve()
      return new Promise(() => {})
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const disconnected = assert.rejects(fetch(`${url}/endless`))
    await started.promise
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const closed = closeGracefully(app)
    context.mock.timers.tick(6000)
    await disconnected
    await closed
  })

  for (const sent of ['', 'GET /thing HT'])
    test(`does not wait for a client that has sent ${sent || 'nothing'}`, { timeout: 5000 }, async () => {
      const app = await createHttp({
        log: pino({ level: 'silent' }),
        publicUrl: () => '',
        limits: { timeoutCheckMs: 20 },
      })
      const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
      const client = connect(Number(port), '127.0.0.1').on('error', () => undefined)
      client.write(sent)
      await once(app.server, 'connection')
      await closeGracefully(app)
      client.destroy()
    })
})
