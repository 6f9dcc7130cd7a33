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
const compressed = gzipSync(table)

test('reports an archive with a flipped bit as damaged, before any error in its content', async (t) => {
  const messages = new Set<string>()
  for (let round = 1; round <= 24; round++) {
    const damaged = Buffer.from(compressed)
    const byte = Math.floor((compressed.length * round) / 25)
    damaged[byte] = damaged[byte]! ^ (1 << (round % 8))
    await using file = await writeTextFile('in.csv.gz', '')
    await writeFile(file.path, damaged)
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
