import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { findRealFile } from '../read/real-files.fixture.ts'
import type { DownloadLimits } from './download.ts'
import { type FetchedFile, fetchNppes } from './fetch-nppes.ts'
import type { NppesKind } from './nppes-file.ts'
import {
  createArchive,
  disconnectAfter,
  type Fault,
  RegistrySite,
  sendWholeFile,
  computeTag,
} from './registry-site.fixture.ts'

const monthly = 'NPPES_Data_Dissemination_September_2026_V2.zip'
const earlier = 'NPPES_Data_Dissemination_August_2026_V2.zip'
const weeks = [
  'NPPES_Data_Dissemination_083126_090626_Weekly_V2.zip',
  'NPPES_Data_Dissemination_090726_091326_Weekly_V2.zip',
  'NPPES_Data_Dissemination_091426_092026_Weekly_V2.zip',
] as const

const archive = createArchive('npidata_pfile_20050523-20260913.csv')
const half = archive.length / 2

const fewRetries: DownloadLimits = { stallMs: 60_000, attempts: 3, firstPauseMs: 1 }

/** Compares digests, so that a failure does not print the bytes. */
function assertSameBytes(actual: Buffer, expected: Buffer): void {
  assert.equal(computeTag(actual), computeTag(expected))
}

const doNothing = (): void => {}

/** A folder to fetch into, and the messages of its fetches. */
class Workspace implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'fetch-'))
  readonly messages: string[] = []
  readonly site: RegistrySite

  constructor(site: RegistrySite) {
    this.site = site
  }

  fetch(
    kinds: readonly NppesKind[] = ['monthly'],
    limits: DownloadLimits = fewRetries,
  ): Promise<readonly FetchedFile[]> {
    const note = (sentence: string): void => void this.messages.push(sentence)
    const progress = {
      startFile: doNothing,
      showBytes: doNothing,
      endFile: doNothing,
      clear: doNothing,
      note,
    }
    return fetchNppes({ kinds, base: this.site.base, folder: this.folder }, progress, limits)
  }

  /** The names of the files in the folder, without the lock. */
  get names(): readonly string[] {
    return readdirSync(this.folder)
      .filter((name) => name !== '.fetch.lock')
      .toSorted()
  }

  read(name: string): Buffer {
    return readFileSync(join(this.folder, name))
  }

  /** Whether the first `bytes` of the monthly file are on disk. */
  hasPartial(bytes: number): boolean {
    return (statSync(join(this.folder, `${monthly}.part`), { throwIfNoEntry: false })?.size ?? 0) >= bytes
  }

  /** Leaves the first half of `file` in the folder, as an interrupted run leaves it. */
  async interruptDownload(file: Buffer, validators?: OutgoingHttpHeaders): Promise<void> {
    this.site.faults.set(monthly, [disconnectAfter(half, () => this.hasPartial(half), validators)])
    this.site.files.set(monthly, file)
    await assert.rejects(this.fetch(['monthly'], { ...fewRetries, attempts: 1 }), /closed the connection/)
    assertSameBytes(this.read(`${monthly}.part`), file.subarray(0, half))
    this.site.requests.length = 0
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

test('downloads the newest file completely, and leaves nothing else in the folder', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive, [earlier]: createArchive('older.csv') })
  using workspace = new Workspace(site)
  const path = join(workspace.folder, monthly)
  const address = new URL(monthly, site.base).href
  assert.deepEqual(await workspace.fetch(), [
    { kind: 'monthly', period: '2026-09', path, bytes: archive.length, address, fetched: true },
  ])
  assertSameBytes(workspace.read(monthly), archive)
  assert.deepEqual(workspace.names, [monthly])
  assert.deepEqual(site.listRanges(earlier), [])
})

const report = findRealFile('nppes/NPPES_Deactivated_NPI_Report_100923.zip')
test('downloads the real report of October 2023 byte for byte', { skip: report === null }, async () => {
  const name = basename(report as string)
  await using site = await RegistrySite.open({ [name]: readFileSync(report as string) })
  using workspace = new Workspace(site)
  const [file] = await workspace.fetch(['deactivated'])
  assert.equal(file?.period, '2023-10-09')
  assertSameBytes(workspace.read(name), readFileSync(report as string))
})

test('returns weekly files from the oldest to the newest, in any order on the page', async () => {
  const [first, second, third] = weeks
  await using site = await RegistrySite.open({ [third]: archive, [first]: archive, [second]: archive })
  using workspace = new Workspace(site)
  const files = await workspace.fetch(['weekly'])
  assert.deepEqual(
    files.map(({ path }) => basename(path)),
    weeks,
  )
  assert.deepEqual(
    site.requests.map(({ name }) => name),
    ['NPI_Files.html', ...weeks],
  )
})

function listFetchedFlags(files: readonly FetchedFile[]): readonly boolean[] {
  return files.map(({ fetched }) => fetched)
}

test('returns files that the folder already has, without requesting them', async () => {
  const [first, second, third] = weeks
  await using site = await RegistrySite.open({ [first]: archive, [second]: archive, [third]: archive })
  using workspace = new Workspace(site)
  writeFileSync(join(workspace.folder, second), archive)
  assert.deepEqual(listFetchedFlags(await workspace.fetch(['weekly'])), [true, false, true])
  assert.deepEqual(listFetchedFlags(await workspace.fetch(['weekly'])), [false, false, false])
  assert.deepEqual(site.listRanges(second), [])
  assert.deepEqual(workspace.messages.at(-1), `${third}: already downloaded`)
})

test('fails for a week that cannot be downloaded, and keeps the weeks before it', async () => {
  const [first, second, third] = weeks
  await using site = await RegistrySite.open({ [first]: archive, [second]: archive, [third]: archive })
  using workspace = new Workspace(site)
  site.faults.set(second, [(response) => response.writeHead(404).end()])
  await assert.rejects(workspace.fetch(['weekly']), { name: 'InputError', message: /answers 404/ })
  assert.deepEqual(workspace.names, [first])
  assert.equal((await workspace.fetch(['weekly'])).length, 3)
})

test('resumes a broken connection in the same run', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using workspace = new Workspace(site)
  site.faults.set(monthly, [disconnectAfter(half, () => workspace.hasPartial(half))])
  await workspace.fetch()
  assert.deepEqual(site.listRanges(monthly), [undefined, `bytes=${half}-`])
  assertSameBytes(workspace.read(monthly), archive)
  assert.match(workspace.messages.join('\n'), /closed the connection.*; trying again in 1 s\./)
})

test('resumes the download of an interrupted run', async () => {
  await using site = await RegistrySite.open()
  using workspace = new Workspace(site)
  await workspace.interruptDownload(archive)
  await workspace.fetch()
  assert.deepEqual(site.listRanges(monthly), [`bytes=${half}-`])
  assertSameBytes(workspace.read(monthly), archive)
  assert.deepEqual(workspace.names, [monthly])
})

const otherArchive = createArchive('npidata_pfile_20050523-20260914.csv')
const sendRest =
  (headers: OutgoingHttpHeaders): Fault =>
  (response, file) =>
    response.writeHead(206, headers).end(file.subarray(half))

/** Responses to a request to resume `archive`. The server then has `newContent`, which must be downloaded completely. */
const changes: Readonly<Record<string, { readonly newContent: Buffer; readonly fault?: Fault }>> = {
  'another file of the same length': { newContent: otherArchive },
  'a longer file': { newContent: createArchive('npidata_pfile_20050523-20260913.csv', 300_000) },
  'a shorter file': { newContent: createArchive('npidata_pfile_20050523-20260913.csv', 50_000) },
  'the same file, but ranges are ignored': { newContent: archive, fault: sendWholeFile },
  'the end of another file, ignoring If-Range': {
    newContent: otherArchive,
    fault: sendRest({
      'content-range': `bytes ${half}-${otherArchive.length - 1}/${otherArchive.length}`,
      etag: computeTag(otherArchive),
    }),
  },
  'the end of a file of another length': {
    newContent: otherArchive,
    fault: sendRest({
      'content-range': `bytes ${half}-${otherArchive.length - 1}/${otherArchive.length + 1}`,
    }),
  },
  'a part with another start': {
    newContent: otherArchive,
    fault: sendRest({
      'content-range': `bytes ${half + 1}-${otherArchive.length - 1}/${otherArchive.length}`,
    }),
  },
  'a part without its position': { newContent: otherArchive, fault: sendRest({}) },
  'no such part (416)': { newContent: otherArchive, fault: (response) => response.writeHead(416).end() },
}
for (const [what, { newContent, fault }] of Object.entries(changes)) {
  test(`does not join parts of different files if the server has ${what}`, async () => {
    await using site = await RegistrySite.open()
    using workspace = new Workspace(site)
    await workspace.interruptDownload(archive)
    site.files.set(monthly, newContent)
    if (fault) site.faults.set(monthly, [fault])
    await workspace.fetch()
    assert.equal(site.listRanges(monthly)[0], `bytes=${half}-`)
    assertSameBytes(workspace.read(monthly), newContent)
    assert.deepEqual(workspace.names, [monthly])
  })
}

const weakValidators: Readonly<Record<string, OutgoingHttpHeaders>> = {
  'a response without a validator': {},
  'a weak entity tag': { etag: 'W/"1"', 'last-modified': 'Mon, 14 Sep 2026 06:00:00 GMT' },
  'a modification date of the same second': {
    'last-modified': 'Mon, 14 Sep 2026 06:00:00 GMT',
    date: 'Mon, 14 Sep 2026 06:00:00 GMT',
  },
}
for (const [what, validators] of Object.entries(weakValidators)) {
  test(`does not resume after ${what}`, async () => {
    await using site = await RegistrySite.open()
    using workspace = new Workspace(site)
    await workspace.interruptDownload(archive, validators)
    await workspace.fetch()
    assert.deepEqual(site.listRanges(monthly), [undefined])
    assertSameBytes(workspace.read(monthly), archive)
  })
}

test('without an entity tag, the modification date identifies the file', async () => {
  await using site = await RegistrySite.open()
  using workspace = new Workspace(site)
  const modified = 'Mon, 14 Sep 2026 06:00:00 GMT'
  await workspace.interruptDownload(archive, { 'last-modified': modified })
  site.faults.set(monthly, [
    (response, file, { headers }) => {
      assert.equal(headers['if-range'], modified)
      response
        .writeHead(206, { 'content-range': `bytes ${half}-${file.length - 1}/${file.length}` })
        .end(file.subarray(half))
    },
  ])
  await workspace.fetch()
  assert.deepEqual(site.listRanges(monthly), [`bytes=${half}-`])
  assertSameBytes(workspace.read(monthly), archive)
})

const damagedPartials: Readonly<Record<string, (workspace: Workspace) => void>> = {
  'has no origin': (workspace) => rmSync(join(workspace.folder, `${monthly}.part.json`)),
  'has an unreadable origin': (workspace) =>
    writeFileSync(join(workspace.folder, `${monthly}.part.json`), '{"address":'),
  'is from another host': (workspace) =>
    writeFileSync(
      join(workspace.folder, `${monthly}.part.json`),
      JSON.stringify({
        address: 'https://example.org/x.zip',
        validator: computeTag(archive),
        length: archive.length,
      }),
    ),
  'is longer than its file': (workspace) =>
    writeFileSync(join(workspace.folder, `${monthly}.part`), Buffer.alloc(archive.length + 1)),
}
for (const [what, damage] of Object.entries(damagedPartials)) {
  test(`starts over if the partial file ${what}`, async () => {
    await using site = await RegistrySite.open()
    using workspace = new Workspace(site)
    await workspace.interruptDownload(archive)
    damage(workspace)
    await workspace.fetch()
    assert.deepEqual(site.listRanges(monthly), [undefined])
    assertSameBytes(workspace.read(monthly), archive)
  })
}

test('does not request a file again that was complete when the run was killed', async () => {
  await using site = await RegistrySite.open()
  using workspace = new Workspace(site)
  await workspace.interruptDownload(archive)
  writeFileSync(join(workspace.folder, `${monthly}.part`), archive)
  await workspace.fetch()
  assert.deepEqual(site.listRanges(monthly), [])
  assert.deepEqual(workspace.names, [monthly])
})

const sendHtml: Fault = (response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!DOCTYPE html><p>Maintenance')
const sendEdited =
  (edit: (file: Buffer) => Buffer | string): Fault =>
  (response, file) =>
    response.writeHead(200, { etag: '"1"' }).end(edit(file))
const redirectTo =
  (location: string): Fault =>
  (response) =>
    response.writeHead(302, { location }).end()
/** Changes the numbers at these offsets of the entry in the central directory (APPNOTE 4.3.12). */
function editCentralDirectory(file: Buffer, fields: Readonly<Record<number, number>>): Buffer {
  const copy = Buffer.from(file)
  const entry = copy.lastIndexOf('PK\u0001\u0002')
  for (const [offset, value] of Object.entries(fields)) copy.writeUInt32LE(value, entry + Number(offset))
  return copy
}

const rejections: Readonly<Record<string, { readonly fault: Fault; readonly message: RegExp }>> = {
  'a web page': { fault: sendHtml, message: /sends a web page instead of NPPES_.*in a browser/ },
  'a web page without its content type': {
    fault: sendEdited(() => '<!DOCTYPE html><title>Sign in</title>'),
    message: /not a zip archive/,
  },
  'an empty response': { fault: sendEdited(() => ''), message: /not a zip archive/ },
  'a gzip file': { fault: sendEdited((file) => gzipSync(file)), message: /not a zip archive/ },
  'the first half of the archive, with its own length': {
    fault: sendEdited((file) => file.subarray(0, half)),
    message: /truncated or damaged/,
  },
  'an archive whose directory is damaged': {
    fault: sendEdited((file) => editCentralDirectory(file, { 0: 0 })),
    message: /truncated or damaged/,
  },
  'an archive whose member does not begin at the offset in its directory': {
    fault: sendEdited((file) => editCentralDirectory(file, { 42: 100 })),
    message: /truncated or damaged/,
  },
  'an archive whose member ends past its end': {
    fault: sendEdited((file) => editCentralDirectory(file, { 20: 0x7fffffff, 24: 0x7fffffff })),
    message: /truncated or damaged/,
  },
  'an archive without its first half': {
    fault: sendEdited((file) => Buffer.concat([file.subarray(0, 4), file.subarray(half)])),
    message: /truncated or damaged/,
  },
  'an empty archive': {
    fault: sendEdited(() => Buffer.concat([Buffer.from('PK\u0003\u0004PK\u0005\u0006'), Buffer.alloc(18)])),
    message: /truncated or damaged/,
  },
  'status 404': {
    fault: (response) => response.writeHead(404).end(),
    message: /answers 404 for \/nppes\/NPPES_/,
  },
  'status 403': { fault: (response) => response.writeHead(403).end(), message: /answers 403/ },
  'status 204': { fault: (response) => response.writeHead(204).end(), message: /answers 204/ },
  'a part that was not requested': {
    fault: (response, file) =>
      response.writeHead(206, { 'content-range': `bytes 0-9/${file.length}` }).end(file.subarray(0, 10)),
    message: /answers 206/,
  },
  'a redirect to another host': {
    fault: redirectTo('https://example.org/nppes.zip'),
    message: /refers to https:\/\/example\.org.*--from/,
  },
  'a redirect to another port': {
    fault: redirectTo('http://127.0.0.1:1/nppes.zip'),
    message: /127\.0\.0\.1:1 /,
  },
  'a redirect to a file of this machine': {
    fault: redirectTo('file:///etc/hosts'),
    message: /refers to file:/,
  },
  'a redirect to an invalid address': {
    fault: redirectTo('http://['),
    message: /redirects without an address/,
  },
}
for (const [what, { fault, message }] of Object.entries(rejections)) {
  test(`rejects ${what} with one sentence, without a retry, and keeps no part of it`, async () => {
    await using site = await RegistrySite.open({ [monthly]: archive })
    using workspace = new Workspace(site)
    site.faults.set(monthly, [fault])
    await assert.rejects(workspace.fetch(), (error: Error) => {
      assert.equal(error.name, 'InputError')
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /\n/)
      return true
    })
    assert.deepEqual(workspace.names, [])
    assert.equal(site.listRanges(monthly).length, 1)
  })
}

test('rejects a file longer than the limit, with or without a Content-Length', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using workspace = new Workspace(site)
  for (const fault of [sendWholeFile, sendEdited((file) => file)]) {
    site.faults.set(monthly, [fault])
    const limits = { ...fewRetries, fileBytesMax: archive.length - 1 }
    await assert.rejects(workspace.fetch(['monthly'], limits), { name: 'InputError', message: /longer than/ })
    assert.deepEqual(workspace.names, [])
  }
})

test('follows redirects on the same host, but not endlessly', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using workspace = new Workspace(site)
  const again = redirectTo(`/mirror/${monthly}?again`)
  site.faults.set(`${monthly}?again`, Array<Fault>(9).fill(again))
  site.faults.set(monthly, [again])
  await assert.rejects(workspace.fetch(), { name: 'InputError', message: /redirects more than 5 times/ })
  site.faults.set(monthly, [redirectTo(`/mirror/${monthly}`)])
  await workspace.fetch()
  assertSameBytes(workspace.read(monthly), archive)
})

test('keeps the partial file if a web page comes instead of the rest, and removes it if the file no longer exists', async () => {
  await using site = await RegistrySite.open()
  using workspace = new Workspace(site)
  await workspace.interruptDownload(archive)
  site.faults.set(monthly, [sendHtml, (response) => response.writeHead(404).end()])
  await assert.rejects(workspace.fetch(), /web page/)
  assert.ok(workspace.hasPartial(half))
  await assert.rejects(workspace.fetch(), /404/)
  assert.deepEqual(workspace.names, [])
})

const transientFaults: Readonly<Record<string, Fault>> = {
  'status 503': (response) => response.writeHead(503).end(),
  'status 503 with a Retry-After date': (response) =>
    response.writeHead(503, { 'retry-after': 'Mon, 14 Sep 2026 06:00:00 GMT' }).end(),
  'status 429': (response) => response.writeHead(429, { 'retry-after': '0' }).end(),
  'a connection that ends without a response': (response) => response.socket?.destroy(),
}
for (const [what, fault] of Object.entries(transientFaults)) {
  test(`retries after ${what}, for the page and for the file`, async () => {
    await using site = await RegistrySite.open({ [monthly]: archive })
    using workspace = new Workspace(site)
    for (const name of ['NPI_Files.html', monthly]) site.faults.set(name, [fault, fault])
    await workspace.fetch()
    assertSameBytes(workspace.read(monthly), archive)
    assert.equal(workspace.messages.length, 4)
  })
}

test('fails with one sentence if the server never recovers', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using workspace = new Workspace(site)
  site.faults.set(
    monthly,
    Array<Fault>(9).fill((response) => response.writeHead(503).end()),
  )
  await assert.rejects(workspace.fetch(), {
    name: 'InputError',
    message: /^127\.0\.0\.1:\d+ answers 503 \(attempt 3 of 3\); run the same command later/,
  })
  assert.equal(site.listRanges(monthly).length, 3)
})

test('does not wait for a server that asks for an hour', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using workspace = new Workspace(site)
  site.faults.set(monthly, [(response) => response.writeHead(503, { 'retry-after': '3600' }).end()])
  await assert.rejects(workspace.fetch(), {
    name: 'InputError',
    message: /answers 503; run the same command/,
  })
})

test('names a server that cannot be reached, with the reason', async () => {
  const site = await RegistrySite.open()
  const { base } = site
  await site[Symbol.asyncDispose]()
  using workspace = new Workspace({ base } as RegistrySite)
  await assert.rejects(workspace.fetch(), {
    name: 'InputError',
    message: new RegExp(`${base.host} cannot be reached \\(ECONNREFUSED\\)`),
  })
})

const stalls: Readonly<Record<string, Fault>> = {
  'before its response': () => {},
  'in the middle of the file': (response, file) => {
    response.writeHead(200, { 'content-length': file.length, etag: computeTag(file) })
    response.write(file.subarray(0, half))
  },
}
for (const [when, fault] of Object.entries(stalls)) {
  test(`reconnects to a server that stalls ${when}`, async () => {
    await using site = await RegistrySite.open({ [monthly]: archive })
    using workspace = new Workspace(site)
    site.faults.set(monthly, [fault])
    await workspace.fetch(['monthly'], { ...fewRetries, stallMs: 300 })
    assertSameBytes(workspace.read(monthly), archive)
    assert.match(workspace.messages.join('\n'), /has sent nothing for 1 s; trying again/)
  })
}

/** Sends eleven pieces in slightly more than a second. */
const sendSlowly: Fault = async (response, file) => {
  response.writeHead(200, { 'content-length': file.length })
  for (let sent = 0; sent < file.length; sent += 20_000) {
    response.write(file.subarray(sent, sent + 20_000))
    await setTimeout(100)
  }
  response.end()
}

test('waits for a slow server that does not stall', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using workspace = new Workspace(site)
  site.faults.set(monthly, Array<Fault>(fewRetries.attempts).fill(sendSlowly))
  await workspace.fetch(['monthly'], { ...fewRetries, stallMs: 600 })
  assertSameBytes(workspace.read(monthly), archive)
})

test('requests unencoded bytes, and accepts a server that compresses them anyway', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using workspace = new Workspace(site)
  const accepted: unknown[] = []
  site.faults.set(monthly, [
    (response, file, { headers }) => {
      accepted.push(headers['accept-encoding'])
      const packed = gzipSync(file)
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
    },
  ])
  await workspace.fetch()
  assert.deepEqual(accepted, ['identity'])
  assertSameBytes(workspace.read(monthly), archive)
})

const pages: Readonly<Record<string, readonly [page: string, message: RegExp]>> = {
  'without files': ['<html><body>Moved.</body></html>', /links to no monthly NPPES file/],
  'that is too long': ['x'.repeat(1024 ** 2 + 1), /longer than 1 MiB/],
  'with files on another host': [
    `<a href="https://example.org/${monthly}">`,
    /refers to https:\/\/example\.org/,
  ],
}
for (const [what, [page, message]] of Object.entries(pages)) {
  test(`rejects a page ${what}`, async () => {
    await using site = await RegistrySite.open({ [monthly]: archive })
    using workspace = new Workspace(site)
    site.page = page
    await assert.rejects(workspace.fetch(), { name: 'InputError', message })
    assert.deepEqual(workspace.names, [])
  })
}

test('rejects the second of two concurrent fetches into one folder, and the first is complete', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using workspace = new Workspace(site)
  let secondFetch: Promise<unknown> | undefined
  site.faults.set(monthly, [
    async (response, file) => {
      secondFetch = assert.rejects(workspace.fetch(), {
        name: 'StorageError',
        message: /Another fetch .*--to/,
      })
      await secondFetch
      sendWholeFile(response, file)
    },
  ])
  await workspace.fetch()
  await secondFetch
  assert.ok(secondFetch)
  assertSameBytes(workspace.read(monthly), archive)
})

test('a folder that cannot be written is a StorageError, not an InputError', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using workspace = new Workspace(site)
  mkdirSync(join(workspace.folder, `${monthly}.part`, 'in-the-way'), { recursive: true })
  await assert.rejects(workspace.fetch(), { name: 'StorageError', message: /cannot be written \(.*--to/ })
})
