/** A snapshot damaged on disk: `verify` names the file, and the server falls back to the older snapshot. */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Health } from '@careatlas/contract/envelopes'
import { demo } from '@careatlas/contract/examples'
import {
  readCurrentGeneration,
  listPublishedGenerations,
  snapshotFolder,
} from '@careatlas/directory/snapshot/current'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { waitUntil } from '@careatlas/ingest/wait-until.fixture'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'
import { Installation } from './command.fixture.ts'

const files = mkdtempDisposableSync(join(tmpdir(), 'files-'))
const installation = new Installation()
let ingestArgs: readonly string[]
let [newer, older]: readonly string[] = []

/** Publishes again, so that the current snapshot and the older one are intact. */
async function publishTwice(): Promise<void> {
  for (let run = 0; run < 2; run++) {
    const { status, stderr } = await installation.run(...ingestArgs)
    assert.equal(status, 0, stderr)
  }
  ;[newer, older] = listPublishedGenerations(installation.dataDir)
  assert.equal(newer, readCurrentGeneration(installation.dataDir))
}

before(async () => {
  const [main] = writeRegion(files.path).nppes as [string]
  keepRows(main, 200)
  ingestArgs = ['ingest', '--nppes', main]
  await publishTwice()
})
after(() => {
  installation[Symbol.dispose]()
  files.remove()
})

async function healthOf({ url }: LoggedServer): Promise<string> {
  const response = await fetch(`${url}/v1/health`)
  assert.equal(response.status, 200)
  const { status, generation } = Health.parse(await response.json())
  return `${status} ${generation}`
}

function pathOf(name: string): string {
  return join(snapshotFolder(installation.dataDir, newer as string), name)
}

const damagedFiles = [
  'cards.sqlite',
  'carriers.json',
  'segment/providers/segment.json',
  'segment/locations/geo.lat.f64',
  'manifest.json',
  'manifest.sha256',
]

describe('a flipped byte', () => {
  for (const name of damagedFiles) {
    test(`in ${name} is reported by verify, and a server started on it serves the older snapshot`, async () => {
      const intact = readFileSync(pathOf(name))
      const changed = Buffer.from(intact)
      changed[intact.length >> 1] = (intact[intact.length >> 1] as number) ^ 1
      writeFileSync(pathOf(name), changed)

      const { status, stderr } = await installation.run('verify')
      assert.equal(status, 1)
      assert.ok(stderr.includes(name), stderr)
      await using server = await LoggedServer.start(installation.dataDir)
      assert.equal(await healthOf(server), `degraded ${older}`)
      await server[Symbol.asyncDispose]()
      assert.match(
        server.log,
        new RegExp(`${newer} is damaged \\(.*publish it again with careatlas ingest\\.`),
      )
      assert.ok(server.log.includes(name), server.log)
      writeFileSync(pathOf(name), intact)
    })
  }

  test('has no effect after its repair: the server serves the newer snapshot again', async () => {
    await using server = await LoggedServer.start(installation.dataDir)
    assert.equal(await healthOf(server), `ok ${newer}`)
  })
})

test('a database damaged at run time causes one error, then cards of the older snapshot', async () => {
  await using server = await LoggedServer.start(installation.dataDir)
  assert.equal(await healthOf(server), `ok ${newer}`)
  {
    await using cards = await open(pathOf('cards.sqlite'), 'r+')
    const { size } = statSync(pathOf('cards.sqlite'))
    // The first page has the schema, which is already in memory.
    await cards.write(Buffer.alloc(size - 4096), 0, size - 4096, 4096)
  }
  const getCard = async () => fetch(`${server.url}/v1/providers/${demo.npi}`)
  const failed = await getCard()
  assert.equal(failed.status, 500, await failed.text())
  await waitUntil(async () => (await healthOf(server)) === `degraded ${older}`)
  const served = await getCard()
  assert.equal(served.status, 200)
  assert.match(await served.text(), new RegExp(`"npi":"${demo.npi}"`))

  await publishTwice()
  await waitUntil(async () => (await healthOf(server)) === `ok ${newer}`)
})
