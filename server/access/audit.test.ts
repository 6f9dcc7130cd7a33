import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Logger, pino } from 'pino'
import { type AuditEvent, createAudit } from './audit.ts'
import { lineOptions } from '../log.ts'

/** The lines that `write` produces in a log of this level. */
function captureLog(level: string, write: (log: Logger) => void): string {
  let lines = ''
  write(pino({ ...lineOptions, level }, { write: (line: string) => void (lines += line) }))
  return lines
}

const key = Buffer.alloc(32, 1)
const keyCreated: AuditEvent = { event: 'key_created', accountId: 'acc_1', keyId: 'key_1' }

describe('the audit log', () => {
  for (const level of ['trace', 'info', 'error', 'fatal'])
    test(`is written at LOG_LEVEL=${level}`, () => {
      const {
        time: _,
        level: __,
        ...fields
      } = JSON.parse(captureLog(level, (log) => createAudit(log, key)(keyCreated))) as Record<string, unknown>
      assert.deepEqual(fields, { audit: 'key_created', accountId: 'acc_1', keyId: 'key_1' })
    })

  test('writes nothing at LOG_LEVEL=silent', () =>
    assert.equal(
      captureLog('silent', (log) => createAudit(log, key)(keyCreated)),
      '',
    ))

  test('logs a keyed digest of a destination: equal destinations match under one key, and none is readable', () => {
    const event = {
      event: 'code_sent',
      purpose: 'keys',
      codeId: 'c',
      destination: 'ana@example.org',
    } as const
    const lines = captureLog('info', (log) => {
      createAudit(log, key)(event)
      createAudit(log, key)({ ...event, codeId: 'd' })
      createAudit(log, key)({ ...event, destination: 'bob@example.org' })
      createAudit(log, Buffer.alloc(32, 2))(event)
    })
    const digests = [...lines.matchAll(/"destination":"([0-9a-f]{16})"/g)].map(([, digest]) => digest)
    assert.equal(digests[0], digests[1])
    assert.equal(new Set(digests).size, 3)
    assert.doesNotMatch(lines, /ana|bob|example/)
  })

  test('identifies the caller of a request by the address prefix that rate limits use', () => {
    const request = { id: 'request-1', ip: '2001:db8::7' }
    const lines = captureLog('info', (log) => createAudit(log, key)({ ...keyCreated, request }))
    assert.match(lines, /"requestId":"request-1","caller":"2001:db8:0:0::\/64"/)
  })

  test('writes one line of printable ASCII per event, for any client identifier', () => {
    const clientId = 'https://a.example/"}\n{"audit":"key_created"}\u009b2J\u2028\u202e\u{e0041}\u0000'
    const lines = captureLog('info', (log) => createAudit(log, key)({ event: 'client_registered', clientId }))
    assert.equal(lines.split('\n').length, 2)
    assert.match(lines, /^[ -~]+\n$/)
    assert.equal((JSON.parse(lines) as { clientId: string }).clientId, clientId)
  })

  test('truncates a long client identifier', () => {
    const event = { event: 'client_registered', clientId: 'x'.repeat(10_000) } as const
    assert.ok(captureLog('info', (log) => createAudit(log, key)(event)).length < 400)
  })
})

test('a logged error has its name, code, stack and cause, but no further properties that a driver adds', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ana@example.org) already exists.',
  })
  const lines = captureLog('info', (log) => log.error({ err: new Error('failed', { cause }) }, 'failed'))
  assert.match(lines, /Error: failed.*23505.*Error: duplicate key/)
  assert.doesNotMatch(lines, /ana@/)
})
