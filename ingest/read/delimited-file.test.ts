import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import test from 'node:test'
import { gzipSync } from 'node:zlib'
import { FileReport } from './file-report.ts'
import { collect } from './collect.fixture.ts'
import { readDelimitedFile } from './delimited-file.ts'
import { writeTextFile } from './text-file.fixture.ts'

/** Random numbers, so that the archive is large enough for its content to be read before its checksum. */
const table = `a,b\n${Array.from({ length: 60_000 }, (_, n) => `"${(n * 7919) % 60_013}","${n}"\n`).join('')}`
const packed = gzipSync(table)

test('reports an archive with a flipped bit as damaged, before any error in its content', async (t) => {
  const messages = new Set<string>()
  for (let at = 1; at <= 24; at++) {
    const flipped = Buffer.from(packed)
    const byte = Math.floor((packed.length * at) / 25)
    flipped[byte] = flipped[byte]! ^ (1 << (at % 8))
    await using file = await writeTextFile('in.csv.gz', '')
    await writeFile(file.path, flipped)
    const columns = [{ names: ['a'] }, { names: ['b'] }] as const
    const rows = readDelimitedFile(
      file.path,
      columns,
      new FileReport('test', file.path),
      {},
      ({ cells }) => cells,
    )
    await assert.rejects(collect(rows), (error: Error) => Boolean(messages.add(error.message)))
  }
  assert.ok(
    [...messages].every((message) => /^in\.csv\.gz is (?:damaged|truncated)/.test(message)),
    [...messages].join(),
  )
  t.diagnostic('24 flipped bits')
})
