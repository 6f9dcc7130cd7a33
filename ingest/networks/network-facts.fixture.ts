/** For tests: reads the files of one carrier as an ingest reads them. */
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import type { NetworkListing, Observation } from '../facts/facts.ts'
import { collect } from '../read/collect.fixture.ts'
import { FileReport } from '../read/file-report.ts'
import { listNetworkFiles } from './network-files.ts'

export interface ReadNetwork {
  readonly listings: readonly NetworkListing[]
  readonly observations: readonly Observation[]
  /** By base name. */
  readonly reports: Readonly<Record<string, Pick<SourceFile, 'as_of' | 'accepted' | 'rejected'>>>
}

/** The files in the order given, for the carrier `00890`. */
export async function readNetwork(paths: readonly string[]): Promise<ReadNetwork> {
  const listings: NetworkListing[] = []
  const observations: Observation[] = []
  const reports: Record<string, Pick<SourceFile, 'as_of' | 'accepted' | 'rejected'>> = {}
  for (const { path, read } of await listNetworkFiles('00890', paths)) {
    const report = new FileReport('plan_network', path, { today: '2026-11-20' })
    for (const fact of await collect(read(report))) {
      if (fact.kind === 'network_listing') listings.push(fact)
      else observations.push(fact)
    }
    const { as_of, accepted, rejected } = report.toSourceFile()
    reports[basename(path)] = { as_of, accepted, rejected }
  }
  return { listings, observations, reports }
}

/** `readNetwork` for files by name with their content: bytes, a text, or a value that is written as JSON. */
export async function readNetworkContents(contents: Readonly<Record<string, unknown>>): Promise<ReadNetwork> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'network-'))
  const paths: string[] = []
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder.path, name)
    const isRaw = typeof content === 'string' || content instanceof Buffer
    await writeFile(path, isRaw ? content : JSON.stringify(content))
    paths.push(path)
  }
  return await readNetwork(paths)
}

/** One resource on each line. */
export function ndjson(...resources: readonly object[]): string {
  return resources.map((resource) => `${JSON.stringify(resource)}\n`).join('')
}
