import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { demo } from '@careatlas/contract/examples'
import { verifyGeneration } from '@careatlas/directory/snapshot/checksums'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { Installation } from './command.fixture.ts'

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
const installation = new Installation()
let main: string
/** Rows of the main file; few, so that an ingest is quick. */
const mainRows = 400

before(async () => {
  ;[main] = writeRegion(files.path).nppes as [string]
  keepRows(main, mainRows)
  const { status, stderr } = await installation.run('ingest', '--nppes', main)
  assert.equal(status, 0, stderr)
})
after(() => {
  installation[Symbol.dispose]()
  files.remove()
})

function writeInput(name: string, content: string | Uint8Array): string {
  writeFileSync(join(files.path, name), content)
  return join(files.path, name)
}

function writeEdited(name: string, edit: (text: string) => string): string {
  return writeInput(name, edit(readFileSync(main, 'utf8')))
}

const rejections: Readonly<Record<string, [file: () => string, message: RegExp]>> = {
  'a missing file': [() => join(files.path, 'missing.csv'), /missing\.csv/],
  'an empty file': [() => writeInput('empty.csv', ''), /empty\.csv.*empty/],
  'a wrong header': [() => writeInput('names.csv', 'name,town\nMaria,Austin\n'), /names\.csv.*NPI/],
  'a web page': [
    () => writeInput('page.csv', '<!DOCTYPE html><title>Not found</title>'),
    /page\.csv is a web page/,
  ],
  'a header without rows': [
    () => writeEdited('header.csv', (text) => text.slice(0, text.indexOf('\n') + 1)),
    /header\.csv/,
  ],
  'a truncated gzip file': [
    () => {
      const packed = gzipSync(readFileSync(main))
      return writeInput('short.csv.gz', packed.subarray(0, packed.length >> 1))
    },
    /short\.csv\.gz/,
  ],
  'a spreadsheet-damaged file': [
    () => writeEdited('sheet.csv', (text) => text.replaceAll(/"(\d)(\d)\/(\d\d)\/20(\d\d)"/g, '"$2/$3/$4"')),
    /sheet\.csv.*\b400\b.*line/s,
  ],
  'a file without a readable row': [
    () => writeEdited('types.csv', (text) => text.replaceAll(/^("\d{10}"),"[12]"/gm, '$1,"3"')),
    /types\.csv has .*\b400\b.* unknown_entity_type on lines 2, 3, 4/,
  ],
  'a duplicate column': [
    () => writeEdited('twice.csv', (text) => text.replace('"Entity Type Code"', '"NPI"')),
    /twice\.csv has the column "NPI" twice/,
  ],
  'a flipped bit in a gzip file': [
    () => {
      const packed = gzipSync(readFileSync(main))
      packed[packed.length >> 1]! ^= 4
      return writeInput('flipped.csv.gz', packed)
    },
    /flipped\.csv\.gz is (?:damaged|truncated)/,
  ],
  'an empty zip archive': [
    () => writeInput('empty.zip', Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])),
    /empty\.zip is an empty zip archive/,
  ],
  'a file cut between two cells': [
    () => writeEdited('cut.csv', (text) => text.slice(0, text.indexOf('","', text.length >> 1) + 1)),
    /cut\.csv ends in the middle/,
  ],
  'an unclosed quote': [() => writeEdited('quote.csv', (text) => `${text}"1234567893`), /quote\.csv.*line/],
}

for (const [name, [file, message]] of Object.entries(rejections)) {
  test(`${name} is rejected with status 3 and one sentence, and the previous snapshot stays live`, async () => {
    const { status, stdout, stderr } = await installation.run('ingest', '--nppes', file())
    assert.equal(status, 3, stderr)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /\n\s+at /)
    assert.equal(stdout, '')
    assert.equal(readCurrentGeneration(installation.dataDir), '2025-11-09.1')
    await verifyGeneration(installation.dataDir, '2025-11-09.1')
  })
}

const misuses: readonly (readonly string[])[] = [
  ['ingest'],
  ['ingest', '--nppes'],
  ['ingest', '--nppes', 'x.csv', '--network', 'nofile'],
  ['ingest', '--nppes', 'x.csv', '--regions', 'US-XX'],
  ['ingest', '--nppes', 'x.csv', '--no-such-option'],
  ['ingest', '--nppes', 'x.csv', '--drop-source', 'plan_network'],
  ['keys', 'create'],
  ['keys', 'revoke', 'key_0000000000000000'],
  ['backup'],
  ['state', 'copy', '--to', 'postgresql'],
  ['no-such-command'],
]

for (const args of misuses) {
  test(`\`${args.join(' ')}\` is wrong usage and exits with status 2`, async () => {
    const { status, stderr } = await installation.run(...args)
    assert.equal(status, 2, stderr)
    assert.doesNotMatch(stderr, /\n\s+at /)
  })
}

test('`ingest --drop-source` without --update says to give both, also without another file', async () => {
  const { status, stderr } = await installation.run('ingest', '--drop-source', 'plan_network')
  assert.equal(status, 2)
  assert.equal(stderr, '--drop-source removes a source of the current snapshot; give it with --update.\n')
})

for (const command of [
  'demo',
  'serve',
  'ingest',
  'verify',
  'keys create',
  'keys list',
  'keys revoke',
  'codes unlock',
  'backup',
  'restore',
  'state copy',
]) {
  test(`\`${command} --help\` shows an example`, async () => {
    const { status, stdout } = await installation.run(...command.split(' '), '--help')
    assert.equal(status, 0)
    assert.match(stdout, /Example:/)
  })
}

test('`--version` prints the version of package.json', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string
  }
  const { status, stdout } = await installation.run('--version')
  assert.deepEqual([status, stdout], [0, `${version}\n`])
})

test('every example of `--help` is a command', async () => {
  const { status, stdout } = await installation.run('--help')
  assert.equal(status, 0)
  const commands = new Set(Array.from(stdout.matchAll(/^ {2}([a-z-]+) /gm), ([, name]) => name!))
  const examples = Array.from(stdout.matchAll(/^ {2}careatlas ([a-z-]+)/gm), ([, name]) => name!)
  assert.ok(examples.length >= 5, stdout)
  for (const name of examples) assert.ok(commands.has(name), name)
})

test('the summary counts rejected rows by reason, with their lines', async () => {
  const damaged = writeEdited('npidata_pfile_20250901-20251110.csv', (text) => {
    const lines = text.split('\n')
    lines[5] = (lines[5] as string).replace(/^"\d{10}"/, '"2000000000"')
    lines[9] = '"2000000002","1"'
    return lines.join('\n')
  })
  const { status, stdout } = await installation.run('ingest', '--nppes', damaged, '--json')
  assert.equal(status, 0)
  const { sources } = JSON.parse(stdout) as {
    sources: { rows: number; accepted: number; rejected: unknown }[]
  }
  assert.deepEqual(sources[0]?.rejected, {
    bad_npi: { rows: 1, first_lines: [6] },
    wrong_column_count: { rows: 1, first_lines: [10] },
  })
  assert.equal(sources[0]?.rows, (sources[0]?.accepted ?? 0) + 2)
})

test('--dry-run prints the table of rows and rejections, and writes nothing', async () => {
  using empty = new Installation()
  const path = writeInput('partners.ndjson', '{"npi":"2000000002","source":"survey"}\n{"npi":"2000000002"}\n')
  const args = ['ingest', '--dry-run', '--nppes', main, '--observations', path]
  const { status, stdout, stderr } = await empty.run(...args)
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^registry +2025-11-09 +400 +400 +0 +npidata_pfile_20250901-20251109\.csv$/m)
  assert.match(
    stdout,
    /^observations .* partners\.ndjson\n {2}rejected: 1 invalid_observation on line 2 \(source\)$/m,
  )
  assert.match(stdout, /^Dry run: .* nothing was published/m)
  assert.ok(stdout.split('\n').every((line) => line.length <= 100))
  const { dry_run, sources } = JSON.parse((await empty.run(...args, '--json')).stdout) as {
    dry_run: boolean
    sources: Manifest['sources']
  }
  assert.deepEqual([dry_run, sources.map(({ rows }) => rows)], [true, [400, 2]])
  assert.deepEqual(readdirSync(empty.dataDir), [])
})

test('--dry-run rejects the files that an ingest rejects, also those of an update', async () => {
  const broken = writeInput('names.csv', 'name,town\nMaria,Austin\n')
  for (const args of [
    ['--nppes', broken],
    ['--update', '--clinicians', broken],
  ]) {
    const { status, stderr } = await installation.run('ingest', '--dry-run', ...args)
    assert.equal(status, 3)
    assert.match(stderr, /names\.csv/)
  }
  const update = await installation.run('ingest', '--dry-run', '--update', '--drop-source', 'partner')
  assert.equal(update.status, 3)
  assert.match(update.stderr, /has no source "partner"/)
})

test('the summary names the carriers without listings, and a dropped source', async () => {
  using other = new Installation()
  const payers = writeInput('payers.csv', 'code,name,kind\nA,Alpha,payer_id\nB,Beta,payer_id\n')
  const network = writeInput('network_A.csv', `npi\n${demo.npi}\n`)
  const first = await other.run('ingest', '--nppes', main, '--payers', payers, '--network', `A=${network}`)
  assert.match(first.stdout, /^Carriers without listings: B\. /m, first.stderr)
  assert.match(first.stdout, /^Published /m)
  assert.doesNotMatch(first.stdout, /^.{101}/m, 'a line has more than 100 characters')
  const update = await other.run('ingest', '--update', '--drop-source', 'A')
  assert.match(update.stderr, /^Dropped network_A\.csv \(facts: 1\)\.$/m)
  assert.match(update.stdout, /^Carriers without listings: A, B\. /m)
})

const otherSources: Readonly<Record<string, [toArgs: (path: string) => readonly string[], text: string]>> = {
  'a network': [(path) => ['--network', `A=${path}`], 'npi\n2000000000\n1000000004\n'],
  'Doctors & Clinicians': [
    (path) => ['--clinicians', path],
    'NPI,Med_sch,adr_ln_1,City/Town,State,ZIP Code\n2000000000,OTHER,1 MAIN ST,PROVIDENCE,RI,02903\n',
  ],
  'a file of observations': [(path) => ['--observations', path], '{"npi":"2000000000","source":"x"}\n'],
}
for (const [name, [toArgs, text]] of Object.entries(otherSources)) {
  test(`${name} may have unknown NPIs and wrong check digits; they are counted`, async () => {
    using other = new Installation()
    const file = writeInput('other', text)
    const { status, stderr, stdout } = await other.run('ingest', '--nppes', main, ...toArgs(file), '--json')
    assert.equal(status, 0, stderr)
    assert.match(stderr, /^other: \d rows?, \d accepted, rejected: 1 bad_npi$/m)
    const { sources } = JSON.parse(stdout) as Manifest
    const { rows, accepted, unregistered } = sources.find((source) => source.file === 'other')!
    assert.deepEqual([rows, accepted], [unregistered + 1, unregistered])
  })
}

test('a file without a valid observation is rejected with status 3', async () => {
  const file = writeInput('other', '{"npi":"2000000002"}\n')
  const { status, stderr } = await installation.run('ingest', '--nppes', main, '--observations', file)
  assert.equal(status, 3, stderr)
  assert.match(stderr, /other has no usable row among 1/)
})

test('cards have no invisible characters, and a future date in a file name is ignored', async () => {
  using hostile = new Installation()
  const file = writeEdited('npidata_pfile_20250901-20991231.csv', (text) =>
    text.replaceAll('"DUBOIS"', '"DU\u202eBO\u0000IS\u200b"'),
  )
  const { status, stdout, stderr } = await hostile.run('ingest', '--nppes', file, '--json')
  assert.equal(status, 0, stderr)
  const { generation, data_as_of } = JSON.parse(stdout) as { generation: string; data_as_of: string }
  assert.ok(data_as_of <= new Date().toISOString().slice(0, 10), data_as_of)
  using snapshot = await Snapshot.open(snapshotFolder(hostile.dataDir, generation))
  const card = snapshot.providerCard(demo.npi)
  assert.ok(card?.includes('"last":"DUBOIS"'), card ?? 'no card')
  assert.doesNotMatch(card as string, /[\u202e\u200b]|\\u0000/)
})

test('a data folder that is not writable gives status 4, not 3', async () => {
  using blocked = new Installation()
  writeFileSync(join(blocked.dataDir, 'snapshots'), 'a file where a folder should be')
  const { status, stderr } = await blocked.run('ingest', '--nppes', main)
  assert.equal(status, 4, stderr)
  assert.match(stderr, /^Nothing was published because DATA_DIR .*\.\n$/m)
})

test('--regions limits what is served, and counts the other providers as outside coverage', async () => {
  using narrow = new Installation()
  const { status, stdout } = await narrow.run('ingest', '--nppes', main, '--regions', 'US-CT', '--json')
  assert.equal(status, 0)
  const { counts } = JSON.parse(stdout) as { counts: Record<string, number> }
  assert.ok((counts['providers'] as number) > 10 && (counts['outside_coverage'] as number) > 100, stdout)
})

test('`demo` does not replace a directory whose pointer file is missing', async () => {
  using other = new Installation()
  assert.equal((await other.run('ingest', '--nppes', main)).status, 0)
  rmSync(join(other.dataDir, 'CURRENT'))
  const { status, stderr } = await other.run('demo')
  assert.equal(status, 2, stderr)
  assert.match(stderr, /2025-11-09\.1.*CURRENT/)
})
