import assert from 'node:assert/strict'
import { openSync, closeSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { LogStream } from './log-stream.ts'

const flushed = (stream: LogStream) => new Promise<void>((resolve) => stream.flush(resolve))

test('writes every line in order', async () => {
  using folder = mkdtempDisposableSync(`${tmpdir()}/log-stream-`)
  const file = join(folder.path, 'log')
  const fd = openSync(file, 'w')
  const stream = new LogStream(fd)
  const lines = Array.from({ length: 1000 }, (_, index) => `line ${index} ñ\n`)
  for (const line of lines) stream.write(line)
  await flushed(stream)
  assert.equal(readFileSync(file, 'utf8'), lines.join(''))
  closeSync(fd)
})

test('drops lines that cannot be written, and reports their number once the log can be written', async () => {
  using folder = mkdtempDisposableSync(`${tmpdir()}/log-stream-`)
  const file = join(folder.path, 'log')
  // Writing to a descriptor that is open only for reading fails.
  const fd = openSync(file, 'w+')
  closeSync(fd)
  const readOnly = openSync(file, 'r')
  const stream = new LogStream(readOnly)
  for (let line = 0; line < 3; line++) stream.write('lost\n')
  await flushed(stream)
  closeSync(readOnly)
  const writable = openSync(file, 'w')
  assert.equal(writable, readOnly, 'the descriptor is reused')
  stream.write('written\n')
  await flushed(stream)
  const [notice = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  assert.match(
    notice,
    /^\{"level":40,"time":"[^"]+","msg":"3 log lines before this one could not be written"\}$/,
  )
  assert.deepEqual(rest, ['written', ''])
  closeSync(writable)
})
