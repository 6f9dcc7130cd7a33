/** Codes and identifiers have exactly one accepted format, over HTTP. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { fetchPage, fetchError } from './rest-client.fixture.ts'
import { publishOddDirectory } from '../odd-directory.fixture.ts'
import { type Running, runServer } from '../running.fixture.ts'
import { publishSmallDirectory, small } from '../small-directory.fixture.ts'

let server: Running
let smallServer: Running
before(async () => {
  server = await runServer({}, { publish: publishOddDirectory })
  smallServer = await runServer({}, { publish: publishSmallDirectory })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await smallServer[Symbol.asyncDispose]()
})

suite('carriers are applied in uppercase, without duplicates, in ascending order', () => {
  for (const [sent, applied] of [
    ['plain', ['PLAIN']],
    ['star-1,Plain,PLAIN', ['PLAIN', 'STAR-1']],
    ['%20plain%20,%20per_cent', ['PER_CENT', 'PLAIN']],
    ['plain&carriers=00123', ['00123', 'PLAIN']],
    [`${'plain,'.repeat(500)}plain`, ['PLAIN']],
  ] as const) {
    test(sent.slice(0, 40), async () => {
      const { parameters } = await fetchPage(server, `/v1/providers?first_name=ana&limit=1&carriers=${sent}`)
      assert.deepEqual(parameters?.['carriers'], applied)
    })
  }
})

suite('malformed, too many or unknown carriers are refused with an error that names them', () => {
  const thousandCarriers = Array.from({ length: 1000 }, (_, index) => `C${index}`).join(',')
  for (const [sent, code, expected] of [
    ['UNKNOWN', 'unknown_carrier', /"UNKNOWN"\.$/],
    ['plain,unknown,0123', 'unknown_carrier', /"0123"|0123, "UNKNOWN"\.$/],
    ['123', 'unknown_carrier', / 123\.$/],
    ['', 'invalid_parameter', /^carriers must not be empty/],
    ['plain&carriers=', 'invalid_parameter', /^carriers must not be empty/],
    [',', 'invalid_parameter', /^carriers /],
    ['plain,,star-1', 'invalid_parameter', /^carriers /],
    ['%20,%20', 'invalid_parameter', /^carriers /],
    [thousandCarriers, 'invalid_parameter', /^carriers must be 1 to 25 codes/],
    ['a%20b', 'invalid_parameter', /^carriers /],
    ['*', 'invalid_parameter', /^carriers /],
    ['%25', 'invalid_parameter', /^carriers /],
    ["plain'--", 'invalid_parameter', /^carriers /],
    ['x'.repeat(33), 'invalid_parameter', /^carriers /],
    ['%D9%A1', 'invalid_parameter', /^carriers /],
    ['plain;star-1', 'invalid_parameter', /^carriers /],
    ['[plain]', 'invalid_parameter', /^carriers /],
  ] as const) {
    test(sent.slice(0, 40), async () => {
      const [status, actualCode, message] = await fetchError(
        server,
        `/v1/providers?first_name=ana&carriers=${sent}`,
      )
      assert.deepEqual([status, actualCode], [400, code])
      assert.match(message, expected)
      assert.ok(message.length < 300)
    })
  }
})

suite('an NPI must be exactly ten digits with a valid check digit', () => {
  for (const [part, code] of [
    ['200000000', 'invalid_npi'],
    ['20000000022', 'invalid_npi'],
    ['2000000003', 'invalid_npi'],
    ['0000000000', 'invalid_npi'],
    ['3000000000', 'invalid_npi'],
    [`0${small.npi}`, 'invalid_npi'],
    [`00${small.npi}`, 'invalid_npi'],
    [`${small.npi}%0A`, 'invalid_npi'],
    [`${small.npi}%00`, 'invalid_npi'],
    [`%20${small.npi}`, 'invalid_npi'],
    [`+${small.npi}`, 'invalid_npi'],
    ['%D9%A2%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0%D9%A2', 'invalid_npi'],
    ['%EF%BC%92000000002', 'invalid_npi'],
    ['2.000000002e9', 'invalid_npi'],
    ['2,000,000,002', 'invalid_npi'],
    ['..%2f..%2fetc%2fpasswd', 'invalid_npi'],
    ['__proto__', 'invalid_npi'],
    [`${small.npi};a=b`, 'invalid_npi'],
    ['%', 'bad_request'],
    ['%E0%A4%A', 'bad_request'],
  ] as const) {
    test(part, async () => {
      const [status, actualCode] = await fetchError(smallServer, `/v1/providers/${part}`)
      assert.deepEqual([status, actualCode], [400, code])
    })
  }
  test('a well-formed NPI that is not in the directory is not found', async () => {
    const error = await fetchError(smallServer, `/v1/providers/${small.unknown}`)
    assert.deepEqual(error.slice(0, 2), [404, 'provider_not_found'])
  })
})

suite('a location identifier must be a canonical UUID, in either case', () => {
  for (const part of [small.uuid, small.uuid.toUpperCase(), small.uuid.replace('a', '%61')]) {
    test(`${part} is found`, async () => {
      const response = await smallServer.get(`/v1/locations/${part}`)
      const { data } = (await response.json()) as { data: { location_uuid: string } }
      assert.equal(data.location_uuid, small.uuid)
    })
  }
  for (const [part, status, code] of [
    [`%7B${small.uuid}%7D`, 400, 'invalid_parameter'],
    [`urn:uuid:${small.uuid}`, 400, 'invalid_parameter'],
    [small.uuid.replaceAll('-', ''), 400, 'invalid_parameter'],
    [`${small.uuid}%0A`, 400, 'invalid_parameter'],
    [`${small.uuid}-`, 400, 'invalid_parameter'],
    [small.uuid.slice(1), 400, 'invalid_parameter'],
    [small.uuid.replace('b', 'g'), 400, 'invalid_parameter'],
    ['..%2f', 400, 'invalid_parameter'],
    ['a'.repeat(7000), 400, 'invalid_parameter'],
    ['00000000-0000-0000-0000-000000000000', 404, 'location_not_found'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 404, 'location_not_found'],
    ['a'.repeat(9000), 414, 'uri_too_long'],
    ['a'.repeat(1_000_000), 414, 'uri_too_long'],
  ] as const) {
    test(`${part.slice(0, 60)}: ${status}`, async () => {
      const error = await fetchError(smallServer, `/v1/locations/${part}`)
      assert.deepEqual(error.slice(0, 2), [status, code])
    })
  }
})
