/** For tests: Debian's Chromium with an empty profile. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** The headless shell has the same engine without the windows of a browser; its pages take an eighth of the CPU time. */
type Program = 'chromium' | 'chromium-headless-shell'

const pathOf = (program: Program) => `/usr/bin/${program}`

/** The headless shell of the test files in this process, each of which closes it after all tests: starting it takes a second. */
let shared: Promise<Browser | null> | null = null

/** Falls back to the whole browser. Null if neither is installed; installing them requires root and apt-get. */
export function openChromium(program: Program = 'chromium-headless-shell'): Promise<Browser | null> {
  return program === 'chromium' ? launch(program) : (shared ??= launch(program))
}

async function launch(program: Program): Promise<Browser | null> {
  if (!existsSync(pathOf(program)) && process.getuid?.() === 0) {
    spawnSync('flock', [join(tmpdir(), 'apt.lock'), 'apt-get', 'install', '-y', '-qq', program], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    })
  }
  const executablePath = [program, 'chromium' as const].map(pathOf).find(existsSync)
  if (executablePath === undefined) return null
  // Chromium cannot use its sandbox as root. Only pages of our server are opened.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}
