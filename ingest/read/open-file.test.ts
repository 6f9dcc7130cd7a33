import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import test from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { InputError } from '../input-error.ts'
import { openFile, type OpenOptions, ratioFreeBytes } from './open-file.ts'
import { zip } from './zip.fixture.ts'

const table = `a,b\n${'1,2\n'.repeat(1000)}`

interface Opened {
  readonly name: string
  readonly content: string
}

/** Writes the bytes to a separate file and reads them with `openFile`. */
async function writeAndOpen(bytes: Buffer, name: string, options: OpenOptions = {}): Promise<Opened> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'open-file-'))
  const path = join(folder.path, name)
  await writeFile(path, bytes)
  await using file = await openFile(path, options)
  return { name: file.name, content: await text(file.bytes) }
}

test('closing an unread file does not throw if the file was removed', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'open-file-'))
  for (let round = 0; round < 50; round++) {
    const path = join(folder.path, `${round}.csv`)
    await writeFile(path, table)
    const file = await openFile(path, {})
    rmSync(path)
    await file[Symbol.asyncDispose]()
  }
  // An unhandled error would have ended the process by now.
  await setTimeout(20)
})

const archive = [
  { name: 'readme.pdf', content: 'x' },
  { name: '__MACOSX/._npidata_pfile.csv', content: 'x' },
  { name: 'npidata_pfile_fileheader.csv', content: 'a,b\n' },
  { name: 'folder/npidata_pfile.csv', content: table },
]

const files: Record<string, { readonly bytes: Buffer; readonly name: string; readonly opensAs: string }> = {
  'a plain file': { bytes: Buffer.from(table), name: 'in.csv', opensAs: 'in.csv' },
  'a gzipped file': { bytes: gzipSync(table), name: 'in.csv.gz', opensAs: 'in.csv' },
  'a gzipped file of several parts': {
    bytes: Buffer.concat([gzipSync(table.slice(0, 9)), gzipSync(table.slice(9))]),
    name: 'in.csv.gz',
    opensAs: 'in.csv',
  },
  'a gzipped file by another name': { bytes: gzipSync(table), name: 'in.csv', opensAs: 'in.csv' },
  'the one table of an archive': { bytes: zip(archive), name: 'in.zip', opensAs: 'npidata_pfile.csv' },
  'a stored member': {
    bytes: zip([{ name: 'in.csv', content: table, stored: true }]),
    name: 'in.zip',
    opensAs: 'in.csv',
  },
}
for (const [what, { bytes, name, opensAs }] of Object.entries(files)) {
  test(`opens ${what}, and reports how many of its bytes were read`, async () => {
    let usedBytes = 0
    const onBytes = (count: number) => void (usedBytes += count)
    assert.deepEqual(await writeAndOpen(bytes, name, { onBytes }), { name: opensAs, content: table })
    assert.ok(usedBytes > 0 && usedBytes <= bytes.length, `${usedBytes} of ${bytes.length}`)
  })
}

const zipArchive = zip([{ name: 'in.csv', content: table }])
const flipped = Buffer.from(zipArchive)
flipped.writeUInt32LE(1, flipped.indexOf('PK\u0001\u0002') + 16)
/** The header of a tar archive names its format in bytes 257 to 262. */
const tar = Buffer.concat([Buffer.alloc(257, 'in.csv'), Buffer.from('ustar\u000000'), Buffer.alloc(1024)])
const large = zip([{ name: 'in.csv', content: table.repeat(3), stored: true }])

const rejections: Record<
  string,
  { readonly bytes: Buffer; readonly message: RegExp; readonly options?: OpenOptions }
> = {
  'an empty file': { bytes: Buffer.alloc(0), message: /^in is empty/ },
  'an empty zip archive': { bytes: zip([]), message: /^in is an empty zip archive/ },
  'a gzip file of an empty file': { bytes: gzipSync(''), message: /^in is empty once unpacked/ },
  'a truncated gzip file': { bytes: gzipSync(table).subarray(0, -20), message: /^in is truncated/ },
  'a damaged gzip file': {
    bytes: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]),
    message: /^in is damaged/,
  },
  'a truncated zip archive': {
    bytes: zipArchive.subarray(0, -30),
    message: /^in is a truncated or damaged zip/,
  },
  'a zip archive whose checksum differs': { bytes: flipped, message: /^in is a truncated or damaged zip/ },
  'a zip archive without a matching member': {
    bytes: zip(archive.slice(0, 3)),
    message: /^in has no file of this kind/,
  },
  'a zip archive with two matching members': {
    bytes: zip([...archive, { name: 'second.csv', content: table }]),
    message: /several files of this kind \(npidata_pfile\.csv, second\.csv\)/,
  },
  'a gzip file inside a gzip file': {
    bytes: gzipSync(gzipSync(table)),
    message: /^in has a gzip file inside; unpack it \(gunzip\)/,
  },
  'a tar archive': { bytes: tar, message: /^in is a tar archive; unpack it \(tar -xf\)/ },
  'a gzipped tar archive': { bytes: gzipSync(tar), message: /^in has a tar archive inside; unpack it/ },
  'a gzipped zip archive': {
    bytes: gzipSync(zipArchive),
    message: /^in has a zip archive inside; unpack it/,
  },
  'a file compressed in another way': { bytes: Buffer.from('BZh91AY&SY'), message: /^in is a bzip2 file/ },
  'a web page': { bytes: Buffer.from('\n<!DOCTYPE html><title>404</title>'), message: /^in is a web page/ },
  'a gzipped web page': { bytes: gzipSync('<html></html>'), message: /^in is a web page/ },
  'an archive that inflates past the bound': {
    bytes: large,
    message: /^in inflates to more than 8000 bytes/,
    options: { inflatedBytesMax: 8000 },
  },
}
for (const [what, { bytes, message, options }] of Object.entries(rejections)) {
  test(`rejects ${what} with one sentence`, async () => {
    await assert.rejects(writeAndOpen(bytes, 'in', options), (error) => {
      return error instanceof InputError && message.test(error.message)
    })
  })
}

const spaces = Buffer.alloc(4 * ratioFreeBytes, ' ')
for (const [format, bytes] of Object.entries({
  gzip: gzipSync(spaces, { level: 1 }),
  zip: zip([{ name: 'in.csv', content: spaces }]),
})) {
  test(`stops at a ${format} bomb after ${ratioFreeBytes} bytes`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'open-file-'))
    const path = join(folder.path, 'in')
    await writeFile(path, bytes)
    await using file = await openFile(path)
    let totalBytes = 0
    const readAll = async () => {
      for await (const chunk of file.bytes) totalBytes += chunk.length
    }
    await assert.rejects(readAll, {
      name: 'InputError',
      message: /^in inflates to more than 200 times its size, .*; if you trust it, unpack it/,
    })
    assert.equal(totalBytes, ratioFreeBytes)
  })
}

test('reads a large file that repeats itself, if it is not a bomb', async () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => `${row},${'the same text '.repeat(30)}\n`)
  const content = Buffer.from(rows.join(''))
  assert.ok(content.length > ratioFreeBytes)
  assert.equal((await writeAndOpen(gzipSync(content), 'in')).content.length, content.length)
})

test('rejects a missing file and a folder, with its name', async () => {
  await assert.rejects(openFile('/no/such/place/in.csv'), {
    name: 'InputError',
    message: /^\/no\/such\/place\/in\.csv does not exist/,
  })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'open-file-'))
  await assert.rejects(openFile(folder.path), { name: 'InputError', message: /^open-file-\w+ is a folder/ })
})

test('rejects a gzip file with data after its end', async () => {
  const padded = Buffer.concat([gzipSync(table), Buffer.alloc(512), gzipSync(table)])
  await assert.rejects(writeAndOpen(padded, 'padded.csv.gz'), {
    name: 'InputError',
    message: /^padded\.csv\.gz has data after the end of its gzip content/,
  })
})

test('rejects a pipe without waiting for a writer', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'open-file-'))
  const pipe = join(folder.path, 'pipe.csv')
  execFileSync('mkfifo', [pipe])
  await assert.rejects(openFile(pipe), { name: 'InputError', message: /^pipe\.csv is not a regular file/ })
})

test('a reader that stops early can close the file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'open-file-'))
  for (const [name, bytes] of Object.entries({
    plain: Buffer.from(table),
    gz: gzipSync(table),
    zip: zipArchive,
  })) {
    await writeFile(join(folder.path, name), bytes)
    await using file = await openFile(join(folder.path, name))
    for await (const chunk of file.bytes) {
      assert.ok(chunk.length > 0)
      break
    }
  }
})
