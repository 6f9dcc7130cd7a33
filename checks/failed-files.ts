/** A reporter for `node --test`: the path of the file of each failed test, one per line. */
import type { TestEvent } from 'node:test/reporters'

export default async function* reportFailedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events)
    if (type === 'test:fail' && data.file !== undefined) yield `${data.file}\n`
}
