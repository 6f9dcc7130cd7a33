/** Debian's Chromium, headless, as a new visitor has it. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const program = '/usr/bin/chromium'

/** Null where it is not installed, and cannot be without root and apt-get. */
export async function openChromium(): Promise<Browser | null> {
  if (!existsSync(program) && process.getuid?.() === 0) {
    spawnSync('flock', [join(tmpdir(), 'apt.lock'), 'apt-get', 'install', '-y', '-qq', 'chromium'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    })
  }
  if (!existsSync(program)) return null
  // As root there is no sandbox; the pages are our own.
  return chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
}
