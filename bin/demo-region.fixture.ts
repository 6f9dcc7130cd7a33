/** For tests: the snapshot of the fictional region that `careatlas demo` publishes, created once for each version of the code. */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingest } from '@careatlas/ingest/ingest'
import { silentProgress } from '@careatlas/ingest/progress'
import { createDemoIngest } from './demo-ingest.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/demo-region')

/** The code and the data that the bytes of the snapshot depend on. */
const dependencies = [
  '{contract,directory,fixtures,ingest,search,vocabulary}/**/*',
  'bin/demo-ingest.ts',
  'package-lock.json',
]

/** Publishes the region in an empty data folder, so that `careatlas demo` starts without an ingest. */
export async function publishDemoRegion(dataDir: string): Promise<void> {
  cpSync(await createRegion(), dataDir, { recursive: true })
}

/** Returns the data folder in the cache. If several processes create it at the same time, the first one stays. */
async function createRegion(): Promise<string> {
  const digest = digestDependencies()
  const folder = join(cache, digest)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'draft-'))
  using files = mkdtempDisposableSync(join(tmpdir(), 'fictional-region-'))
  await ingest(createDemoIngest(files.path), draft, silentProgress)
  if (existsSync(folder)) rmSync(draft, { recursive: true })
  else renameSync(draft, folder)
  for (const name of readdirSync(cache))
    if (name !== digest && !name.startsWith('draft-'))
      rmSync(join(cache, name), { recursive: true, force: true })
  return folder
}

function isIrrelevant(name: string): boolean {
  return name === 'node_modules' || /\.(?:test|long|suite)\.ts$/.test(name)
}

function digestDependencies(): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of globSync(dependencies, { cwd: root, exclude: isIrrelevant }).toSorted())
    if (statSync(join(root, path)).isFile()) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}
