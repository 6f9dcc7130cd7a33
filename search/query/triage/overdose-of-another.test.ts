import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listNotices } from './list-notices.fixture.ts'

describe('an overdose of a person who refuses help is a poisoning and no violence', () => {
  for (const text of [
    'my roommate just took a whole bottle of tylenol, she says shes fine and wont let me call anyone',
    'my sister swallowed a handful of her pills and she wont let me see how many are left',
    'he took the whole bottle of sleeping pills and wont let me go get help',
  ])
    test(text, () => {
      const found = listNotices(text)
      assert.ok(found.includes('poison'))
      assert.ok(!found.includes('violence'))
    })
})

test('a person who is held at home is still violence', () =>
  assert.ok(listNotices('my boyfriend took my phone and wont let me leave the house').includes('violence')))
