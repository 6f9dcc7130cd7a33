import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  createArchive,
  type Fault,
  RegistrySite,
  computeTag,
} from '@careatlas/ingest/fetch/registry-site.fixture'
import { waitUntil } from '@careatlas/ingest/wait-until.fixture'
import { Installation, type Outcome } from './command.fixture.ts'

const monthly = 'NPPES_Data_Dissemination_September_2026_V2.zip'
const firstWeek = 'NPPES_Data_Dissemination_083126_090626_Weekly_V2.zip'
const secondWeek = 'NPPES_Data_Dissemination_090726_091326_Weekly_V2.zip'
const report = 'NPPES_Deactivated_NPI_Report_091426_V2.zip'
const archive = createArchive('npidata_pfile_20050523-20260913.csv')

let site: RegistrySite
before(async () => {
  site = await RegistrySite.open({
    [report]: archive,
    [secondWeek]: archive,
    [firstWeek]: archive,
    [monthly]: archive,
  })
})
after(() => site[Symbol.asyncDispose]())

function runFetch(installation: Installation, ...args: readonly string[]): Promise<Outcome> {
  return installation.run('fetch', 'nppes', '--from', site.base.href, ...args)
}

test('prints one path per line in the order for the ingest, also if no file is new', async () => {
  using installation = new Installation()
  const folder = join(installation.dataDir, 'registry')
  const expected = [monthly, firstWeek, secondWeek, report].map((name) => `${join(folder, name)}\n`).join('')
  for (const line of [/^NPPES_\S+V2\.zip: fetching$/m, /^NPPES_\S+V2\.zip: already downloaded$/m]) {
    const { status, stdout, stderr } = await runFetch(
      installation,
      '--deactivated',
      '--weekly',
      '--monthly',
      '--to',
      folder,
    )
    assert.equal(status, 0, stderr)
    assert.equal(stdout, expected)
    assert.match(stderr, line)
  }
})

test('without --to, files are written to the data folder; --json describes each', async () => {
  using installation = new Installation()
  const { status, stdout, stderr } = await runFetch(installation, '--weekly', '--json')
  assert.equal(status, 0, stderr)
  const { files } = JSON.parse(stdout) as { files: unknown[] }
  assert.equal(files.length, 2)
  assert.deepEqual(files[0], {
    kind: 'weekly',
    period: '2026-08-31/2026-09-06',
    path: join(installation.dataDir, 'downloads', firstWeek),
    bytes: archive.length,
    address: new URL(firstWeek, site.base).href,
    fetched: true,
  })
})

test('--from accepts a base URL without its trailing slash, and the URL of the page', async () => {
  for (const base of [site.base.href.slice(0, -1), `${site.base.href}NPI_Files.html`]) {
    using installation = new Installation()
    const { status, stderr } = await installation.run('fetch', 'nppes', '--deactivated', '--from', base)
    assert.equal(status, 0, stderr)
  }
})

const rejections: Readonly<Record<string, readonly [name: string, mishap: Fault, message: RegExp]>> = {
  'a missing page': [
    'NPI_Files.html',
    (response) => response.writeHead(404).end(),
    /answers 404 for \/nppes\/NPI_Files\.html; .*--from\.\n$/,
  ],
  'a web page instead of the file': [
    monthly,
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Later'),
    /sends a web page instead of NPPES_.*\n$/,
  ],
}
for (const [what, [name, fault, message]] of Object.entries(rejections)) {
  test(`${what} is rejected in one sentence with status 3`, async () => {
    using installation = new Installation()
    site.faults.set(name, [fault])
    const { status, stdout, stderr } = await runFetch(installation, '--monthly')
    assert.equal(status, 3, stderr)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /\n\s+at /)
    assert.equal(stdout, '')
  })
}

test('a killed download leaves only a .part file, and the next run resumes it', async () => {
  using installation = new Installation()
  const file = join(installation.dataDir, 'downloads', monthly)
  const half = archive.length / 2
  site.faults.set(monthly, [
    (response) => {
      response.writeHead(200, { 'content-length': archive.length, etag: computeTag(archive) })
      response.write(archive.subarray(0, half))
    },
  ])
  const child = installation.start(['fetch', 'nppes', '--monthly', '--from', site.base.href])
  await waitUntil(() => (statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? 0) === half)
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.ok(!existsSync(file))
  site.requests.length = 0
  const { status, stderr } = await runFetch(installation, '--monthly')
  assert.equal(status, 0, stderr)
  assert.deepEqual(site.listRanges(monthly), [`bytes=${half}-`])
  assert.equal(computeTag(readFileSync(file)), computeTag(archive))
})

test('the second of two concurrent fetches into one folder exits with status 4 and names the first', async () => {
  using installation = new Installation()
  let second: Outcome | undefined
  site.faults.set(monthly, [
    async (response, whole) => {
      second = await runFetch(installation, '--monthly')
      response.end(whole)
    },
  ])
  const { status, stderr } = await runFetch(installation, '--monthly')
  assert.equal(status, 0, stderr)
  assert.equal(second?.status, 4)
  assert.match(second.stderr, /^Another fetch is writing to .*\n$/)
  const folder = join(installation.dataDir, 'downloads')
  assert.equal(computeTag(readFileSync(join(folder, monthly))), computeTag(archive))
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('.part')),
    [],
  )
})

test('a folder that is not writable gives status 4', async () => {
  using installation = new Installation()
  const folder = join(installation.dataDir, 'file')
  writeFileSync(folder, 'a file where a folder should be')
  const { status, stderr } = await runFetch(installation, '--monthly', '--to', folder)
  assert.equal(status, 4, stderr)
  assert.match(stderr, /^\S+file cannot be written \(EEXIST\); .*--to\.\n$/)
})

const misuses: readonly (readonly string[])[] = [
  ['fetch', 'nppes'],
  ['fetch', 'npi', '--monthly'],
  ['fetch', 'nppes', '--monthly', '--from', 'download.cms.gov'],
  ['fetch', 'nppes', '--monthly', '--from', 'ftp://download.cms.gov/nppes/'],
  ['fetch', 'nppes', '--monthly', '--from', 'https://name:password@download.cms.gov/nppes/'],
  ['fetch', 'nppes', '--monthly', '--unheard-of'],
]
for (const args of misuses) {
  test(`\`${args.join(' ')}\` is wrong usage, status 2`, async () => {
    using installation = new Installation()
    const { status, stderr } = await installation.run(...args)
    assert.equal(status, 2, stderr)
    assert.doesNotMatch(stderr, /\n\s+at /)
  })
}

test('`fetch nppes --help` shows an example', async () => {
  using installation = new Installation()
  const { status, stdout } = await installation.run('fetch', 'nppes', '--help')
  assert.equal(status, 0)
  assert.match(stdout, /Example:/)
})
