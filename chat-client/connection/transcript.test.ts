import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Transcript } from './transcript.ts'

const ts = '2026-11-20T08:30:00.000Z'
const user = (seq: number, message_id = `user-${seq}`) =>
  ({ message_id, seq, role: 'user', text: message_id, ts }) as const
const answer = (seq: number, message_id = `answer-${seq}`) => ({
  message_id,
  seq,
  role: 'assistant' as const,
  text: message_id,
  ts,
  suggestions: ['Dentist'],
})
const ids = ({ entries }: Transcript) => entries.map(({ id }) => id)

test('messages have the order of the service, and those that wait are at the end', () => {
  const transcript = new Transcript()
  transcript.addUser('waiting', 'x')
  transcript.add([user(3)])
  transcript.add([user(1), answer(2)])
  assert.deepEqual(ids(transcript), ['user-1', 'answer-2', 'user-3', 'waiting'])
  transcript.accept('waiting', 4)
  assert.deepEqual([transcript.firstSeq, transcript.lastSeq], [1, 4])
})

test('what follows a gap is not counted as received', () => {
  const transcript = new Transcript()
  transcript.add([user(5), answer(6), user(8)])
  assert.equal(transcript.lastSeq, 6)
  assert.equal(new Transcript().lastSeq, 0)
})

test('pieces of an answer are joined until the whole answer replaces them', () => {
  const transcript = new Transcript()
  transcript.add([user(1)])
  transcript.startAnswer('a', 'user-1', [])
  transcript.appendText('a', 'one ')
  transcript.appendText('a', 'two')
  assert.equal(transcript.entries[1]?.text, 'one two')
  assert.deepEqual(transcript.suggestions, [])
  transcript.add([answer(2, 'a')], 'user-1')
  assert.deepEqual([ids(transcript), transcript.entries[1]?.text], [['user-1', 'a'], 'a'])
  assert.deepEqual(transcript.suggestions, ['Dentist'])
})

test('pieces after a reconnection are not appended to a beginning that has a gap', () => {
  const transcript = new Transcript()
  transcript.startAnswer('a', 'user-1', [])
  transcript.appendText('a', 'one')
  transcript.endArriving()
  transcript.appendText('a', 'three')
  transcript.appendText('unknown', 'x')
  assert.deepEqual(
    transcript.entries.map(({ text }) => text),
    ['one'],
  )
})

test('an answer that starts again replaces the unfinished one', () => {
  const transcript = new Transcript()
  transcript.startAnswer('first', 'user-1', [])
  transcript.startAnswer('second', 'user-1', [])
  assert.deepEqual(ids(transcript), ['second'])
  transcript.startAnswer('third', 'user-2', [])
  assert.deepEqual(ids(transcript), ['second', 'third'])
})

test('another conversation replaces all messages but those that wait', () => {
  const transcript = new Transcript()
  transcript.add([user(1), answer(2)])
  transcript.addUser('waiting', 'x')
  transcript.replace([])
  assert.deepEqual(ids(transcript), ['waiting'])
  transcript.replace([user(1, 'other')])
  assert.deepEqual(ids(transcript), ['other', 'waiting'])
})

test('feedback stays when the answer comes again', () => {
  const transcript = new Transcript()
  transcript.add([answer(2, 'a')])
  transcript.change('a', { feedback: 'up' })
  transcript.add([answer(2, 'a')])
  const [entry] = transcript.entries
  assert.equal(entry?.role === 'assistant' && entry.feedback, 'up')
})
