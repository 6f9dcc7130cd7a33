/** For tests: classes of urgent messages, each beside ordinary ones that have the same words and another meaning. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listNotices, todoOptions } from './list-notices.fixture.ts'

export interface UrgencyClass {
  /** The kind of the notice that each urgent message has. */
  readonly kind: string
  readonly urgent: readonly string[]
  readonly ordinary: readonly string[]
}

/** Tests that the urgent messages of each class have its notice, and that the ordinary ones have none. */
export function testClasses(classes: Readonly<Record<string, UrgencyClass>>): void {
  for (const [name, { kind, urgent, ordinary }] of Object.entries(classes))
    suite(name, () => {
      for (const text of urgent)
        test(`is urgent: ${text}`, () =>
          assert.ok(listNotices(text).includes(kind), listNotices(text).join()))
      for (const text of ordinary)
        test(`is ordinary: ${text}`, todoOptions(text), () => assert.deepEqual(listNotices(text), []))
    })
}
