/** One ingest at a time per data folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../lock-folder.ts'

const lockFile = 'ingest.lock'
const pidFile = 'ingest.pid'

/** Claims `dataDir` until disposed; throws CouldNotWrite, naming the process that holds it if one does. */
export function claim(dataDir: string): Disposable {
  mkdirSync(dataDir, { recursive: true })
  using claimed = new DisposableStack()
  claimed.use(lockFolder(join(dataDir, lockFile), () => heldByAnother(dataDir)))
  writeFileSync(join(dataDir, pidFile), `${process.pid}\n`)
  return claimed.move()
}

function heldByAnother(dataDir: string): string {
  return `Another ingest (process ${holder(dataDir)}) is writing to ${dataDir}. Wait for it to end, or use another DATA_DIR.`
}

function holder(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, pidFile), 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
