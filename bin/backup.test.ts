/** `careatlas backup` and `restore` while keys are created, and killed at random moments. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '@careatlas/fixtures/random'
import { runsSlowTests } from '@careatlas/fixtures/slow-tests.fixture'
import { Keys } from '@careatlas/state/keys'
import { loadServerSecret } from '@careatlas/state/server-secret'
import { SigningKeys } from '@careatlas/state/signing-keys'
import { openState } from '@careatlas/state/state'
import { Installation } from './command.fixture.ts'

const seed = Number(process.env['BACKUP_SEED'] ?? 1)
/** `npm run test:long` runs more. */
const killCount = Number(process.env['BACKUP_KILLS'] ?? (runsSlowTests ? 3 : 1))
const random = randomFrom(seed)

/** The approximate duration of the writes of a backup or a restore in these tests. */
const writeMs = 60

const folder = mkdtempDisposableSync(join(tmpdir(), 'backups-'))
after(() => folder.remove())
let folderCount = 0
const newFolder = () => join(folder.path, `backup ${folderCount++}`)

function stateFolder({ dataDir }: Installation): string {
  return join(dataDir, 'state')
}

/** A process that creates keys without a pause, and prints each after it is stored. */
class KeyWriter implements AsyncDisposable {
  /** The stored keys. */
  readonly keys: string[] = []
  readonly #child: ReturnType<typeof spawn>

  constructor(installation: Installation) {
    const script = `
      const [keysModule, stateModule, folder] = process.argv.slice(1)
      const { Keys } = await import(keysModule)
      const state = await (await import(stateModule)).openState({ folder })
      const keys = new Keys(state, { service: 'careatlas' })
      for (;;) {
        const { key } = await keys.create('load')
        await new Promise((written) => process.stdout.write(key + '\\n', written))
      }
    `
    const modules = ['keys', 'state'].map((name) => import.meta.resolve(`@careatlas/state/${name}`))
    const args = ['--input-type=module', '--eval', script, ...modules, stateFolder(installation)]
    this.#child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let rest = ''
    this.#child.stdout!.on('data', (piece: Buffer) => {
      const lines = (rest + String(piece)).split('\n')
      rest = lines.pop() ?? ''
      this.keys.push(...lines)
    })
  }

  /** Resolves when `count` more keys are stored. */
  async waitForKeys(count: number): Promise<void> {
    const target = this.keys.length + count
    while (this.keys.length < target) {
      assert.equal(this.#child.exitCode, null, 'the writer has failed')
      await pause(1)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const closed = once(this.#child, 'close')
    this.#child.kill('SIGKILL')
    await closed
  }
}

/** The number of `keys` that are not valid in the state of an installation. */
async function countMissing(installation: Installation, keys: readonly string[]): Promise<number> {
  await using state = await openState({ folder: stateFolder(installation) })
  const stored = new Keys(state, { service: 'careatlas' })
  let missing = 0
  for (const key of keys) if ((await stored.verify(key)) === null) missing += 1
  return missing
}

async function restoreElsewhere(backup: string): Promise<Installation> {
  const elsewhere = new Installation()
  const { status, stderr } = await elsewhere.run('restore', backup)
  assert.equal(status, 0, stderr)
  return elsewhere
}

/** Starts a command, and kills it at a random moment after it has created a file in `watched`. False if it ended first. */
async function killAfterFirstFile(
  installation: Installation,
  args: readonly string[],
  watched: string,
  name: RegExp,
): Promise<boolean> {
  const child = installation.start(args)
  const exited = once(child, 'exit')
  const created = new Promise<void>((resolve) => {
    const watcher = watch(watched, (_, changed) => name.test(changed ?? '') && resolve())
    void exited.then(() => watcher.close())
  })
  await Promise.race([created, exited])
  await Promise.race([pause(random.number() * writeMs), exited])
  child.kill('SIGKILL')
  await exited
  return child.signalCode === 'SIGKILL'
}

/** A run that ends before the kill does not count. */
async function killRepeatedly(attempt: () => Promise<boolean>): Promise<void> {
  let killed = 0
  for (let run = 0; killed < killCount && run < killCount * 4; run++) if (await attempt()) killed += 1
  assert.equal(killed, killCount)
}

/** Creates a state with `count` keys, and returns the last key. */
async function createState(installation: Installation, count: number): Promise<string> {
  await using state = await openState({ folder: stateFolder(installation) })
  const row = { display: 'x', label: 'x'.repeat(60), created_at: 1 }
  const rows = Array.from({ length: count - 1 }, (_, index) => ({
    ...row,
    id: `${index}`,
    digest: Buffer.from(`${index}`),
  }))
  for (let start = 0; start < rows.length; start += 1000)
    await state.database
      .insertInto('api_key')
      .values(rows.slice(start, start + 1000))
      .execute()
  return (await new Keys(state, { service: 'careatlas' }).create('bot')).key
}

describe(`while a server runs and keys are created (seed ${seed})`, () => {
  test('a backup has every key that was acknowledged before it began, and all secrets; a restore is refused', async () => {
    using installation = new Installation()
    await using server = await installation.serve('serve')
    await using writer = new KeyWriter(installation)
    await writer.waitForKeys(100)
    const before = [...writer.keys]
    const backup = newFolder()
    const { status, stdout, stderr } = await installation.run('backup', backup)
    assert.equal(status, 0, stderr)
    assert.match(stdout, / has a backup with \d+ keys and 0 accounts\.\n$/)
    await writer.waitForKeys(1)
    await writer[Symbol.asyncDispose]()
    const refused = await installation.run('restore', backup, '--force')
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /state\.sqlite is in use\. Stop the server/)
    assert.equal(await server.stop(), 0)
    using elsewhere = await restoreElsewhere(backup)
    assert.equal(await countMissing(elsewhere, before), 0)
    assert.equal(await countMissing(installation, writer.keys), 0)
    const secrets = []
    for (const owner of [installation, elsewhere]) {
      await using state = await openState({ folder: stateFolder(owner) })
      secrets.push([await new SigningKeys(state).load(), Buffer.from(await loadServerSecret(state, 'pages'))])
    }
    assert.deepEqual(secrets[0], secrets[1])
  })

  test('a killed writer loses no acknowledged key, and a backup that is killed with it is complete or absent', async () => {
    using installation = new Installation()
    await createState(installation, 20_000)
    const allKeys: string[] = []
    await killRepeatedly(async () => {
      const writer = new KeyWriter(installation)
      await writer.waitForKeys(10)
      const before = [...allKeys, ...writer.keys]
      const backup = newFolder()
      const name = new RegExp(`${backup.split('/').at(-1)}\\.partial-`)
      const wasKilled = await killAfterFirstFile(installation, ['backup', backup], folder.path, name)
      await writer[Symbol.asyncDispose]()
      allKeys.push(...writer.keys)
      assert.equal(await countMissing(installation, allKeys), 0)
      if (existsSync(backup)) {
        using elsewhere = await restoreElsewhere(backup)
        assert.equal(await countMissing(elsewhere, before), 0)
      }
      return wasKilled
    })
  })
})

test(`a killed restore leaves the old or the restored state, complete (seed ${seed})`, async () => {
  using installation = new Installation()
  using other = new Installation()
  const keys = [await createState(installation, 20_000), await createState(other, 20_000)] as const
  const backups = [newFolder(), newFolder()] as const
  for (const [index, owner] of [installation, other].entries())
    assert.equal((await owner.run('backup', backups[index]!)).status, 0)
  let previous = 0
  await killRepeatedly(async () => {
    const next = 1 - previous
    const args = ['restore', backups[next]!, '--force']
    const wasKilled = await killAfterFirstFile(installation, args, stateFolder(installation), /restore-/)
    const missing = []
    for (const key of keys) missing.push(await countMissing(installation, [key]))
    assert.deepEqual(new Set(missing), new Set([0, 1]))
    previous = missing.indexOf(0)
    return wasKilled
  })
})
