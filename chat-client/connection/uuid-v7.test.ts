import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientFrames } from '@careatlas/contract/chat-frames'
import { uuidV7 } from './uuid-v7.ts'

test('ids of messages are UUIDv7 of the current time', () => {
  for (let index = 0; index < 100; index += 1) {
    const before = Date.now()
    const id = uuidV7()
    clientFrames['message.cancel'].parse({ message_id: id })
    const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    assert.ok(time >= before && time <= Date.now())
  }
})
