/** What `careatlas serve` prints at startup. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Installation } from './command.fixture.ts'

for (const [host, addresses] of [
  ['0.0.0.0', 'every IPv4 address'],
  ['::', 'every address'],
] as const)
  test(`with HOST=${host}, prints that it listens on ${addresses}, and a URL that opens on this machine`, async () => {
    using installation = new Installation()
    await using server = await installation.serve('serve', { HOST: host })
    const { port } = new URL(server.url)
    assert.match(
      server.printed,
      new RegExp(`^Careatlas listens on port ${port} of ${addresses} of this machine\\n`),
    )
    assert.equal(server.url, `http://127.0.0.1:${port}`)
    assert.equal((await fetch(server.url)).status, 200)
  })

test('a port that PORT and ADMIN_LISTEN share is reported in one sentence', async () => {
  using installation = new Installation()
  const child = installation.start(['serve'], { PORT: '9100', ADMIN_LISTEN: '9100' })
  let printed = ''
  for await (const chunk of child.stderr) printed += String(chunk)
  assert.equal(printed, 'ADMIN_LISTEN and PORT must be different ports; both are 9100.\n')
})
