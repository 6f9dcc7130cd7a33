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
  sendWhole,
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

const hasty: DownloadLimits = { stallMs: 60_000, attempts: 3, firstPauseMs: 1 }

/** By their digests: how two files differ is nothing to print. */
function sameBytes(actual: Buffer, expected: Buffer): void {
  assert.equal(computeTag(actual), computeTag(expected))
}

const ignore = (): void => {}

/** A folder to fetch into, and what was said meanwhile. */
class Visit implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'fetch-'))
  readonly said: string[] = []
  readonly site: RegistrySite

  constructor(site: RegistrySite) {
    this.site = site
  }

  fetch(
    kinds: readonly NppesKind[] = ['monthly'],
    limits: DownloadLimits = hasty,
  ): Promise<readonly FetchedFile[]> {
    const note = (sentence: string): void => void this.said.push(sentence)
    const progress = { startFile: ignore, showBytes: ignore, endFile: ignore, clear: ignore, note }
    return fetchNppes({ kinds, base: this.site.base, folder: this.folder }, progress, limits)
  }

  /** Names of what lies there, but for the lock. */
  get names(): readonly string[] {
    return readdirSync(this.folder)
      .filter((name) => name !== '.fetch.lock')
      .toSorted()
  }

  read(name: string): Buffer {
    return readFileSync(join(this.folder, name))
  }

  /** Whether the first `bytes` of the monthly file are on disk. */
  has(bytes: number): boolean {
    return (statSync(join(this.folder, `${monthly}.part`), { throwIfNoEntry: false })?.size ?? 0) >= bytes
  }

  /** Leaves the first half of `file` behind, as a run that was cut leaves it. */
  async breakOff(file: Buffer, proof?: OutgoingHttpHeaders): Promise<void> {
    this.site.faults.set(monthly, [disconnectAfter(half, () => this.has(half), proof)])
    this.site.files.set(monthly, file)
    await assert.rejects(this.fetch(['monthly'], { ...hasty, attempts: 1 }), /broke off/)
    sameBytes(this.read(`${monthly}.part`), file.subarray(0, half))
    this.site.requests.length = 0
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

test('downloads the newest file completely, and leaves nothing else in the folder', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive, [earlier]: createArchive('older.csv') })
  using visit = new Visit(site)
  const path = join(visit.folder, monthly)
  const address = new URL(monthly, site.base).href
  assert.deepEqual(await visit.fetch(), [
    { kind: 'monthly', period: '2026-09', path, bytes: archive.length, address, fetched: true },
  ])
  sameBytes(visit.read(monthly), archive)
  assert.deepEqual(visit.names, [monthly])
  assert.deepEqual(site.listRanges(earlier), [])
})

const report = findRealFile('nppes/NPPES_Deactivated_NPI_Report_100923.zip')
test('downloads the real report of October 2023 byte for byte', { skip: report === null }, async () => {
  const name = basename(report as string)
  await using site = await RegistrySite.open({ [name]: readFileSync(report as string) })
  using visit = new Visit(site)
  const [file] = await visit.fetch(['deactivated'])
  assert.equal(file?.period, '2023-10-09')
  sameBytes(visit.read(name), readFileSync(report as string))
})

test('returns weekly files from the oldest to the newest, in any order on the page', async () => {
  const [first, second, third] = weeks
  await using site = await RegistrySite.open({ [third]: archive, [first]: archive, [second]: archive })
  using visit = new Visit(site)
  const files = await visit.fetch(['weekly'])
  assert.deepEqual(
    files.map(({ path }) => basename(path)),
    weeks,
  )
  assert.deepEqual(
    site.requests.map(({ name }) => name),
    ['NPI_Files.html', ...weeks],
  )
})

function whatCame(files: readonly FetchedFile[]): readonly boolean[] {
  return files.map(({ fetched }) => fetched)
}

test('returns files that the folder already has, without requesting them', async () => {
  const [first, second, third] = weeks
  await using site = await RegistrySite.open({ [first]: archive, [second]: archive, [third]: archive })
  using visit = new Visit(site)
  writeFileSync(join(visit.folder, second), archive)
  assert.deepEqual(whatCame(await visit.fetch(['weekly'])), [true, false, true])
  assert.deepEqual(whatCame(await visit.fetch(['weekly'])), [false, false, false])
  assert.deepEqual(site.listRanges(second), [])
  assert.deepEqual(visit.said.at(-1), `${third}: already downloaded`)
})

test('fails for a week that cannot be downloaded, and keeps the weeks before it', async () => {
  const [first, second, third] = weeks
  await using site = await RegistrySite.open({ [first]: archive, [second]: archive, [third]: archive })
  using visit = new Visit(site)
  site.faults.set(second, [(response) => response.writeHead(404).end()])
  await assert.rejects(visit.fetch(['weekly']), { name: 'InputError', message: /answers 404/ })
  assert.deepEqual(visit.names, [first])
  assert.equal((await visit.fetch(['weekly'])).length, 3)
})

test('resumes a broken connection in the same run', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using visit = new Visit(site)
  site.faults.set(monthly, [disconnectAfter(half, () => visit.has(half))])
  await visit.fetch()
  assert.deepEqual(site.listRanges(monthly), [undefined, `bytes=${half}-`])
  sameBytes(visit.read(monthly), archive)
  assert.match(visit.said.join('\n'), /broke off.*; trying again in 1 s\./)
})

test('resumes the download of an interrupted run', async () => {
  await using site = await RegistrySite.open()
  using visit = new Visit(site)
  await visit.breakOff(archive)
  await visit.fetch()
  assert.deepEqual(site.listRanges(monthly), [`bytes=${half}-`])
  sameBytes(visit.read(monthly), archive)
  assert.deepEqual(visit.names, [monthly])
})

const another = createArchive('npidata_pfile_20050523-20260914.csv')
const sendRest =
  (headers: OutgoingHttpHeaders): Fault =>
  (response, file) =>
    response.writeHead(206, headers).end(file.subarray(half))

/** What a server may do with a request to go on with `archive`. It then has `now`, and all of `now` must arrive. */
const changes: Readonly<Record<string, { readonly now: Buffer; readonly answer?: Fault }>> = {
  'another file of the same length': { now: another },
  'a longer file': { now: createArchive('npidata_pfile_20050523-20260913.csv', 300_000) },
  'a shorter file': { now: createArchive('npidata_pfile_20050523-20260913.csv', 50_000) },
  'the same file, but ranges are ignored': { now: archive, answer: sendWhole },
  'the end of another file, ignoring If-Range': {
    now: another,
    answer: sendRest({
      'content-range': `bytes ${half}-${another.length - 1}/${another.length}`,
      etag: computeTag(another),
    }),
  },
  'the end of a file of another length': {
    now: another,
    answer: sendRest({ 'content-range': `bytes ${half}-${another.length - 1}/${another.length + 1}` }),
  },
  'a part with another start': {
    now: another,
    answer: sendRest({ 'content-range': `bytes ${half + 1}-${another.length - 1}/${another.length}` }),
  },
  'a part without its position': { now: another, answer: sendRest({}) },
  'no such part (416)': { now: another, answer: (response) => response.writeHead(416).end() },
}
for (const [what, { now, answer }] of Object.entries(changes)) {
  test(`does not join parts of different files if the server has ${what}`, async () => {
    await using site = await RegistrySite.open()
    using visit = new Visit(site)
    await visit.breakOff(archive)
    site.files.set(monthly, now)
    if (answer) site.faults.set(monthly, [answer])
    await visit.fetch()
    assert.equal(site.listRanges(monthly)[0], `bytes=${half}-`)
    sameBytes(visit.read(monthly), now)
    assert.deepEqual(visit.names, [monthly])
  })
}

const noProofs: Readonly<Record<string, OutgoingHttpHeaders>> = {
  'a response without a validator': {},
  'a weak entity tag': { etag: 'W/"1"', 'last-modified': 'Mon, 14 Sep 2026 06:00:00 GMT' },
  'a modification date of the same second': {
    'last-modified': 'Mon, 14 Sep 2026 06:00:00 GMT',
    date: 'Mon, 14 Sep 2026 06:00:00 GMT',
  },
}
for (const [what, proof] of Object.entries(noProofs)) {
  test(`does not resume after ${what}`, async () => {
    await using site = await RegistrySite.open()
    using visit = new Visit(site)
    await visit.breakOff(archive, proof)
    await visit.fetch()
    assert.deepEqual(site.listRanges(monthly), [undefined])
    sameBytes(visit.read(monthly), archive)
  })
}

test('without an entity tag, the modification date identifies the file', async () => {
  await using site = await RegistrySite.open()
  using visit = new Visit(site)
  const modified = 'Mon, 14 Sep 2026 06:00:00 GMT'
  await visit.breakOff(archive, { 'last-modified': modified })
  site.faults.set(monthly, [
    (response, file, { headers }) => {
      assert.equal(headers['if-range'], modified)
      response
        .writeHead(206, { 'content-range': `bytes ${half}-${file.length - 1}/${file.length}` })
        .end(file.subarray(half))
    },
  ])
  await visit.fetch()
  assert.deepEqual(site.listRanges(monthly), [`bytes=${half}-`])
  sameBytes(visit.read(monthly), archive)
})

const damagedOrigins: Readonly<Record<string, (visit: Visit) => void>> = {
  'has no origin': (visit) => rmSync(join(visit.folder, `${monthly}.part.json`)),
  'has an unreadable origin': (visit) =>
    writeFileSync(join(visit.folder, `${monthly}.part.json`), '{"address":'),
  'is from another host': (visit) =>
    writeFileSync(
      join(visit.folder, `${monthly}.part.json`),
      JSON.stringify({
        address: 'https://example.org/x.zip',
        validator: computeTag(archive),
        length: archive.length,
      }),
    ),
  'is longer than its file': (visit) =>
    writeFileSync(join(visit.folder, `${monthly}.part`), Buffer.alloc(archive.length + 1)),
}
for (const [what, damage] of Object.entries(damagedOrigins)) {
  test(`starts over if the partial file ${what}`, async () => {
    await using site = await RegistrySite.open()
    using visit = new Visit(site)
    await visit.breakOff(archive)
    damage(visit)
    await visit.fetch()
    assert.deepEqual(site.listRanges(monthly), [undefined])
    sameBytes(visit.read(monthly), archive)
  })
}

test('does not request a file again that was complete when the run was killed', async () => {
  await using site = await RegistrySite.open()
  using visit = new Visit(site)
  await visit.breakOff(archive)
  writeFileSync(join(visit.folder, `${monthly}.part`), archive)
  await visit.fetch()
  assert.deepEqual(site.listRanges(monthly), [])
  assert.deepEqual(visit.names, [monthly])
})

const html: Fault = (response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!DOCTYPE html><p>Maintenance')
const send =
  (edit: (file: Buffer) => Buffer | string): Fault =>
  (response, file) =>
    response.writeHead(200, { etag: '"1"' }).end(edit(file))
const redirectTo =
  (location: string): Fault =>
  (response) =>
    response.writeHead(302, { location }).end()
/** Other numbers at these offsets of the entry in the central directory (APPNOTE 4.3.12). */
function withFields(file: Buffer, fields: Readonly<Record<number, number>>): Buffer {
  const copy = Buffer.from(file)
  const entry = copy.lastIndexOf('PK\u0001\u0002')
  for (const [offset, value] of Object.entries(fields)) copy.writeUInt32LE(value, entry + Number(offset))
  return copy
}

const refusals: Readonly<Record<string, { readonly answer: Fault; readonly said: RegExp }>> = {
  'a web page': { answer: html, said: /sends a web page instead of NPPES_.*in a browser/ },
  'a web page without its content type': {
    answer: send(() => '<!DOCTYPE html><title>Sign in</title>'),
    said: /not a zip archive/,
  },
  'an empty response': { answer: send(() => ''), said: /not a zip archive/ },
  'a gzip file': { answer: send((file) => gzipSync(file)), said: /not a zip archive/ },
  'the first half of the archive, with its own length': {
    answer: send((file) => file.subarray(0, half)),
    said: /truncated or damaged/,
  },
  'an archive whose directory is damaged': {
    answer: send((file) => withFields(file, { 0: 0 })),
    said: /truncated or damaged/,
  },
  'an archive whose member does not begin where its directory says': {
    answer: send((file) => withFields(file, { 42: 100 })),
    said: /truncated or damaged/,
  },
  'an archive whose member ends past its end': {
    answer: send((file) => withFields(file, { 20: 0x7fffffff, 24: 0x7fffffff })),
    said: /truncated or damaged/,
  },
  'an archive without its first half': {
    answer: send((file) => Buffer.concat([file.subarray(0, 4), file.subarray(half)])),
    said: /truncated or damaged/,
  },
  'an empty archive': {
    answer: send(() => Buffer.concat([Buffer.from('PK\u0003\u0004PK\u0005\u0006'), Buffer.alloc(18)])),
    said: /truncated or damaged/,
  },
  'status 404': {
    answer: (response) => response.writeHead(404).end(),
    said: /answers 404 for \/nppes\/NPPES_/,
  },
  'status 403': { answer: (response) => response.writeHead(403).end(), said: /answers 403/ },
  'status 204': { answer: (response) => response.writeHead(204).end(), said: /answers 204/ },
  'a part that was not requested': {
    answer: (response, file) =>
      response.writeHead(206, { 'content-range': `bytes 0-9/${file.length}` }).end(file.subarray(0, 10)),
    said: /answers 206/,
  },
  'a redirect to another host': {
    answer: redirectTo('https://example.org/nppes.zip'),
    said: /refers to https:\/\/example\.org.*--from/,
  },
  'a redirect to another port': {
    answer: redirectTo('http://127.0.0.1:1/nppes.zip'),
    said: /127\.0\.0\.1:1 /,
  },
  'a redirect to a file of this machine': {
    answer: redirectTo('file:///etc/hosts'),
    said: /refers to file:/,
  },
  'a redirect to an invalid address': {
    answer: redirectTo('http://['),
    said: /redirects without an address/,
  },
}
for (const [what, { answer, said }] of Object.entries(refusals)) {
  test(`rejects ${what} with one sentence, without a retry, and keeps nothing of it`, async () => {
    await using site = await RegistrySite.open({ [monthly]: archive })
    using visit = new Visit(site)
    site.faults.set(monthly, [answer])
    await assert.rejects(visit.fetch(), (error: Error) => {
      assert.equal(error.name, 'InputError')
      assert.match(error.message, said)
      assert.doesNotMatch(error.message, /\n/)
      return true
    })
    assert.deepEqual(visit.names, [])
    assert.equal(site.listRanges(monthly).length, 1)
  })
}

test('rejects a file longer than the limit, with or without a Content-Length', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using visit = new Visit(site)
  for (const answer of [sendWhole, send((file) => file)]) {
    site.faults.set(monthly, [answer])
    const limits = { ...hasty, fileBytesMax: archive.length - 1 }
    await assert.rejects(visit.fetch(['monthly'], limits), { name: 'InputError', message: /longer than/ })
    assert.deepEqual(visit.names, [])
  }
})

test('follows redirects on the same host, but not endlessly', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using visit = new Visit(site)
  const again = redirectTo(`/mirror/${monthly}?again`)
  site.faults.set(`${monthly}?again`, Array<Fault>(9).fill(again))
  site.faults.set(monthly, [again])
  await assert.rejects(visit.fetch(), { name: 'InputError', message: /redirects more than 5 times/ })
  site.faults.set(monthly, [redirectTo(`/mirror/${monthly}`)])
  await visit.fetch()
  sameBytes(visit.read(monthly), archive)
})

test('keeps the partial file if a web page comes instead of the rest, and removes it if the file no longer exists', async () => {
  await using site = await RegistrySite.open()
  using visit = new Visit(site)
  await visit.breakOff(archive)
  site.faults.set(monthly, [html, (response) => response.writeHead(404).end()])
  await assert.rejects(visit.fetch(), /web page/)
  assert.ok(visit.has(half))
  await assert.rejects(visit.fetch(), /404/)
  assert.deepEqual(visit.names, [])
})

const passing: Readonly<Record<string, Fault>> = {
  'status 503': (response) => response.writeHead(503).end(),
  'status 503 with a Retry-After date': (response) =>
    response.writeHead(503, { 'retry-after': 'Mon, 14 Sep 2026 06:00:00 GMT' }).end(),
  'status 429': (response) => response.writeHead(429, { 'retry-after': '0' }).end(),
  'a connection that ends without a response': (response) => response.socket?.destroy(),
}
for (const [what, mishap] of Object.entries(passing)) {
  test(`retries after ${what}, for the page and for the file`, async () => {
    await using site = await RegistrySite.open({ [monthly]: archive })
    using visit = new Visit(site)
    for (const name of ['NPI_Files.html', monthly]) site.faults.set(name, [mishap, mishap])
    await visit.fetch()
    sameBytes(visit.read(monthly), archive)
    assert.equal(visit.said.length, 4)
  })
}

test('fails with one sentence if the server never recovers', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using visit = new Visit(site)
  site.faults.set(
    monthly,
    Array<Fault>(9).fill((response) => response.writeHead(503).end()),
  )
  await assert.rejects(visit.fetch(), {
    name: 'InputError',
    message: /^127\.0\.0\.1:\d+ answers 503 \(attempt 3 of 3\); run the same command later/,
  })
  assert.equal(site.listRanges(monthly).length, 3)
})

test('does not wait for a server that asks for an hour', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using visit = new Visit(site)
  site.faults.set(monthly, [(response) => response.writeHead(503, { 'retry-after': '3600' }).end()])
  await assert.rejects(visit.fetch(), { name: 'InputError', message: /answers 503; run the same command/ })
})

test('names a server that cannot be reached, with the reason', async () => {
  const site = await RegistrySite.open()
  const { base } = site
  await site[Symbol.asyncDispose]()
  using visit = new Visit({ base } as RegistrySite)
  await assert.rejects(visit.fetch(), {
    name: 'InputError',
    message: new RegExp(`${base.host} cannot be reached \\(ECONNREFUSED\\)`),
  })
})

const silences: Readonly<Record<string, Fault>> = {
  'before its response': () => {},
  'in the middle of the file': (response, file) => {
    response.writeHead(200, { 'content-length': file.length, etag: computeTag(file) })
    response.write(file.subarray(0, half))
  },
}
for (const [when, mishap] of Object.entries(silences)) {
  test(`reconnects to a server that stalls ${when}`, async () => {
    await using site = await RegistrySite.open({ [monthly]: archive })
    using visit = new Visit(site)
    site.faults.set(monthly, [mishap])
    await visit.fetch(['monthly'], { ...hasty, stallMs: 300 })
    sameBytes(visit.read(monthly), archive)
    assert.match(visit.said.join('\n'), /has sent nothing for 1 s; trying again/)
  })
}

/** Eleven pieces in a second and more. */
const drip: Fault = async (response, file) => {
  response.writeHead(200, { 'content-length': file.length })
  for (let sent = 0; sent < file.length; sent += 20_000) {
    response.write(file.subarray(sent, sent + 20_000))
    await setTimeout(100)
  }
  response.end()
}

test('waits for a slow server that does not stall', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using visit = new Visit(site)
  site.faults.set(monthly, Array<Fault>(hasty.attempts).fill(drip))
  await visit.fetch(['monthly'], { ...hasty, stallMs: 600 })
  sameBytes(visit.read(monthly), archive)
})

test('requests unencoded bytes, and accepts a server that compresses them anyway', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using visit = new Visit(site)
  const accepted: unknown[] = []
  site.faults.set(monthly, [
    (response, file, { headers }) => {
      accepted.push(headers['accept-encoding'])
      const packed = gzipSync(file)
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
    },
  ])
  await visit.fetch()
  assert.deepEqual(accepted, ['identity'])
  sameBytes(visit.read(monthly), archive)
})

const pages: Readonly<Record<string, readonly [page: string, said: RegExp]>> = {
  'without files': ['<html><body>Moved.</body></html>', /links to no monthly NPPES file/],
  'that is too long': ['x'.repeat(1024 ** 2 + 1), /longer than 1 MiB/],
  'with files on another host': [
    `<a href="https://example.org/${monthly}">`,
    /refers to https:\/\/example\.org/,
  ],
}
for (const [what, [page, said]] of Object.entries(pages)) {
  test(`rejects a page ${what}`, async () => {
    await using site = await RegistrySite.open({ [monthly]: archive })
    using visit = new Visit(site)
    site.page = page
    await assert.rejects(visit.fetch(), { name: 'InputError', message: said })
    assert.deepEqual(visit.names, [])
  })
}

test('rejects the second of two concurrent fetches into one folder, and the first is complete', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using visit = new Visit(site)
  let refused: Promise<unknown> | undefined
  site.faults.set(monthly, [
    async (response, file) => {
      refused = assert.rejects(visit.fetch(), { name: 'StorageError', message: /Another fetch .*--to/ })
      await refused
      sendWhole(response, file)
    },
  ])
  await visit.fetch()
  await refused
  assert.ok(refused)
  sameBytes(visit.read(monthly), archive)
})

test('a folder that cannot be written is a StorageError, not an InputError', async () => {
  await using site = await RegistrySite.open({ [monthly]: archive })
  using visit = new Visit(site)
  mkdirSync(join(visit.folder, `${monthly}.part`, 'in-the-way'), { recursive: true })
  await assert.rejects(visit.fetch(), { name: 'StorageError', message: /cannot be written \(.*--to/ })
})
