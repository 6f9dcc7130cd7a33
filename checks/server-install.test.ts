/** `npm ci --omit=dev` in a copy of the repository gives a server that answers searches. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { publishSmallDirectory } from '@careatlas/server/small-directory.fixture'

const root = resolve(import.meta.dirname, '..')

/** What a clone does not have. */
const local = new Set(['.git', '.node', 'data', 'node_modules'])

test(
  'a server installed without development packages answers a search',
  { skip: skipSlow },
  async (context) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'server-install-'))
    const clone = join(folder.path, 'clone')
    cpSync(root, clone, { recursive: true, filter: (path) => !local.has(basename(path)) })
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` }
    const install = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund']
    const installed = spawnSync('npm', install, { cwd: clone, env, encoding: 'utf8' })
    if (/\b(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED)\b/.test(installed.stderr))
      return context.skip('the npm registry cannot be reached')
    assert.equal(installed.status, 0, installed.stderr)
    const dataDir = join(folder.path, 'data')
    await publishSmallDirectory(dataDir, '2026-11-09.1')
    const server = spawn(join(clone, 'bin/careatlas'), ['serve'], {
      env: { ...env, DATA_DIR: dataDir, PORT: '0', AUTH: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const response = await fetch(`${await readUrl(server.stdout)}/v1/providers?q=cardiologist`)
      assert.equal(response.status, 200, await response.text())
    } finally {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
  },
)

/** The address that the server prints. */
async function readUrl(printed: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: printed })) {
    const [, url] = / listens on (\S+)$/.exec(line) ?? []
    if (url !== undefined) return url
  }
  return assert.fail('the server did not start')
}
