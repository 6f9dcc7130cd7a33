/** Runs the commands of the README and compares the responses with those that it shows. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Installation } from '@careatlas/bin/command.fixture'
import { publishDemoRegion } from '@careatlas/bin/demo-region.fixture'
import { LoggedServer } from '@careatlas/server/logged-server.fixture'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

function findBlock(language: string, containing: string): string {
  const blocks = [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
  const found = blocks.find(([, tag, text]) => tag === language && text?.includes(containing))
  if (!found?.[2]) throw new Error(`README has no ${language} block with ${containing}`)
  return found[2]
}

/** Asserts that `whole` contains every value of `part`. */
function assertContains(part: unknown, whole: unknown, path = '$'): void {
  if (Array.isArray(part)) {
    assert.ok(Array.isArray(whole) && whole.length === part.length, path)
    for (const [index, value] of part.entries())
      assertContains(value, (whole as unknown[])[index], `${path}[${index}]`)
  } else if (typeof part === 'object' && part !== null) {
    for (const [name, value] of Object.entries(part)) {
      assertContains(value, (whole as Record<string, unknown>)[name], `${path}.${name}`)
    }
  } else assert.deepEqual(whole, part, path)
}

/** The fictional region, served in this process. */
async function startDemo({ dataDir }: Installation): Promise<LoggedServer> {
  await publishDemoRegion(dataDir)
  return LoggedServer.start(dataDir, { AUTH: 'on' })
}

async function createKey(installation: Installation): Promise<string> {
  return (await installation.run('keys', 'create', '--label', 'readme')).stdout.trim()
}

test('the first search of the README returns the response shown', async () => {
  using installation = new Installation()
  await using server = await startDemo(installation)
  const key = await createKey(installation)
  const command = findBlock('sh', 'curl')
    .replace(/export KEY=.*/, '')
    .replaceAll('http://127.0.0.1:8080', server.url)
  const { stdout } = await promisify(execFile)('bash', ['-c', command], { env: { ...process.env, KEY: key } })
  assertContains(JSON.parse(findBlock('json', 'search_mode')), JSON.parse(stdout))
})

const searches = [...readme.matchAll(/`((?:q|last_name|lat|zip|name)=[^`]+)`/g)].map(
  ([, query]) => query as string,
)

test('every search in the README has results in the demo region', async () => {
  using installation = new Installation()
  await using server = await startDemo(installation)
  const key = await createKey(installation)
  assert.ok(searches.length >= 6)
  for (const query of searches) {
    const collection = /(^|&)name=|center/.test(query) ? 'locations' : 'providers'
    const url = `${server.url}/v1/${collection}?${query}`
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    assert.equal(response.status, 200, query)
    const { meta } = (await response.json()) as { meta: { count: number } }
    assert.ok(meta.count > 0, query)
  }
})

test('every option in the README exists', async () => {
  using installation = new Installation()
  const outputs = await Promise.all([
    installation.run('ingest', '--help'),
    installation.run('partners', 'add', '--help'),
  ])
  const help = outputs.map(({ stdout }) => stdout).join('')
  const options = new Set(readme.match(/--(?:nppes|network|payers|[a-z]+(?:-[a-z]+)+|observations|nucc)\b/g))
  for (const option of options) assert.ok(help.includes(option), option)
})

test('the README describes every package, and only packages', () => {
  const { workspaces } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    workspaces: string[]
  }
  const described = [...readme.matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, name]) => String(name))
  assert.deepEqual(described.filter((name) => name !== 'docs').toSorted(), workspaces.toSorted())
})
