/** The files of the registry as CMS publishes them: a monthly or weekly zip with one file of each kind, and their faulty rows. */
import { listMemberNames } from '../read/open-file.ts'

export type RegistryFileKind = 'registry' | 'secondary_locations' | 'other_names' | 'endpoints'

/** The prefixes of their names (NPPES Data Dissemination readme, section 1.4); the main file is read first. */
const kindByPrefix: ReadonlyMap<string, RegistryFileKind> = new Map([
  ['npidata', 'registry'],
  ['pl', 'secondary_locations'],
  ['othername', 'other_names'],
  ['endpoint', 'endpoints'],
])

/** The kind by the base name: `pl_pfile_20050523-20260913.csv`. Null for any other name, and for header-only files. */
export function classifyRegistryFile(name: string): RegistryFileKind | null {
  const prefix = /^([a-z]+)_pfile(?!.*_fileheader).*\.csv$/i.exec(name)?.[1]
  return prefix === undefined ? null : (kindByPrefix.get(prefix.toLowerCase()) ?? null)
}

/** Recognizes a member of an archive by its base name. */
export function isRegistryFile(kind: RegistryFileKind): (name: string) => boolean {
  return (name) => classifyRegistryFile(name) === kind
}

/**
 * The kinds of files in a file that the operator gives as the registry. A file that is not a zip, and a zip without any of
 * these names, count as the main file.
 *
 * @throws {InputError} when the file is missing, a folder, or a damaged archive.
 */
export async function listRegistryFiles(path: string): Promise<readonly RegistryFileKind[]> {
  const members = new Set((await listMemberNames(path))?.map(classifyRegistryFile))
  const found = [...kindByPrefix.values()].filter((kind) => members.has(kind))
  return found.length > 0 ? found : ['registry']
}

/** The reasons to reject a row of a registry file, as in the manifest. */
export const registryRejections = {
  npi: 'bad_npi',
  entityType: 'unknown_entity_type',
  name: 'no_name',
  address: 'no_address',
  nameType: 'unknown_name_type',
  endpoint: 'no_endpoint',
  endpointType: 'unknown_endpoint_type',
  badEndpoint: 'bad_endpoint',
  mangled: 'mangled',
} as const
