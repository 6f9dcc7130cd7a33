import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { operations } from '@careatlas/contract/operations'
import * as fc from 'fast-check'
import { runServer } from '../running.fixture.ts'

const names = [
  ...new Set(operations.flatMap(({ query }) => Object.keys(query.shape))),
  '__proto__',
  'carrier',
  '',
]

/** Values near the rules and far from them. */
const value = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-0',
    '1e1',
    '0x10',
    'NaN',
    'Infinity',
    '02903',
    'MEDICARE',
    'name',
    '%00',
    '%E0%A4%A',
    '٣',
  ),
  fc.integer().map(String),
  fc.double().map(String),
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
)
const query = fc
  .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'))
const operation = fc.constantFrom(...operations)
const runs = 500

test(`${runs} random requests: each gets an answer of the contract or a refusal in the envelope, never a 5xx`, async () => {
  await using server = await runServer()
  const property = fc.asyncProperty(
    operation,
    fc.webSegment(),
    query,
    async ({ path, response }, part, search) => {
      const answer = await server.get(`${path.replace(/\{\w+\}/, part)}?${search}`)
      const body: unknown = await answer.json()
      assert.ok(answer.status < 500, JSON.stringify(body))
      if (answer.status === 200) assert.deepEqual(response.parse(body), body)
      else assert.equal(ErrorEnvelope.parse(body).error.status, answer.status)
    },
  )
  await fc.assert(property, { numRuns: runs })
})
