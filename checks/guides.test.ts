/**
 * Runs the commands of the guides in their order, as one operator would: a week of the registry, a payer, enrichment, the weekly
 * update, an audit, a listing, a backup. The rows are of a real week if the machine has it: about 300 of them, or with GUIDE_ROWS=all,
 * which `npm run test:long` sets, every row.
 */
import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  globSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { writeRegion } from '@careatlas/fixtures/region/write-region'
import { createArchive, RegistrySite } from '@careatlas/ingest/fetch/registry-site.fixture'
import { findRealFile } from '@careatlas/ingest/read/real-files.fixture'
import { zip } from '@careatlas/ingest/read/zip.fixture'
import { readConfig } from '@careatlas/server/config'
import { findBlocks } from './code-blocks.fixture.ts'

const root = join(import.meta.dirname, '..')
const command = join(root, 'bin/careatlas')
const run = promisify(execFile)
const folder = mkdtempDisposableSync(join(tmpdir(), 'guides-'))
after(() => folder.remove())

const week = 'NPPES_Data_Dissemination_110926_111526_Weekly_V2.zip'
const rowsMax = process.env.GUIDE_ROWS === 'all' ? Infinity : 300

let rows: string
let clinicians: readonly string[]
let site: RegistrySite
let url = ''
const variables: Record<string, string> = {}
const executed = new Set<string>()

before(async () => {
  rows = readWeek()
  clinicians = Array.from(rows.matchAll(/^"(\d{10})","1",/gm), ([, npi]) => npi!)
  const archive = zip([{ name: 'npidata_pfile_20261109-20261115.csv', content: rows }])
  site = await RegistrySite.open({
    [week]: archive,
    'NPPES_Data_Dissemination_November_2026_V2.zip': zip([
      { name: 'npidata_pfile_20050523-20261109.csv', content: rows },
    ]),
    'NPPES_Deactivated_NPI_Report_110926.zip': createArchive('NPPES Deactivated NPI Report 20261109.xlsx'),
  })
})
after(() => site[Symbol.asyncDispose]())

/** Evenly spaced rows of the real week, or of the fictional region. */
function readWeek(): string {
  const real = findRealFile('nppes/npidata_pfile_20240101-20240107.csv.gz')
  const file = real ?? writeRegion(join(folder.path, 'region')).nppes[0]!
  const bytes = readFileSync(file)
  const [header, ...all] = (real === null ? bytes : gunzipSync(bytes)).toString().trimEnd().split('\n')
  const step = Math.max(1, Math.floor(all.length / rowsMax))
  return `${[header, ...all.filter((_, index) => index % step === 0)].join('\n')}\n`
}

/** Runs commands of a document, with the addresses and paths of this test. */
async function execute(block: string): Promise<string> {
  executed.add(block)
  const script = block
    .replaceAll(/(?<![\w/.-])(?:bin\/)?careatlas (?=[a-z])/g, `${command} `)
    .replaceAll('fetch nppes', `fetch nppes --from ${site.base.href}`)
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll(/ \/(?:data|backup)\//g, ` ${folder.path}/`)
    .replaceAll('=/data/', `=${folder.path}/`)
    .replaceAll('/etc/careatlas/', `${folder.path}/`)
    .replaceAll('show 1234567893', `show ${variables.NPI}`)
    .replaceAll(/^export NPI=.*$/gm, '')
  // The exported key stays for the following blocks, as in a terminal.
  const { stdout } = await run('bash', ['-ec', `${script}\n[ -z "$KEY" ] || echo "KEY=$KEY" >&2`], {
    cwd: folder.path,
    env: { ...process.env, ...variables },
    maxBuffer: 32 * 1024 * 1024,
  }).then((result) => {
    const [, key] = /^KEY=(\S+)$/m.exec(result.stderr) ?? []
    if (key !== undefined) variables.KEY = key
    return result
  })
  return stdout
}

/** Returns the `sh` blocks of a guide. */
const shell = (guide: string): readonly string[] => findBlocks(`docs/${guide}.md`, 'sh')

interface Listing {
  readonly code: string
  readonly as_of: string
}

/** The members of cards and carriers that the tests read. */
interface Item {
  readonly npi: string
  readonly code: string
  readonly provider_count: number
  readonly carriers: readonly Listing[]
}

const parseItems = (text: string) => (JSON.parse(text) as { readonly data: readonly Item[] }).data
const parseCard = (text: string) => (JSON.parse(text) as { readonly data: Item }).data

/** The server looks for a new snapshot once a second. */
async function waitForCarrier(): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/v1/carriers?q=narrows`)
    const [carrier] = parseItems(await response.text())
    if ((carrier?.provider_count ?? 0) > 0) return
    await sleep(50)
  }
}

describe('the commands of the guides', () => {
  let server: ReturnType<typeof spawn>
  after(() => server.kill())

  test('quickstart.md leads from the weekly file to a search and a card', async () => {
    const [, ingest = '', serve = '', search = '', card = '', facts = ''] = shell('quickstart')
    assert.match(await execute(ingest), /^Published 2026-11-15\.1: \d+ providers/m)
    executed.add(serve)
    server = spawn(join(root, serve.trim().split(' ')[0]!), ['serve'], {
      cwd: folder.path,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const chunk of server.stdout!) {
      url = /^open +(\S+)\/$/m.exec(String(chunk))?.[1] ?? url
      if (url !== '') break
    }
    assert.notEqual(url, '', 'the server starts')
    const hits = parseItems(await execute(search))
    assert.equal(hits.length, 2)
    variables.NPI = hits[0]!.npi
    assert.equal(parseCard(await execute(card)).npi, variables.NPI)
    assert.match(await execute(facts), new RegExp(`^primary taxonomy .* nppes +2026-11-15 +${week}$`, 'm'))
  })

  test('payer-networks.md leads from a file of a payer to a filtered search', async () => {
    const [dryRun = '', add = '', carriers = '', search = '', replace = ''] = shell('payer-networks')
    writeFileSync(join(folder.path, 'payers.csv'), findBlocks('docs/payer-networks.md', 'csv')[0]!)
    const groups = [{ npi: clinicians.map(Number), tin: { type: 'ein', value: '000000000' } }]
    const network = {
      in_network: [{ negotiated_rates: [{ provider_groups: groups, negotiated_prices: [] }] }],
    }
    for (const month of ['10', '11'])
      writeFileSync(
        join(folder.path, `2026-${month}-01_in-network-rates.json.gz`),
        gzipSync(JSON.stringify(network)),
      )
    assert.match(await execute(dryRun), /^network +2026-10-01 /m)
    assert.match(await execute(add), /^Published /m)
    await waitForCarrier()
    const [carrier] = parseItems(await execute(carriers))
    assert.equal(carrier!.code, '00890')
    const hits = parseItems(await execute(search))
    assert.ok(hits.length > 0)
    for (const hit of hits)
      assert.deepEqual(
        hit.carriers.map(({ code, as_of }) => [code, as_of]),
        [['00890', '2026-10-01']],
      )
    assert.match(await execute(replace), /^network +2026-11-01 /m)
  })

  test('enrichment.md adds an observation and files of CMS, with their dates', async () => {
    const [observations = '', cms = '', facts = ''] = shell('enrichment')
    const [example = ''] = findBlocks('docs/enrichment.md', 'json')
    writeFileSync(join(folder.path, 'partners.ndjson'), example.replace('2000000002', variables.NPI!))
    writeFileSync(
      join(folder.path, 'DAC_NationalDownloadableFile.csv'),
      `NPI,Med_sch,Grd_yr,adr_ln_1,City/Town,State,ZIP Code\n${variables.NPI},HARBORVIEW SCHOOL OF MEDICINE,1999,12 QUAY ST,PROVIDENCE,RI,02903\n`,
    )
    writeFileSync(
      join(folder.path, 'Hospital_General_Information.csv'),
      'Facility ID,Facility Name,Address,City/Town,State,ZIP Code,Telephone Number,Hospital Type,Emergency Services\n410001,SEAVIEW HOSPITAL,1 SEAVIEW RD,PROVIDENCE,RI,02903,(401) 555-0100,Acute Care Hospitals,Yes\n',
    )
    assert.match(await execute(observations), /^observations +2025-09-24 +1 +1 +0 /m)
    assert.match(await execute(cms), /^clinicians +2026-10-15 [^]*^facilities +2026-09-30 /m)
    const printed = await execute(facts)
    assert.match(printed, / partner_survey +2025-09-24 +partners\.ndjson$/m)
    assert.match(printed, / cms_doctors_clinicians +2026-10-15 +DAC_/m)
  })

  test('self-hosting.md: the weekly update downloads and publishes nothing that is already there', async () => {
    const [update = ''] = shell('self-hosting')
    assert.match(await execute(update), /nothing/i)
  })

  test('auditing.md: the rows support every statement', async () => {
    copyFileSync(join(folder.path, 'nppes', week), join(folder.path, week))
    for (const block of shell('auditing'))
      assert.match(await execute(block), /\b0 unsupported|every statement/i)
  })

  test('listing.md writes the files', async () => {
    const [block = ''] = shell('listing')
    await execute(block)
    assert.equal(globSync('listing/*', { cwd: folder.path }).length, 3)
  })

  test('state.md: a backup is restored', async () => {
    const [block = ''] = shell('state')
    executed.add(block)
    const [backup = '', restore = ''] = block.trim().split('\n')
    await execute(backup)
    server.kill()
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(join(folder.path, 'data/state'), { recursive: true })
    await execute(restore)
    assert.match((await run(command, ['keys', 'list'], { cwd: folder.path })).stdout, /quickstart/)
  })

  test('state.md: only the user can read the created key, and the server accepts it', async () => {
    const block = shell('state').find((text) => text.includes('openssl'))!
    await execute(block)
    const path = join(folder.path, 'state-key')
    assert.equal(statSync(path).mode & 0o077, 0)
    assert.match(block, /^export STATE_ENCRYPTION_KEY_FILE=\/etc\/careatlas\/state-key$/m)
    const serving = spawn(command, ['serve'], {
      cwd: folder.path,
      env: { ...process.env, PORT: '0', STATE_ENCRYPTION_KEY_FILE: path },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(serving.stdout, 'data')
    serving.kill()
    const [status] = await once(serving, 'exit')
    assert.equal(status, 0)
  })

  test('the README: the registry is fetched, ingested and gets a key', async () => {
    const block = findBlocks('README.md', 'sh').find((text) => text.includes('fetch nppes'))!
    executed.add(block)
    const lines = block.replace('bin/careatlas serve\n', '')
    rmSync(join(folder.path, 'data'), { recursive: true })
    assert.match(await execute(lines), /^Published [^]*\ncareatlas_sk_\w+$/m)
  })
})

/** Documents and blocks whose commands another test runs. */
const elsewhere: Readonly<Record<string, string>> = {
  'README.md': 'checks/readme.test.ts',
  'docs/chat.md': 'bin/partners.test.ts',
  'docs/loading.md': 'checks/loading.test.ts',
  'docs/reports.md': 'bin/reports.test.ts',
  'docs/state.md': 'bin/state.test.ts',
  'examples/chat-identity-provider/README.md': 'checks/chat-examples-in-browser.test.ts',
  'examples/chat-page/README.md': 'checks/chat-examples-in-browser.test.ts',
  'examples/chat-react/README.md': 'checks/chat-examples-in-browser.test.ts',
  'examples/mcp/README.md': 'checks/mcp-examples.test.ts',
  'examples/typescript/README.md': 'checks/client-examples.test.ts',
  'examples/python/README.md': 'checks/client-examples-python.long.ts',
}

test('a test runs every command of the documents, except npm ci, which precedes every test', () => {
  const files = globSync(['docs/*.md', 'README.md', 'examples/*/README.md'], { cwd: root })
  for (const file of files)
    for (const block of findBlocks(file, 'sh'))
      assert.ok(
        executed.has(block) || file in elsewhere || block === 'npm ci --omit=dev\n',
        `${file}: ${block}`,
      )
})

test('the snippets in TypeScript and Python are only in docs/clients.md, which has its own tests', () => {
  for (const file of globSync('docs/*.md', { cwd: root }))
    if (file !== 'docs/clients.md')
      for (const language of ['ts', 'python', 'js']) assert.deepEqual(findBlocks(file, language), [], file)
})

test('every JSON block of the documents can be parsed, and commands are only in blocks that a test runs', () => {
  for (const file of globSync(['docs/*.md', 'README.md', 'examples/*/README.md'], { cwd: root })) {
    for (const block of findBlocks(file, 'json'))
      assert.doesNotThrow(() => JSON.parse(block), `${file}: ${block}`)
    for (const tag of ['bash', 'shell', 'console']) assert.deepEqual(findBlocks(file, tag), [], file)
  }
})

describe('self-hosting.md', () => {
  const [settings = '', unit = ''] = findBlocks('docs/self-hosting.md', 'ini')

  test('has valid settings', () => {
    const entries = settings
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string])
    const { baseUrl, trustedProxies, isLocalOnly } = readConfig(Object.fromEntries(entries))
    assert.deepEqual(
      [baseUrl, trustedProxies, isLocalOnly],
      ['https://care.example.org', ['127.0.0.1'], false],
    )
  })

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  test('has a valid unit', { skip: !hasSystemd && 'systemd-analyze is not installed' }, () => {
    const path = join(folder.path, 'careatlas.service')
    writeFileSync(path, unit.replaceAll('/opt/careatlas', root))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
    const problems = stderr.split('\n').filter((line) => line.includes('careatlas.service'))
    assert.deepEqual([status, problems], [0, []])
    writeFileSync(path, unit.replace('Restart=', 'Restrat='))
    assert.match(spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' }).stderr, /Restrat/)
  })
})

test('versioning.md names what the OpenAPI document deprecates', () => {
  const document = readFileSync(join(root, 'contract/openapi.json'), 'utf8')
  const deprecated = Array.from(document.matchAll(/"(\w+)": \{[^{}]*"deprecated": true/g), ([, name]) => name)
  assert.deepEqual(new Set(deprecated), new Set(['region']))
})
