/** `careatlas reports`, from the form of a user to the card that an update changes. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { PracticeLocation, ProviderCard } from '@careatlas/contract/cards'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { ingest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'
import { exampleReport } from '@careatlas/state/report.fixture'
import { saltDays, saltPeriod } from '@careatlas/state/reporter-hash'
import { Reports } from '@careatlas/state/reports'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'
import { createDemoIngest } from './demo-ingest.ts'

const dayMs = 24 * 3_600_000

/** The first of three days of one period of the salt, because only its reports count together; near today, which is the third. */
const firstDay = Math.max(saltPeriod(Date.now()) * saltDays * dayMs, Date.now() - 2 * dayMs)

const report = {
  ...exampleReport,
  mistake: 'wrong_number',
  shown: '+14015550100',
  correctPhone: '+14015550123',
  isFromOffice: true,
} as const

describe('`reports`', () => {
  const installation = new Installation()
  after(() => installation[Symbol.dispose]())
  const stored = { ids: [] as readonly string[] }
  before(async () => {
    await using state = await openState({ folder: join(installation.dataDir, 'state') })
    const clock = { now: firstDay }
    const reports = new Reports(state, () => clock.now)
    for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1']) {
      await reports.add({ ...report, address })
      clock.now += dayMs
    }
    stored.ids = (await reports.list()).map(({ id }) => id)
  })

  test('`list` prints what is wrong and what the card showed, and filters', async () => {
    const { status, stdout } = await installation.run('reports', 'list', '--status', 'open')
    assert.equal(status, 0)
    const [heading = '', ...rows] = stdout.trimEnd().split('\n')
    assert.match(heading, /^id +status +record +mistake +shown +correct number +place +from +reported$/)
    assert.equal(rows.length, 3)
    const [first = ''] = rows
    assert.match(
      first,
      /^report_\w{16} +open +2000000002 +wrong_number +\+14015550100 +\+14015550123 +110 LOCKWOOD ST, 02903 +office +\d{4}-/,
    )
    for (const filter of [
      ['--status', 'accepted'],
      ['--npi', '2000000010'],
    ])
      assert.equal((await installation.run('reports', 'list', ...filter)).stdout, 'No reports.\n')
    const json = await installation.run('reports', 'list', '--npi', '2000000002', '--json')
    const listed = JSON.parse(json.stdout) as { id: string; correct_phone: string }[]
    assert.deepEqual(
      listed.map(({ id }) => id),
      stored.ids,
    )
    assert.doesNotMatch(json.stdout, /reporter|192\.0\.2/)
  })

  test('`accept` and `reject` change all named reports, or none with an unknown ID', async () => {
    const unknown = await installation.run('reports', 'accept', ...stored.ids, 'report_0000000000000000')
    assert.equal(unknown.status, 2)
    assert.match(
      unknown.stderr,
      /^No report has the ID "report_0000000000000000"\. See: careatlas reports list\n$/,
    )
    assert.match((await installation.run('reports', 'list', '--status', 'open')).stdout, /report_/)
    const accepted = await installation.run('reports', 'accept', ...stored.ids)
    assert.deepEqual([accepted.status, accepted.stdout], [0, '3 reports accepted.\n'])
  })

  test('`export` lists what an observation cannot state', async () => {
    const file = join(installation.dataDir, 'exported.ndjson')
    const { status, stdout, stderr } = await installation.run('reports', 'export', file)
    assert.deepEqual([status, stdout, readFileSync(file, 'utf8')], [0, '', ''])
    const [counts, facts, heading, row] = stderr.split('\n')
    assert.equal(counts, '0 observations exported.')
    assert.equal(facts, 'An observation cannot state 1 confirmed fact. Correct at the source:')
    assert.match(heading!, /^record +mistake +shown +reported number +place +confirmed$/)
    assert.match(
      row!,
      /^2000000002 +wrong_number +\+14015550100 +\+14015550123 +110 LOCKWOOD ST, 02903 +\d{4}-\d\d-\d\d$/,
    )
    const rejected = await installation.run('reports', 'reject', stored.ids[0]!)
    assert.equal(rejected.stdout, '1 report rejected.\n')
    assert.equal((await installation.run('reports', 'export', '-')).stderr, '0 observations exported.\n')
  })

  for (const [args, status, message] of [
    [['list', '--status', 'new'], 2, /Allowed choices are open, accepted, rejected/],
    [['list', '--npi', '123'], 2, /npi must be ten digits|npi must/],
    [['accept'], 2, /missing required argument/],
    [['export', '/proc/none/file'], 4, /^\/proc\/none\/file was not written: /m],
  ] as const)
    test(`\`reports ${args.join(' ')}\` exits with status ${status}`, async () => {
      const outcome = await installation.run('reports', ...args)
      assert.equal(outcome.status, status)
      assert.match(outcome.stderr, message)
    })

  test('a failed export leaves the previous file', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'export-'))
    assert.equal((await installation.run('reports', 'export', folder.path)).status, 4)
    assert.ok(existsSync(folder.path))
    assert.deepEqual(
      readdirSync(join(folder.path, '..')).filter((name) => name.includes('.partial-')),
      [],
    )
  })
})

test('three accepted reports of three days become an observation, which an update shows on the card; of one day, they do not', async () => {
  using files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
  using installation = new Installation()
  const region = createDemoIngest(files.path)
  keepRows(region.nppes[0]!.path, 300)
  await ingest(region, installation.dataDir, silentProgress)
  const created = await installation.run('keys', 'create', '--label', 'test')
  const key = created.stdout.trim()
  const exported = join(files.path, 'user-reports.ndjson')

  const { npi, place } = await (async () => {
    await using server = await LoggedServer.start(installation.dataDir, {
      AUTH: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const card = await findAccepting(server, key)
    for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1', '203.0.113.7'])
      await sendReport(server, address, card)
    assert.equal(await acceptAll(installation), 3, 'two addresses are of one network')
    await installation.run('reports', 'export', exported)
    assert.equal(readFileSync(exported, 'utf8'), '')
    return card
  })()
  await spreadOverDays(installation)

  const [list, accept, reject, exportFile, update] = readCommands(exported)
  assert.equal((await installation.run(...list!)).stdout, 'No reports.\n')
  for (const decide of [reject!, accept!])
    assert.equal((await installation.run(...decide, ...(await listIds(installation)))).status, 0)
  const { stderr } = await installation.run(...exportFile!)
  assert.equal(stderr, '1 observation exported.\n')
  const confirmedOn = new Date(firstDay).toISOString().slice(0, 10)
  const { line_1, postal_code } = place.address
  assert.deepEqual(JSON.parse(readFileSync(exported, 'utf8')), {
    npi,
    source: 'user_reports',
    as_of: confirmedOn,
    places: [{ line_1, postal_code, accepting: 'not_accepting' }],
  })
  const updated = await installation.run(...update!)
  assert.equal(updated.status, 0, updated.stderr)

  await using server = await LoggedServer.start(installation.dataDir, { AUTH: 'on' })
  const changed = await readCard(server, key, npi)
  const shown = changed.practice_locations.find(({ location_uuid: uuid }) => uuid === place.location_uuid)
  assert.deepEqual(shown?.accepting_new_patients, {
    value: 'not_accepting',
    source: 'user_reports',
    as_of: confirmedOn,
  })
})

async function readCard({ url }: LoggedServer, key: string, npi: string): Promise<ProviderCard> {
  const response = await fetch(`${url}/v1/providers/${npi}`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(response.status, 200)
  return ((await response.json()) as { readonly data: ProviderCard }).data
}

/** A clinician and one of the places, at which the clinician takes new patients. */
async function findAccepting(
  { url }: LoggedServer,
  key: string,
): Promise<{ readonly npi: string; readonly place: PracticeLocation }> {
  const response = await fetch(`${url}/v1/providers?zip=02903&radius_miles=100&limit=50`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { data } = (await response.json()) as { readonly data: readonly ProviderCard[] }
  for (const { npi, practice_locations: places } of data) {
    const place = places.find(({ accepting_new_patients: { value } }) => value === 'accepting')
    if (place !== undefined) return { npi, place }
  }
  throw new Error('No clinician takes new patients')
}

/** Fills and sends the form as a browser without scripts does. */
async function sendReport(
  { url }: LoggedServer,
  address: string,
  { npi, place }: { readonly npi: string; readonly place: PracticeLocation },
): Promise<void> {
  const headers = { accept: 'text/html', 'x-forwarded-for': address }
  const form = await fetch(`${url}/providers/${npi}/report`, { headers })
  const page = await form.text()
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''
  const fields = {
    token: hidden('token'),
    generation: hidden('generation'),
    mistake: 'not_taking_patients',
    place: place.location_uuid,
  }
  const cookie = form.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const response = await fetch(`${url}/providers/${npi}/report/send`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: new URLSearchParams(fields),
  })
  assert.equal(response.status, 200, await response.text())
}

/** Moves the reports to three days. */
async function spreadOverDays({ dataDir }: Installation): Promise<void> {
  await using state = await openState({ folder: join(dataDir, 'state') })
  const rows = await state.database.selectFrom('report').select('id').execute()
  for (const [index, { id }] of rows.entries())
    await state.database
      .updateTable('report')
      .set({ created_at: firstDay + index * dayMs })
      .where('id', '=', id)
      .execute()
}

/** The commands of docs/reports.md, without the IDs, and with the path of the exported file. */
function readCommands(exported: string): readonly (readonly string[])[] {
  const guide = readFileSync(join(import.meta.dirname, '../docs/reports.md'), 'utf8')
  const [, block = ''] = /^```sh\n([^]*?)^```$/m.exec(guide) ?? []
  return block
    .trim()
    .split('\n')
    .map((line) =>
      line
        .replace(/(?:ID…)? *(?:#.*)?$/, '')
        .trim()
        .split(' '),
    )
    .map(([, ...words]) => words.map((word) => (word === 'user-reports.ndjson' ? exported : word)))
}

async function listIds(installation: Installation, ...filter: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await installation.run('reports', 'list', ...filter, '--json')
  return (JSON.parse(stdout) as { readonly id: string }[]).map(({ id }) => id)
}

/** Accepts all open reports; returns their number. */
async function acceptAll(installation: Installation): Promise<number> {
  const ids = await listIds(installation, '--status', 'open')
  assert.equal((await installation.run('reports', 'accept', ...ids)).status, 0)
  return ids.length
}
