/** `careatlas serve` with a log or an output that cannot be written. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { Installation } from './command.fixture.ts'

const serve = `'${process.execPath}' '${join(import.meta.dirname, 'main.ts')}' serve`

/** Runs `command` in a shell, with a line in the log per request. */
function startShell(installation: Installation, file: string, args: readonly string[]) {
  const settings = { DATA_DIR: installation.dataDir, PORT: '0', ACCESS_LOG: 'on', RATE_LIMITS: 'off' }
  return spawn(file, args, { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function readUntil(output: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  let printed = ''
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    printed += String(chunk)
    const match = pattern.exec(printed)
    if (match) return match
  }
  throw new Error(`No ${pattern} in ${JSON.stringify(printed)}`)
}

const readUrl = async ({ stdout }: { readonly stdout: Readable }) =>
  (await readUntil(stdout, /open +(\S+)\/\r?\n/))[1]!

async function request(url: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) assert.equal((await fetch(`${url}/docs`)).status, 200)
}

/** False also for a process that has ended and that its parent has not yet waited for. */
const isRunning = (pid: number) => {
  const path = `/proc/${pid}/stat`
  return existsSync(path) && !/\) Z /.test(readFileSync(path, 'utf8'))
}

describe('a server whose log cannot be written', { timeout: 120_000 }, () => {
  test('keeps responding on a full disk, and stops with status 0', async () => {
    using installation = new Installation()
    const child = startShell(installation, 'sh', ['-c', `exec ${serve} 2>/dev/full`])
    try {
      const url = await readUrl(child)
      await request(url, 50)
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      assert.deepEqual(await exited, [0, null])
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('stops after SIGTERM while no process reads its log', async () => {
    using installation = new Installation()
    const child = startShell(installation, 'sh', ['-c', `exec ${serve}`])
    try {
      const url = await readUrl(child)
      await request(url, 1000)
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('stops after its terminal closes', { skip: skipSlow }, async () => {
    using installation = new Installation()
    const terminal = startShell(installation, 'script', ['-qfc', `echo pid $$; exec ${serve}`, '/dev/null'])
    const pid = Number((await readUntil(terminal.stdout, /pid (\d+)[^]*open /))[1])
    try {
      terminal.kill('SIGKILL')
      while (isRunning(pid)) await new Promise((resolve) => void setTimeout(resolve, 50))
    } finally {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    }
  })
})

test('a server keeps responding if standard output cannot be written', async () => {
  using installation = new Installation()
  const child = startShell(installation, 'sh', ['-c', `exec ${serve} >/dev/full`])
  try {
    const url = (await readUntil(child.stderr, /"url":"([^"]+)".*"listening"/))[1]!
    child.stderr.resume()
    await request(url, 10)
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  } finally {
    child.kill('SIGKILL')
  }
})
