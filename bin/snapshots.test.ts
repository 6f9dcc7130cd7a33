import assert from 'node:assert/strict'
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCurrentGeneration, pointerFile, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { waitUntil } from '@careatlas/ingest/wait-until.fixture'
import { publishSmallDirectory } from '@careatlas/server/small-directory.fixture'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'
import { Installation } from './command.fixture.ts'

const [first, second, third] = ['2026-11-02.1', '2026-11-09.2', '2026-11-16.3'] as const

async function publishThree(): Promise<Installation> {
  const installation = new Installation()
  for (const generation of [first, second, third])
    await publishSmallDirectory(installation.dataDir, generation, `As of ${generation}.`)
  return installation
}

function damage({ dataDir }: Installation, generation: string, file = 'cards.sqlite'): void {
  appendFileSync(join(snapshotFolder(dataDir, generation), file), 'x')
}

test('`snapshots list` shows every kept snapshot with its dates, counts and size, and which one is current', async () => {
  using installation = await publishThree()
  writeFileSync(join(installation.dataDir, pointerFile), `${second}\n`)
  damage(installation, first, 'manifest.json')
  const { status, stdout } = await installation.run('snapshots', 'list')
  assert.equal(status, 0)
  assert.match(stdout, /^2026-11-16\.3 +set aside +\d{4}-\d\d-\d\d \d\d:\d\d +2026-11-09 +0 +1 +1 +0\.\d$/m)
  assert.match(stdout, /^2026-11-09\.2 +current +\d{4}/m)
  assert.match(stdout, /^2026-11-02\.1 +previous \(damaged\)$/m)
  assert.ok(
    stdout.split('\n').every((line) => line.length <= 100),
    stdout,
  )
  const listed = JSON.parse((await installation.run('snapshots', 'list', '--json')).stdout) as {
    [name: string]: unknown
  }[]
  const { bytes, created_at, ...others } = listed[0]!
  assert.deepEqual(others, {
    generation: third,
    state: 'set_aside',
    data_as_of: '2026-11-09',
    rows: 0,
    providers: 1,
    locations: 1,
    damage: null,
  })
  assert.ok(Number(bytes) > 1000 && !Number.isNaN(Date.parse(String(created_at))))
  assert.match(String(listed[2]!['damage']), /manifest\.json does not match manifest\.sha256/)
})

test('a running server follows a rollback to the previous snapshot, and back to the newest one', async () => {
  using installation = await publishThree()
  await using server = await LoggedServer.start(installation.dataDir)
  assert.equal(await biographyOf(server), `As of ${third}.`)
  const { status, stdout } = await installation.run('snapshots', 'rollback')
  assert.deepEqual([status, stdout], [0, `${second} is intact and now current.\n`])
  await waitUntil(async () => (await biographyOf(server)) === `As of ${second}.`)
  assert.equal((await installation.run('snapshots', 'rollback', third)).status, 0)
  await waitUntil(async () => (await biographyOf(server)) === `As of ${third}.`)
})

async function biographyOf({ url }: LoggedServer): Promise<string> {
  const response = await fetch(`${url}/v1/providers/2000000002`)
  const { data } = (await response.json()) as { data: { biography: string } }
  return data.biography
}

test('a rollback to a damaged snapshot exits with status 1, and the current one stays current', async () => {
  using installation = await publishThree()
  damage(installation, second)
  const { status, stderr } = await installation.run('snapshots', 'rollback')
  assert.equal(status, 1)
  assert.match(stderr, /2026-11-09\.2 is damaged \(cards\.sqlite has \d+ bytes/)
  assert.equal(readCurrentGeneration(installation.dataDir), third)
})

test('a rollback to a damaged snapshot that was set aside exits with status 1; one to an older or intact newer one succeeds', async () => {
  using installation = await publishThree()
  const rollBackTo = (generation: string) => installation.run('snapshots', 'rollback', generation)
  assert.deepEqual(await rollBackTo(first), {
    status: 0,
    stdout: `${first} is intact and now current.\n`,
    stderr: '',
  })
  damage(installation, third)
  const { status, stdout, stderr } = await rollBackTo(third)
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(
    stderr,
    /^2026-11-02\.1 stays current\. To return to another snapshot, see: careatlas snapshots list\nThe snapshot \S+2026-11-16\.3 is damaged \(cards\.sqlite has .*\): publish it again with careatlas ingest\.\n$/,
  )
  assert.equal(readCurrentGeneration(installation.dataDir), first)
  assert.equal((await rollBackTo(second)).status, 0)
  assert.equal(readCurrentGeneration(installation.dataDir), second)
})

const misuses: readonly [args: readonly string[], message: RegExp][] = [
  [['rollback', '2026-01-01.9'], /has no snapshot "2026-01-01\.9"\. See: careatlas snapshots list/],
  [['rollback', '../../etc'], /has no snapshot "\.\.\/\.\.\/etc"/],
  [['rollback', third], /2026-11-16\.3 is already current/],
  [['prune'], /--keep/],
  [['prune', '--keep', '0'], /from 1 to 9999/],
]
test('a rollback to an unknown snapshot and a prune without a number exit with status 2', async () => {
  using installation = await publishThree()
  for (const [args, message] of misuses) {
    const { status, stderr } = await installation.run('snapshots', ...args)
    assert.equal(status, 2, args.join(' '))
    assert.match(stderr, message)
  }
  rmSync(installation.dataDir, { recursive: true })
  for (const args of [['list'], ['rollback'], ['prune', '--keep', '1']]) {
    const { status, stderr } = await installation.run('snapshots', ...args)
    assert.equal(status, 2, args.join(' '))
    assert.match(stderr, /has no snapshot yet/)
  }
  assert.ok(!existsSync(installation.dataDir))
})

/** The pointer, the damaged generation and the number to keep, with the generations that remain. */
const prunes: Readonly<
  Record<string, [current: string, damaged: string | null, keep: string, left: string[]]>
> = {
  'the newest two': [third, null, '2', [third, second]],
  'the current one': [third, null, '1', [third]],
  'the current one before one that was set aside': [second, null, '1', [second]],
  'the current one, the earlier ones, then one that was set aside': [second, null, '2', [second, first]],
  'a damaged current one and the one that is served instead': [third, third, '1', [third, second]],
  'everything if there are fewer': [third, null, '9', [third, second, first]],
}
for (const [name, [current, damaged, keep, remaining]] of Object.entries(prunes)) {
  test(`\`snapshots prune --keep ${keep}\` keeps ${name}`, async () => {
    using installation = await publishThree()
    writeFileSync(join(installation.dataDir, pointerFile), `${current}\n`)
    if (damaged !== null) damage(installation, damaged)
    const { status, stdout, stderr } = await installation.run('snapshots', 'prune', '--keep', keep)
    assert.equal(status, 0, stderr)
    const removed = [third, second, first].filter((generation) => !remaining.includes(generation))
    assert.equal(
      stdout,
      removed.length > 0 ? `Removed ${removed.join(', ')}.\n` : 'There was nothing to remove.\n',
    )
    for (const generation of [first, second, third])
      assert.equal(
        existsSync(snapshotFolder(installation.dataDir, generation)),
        remaining.includes(generation),
      )
    assert.equal(readCurrentGeneration(installation.dataDir), current)
  })
}
