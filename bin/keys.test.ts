import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { Accounts } from '@careatlas/state/accounts'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'

test('`keys list` shows the label, the owner and the validity of each key', async () => {
  using installation = new Installation()
  await using state = await openState({ folder: join(installation.dataDir, 'state') })
  const keys = new Keys(state, { service: 'careatlas' })
  const { account } = await new Accounts(state).signIn('ana@example.org')
  const { id } = await keys.create('hers', { accountId: account.id })
  await keys.rotate(id, { accountId: account.id })
  await keys.create('nightly job')
  const { stdout } = await installation.run('keys', 'list')
  const [heading = '', ...rows] = stdout.trimEnd().split('\n')
  const columns = [...heading.matchAll(/\S+(?: \S+)*/g)].map(({ index }) => index)
  const cells = rows.map((row) =>
    columns.map((start, index) => row.slice(start, columns[index + 1]).trimEnd()),
  )
  assert.match(heading, /^id +key +label +owner +created +last used +validity$/)
  const shown = cells.map(([, , label, owner, , used, validity]) => [
    label,
    owner,
    used,
    validity?.slice(0, 13),
  ])
  assert.deepEqual(
    new Set(shown.map(String)),
    new Set([
      'hers,ana@example.org,never,valid until 2',
      'hers,ana@example.org,never,',
      'nightly job,operator,never,',
    ]),
  )
})

test('`keys list --help` says that a last use may not be listed yet', async () => {
  using installation = new Installation()
  const { status, stdout } = await installation.run('keys', 'list', '--help')
  assert.equal(status, 0)
  assert.match(stdout, /last use of a key within a minute/)
})

const ctrlD = '\u0004'

describe('`keys revoke`', () => {
  for (const [answer, isRevoked] of [
    ['y', true],
    ['n', false],
    ['', false],
    [ctrlD, false],
  ] as const)
    test(`shows the key on a terminal, and ${isRevoked ? 'revokes' : 'keeps'} it after ${JSON.stringify(answer)}`, async () => {
      const outcome = await revokeNewKey(answer)
      assert.equal(outcome.isRevoked, isRevoked)
      const shown = `Revoke ${outcome.id} \\(nightly job; owner operator; last used never\\)\\?`
      assert.match(outcome.stdout, new RegExp(shown))
      assert.match(outcome.stdout, isRevoked ? /is revoked/ : /Nothing was revoked/)
    })

  test('does not ask with --yes', async () => {
    const { isRevoked, status, stderr } = await revokeNewKey(null, '--yes')
    assert.deepEqual([isRevoked, status, stderr], [true, 0, ''])
  })

  test('without a terminal and --yes, revokes nothing and exits with status 2', async () => {
    const { isRevoked, status, stderr } = await revokeNewKey(null)
    assert.deepEqual([isRevoked, status], [false, 2])
    assert.match(stderr, /add --yes\.\n$/)
  })
})

for (const args of [['serve'], ['keys', 'list'], ['ingest', '--nppes', '/etc/hosts']])
  test(`\`${args[0]}\` exits with one sentence and status 4 if DATA_DIR cannot be created`, async () => {
    using installation = new Installation()
    const child = installation.start(args, { DATA_DIR: '/proc/nope' })
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.equal(child.exitCode, 4)
    assert.match(stderr, /^DATA_DIR \/proc\/nope cannot be created: [^\n]+\.\n$/)
  })

/** Revokes a new key; `answer` is typed on a terminal, or null without one. */
async function revokeNewKey(answer: string | null, ...options: readonly string[]) {
  using installation = new Installation()
  const created = await installation.run('keys', 'create', '--label', 'nightly job')
  await using state = await openState({ folder: join(installation.dataDir, 'state') })
  const keys = new Keys(state, { service: 'careatlas' })
  const [{ id } = { id: '' }] = await keys.list()
  const args = ['keys', 'revoke', id, ...options]
  const outcome =
    answer === null ? await installation.run(...args) : await installation.runInTerminal(args, answer)
  return { ...outcome, id, isRevoked: (await keys.verify(created.stdout.trim())) === null }
}
