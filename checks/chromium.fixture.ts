/** For tests: Debian's Chromium, headless, with an empty profile. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const program = '/usr/bin/chromium'

/** Null if Chromium is not installed; installing it requires root and apt-get. */
export async function openChromium(): Promise<Browser | null> {
  if (!existsSync(program) && process.getuid?.() === 0) {
    spawnSync('flock', [join(tmpdir(), 'apt.lock'), 'apt-get', 'install', '-y', '-qq', 'chromium'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    })
  }
  if (!existsSync(program)) return null
  // Chromium cannot use its sandbox as root. Only pages of our server are opened.
  return chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
}
