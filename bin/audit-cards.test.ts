/** `careatlas audit-cards`: rows support every card, and every unsupported statement is found. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { type AuditReport, auditCards, prepareAudit } from '@careatlas/audit/audit-cards'
import { checkLocation } from '@careatlas/audit/check-location'
import { checkProvider } from '@careatlas/audit/check-provider'
import type { Checked } from '@careatlas/audit/context'
import { locationFaults } from '@careatlas/audit/location-faults.fixture'
import type { PlantedFault } from '@careatlas/audit/planted-fault.fixture'
import { providerFaults } from '@careatlas/audit/provider-faults.fixture'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { runsSlowTests } from '@careatlas/fixtures/slow-tests.fixture'
import { notice, type RegionFiles, writeRegion } from '@careatlas/fixtures/region/write-region'
import { affiliationsFile } from '@careatlas/ingest/cms/affiliations.fixture'
import { Installation } from './command.fixture.ts'
import { assertSupportedTexts } from './checked-texts.fixture.ts'

/** Cards into which each fault is planted. */
const plantedMax = runsSlowTests ? 40 : 10

interface CredentialChange {
  /** The credential cell to replace. */
  readonly cell: string
  readonly replacement: string
  readonly license: 'digits' | 'none'
  /** Replaces the first taxonomy code. */
  readonly code?: string
}

/** Each change applies to at most `plantedMax` rows, which no earlier change has used. */
const credentialChanges: readonly CredentialChange[] = [
  { cell: '"LMHC"', replacement: '"LMHCA"', license: 'digits' },
  { cell: '"LMHC"', replacement: '"LMHC INTERN"', license: 'digits' },
  { cell: '"LICSW"', replacement: '"SW CANDIDATE"', license: 'none' },
  { cell: '"PA-C"', replacement: '"PA-S"', license: 'none' },
  { cell: '"PA"', replacement: '"PA STUDENT"', license: 'none' },
  { cell: '"MD"', replacement: '"MD (RESIDENT)"', license: 'none' },
  { cell: '"RN"', replacement: '"RN (INACTIVE)"', license: 'digits' },
  { cell: '"BSN, RN"', replacement: '""', license: 'none', code: '172A00000X' },
]

const folder = mkdtempSync(join(tmpdir(), 'audited-region-'))
const installation = new Installation()
let files: RegionFiles

before(async () => {
  files = writeRegion(folder)
  addTrainees(files)
  const networks = files.networks.flatMap(({ code, file }) => ['--network', `${code}=${file}`])
  const { status, stderr } = await installation.run(
    'ingest',
    '--nppes',
    ...files.nppes,
    '--secondary-locations',
    ...files.secondaryLocations,
    '--other-names',
    ...files.otherNames,
    '--observations',
    ...files.observations,
    '--payers',
    files.payers,
    '--notice',
    notice,
    ...networks,
    '--clinicians',
    cmsClinicians(files),
    cmsAffiliations(files),
    '--facilities',
    cmsHospitals(files),
  )
  assert.equal(status, 0, stderr)
})
after(() => {
  installation[Symbol.dispose]()
  rmSync(folder, { recursive: true })
})

/** Adds clinicians that the fictional region lacks: associates, students, interns, residents, inactive nurses and drivers. */
function addTrainees({ nppes: [path = ''] }: RegionFiles): void {
  const counts = credentialChanges.map(() => 0)
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => {
      const changeIndex = credentialChanges.findIndex(
        ({ cell }, index) => line.includes(cell) && counts[index]! < plantedMax,
      )
      if (changeIndex === -1) return line
      counts[changeIndex]!++
      const { cell, replacement, license, code } = credentialChanges[changeIndex]!
      const changed = line
        .replace(cell, replacement)
        .replaceAll(/"FX(?=\d+")/g, license === 'digits' ? '"' : '"FX')
      const unlicensed = license === 'none' ? changed.replaceAll(/"FX\d+"/g, '""') : changed
      return code === undefined ? unlicensed : unlicensed.replace(/"\d{3}[A-Z\d]{6}X"/, `"${code}"`)
    })
  writeFileSync(path, lines.join('\n'))
}

/** Writes the CMS file that the fictional region lacks, with schools, hospitals and telehealth. */
function cmsClinicians({ nppes }: RegionFiles): string {
  const rows = rowsOf(nppes[0]!).filter(
    (row) => row['Entity Type Code'] === '1' && row['NPI Deactivation Date'] === '',
  )
  const lines = rows.slice(0, 300).map((row, index) => {
    const providerCell = (name: string): string => row[`Provider ${name}`] ?? ''
    const address = [
      providerCell('First Line Business Practice Location Address'),
      providerCell('Second Line Business Practice Location Address'),
      providerCell('Business Practice Location Address City Name'),
      providerCell('Business Practice Location Address State Name'),
      providerCell('Business Practice Location Address Postal Code'),
    ]
    const person = [providerCell('Last Name (Legal Name)'), providerCell('First Name')]
    const values = [
      index % 2 === 0 ? 'BLACKSTONE MEDICAL COLLEGE' : 'OTHER',
      1980 + (index % 40),
      index % 3 === 0 ? 'Y' : '',
      index % 4 === 0 ? 'Y' : 'M',
    ]
    return [row['NPI'], ...person, ...values, 'NARROWS MEDICAL GROUP', 'SEAVIEW HOSPITAL', ...address]
      .map((cell) => `"${cell}"`)
      .join(',')
  })
  const header =
    'NPI,lst_nm,frst_nm,Med_sch,Grd_yr,Telehlth,ind_assgn,org_nm,hosp_afl_lbn_1,adr_ln_1,adr_ln_2,cty,st,zip'
  return writeLines('clinicians_2025-10-01.csv', [header, ...lines])
}

/** Writes the affiliations of clinicians with the first hospital, which the file identifies only by its number. */
function cmsAffiliations({ nppes }: RegionFiles): string {
  const rows = rowsOf(nppes[0]!).filter((row) => row['Entity Type Code'] === '1')
  const lines = rows.slice(300, 340).map((row) => ({ npi: row['NPI']!, certification: '410001' }))
  const path = join(folder, 'Facility_Affiliation_2025-10-01.csv')
  writeFileSync(path, affiliationsFile(lines))
  return path
}

/** Writes a list of hospitals, which are organizations of the region; every other one has emergency services. */
function cmsHospitals({ nppes }: RegionFiles): string {
  const rows = rowsOf(nppes[0]!).filter((row) => row['Entity Type Code'] === '2')
  const lines = rows.slice(0, 20).map((row, index) => {
    const providerCell = (name: string): string => row[`Provider ${name}`] ?? ''
    return [
      String(410001 + index),
      `${row['Provider Organization Name (Legal Business Name)']}`,
      providerCell('First Line Business Practice Location Address'),
      providerCell('Business Practice Location Address City Name'),
      providerCell('Business Practice Location Address State Name'),
      providerCell('Business Practice Location Address Postal Code').slice(0, 5),
      providerCell('Business Practice Location Address Telephone Number'),
      'Acute Care Hospitals',
      index % 2 === 0 ? 'Yes' : 'No',
    ]
      .map((cell) => `"${cell}"`)
      .join(',')
  })
  const header =
    'Facility ID,Facility Name,Address,City,State,ZIP Code,Phone Number,Hospital Type,Emergency Services'
  return writeLines('hospitals_2025-10-01.csv', [header, ...lines])
}

function rowsOf(path: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const names = cellsOf(header)
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, index) => [names[index]!, cell])))
}

/** The rows of the region have neither quotes nor commas in a cell. */
function cellsOf(line: string): string[] {
  return line.trim().replaceAll(/^"|"$/g, '').split(/"?,"?/)
}

function writeLines(name: string, lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

function currentSnapshotFolder(): string {
  return snapshotFolder(installation.dataDir, readCurrentGeneration(installation.dataDir)!)
}

test('rows support every statement on the cards of the fictional region', async (t) => {
  const { status, stdout, stderr } = await installation.run('audit-cards', '--json')
  const report = JSON.parse(stdout) as AuditReport
  printDiagnostics(t, report)
  assert.deepEqual(report.findings.slice(0, 20), [], stderr)
  assert.equal(status, 0)
  assert.ok(report.cards.providers >= 2500 && report.cards.locations >= 700)
})

test('cards support every claim in the texts about the fictional region', () => {
  const { clinicians, places } = assertSupportedTexts(installation.dataDir)
  assert.ok(clinicians >= 2500 && places >= 700)
})

test('a sample has the same cards for the same seed, and the same findings as the full audit', async () => {
  const request = { folder: currentSnapshotFolder(), files: [], sample: 200, seed: 7 }
  using first = await prepareAudit(request)
  using again = await prepareAudit(request)
  using other = await prepareAudit({ ...request, seed: 8 })
  assert.deepEqual(first.drawn, again.drawn)
  assert.notDeepEqual(first.drawn, other.drawn)
  const { cards, findings } = await auditCards(request)
  assert.equal(cards.providers + cards.locations, 200)
  const all = await auditCards({ ...request, sample: null })
  const drawn = new Set([...first.drawn!.npis, ...first.drawn!.uuids])
  assert.deepEqual(
    findings,
    all.findings.filter(({ id }) => drawn.has(id)),
  )
})

test('exits with status 3 if a source file is missing, and reads it from a path given as an argument', async () => {
  const [registry = ''] = files.nppes
  const moved = join(mkdtempSync(join(folder, 'moved-')), basename(registry))
  renameSync(registry, moved)
  try {
    const missing = await installation.run('audit-cards')
    assert.equal(missing.status, 3)
    assert.match(missing.stderr, new RegExp(basename(registry)))
    const found = await installation.run('audit-cards', moved, '--sample', '10')
    assert.equal(found.status, 0, found.stderr)
  } finally {
    renameSync(moved, registry)
  }
})

test('every planted fault is found', async (t) => {
  using audit = await prepareAudit({ folder: currentSnapshotFolder(), files: [], sample: null, seed: 1 })
  const { cards } = audit.context
  const missed = [
    ...findMissedFaults(t, 'clinician', providerFaults, [...cards.providers()], (card) =>
      checkProvider(card, audit.context),
    ),
    ...findMissedFaults(t, 'place', locationFaults, [...cards.locations()], (card) =>
      checkLocation(card, audit.context),
    ),
  ]
  assert.deepEqual(missed, [])
  t.diagnostic(`${providerFaults.length + locationFaults.length} kinds of faults`)
})

/** Describes the faults that the check missed on a card, and those that could be planted into no card. */
function findMissedFaults<Card extends object>(
  t: { diagnostic: (text: string) => void },
  kind: string,
  faults: readonly PlantedFault<Card>[],
  cards: readonly Card[],
  check: (card: Card) => Checked,
): readonly string[] {
  const checked = new Map<Card, boolean>()
  /** Whether the card is correct as it is; each fault is planted into many of the same cards. */
  const isCorrect = (card: Card): boolean => {
    const known = checked.get(card) ?? check(card).findings.length === 0
    checked.set(card, known)
    return known
  }
  return faults.flatMap(({ name, plant }) => {
    let [planted, found] = [0, 0]
    let undetected: Card | null = null
    for (const card of cards) {
      if (planted >= plantedMax) break
      const faulty = plant(card)
      if (faulty === null || !isCorrect(card)) continue
      planted++
      if (check(faulty).findings.length > 0) found++
      else undetected ??= faulty
    }
    t.diagnostic(`${kind}: ${name}: ${found} of ${planted} found`)
    return planted > 0 && found === planted
      ? []
      : [`${kind}: ${name}: ${found} of ${planted}: ${JSON.stringify(undetected)}`]
  })
}

function printDiagnostics(
  t: { diagnostic: (text: string) => void },
  { cards, statements, seconds, findingsByKind }: AuditReport,
): void {
  const perSecond = Math.round(statements / seconds.checking)
  t.diagnostic(
    `${cards.providers} clinicians and ${cards.locations} places: ${statements} statements, ${perSecond} per second`,
  )
  t.diagnostic(JSON.stringify(findingsByKind))
}
