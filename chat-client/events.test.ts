import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTask } from 'node:timers/promises'
import { Events } from './events.ts'

const problem = { code: 'unreachable', message: 'The chat cannot be reached.', isRetryable: true }

test('a listener that an earlier one removes is not called', async () => {
  const events = new Events()
  const calls: string[] = []
  const second = (): void => void calls.push('second')
  events.on('error', () => {
    calls.push('first')
    events.off('error', second)
  })
  events.on('error', second)
  events.emit('error', problem)
  await nextTask()
  assert.deepEqual(calls, ['first'])
})

test('no listener is called after `clear`, also during an event', async () => {
  const events = new Events()
  const calls: string[] = []
  events.on('error', () => events.clear())
  events.on('error', () => void calls.push('second'))
  events.emit('error', problem)
  await nextTask()
  assert.deepEqual(calls, [])
})

test('a listener that removes and adds itself is called once for each event', async () => {
  const events = new Events()
  let calls = 0
  const listener = (): void => {
    calls += 1
    events.off('error', listener)
    events.on('error', listener)
  }
  events.on('error', listener)
  events.emit('error', problem)
  events.emit('error', problem)
  await nextTask()
  assert.equal(calls, 2)
})

test('all listeners get the events in their order, also those that a listener causes', async () => {
  const events = new Events()
  const heard: string[] = []
  events.on('authchange', (authentication) => {
    if (authentication === 'signed-in') events.emit('authchange', 'anonymous')
  })
  events.on('authchange', (authentication) => void heard.push(authentication))
  events.emit('authchange', 'signed-in')
  await nextTask()
  assert.deepEqual(heard, ['signed-in', 'anonymous'])
})
