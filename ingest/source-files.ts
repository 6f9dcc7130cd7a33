/** The source files of an ingest, and the reader of each kind. */
import { statSync } from 'node:fs'
import type { SourceKind } from '@careatlas/directory/snapshot/format'
import type { RecordedFile } from './snapshot-builder/fact-store.ts'
import { detectClinicianFiles, readAffiliations } from './cms/affiliations-file.ts'
import { readClinicians } from './cms/clinicians-file.ts'
import { detectFacilitySource, readFacilities } from './cms/facilities-file.ts'
import type { Fact } from './facts/facts.ts'
import { listNetworkFiles } from './networks/network-files.ts'
import { readDeactivatedReport } from './nppes/deactivated-report.ts'
import { type RegistryFileKind, listRegistryFiles } from './nppes/dissemination.ts'
import { readEndpoints } from './nppes/endpoints.ts'
import { readMainFile } from './nppes/main-file.ts'
import { readOtherNames } from './nppes/other-names.ts'
import { readSecondaryLocations } from './nppes/secondary-locations.ts'
import { readObservations } from './observations/observations-file.ts'
import type { OnBytes } from './read/open-file.ts'
import type { FileReport } from './read/file-report.ts'

/** A file, and its date if the operator gives one. */
export interface SourcePath {
  readonly path: string
  readonly asOf: string | null
}

export interface SourceFiles {
  readonly nppes: readonly SourcePath[]
  readonly secondaryLocations: readonly SourcePath[]
  readonly otherNames: readonly SourcePath[]
  readonly endpoints: readonly SourcePath[]
  readonly deactivated: readonly SourcePath[]
  /** `code` is the canonical code from `parseCarrierCode`. */
  readonly networks: readonly { readonly code: string; readonly file: SourcePath }[]
  readonly clinicians: readonly SourcePath[]
  readonly facilities: readonly SourcePath[]
  readonly observations: readonly SourcePath[]
}

/** A file without a date from the operator. */
export function toSourcePath(path: string): SourcePath {
  return { path, asOf: null }
}

export const noFiles: SourceFiles = {
  nppes: [],
  secondaryLocations: [],
  otherNames: [],
  endpoints: [],
  deactivated: [],
  networks: [],
  clinicians: [],
  facilities: [],
  observations: [],
}

/** A file to read, with the kind and the source of its facts. */
export interface Source extends SourcePath {
  readonly kind: SourceKind
  readonly source: string
  /** The carrier of a network file. */
  readonly carrier?: string
  readonly read: (report: FileReport, onBytes: OnBytes) => AsyncGenerator<readonly Fact[]>
}

type Read = (path: string, report: FileReport, onBytes?: OnBytes) => AsyncGenerator<readonly Fact[]>

/** All files in the order of reading, which is independent of their precedence (`source-order.ts`). */
export async function listSources(files: SourceFiles): Promise<readonly Source[]> {
  return [
    ...(await listRegistrySources(files.nppes)),
    ...toRegistrySources('secondary_locations', files.secondaryLocations),
    ...toRegistrySources('other_names', files.otherNames),
    ...toRegistrySources('endpoints', files.endpoints),
    ...toSources('deactivated', 'nppes', readDeactivatedReport, files.deactivated),
    ...(await listNetworkSources(files.networks)),
    ...(await listClinicianSources(files.clinicians)),
    ...(await listFacilitySources(files.facilities)),
    ...toSources('observations', 'observation', readObservations, files.observations),
  ]
}

const registryReaders: Readonly<Record<RegistryFileKind, Read>> = {
  registry: readMainFile,
  secondary_locations: readSecondaryLocations,
  other_names: readOtherNames,
  endpoints: readEndpoints,
}

/** A CMS archive has up to four files of a dissemination. */
async function listRegistrySources(files: readonly SourcePath[]): Promise<readonly Source[]> {
  const sources: Source[] = []
  for (const file of files)
    for (const kind of await listRegistryFiles(file.path)) sources.push(...toRegistrySources(kind, [file]))
  return sources
}

/** A CMS archive has the national files of clinicians and of their hospital affiliations. */
async function listClinicianSources(files: readonly SourcePath[]): Promise<readonly Source[]> {
  const sources: Source[] = []
  for (const file of files) {
    const kinds = await detectClinicianFiles(file.path)
    if (kinds.clinicians)
      sources.push(...toSources('clinicians', 'cms_doctors_clinicians', readClinicians, [file]))
    if (kinds.affiliations)
      sources.push(...toSources('affiliations', 'cms_facility_affiliations', readAffiliations, [file]))
  }
  return sources
}

async function listFacilitySources(files: readonly SourcePath[]): Promise<readonly Source[]> {
  const sources: Source[] = []
  for (const file of files)
    sources.push(...toSources('facilities', await detectFacilitySource(file.path), readFacilities, [file]))
  return sources
}

function toRegistrySources(kind: RegistryFileKind, files: readonly SourcePath[]): readonly Source[] {
  return toSources(kind, 'nppes', registryReaders[kind], files)
}

function toSources(
  kind: SourceKind,
  source: string,
  read: Read,
  files: readonly SourcePath[],
): readonly Source[] {
  return files.map((file) => ({
    ...file,
    kind,
    source,
    read: (report, onBytes) => read(file.path, report, onBytes),
  }))
}

/** The files of a carrier are read together, because they may refer to each other. */
async function listNetworkSources(networks: SourceFiles['networks']): Promise<readonly Source[]> {
  const sources: Source[] = []
  for (const [code, listed] of Map.groupBy(networks, (network) => network.code)) {
    const paths = listed.map(({ file }) => file.path)
    for (const { path, read } of await listNetworkFiles(code, paths)) {
      const asOf = listed.find(({ file }) => file.path === path)?.file.asOf ?? null
      sources.push({ path, asOf, kind: 'network', source: 'plan_network', carrier: code, read })
    }
  }
  return sources
}

/** A compressed registry file has about a tenth of the size (a week of 2024: 23.8 and 2.1 MB). */
const compressedShare = 0.1

/** The approximate uncompressed size of the files and of the facts that an update starts from. */
export function estimateBytes(sources: readonly Source[], previousFacts: string | null): number {
  const paths = [...sources.map(({ path }) => path), ...(previousFacts === null ? [] : [previousFacts])]
  const bytes = paths.map((path) => statSync(path).size / (path.endsWith('.csv') ? 1 : compressedShare))
  return bytes.reduce((sum, size) => sum + size, 0)
}

/** The kind of the files of each option. */
export const kindByOption = {
  nppes: 'registry',
  secondaryLocations: 'secondary_locations',
  otherNames: 'other_names',
  endpoints: 'endpoints',
  deactivated: 'deactivated',
  networks: 'network',
  clinicians: 'clinicians',
  facilities: 'facilities',
  observations: 'observations',
} as const satisfies Record<keyof SourceFiles, SourceKind>

/** All files as the operator gives them, with their kind; `code` is the carrier of a network file, else null. */
export function listGivenFiles(files: SourceFiles): readonly RecordedFile[] {
  const options = Object.keys(kindByOption) as (keyof SourceFiles)[]
  return options.flatMap((option) =>
    files[option].map((given) => {
      const { code, file } = 'file' in given ? given : { code: null, file: given }
      return { kind: kindByOption[option], path: file.path, asOf: file.asOf, code }
    }),
  )
}
