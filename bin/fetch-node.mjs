/**
 * Fetches Node into the folder `.node` unless a supported one is installed. `npm ci` runs this file as `postinstall` with any Node,
 * so it is JavaScript. package-lock.json does not cover the fetched Node, so its hash is checked here.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, '.node')

// npm 10 runs the scripts of `npm ci --dry-run` too.
const isDryRun = process.env.npm_config_dry_run === 'true'

// The scripts of bin/ need a POSIX shell; on Windows they run in WSL, whose platform is Linux.
if (process.platform !== 'win32' && !isDryRun && !isSupported()) await fetchNode()

/** Returns whether bin/node finds a Node that `engines` of package.json includes. */
function isSupported() {
  return spawnSync(join(root, 'bin/node'), ['--version']).status === 0
}

async function fetchNode() {
  const platform = `${process.platform}-${process.arch}`
  const [, version, hash] = findInTable('bin/node-sha256.txt', `^${platform} (\\S+) (\\S+)$`) ?? []
  if (version === undefined) {
    // The install succeeds, because Node can be installed after it. Until then, bin/node prints what is missing.
    console.error(`There is no Node 24 for ${platform} to fetch. Install it: https://nodejs.org`)
    return
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const problem = (await download(`node-${platform}`, version)) ?? verify(hash)
  if (problem === null) return
  rmSync(folder, { recursive: true })
  console.error(`${problem} Try again with \`npm run postinstall\`, or install Node 24: https://nodejs.org`)
  process.exitCode = 1
}

/** Unpacks Node and its license from an npm package; returns a sentence if that fails. Only npm knows the registry and the proxy. */
async function download(name, version) {
  const [, size] = findInTable('bin/install-sizes.txt', '^node (\\d+)$')
  console.error(`Fetching Node ${version} (${size} MB, once)…`)
  const started = performance.now()
  const progress = setInterval(() => {
    console.error(`  ${Math.round((performance.now() - started) / 1000)} s`)
  }, 5000)
  const npm = spawn('npm', ['pack', '--loglevel=error', '--pack-destination', folder, `${name}@${version}`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [status] = await once(npm, 'close')
  clearInterval(progress)
  if (status !== 0) return `npm could not fetch ${name}@${version}.`
  const archive = join(folder, `${name}-${version}.tgz`)
  const files = ['package/bin/node', 'package/LICENSE']
  const tar = spawnSync('tar', ['-xzf', archive, '-C', folder, ...files], { stdio: 'inherit' })
  if (tar.status !== 0) return `${name}@${version} could not be unpacked.`
  rmSync(archive)
  return null
}

/** Moves Node to where bin/node finds it if its hash is right; else returns a sentence. */
function verify(hash) {
  const content = readFileSync(join(folder, 'package/bin/node'))
  const fetched = createHash('sha256').update(content).digest('hex')
  if (fetched !== hash)
    return `The fetched Node has the SHA-256 ${fetched}, not ${hash} of bin/node-sha256.txt, and was deleted.`
  renameSync(join(folder, 'package/bin'), join(folder, 'bin'))
  return isSupported() ? null : 'The fetched Node does not run on this system, and was deleted.'
}

function findInTable(file, line) {
  return new RegExp(line, 'm').exec(readFileSync(join(root, file), 'utf8'))
}
