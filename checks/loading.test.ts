/** Runs the commands of docs/loading.md, with files of the fictional region under the names in the text. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { demo } from '@careatlas/contract/examples'
import { keepRows } from '@careatlas/fixtures/region/keep-rows'
import { type RegionFiles, writeRegion } from '@careatlas/fixtures/region/write-region'
import { skipSlow } from '@careatlas/fixtures/slow-tests.fixture'
import { spreadsheet } from '@careatlas/ingest/read/spreadsheet/spreadsheet.fixture'
import { zip } from '@careatlas/ingest/read/zip.fixture'

const root = join(import.meta.dirname, '..')
const guide = readFileSync(join(root, 'docs/loading.md'), 'utf8')
const formats = readFileSync(join(root, 'docs/file-formats.md'), 'utf8')
const run = promisify(execFile)

/** Returns the only `sh` block of the guide that contains `part`. */
function findCommand(part: string): string {
  const blocks = Array.from(guide.matchAll(/```sh\n([\s\S]*?)```/g), ([, text]) => text!)
  const [only, ...others] = blocks.filter((text) => text.includes(part))
  assert.ok(only && others.length === 0, part)
  return only
}

/** Returns the first block of the file formats in `language` that contains `part`. */
function findExample(language: string, part: string): string {
  const blocks = Array.from(formats.matchAll(/```(\w+)\n([\s\S]*?)```/g))
  return blocks.find(([, tag, text]) => tag === language && text!.includes(part))![2]!
}

function writeNamedFiles(folder: string): void {
  const region = writeRegion(join(folder, 'region'))
  const write = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content)
  mkdirSync(join(folder, 'nppes'))
  write('nppes/NPPES_Data_Dissemination_November_2026_V2.zip', createDissemination(region))
  const [header, ...rows] = readFileSync(region.nppes[0]!, 'utf8').split('\n')
  const week = [header, ...rows.slice(-200)].join('\n')
  write(
    'nppes/NPPES_Data_Dissemination_110926_111526_Weekly_V2.zip',
    zip([{ name: 'npidata_pfile_20251110-20251116.csv', content: week }]),
  )
  const report = spreadsheet([['banner'], ['NPI', 'NPPES Deactivation Date'], ['1000000004', '10/08/2025']])
  write(
    'nppes/NPPES_Deactivated_NPI_Report_110926.zip',
    zip([{ name: 'NPPES Deactivated NPI Report 20251109.xlsx', content: report }]),
  )
  write(
    'nucc_taxonomy_261.csv',
    'Code,Grouping,Classification,Specialization,Definition,Notes,Display Name,Section\n207RC0000X,A,B,C,,,Cardiologist of a test,Individual\n',
  )
  copyFileSync(region.payers, join(folder, 'payers.csv'))
  copyFileSync(region.observations[0]!, join(folder, 'partners.ndjson'))
  write('2026-11-01_in-network-rates.json.gz', gzipSync(findExample('json', 'in_network')))
  write(
    'DAC_NationalDownloadableFile.csv',
    `NPI,Med_sch,Grd_yr,adr_ln_1,City/Town,State,ZIP Code\n${demo.npi},OTHER,1999,12 QUAY ST,PROVIDENCE,RI,02903\n`,
  )
  write(
    'Hospital_General_Information.csv',
    'Facility ID,Facility Name,Address,City/Town,State,ZIP Code,Telephone Number,Hospital Type,Emergency Services\n410001,SEAVIEW HOSPITAL,1 SEAVIEW RD,PROVIDENCE,RI,02903,(401) 555-0100,Acute Care Hospitals,Yes\n',
  )
}

function createDissemination({ nppes, secondaryLocations, otherNames }: RegionFiles): Buffer {
  const files = [...nppes, ...secondaryLocations, ...otherNames]
  return zip(files.map((path) => ({ name: basename(path), content: readFileSync(path) })))
}

test(
  'the commands for the ingests, the snapshots and `show` run as written',
  { skip: skipSlow },
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'loading-'))
    writeNamedFiles(folder.path)
    const shell = async (text: string): Promise<string> => {
      const script = text.replaceAll('bin/careatlas', join(root, 'bin/careatlas'))
      const environment = { ...process.env, DATA_DIR: join(folder.path, 'data') }
      return (await run('bash', ['-ec', script], { cwd: folder.path, env: environment })).stdout
    }
    const table = await shell(findCommand('--deactivated nppes/NPPES_Deactivated_NPI_Report_110926.zip \\'))
    for (const [kind, file] of [
      ['registry', 'NPPES_Data_D'],
      ['secondary locations', 'NPPES_Data_D'],
      ['other names', 'NPPES_Data_D'],
      ['deactivated', 'NPPES_Deacti'],
      ['network', '2026-11-01_i'],
      ['clinicians', 'DAC_National'],
      ['facilities', 'Hospital_General'],
      ['observations', 'partners'],
    ] as const)
      assert.match(table, new RegExp(`^${kind} +\\S+ +\\d+ +\\d+ +\\d+ +${file}`, 'm'), kind)
    assert.match(await shell(findCommand('--update --nppes')), /^Published \S+: \d+ providers/m)
    assert.doesNotMatch(await shell(findCommand('--drop-source')), / 2026-11-01_i/)
    assert.match(
      await shell(findCommand('snapshots rollback')),
      /^20\S+ is intact and now current\.\nRemoved 20/m,
    )
    const shown = await shell(findCommand('careatlas show').replace('1234567893', demo.npi))
    assert.match(
      shown,
      /^primary taxonomy +207RC0001X +nppes +2025-11-16 +NPPES_Data\S+Weekly_V2\.zip$|^primary taxonomy +207RC0001X +nppes +2025-11-09 +NPPES_Data\S+$/m,
    )
  },
)

test('every option in the guide exists', async () => {
  const help = await Promise.all(
    [['ingest'], ['fetch', 'nppes'], ['show'], ['snapshots', 'list'], ['snapshots', 'prune']].map(
      async (args) => {
        const { stdout } = await run(join(root, 'bin/careatlas'), [...args, '--help'])
        return stdout
      },
    ),
  )
  for (const [option] of guide.matchAll(/--[a-z]+(?:-[a-z]+)*/g))
    assert.ok(help.join('').includes(option), option)
})

test('the examples of network files are valid', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'network-'))
  const [main = ''] = writeRegion(join(folder.path, 'region')).nppes
  keepRows(main, 200)
  const examples = [
    ['csv', 'npi,code,as_of'],
    ['json', 'in_network'],
    ['json', 'PractitionerRole'],
    ['json', 'HIOS-PLAN-ID'],
  ].map(([language, words], index) => ({
    name: `network${index}.${language}`,
    text: findExample(language!, words!),
  }))
  // Each file has its own carrier, because the ingest rejects a carrier without any NPI.
  const networks = examples.flatMap(({ name, text }, index) => {
    writeFileSync(join(folder.path, name), text)
    return ['--network', `DEMO${index}=${join(folder.path, name)}`]
  })
  const environment = { ...process.env, DATA_DIR: join(folder.path, 'data') }
  const ingest = ['ingest', '--nppes', main, ...networks]
  const { stdout } = await run(join(root, 'bin/careatlas'), ingest, { env: environment })
  for (const { name } of examples) assert.match(stdout, new RegExp(`^network .* ${name}$`, 'm'))
})
