import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'
import { Installation } from './command.fixture.ts'

test('keys are rotated while servers run, once for repeated commands, and replaced immediately with --now', async () => {
  using installation = new Installation()
  await using server = await LoggedServer.start(installation.dataDir, { AUTH: 'on' })
  const [old] = await fetchKids(server.url)

  const rotated = await installation.run('oauth', 'rotate-keys')
  assert.equal(rotated.status, 0, rotated.stderr)
  const [, next] = /^Key (\S+) is published and signs from \d{4}-\S+Z\.\n$/.exec(rotated.stdout) ?? []
  assert.equal((await installation.run('oauth', 'rotate-keys')).stdout, rotated.stdout)
  assert.deepEqual(await waitForChange(server.url, [old]), [old, next])

  const replaced = await installation.run('oauth', 'rotate-keys', '--now')
  const [, only] = /^Key (\S+) signs now\./.exec(replaced.stdout) ?? []
  assert.deepEqual(await waitForChange(server.url, [old, next]), [only])
})

test('`oauth rotate-keys --help` shows an example', async () => {
  using installation = new Installation()
  const { status, stdout } = await installation.run('oauth', 'rotate-keys', '--help')
  assert.equal(status, 0)
  assert.match(stdout, /Examples:\n {2}careatlas oauth rotate-keys\n/)
})

async function fetchKids(url: string): Promise<readonly (string | undefined)[]> {
  const { keys } = (await (await fetch(`${url}/oauth/jwks`)).json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

/** Resolves with the published keys when they differ from `before`. */
async function waitForChange(url: string, before: readonly unknown[]): Promise<readonly unknown[]> {
  for (;;) {
    const kids = await fetchKids(url)
    if (kids.join() !== before.join()) return kids
  }
}
