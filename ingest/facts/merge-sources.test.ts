import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeSources } from './source-precedence.ts'

test('each source appears once, with its newest date, sorted by id', () => {
  const sources = [
    { id: 'nppes', as_of: null },
    { id: 'nppes', as_of: '2026-11-09' },
    { id: 'census', as_of: null },
    { id: 'nppes', as_of: '2026-10-01' },
  ]
  assert.deepEqual(mergeSources(sources), [
    { id: 'census', as_of: null },
    { id: 'nppes', as_of: '2026-11-09' },
  ])
})
