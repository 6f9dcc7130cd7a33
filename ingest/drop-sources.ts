/** Removes sources from the snapshot that an update starts from, as if its files had never been ingested. */
import { basename, join } from 'node:path'
import { parseCarrierCode } from '@careatlas/directory/carrier'
import { blockChars, packBlocks } from '@careatlas/directory/snapshot/blocks'
import type { SourceFile, SourceKind } from '@careatlas/directory/snapshot/format'
import type { Fact, SourcedFact } from './facts/facts.ts'
import { InputError } from './input-error.ts'
import { partitionCount } from './partition.ts'
import type { IngestProgress } from './progress.ts'
import type { PreviousSnapshot } from './publish/previous-snapshot.ts'
import { stripInvisible } from '@careatlas/directory/strip-invisible'
import { findListedStreet } from './read-sources.ts'
import {
  facilityKey,
  FactReader,
  FactWriter,
  type RecordedFile,
  streetsKey,
} from './snapshot-builder/fact-store.ts'

/**
 * `previous` without the sources that `ids` name, with a copy of its facts in `work`.
 *
 * @throws {InputError} when an id names no source, or only a part of a file.
 */
export function dropSources(
  previous: PreviousSnapshot,
  ids: readonly string[],
  work: string,
  progress: IngestProgress,
): PreviousSnapshot {
  if (ids.length === 0) return previous
  const { sources } = previous.manifest
  const dropped = findSources(previous, ids)
  progress.startStage('dropping sources')
  for (const file of dropped) progress.note(`Dropped ${describeSource(sources[file]!)}.`)
  const kept = sources.filter((_, file) => !dropped.has(file))
  const files = previous.settings.files.filter((given) => kept.some((source) => isReadFrom(source, given)))
  const settings = {
    ...previous.settings,
    files,
    carriers: previous.settings.carriers.filter((carrier) => files.some(({ code }) => code === carrier)),
  }
  const facts = join(work, 'kept-facts.sqlite')
  using writer = new FactWriter(facts)
  copyFacts(previous.facts, writer, (file) => (dropped.has(file) ? null : kept.indexOf(sources[file]!)))
  writer.finish(settings)
  return { manifest: { ...previous.manifest, sources: kept }, facts, settings }
}

/** The indexes of the named sources in the manifest. */
export function findSources(previous: PreviousSnapshot, ids: readonly string[]): ReadonlySet<number> {
  return new Set(ids.flatMap((id) => findSource(previous, id)))
}

/** `id` is a file name, a source id or a carrier code, else the `source` of observations whose files have no other source. */
function findSource(previous: PreviousSnapshot, id: string): readonly number[] {
  const { sources } = previous.manifest
  const carrierFiles = listCarrierFiles(previous, parseCarrierCode(id))
  const found = [...sources.keys()].filter((index) => {
    const { kind, file, source } = sources[index]!
    return file === id || source === id || (kind === 'network' && carrierFiles.has(file))
  })
  return found.length > 0 ? found : findObserver(previous, id)
}

/** The names of the network files of a carrier. The manifest has only names, so two carriers must not share one. */
function listCarrierFiles({ settings }: PreviousSnapshot, carrier: string | null): ReadonlySet<string> {
  const carrierFiles = settings.files.filter(({ code }) => code !== null && code === carrier)
  const names = new Set(carrierFiles.map(({ path }) => toFileName(path)))
  const shared = settings.files.find(
    ({ code, path }) => code !== null && code !== carrier && names.has(toFileName(path)),
  )
  if (shared !== undefined)
    throw new InputError(
      `Network files of ${carrier} and ${shared.code} have the same name ${toFileName(shared.path)}; ingest the full files without --update to drop one of them.`,
    )
  return names
}

/** The observation files whose facts have the source `id`. @throws {InputError} when such a file also has other sources. */
function findObserver({ manifest, facts }: PreviousSnapshot, id: string): readonly number[] {
  const { sources } = manifest
  const observers = sources.map(() => new Set<string>())
  using reader = new FactReader(facts)
  for (const [, sourcedFacts] of readAllFacts(reader))
    for (const { file, fact } of sourcedFacts)
      if (sources[file]!.kind === 'observations') observers[file]!.add(fact.source)
  const found = [...observers.keys()].filter((file) => observers[file]!.has(id))
  const mixed = found.find((file) => observers[file]!.size > 1)
  if (mixed !== undefined) {
    const { file } = sources[mixed]!
    throw new InputError(
      `${file} also has observations of other sources: write it without the lines of ${id} and give both --drop-source ${file} and --observations with the new file.`,
    )
  }
  if (found.length === 0) throw unknownSourceError(manifest.generation, id, sources)
  return found
}

function unknownSourceError(generation: string, id: string, sources: readonly SourceFile[]): InputError {
  const names = [...new Set(sources.flatMap(({ source, file }) => [source, file]))].toSorted()
  return new InputError(
    `${generation} has no source ${JSON.stringify(id)}. It has ${names.join(', ')}; a carrier code also names a source.`,
  )
}

function describeSource({ file, as_of, facts }: SourceFile): string {
  return `${file}${as_of === null ? '' : ` of ${as_of}`} (facts: ${facts})`
}

/** The kinds of files that an archive given for this option may contain. */
const kindsInArchive: Partial<Record<RecordedFile['kind'], readonly SourceKind[]>> = {
  registry: ['registry', 'secondary_locations', 'other_names', 'endpoints'],
  clinicians: ['clinicians', 'affiliations'],
}

/** The vocabularies are files without facts, so they stay. */
function isReadFrom({ kind, file }: SourceFile, given: RecordedFile): boolean {
  if (given.kind === 'payers' || given.kind === 'nucc') return true
  return file === toFileName(given.path) && (kindsInArchive[given.kind] ?? [given.kind]).includes(kind)
}

function toFileName(path: string): string {
  return stripInvisible(basename(path))
}

/** Copies the facts of the files that `renumber` keeps, with their new index. */
function copyFacts(path: string, writer: FactWriter, renumber: (file: number) => number | null): void {
  using reader = new FactReader(path)
  const streets = new Set<string>()
  function keep<F extends Fact>(facts: readonly SourcedFact<F>[]): readonly SourcedFact<F>[] {
    return facts.flatMap(({ file, fact }) => {
      const newIndex = renumber(file)
      if (newIndex === null) return []
      const street = findListedStreet(fact)
      if (street !== null) streets.add(street)
      return [{ file: newIndex, fact }]
    })
  }
  function* generateKeptFacts(partition: number): Generator<readonly [npi: string, json: string]> {
    for (const [npi, facts] of reader.readPartition(partition)) {
      const kept = keep(facts)
      if (kept.length > 0) yield [npi, JSON.stringify(kept)]
    }
  }
  for (let partition = 0; partition < partitionCount; partition++) {
    // Readers find a block by its first NPI, so no block has NPIs of two partitions.
    writer.addFacts(packBlocks(generateKeptFacts(partition), blockChars.facts))
    const kept = keep(reader.readFacilities(partition))
    if (kept.length > 0) writer.addListed(packBlocks([[facilityKey(partition), JSON.stringify(kept)]]))
  }
  writer.addListed(packBlocks([[streetsKey, JSON.stringify([...streets])]]))
}

function* readAllFacts(reader: FactReader): Generator<readonly [npi: string, facts: readonly SourcedFact[]]> {
  for (let partition = 0; partition < partitionCount; partition++) yield* reader.readPartition(partition)
}
