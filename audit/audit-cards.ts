/** Checks every statement of every card of a snapshot, or of a sample, against the raw files of that snapshot. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { Cards } from './cards.ts'
import { checkLocation } from './check-location.ts'
import { checkProvider } from './check-provider.ts'
import type { Context } from './context.ts'
import { toAreaKey, composeBuildingKey } from './address-cells.ts'
import { Evidence } from './evidence.ts'
import type { Finding } from './findings.ts'
import { type RawFile, readRows } from './read/read-rows.ts'
import { RowStore, type TableKind } from './rows.ts'

export interface AuditRequest {
  /** The folder of the published snapshot. */
  readonly folder: string
  /** Raw files that have moved since the ingest; `CODE=FILE` for a network. The others are read from their recorded paths. */
  readonly files: readonly string[]
  /** The number of cards to draw; null for all. */
  readonly sample: number | null
  readonly seed: number
}

export interface AuditReport {
  readonly generation: string
  readonly cards: { readonly providers: number; readonly locations: number }
  readonly rows: number
  readonly statements: number
  readonly seconds: { readonly reading: number; readonly checking: number }
  readonly findings: readonly Finding[]
  readonly findingsByKind: Readonly<Record<string, number>>
}

/** Thrown if the audit cannot find raw files that it needs. */
export class FilesMissingError extends Error {
  readonly files: readonly string[]

  constructor(files: readonly string[]) {
    super(
      `These source files are missing: ${files.join(', ')}. Give their paths: careatlas audit-cards FILE...`,
    )
    this.files = files
  }
}

/** The maximum number of findings in the report; further ones are only counted. */
const findingsMax = 100_000

/** The evidence of a snapshot, read once, and the cards to check. */
export interface PreparedAudit extends Disposable {
  readonly manifest: Manifest
  readonly context: Context
  /** Null for all cards. */
  readonly drawn: DrawnCards | null
}

/** @throws {FilesMissingError} when a source file is neither given nor at its recorded path. */
export async function prepareAudit(
  request: AuditRequest,
  onProgress: (sentence: string) => void = () => {},
): Promise<PreparedAudit> {
  const manifest = JSON.parse(readFileSync(join(request.folder, 'manifest.json'), 'utf8')) as Manifest
  const files = resolveRawFiles(request, manifest)
  const cards = new Cards(join(request.folder, 'cards.sqlite'))
  const drawn = drawCards(cards, manifest, request)
  const store =
    drawn === null
      ? new RowStore(null)
      : new RowStore(collectNpis(cards, drawn), collectAreaKeys(cards, drawn))
  await readRows(files, store, (file) => onProgress(`Reading ${file}`))
  const { notice } = manifest
  const context = { evidence: new Evidence(store), cards, notice, sourceDays: indexSourceDays(manifest) }
  return { manifest, context, drawn, [Symbol.dispose]: () => cards[Symbol.dispose]() }
}

export async function auditCards(
  request: AuditRequest,
  onProgress: (sentence: string) => void = () => {},
): Promise<AuditReport> {
  const startedAt = performance.now()
  using audit = await prepareAudit(request, onProgress)
  const readAt = performance.now()
  const { manifest, context, drawn } = audit
  const { cards } = context
  const totals = new AuditTotals()
  onProgress('Checking clinicians')
  if (drawn === null) cards.cachePlaces()
  for (const card of drawn === null ? cards.providers() : drawn.npis.map((npi) => cards.provider(npi)!))
    totals.add('providers', checkProvider(card, context))
  onProgress('Checking places')
  for (const card of drawn === null ? cards.locations() : drawn.uuids.map((uuid) => cards.location(uuid)!))
    totals.add('locations', checkLocation(card, context))
  return {
    generation: manifest.generation,
    cards: totals.cards,
    rows: context.evidence.store.rowCount,
    statements: totals.statements,
    seconds: { reading: (readAt - startedAt) / 1000, checking: (performance.now() - readAt) / 1000 },
    findings: totals.findings,
    findingsByKind: Object.fromEntries([...totals.byKind].toSorted(([, a], [, b]) => b - a)),
  }
}

class AuditTotals {
  readonly cards = { providers: 0, locations: 0 }
  readonly findings: Finding[] = []
  readonly byKind = new Map<string, number>()
  statements = 0

  add(
    kind: 'providers' | 'locations',
    checked: { readonly statements: number; readonly findings: readonly Finding[] },
  ): void {
    this.cards[kind]++
    this.statements += checked.statements
    for (const finding of checked.findings) {
      this.byKind.set(finding.kind, (this.byKind.get(finding.kind) ?? 0) + 1)
      if (this.findings.length < findingsMax) this.findings.push(finding)
    }
  }
}

export interface DrawnCards {
  readonly npis: readonly string[]
  readonly uuids: readonly string[]
}

/** Draws clinicians and places in proportion to their counts; null for all. */
function drawCards(cards: Cards, { counts }: Manifest, { sample, seed }: AuditRequest): DrawnCards | null {
  const all = counts.providers + counts.locations_presented
  if (sample === null || sample >= all) return null
  const providers = Math.min(counts.providers, Math.max(1, Math.round((sample * counts.providers) / all)))
  return {
    npis: cards.draw('provider', providers, seed),
    uuids: cards.draw('location', sample - providers, seed + 1),
  }
}

/** The NPIs whose rows the drawn cards can need: their own, and those of their places and of the clinicians there. */
function collectNpis(cards: Cards, { npis, uuids }: DrawnCards): ReadonlySet<string> {
  const wanted = new Set(npis)
  for (const npi of npis)
    for (const { location_uuid: uuid } of cards.provider(npi)?.practice_locations ?? []) {
      const organization = cards.location(uuid)?.organization_npi
      if (organization) wanted.add(organization)
    }
  for (const uuid of uuids) {
    const card = cards.location(uuid)
    if (card?.organization_npi) wanted.add(card.organization_npi)
    for (const { npi } of card?.providers ?? []) wanted.add(npi)
  }
  return wanted
}

/** Keys from `toAreaKey` of the buildings of the drawn places and clinicians, because other NPIs there may belong to the place. */
function collectAreaKeys(cards: Cards, { npis, uuids }: DrawnCards): ReadonlySet<string> {
  const places = [
    ...uuids.flatMap((uuid) => cards.location(uuid) ?? []),
    ...npis.flatMap((npi) => cards.provider(npi)?.practice_locations ?? []),
  ]
  return new Set(
    places.map(({ address: { postal_code, line_1 } }) => toAreaKey(composeBuildingKey(postal_code, line_1))),
  )
}

function indexSourceDays({ sources }: Manifest): Context['sourceDays'] {
  const days = new Map<string, Set<string | null>>()
  for (const { source, as_of } of sources) days.set(source, (days.get(source) ?? new Set()).add(as_of))
  return days
}

interface RecordedFile {
  readonly kind: TableKind
  readonly path: string
  /** The carrier code of a network file. */
  readonly code: string | null
}

/** The sources of the manifest, each at the path in the request, by its base name, else at the path that the ingest recorded. */
function resolveRawFiles({ folder, files }: AuditRequest, { sources }: Manifest): readonly RawFile[] {
  const recorded = readRecordedFiles(join(folder, 'facts.sqlite'))
  const given = indexGivenFiles(files)
  const wanted: readonly WantedFile[] = [
    ...sources.map(({ kind, file, as_of }) => ({ kind, file, asOf: as_of })),
    ...recorded
      .filter(({ kind }) => kind === 'payers' || kind === 'nucc')
      .map(({ kind, path }) => ({ kind, file: basename(path), asOf: null })),
  ]
  const missing: string[] = []
  const byKey = new Map<string, RawFile>()
  for (const wantedFile of wanted) {
    const sameName = recorded.filter(({ path }) => basename(path) === wantedFile.file)
    const { path } = given.get(wantedFile.file) ??
      sameName.find((other) => existsSync(other.path)) ?? { path: null }
    if (path === null || !existsSync(path)) {
      missing.push(wantedFile.file)
      continue
    }
    const kind = isInArchive(wantedFile.kind, sameName) ? 'registry' : wantedFile.kind
    const codes =
      wantedFile.kind === 'network' ? listCarrierCodes([given.get(wantedFile.file), ...sameName]) : [null]
    for (const carrierCode of codes)
      byKey.set(`${kind} ${path} ${carrierCode}`, { kind, path, asOf: wantedFile.asOf, carrierCode })
  }
  if (missing.length > 0) throw new FilesMissingError(missing)
  return [...byKey.values()]
}

interface WantedFile {
  readonly kind: TableKind
  /** Base name. */
  readonly file: string
  readonly asOf: string | null
}

type GivenFile = Pick<RecordedFile, 'path' | 'code'>

/** The paths of the request by base name, with the carrier code of `CODE=FILE`. */
function indexGivenFiles(texts: readonly string[]): ReadonlyMap<string, GivenFile> {
  return new Map(
    texts.map((text) => {
      const [, code, path = text] = /^([^=/]+)=(.+)$/.exec(text) ?? []
      return [basename(path), { path, code: code?.toUpperCase() ?? null }]
    }),
  )
}

/** The carriers of a network file, each once; null if none is known. */
function listCarrierCodes(files: readonly (GivenFile | undefined)[]): readonly (string | null)[] {
  const codes = new Set(files.flatMap((file) => file?.code ?? []))
  return codes.size === 0 ? [null] : [...codes]
}

/** Whether a table of the registry is in its archive, which is read only once. */
function isInArchive(kind: TableKind, sameName: readonly RecordedFile[]): boolean {
  return (
    /^(?:secondary_locations|other_names|endpoints)$/.test(kind) &&
    sameName.some((file) => file.kind === 'registry')
  )
}

function readRecordedFiles(path: string): readonly RecordedFile[] {
  using database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare("SELECT json FROM setting WHERE name = 'ingest'").get()
  const { files = [] } = JSON.parse((row?.['json'] as string | undefined) ?? '{}') as {
    files?: readonly RecordedFile[]
  }
  return files
}
