/** Equivalent requests have the same ETag; other requests and generations have different ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseParameters } from '@careatlas/contract/parse-parameters'
import { canonicalRequest, createEtag, createEtagOfIdentifiers } from './etag.ts'

const snapshot = { generation: '2026-01-01.1', created_at: '2026-01-02T03:04:05.006Z' }

function etag(search: string, manifest = snapshot): string {
  return createEtag(manifest, canonicalRequest('searchProviders', parseParameters('searchProviders', search)))
}

test('an ETag is weak and contains the generation', () => {
  assert.match(etag('q=heart'), /^W\/"2026-01-01\.1-[\w-]{22}"$/)
})

for (const spelling of ['limit=10&q=heart', 'q=+heart', 'q=heart&offset=0', 'q=heart&utm_source=x']) {
  test(`${spelling} has the ETag of q=heart`, () => assert.equal(etag(spelling), etag('q=heart')))
}

test('the order and spelling of carriers do not change the ETag', () => {
  assert.equal(etag('q=heart&carriers=b,A'), etag('carriers=a&carriers=B&q=heart'))
})

for (const other of ['q=hearts', 'q=heart&limit=11', 'last_name=heart', 'q=heart&sort=name']) {
  test(`${other} has a different ETag than q=heart`, () => assert.notEqual(etag(other), etag('q=heart')))
}

test('another generation, creation time or operation has a different ETag', () => {
  assert.notEqual(etag('q=heart', { ...snapshot, generation: '2026-01-01.2' }), etag('q=heart'))
  assert.notEqual(etag('q=heart', { ...snapshot, created_at: '2026-01-02T03:04:05.007Z' }), etag('q=heart'))
  assert.notEqual(
    createEtag(snapshot, canonicalRequest('getProvider/1')),
    createEtag(snapshot, canonicalRequest('getProvider/2')),
  )
})

test('an ETag of identifiers is weak, and differs for another identifier, snapshot or context', () => {
  const etagOf = createEtagOfIdentifiers('getProvider')
  const first = etagOf(snapshot, ['1234567893'])
  assert.match(first, /^W\/"2026-01-01\.1-[\w-]{22}-1234567893"$/)
  assert.equal(etagOf(snapshot, ['1234567893']), first)
  assert.notEqual(etagOf(snapshot, ['1245319599']), first)
  for (const change of [{ generation: '2026-01-01.2' }, { created_at: '2026-01-02T03:04:05.007Z' }])
    assert.notEqual(etagOf({ ...snapshot, ...change }, ['1234567893']), first)
  assert.equal(etagOf(snapshot, ['1234567893']), first)
  assert.notEqual(createEtagOfIdentifiers('getLocation')(snapshot, ['1234567893']), first)
})
