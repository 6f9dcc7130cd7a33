/** An update that changes nothing publishes nothing, so that the snapshot before the current one stays available. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { listPublishedGenerations, readCurrentGeneration } from '@careatlas/directory/snapshot/current'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { emptyRequest, ingest, type IngestRequest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { Installation } from './command.fixture.ts'
import { createDemoIngest } from './demo-ingest.ts'

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
const installation = new Installation()
const { dataDir } = installation
let region: IngestRequest
/** The two published generations, the current one first. */
let generations: readonly string[]

before(async () => {
  region = createDemoIngest(files.path)
  keepRows(region.nppes[0]!.path, 300)
  await ingest({ ...region, networks: [] }, dataDir, silentProgress)
  await ingest({ ...emptyRequest, update: true, networks: region.networks }, dataDir, silentProgress)
  generations = listPublishedGenerations(dataDir)
})
after(() => {
  installation[Symbol.dispose]()
  files.remove()
})

const unchanged: Readonly<Record<string, () => readonly string[]>> = {
  'without files': () => [],
  'with a registry file of the snapshot': () => ['--nppes', region.nppes[0]!.path],
  'with a network file of the snapshot': () => {
    const [{ code, file }] = region.networks as [IngestRequest['networks'][number]]
    return ['--network', `${code}=${file.path}`]
  },
  'with the payers of the snapshot': () => ['--payers', region.payers!],
}
for (const [name, args] of Object.entries(unchanged))
  test(`\`ingest --update\` ${name} exits with status 0 and says that nothing was published`, async () => {
    const { status, stdout, stderr } = await installation.run('ingest', '--update', ...args())
    assert.equal(status, 0, stderr)
    const sentence = `Nothing was published: the update changes nothing in ${generations[0]}, which stays current.`
    assert.ok(stdout.replaceAll('\n', ' ').startsWith(sentence), stdout)
    assert.deepEqual(listPublishedGenerations(dataDir), generations)
  })

test('`ingest --update --json` prints the manifest of the current snapshot, with published: false', async () => {
  const { status, stdout } = await installation.run('ingest', '--update', '--json')
  assert.equal(status, 0)
  const { published, generation } = JSON.parse(stdout) as Record<string, unknown>
  assert.deepEqual({ published, generation }, { published: false, generation: generations[0] })
})

test('after several such updates, a rollback returns to the snapshot before the current one', async () => {
  for (let run = 0; run < 3; run++) {
    const result = await ingest({ ...emptyRequest, update: true }, dataDir, silentProgress)
    assert.deepEqual([result.published, result.generation], [false, generations[0]])
  }
  const { status, stderr } = await installation.run('snapshots', 'rollback')
  assert.equal(status, 0, stderr)
  assert.equal(readCurrentGeneration(dataDir), generations[1])
  assert.equal((await installation.run('snapshots', 'rollback', generations[0]!)).status, 0)
})

const nucc = 'Code,Grouping,Classification,Specialization,Definition,Notes,Display Name,Section\n'
const changes: Readonly<Record<string, () => Partial<IngestRequest>>> = {
  'a dropped source': () => ({ dropSources: ['demo1'] }),
  'the same file with another date': () => ({
    networks: [{ ...region.networks[0]!, file: { ...region.networks[0]!.file, asOf: '2025-09-15' } }],
  }),
  'other regions': () => ({ regions: ['US-MA'] }),
  'another notice': () => ({ notice: 'Changed.' }),
  'names that no card shows yet': () => {
    const file = join(files.path, 'nucc.csv')
    const rows = ['282NW0100X,Hospitals,General Acute Care Hospital,Women,,,Women’s Hospital,Non-Individual']
    writeFileSync(file, nucc + rows.join('\n'))
    return { nucc: file }
  },
}
for (const [name, change] of Object.entries(changes))
  test(`an update with ${name} is published`, async () => {
    const result = await ingest({ ...emptyRequest, update: true, ...change() }, dataDir, silentProgress)
    assert.ok(result.published)
    assert.equal(readCurrentGeneration(dataDir), result.generation)
  })
