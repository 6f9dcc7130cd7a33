/** The files of the registry as CMS disseminates them: one zip, monthly or weekly, that holds a file of each kind. */
import { listMemberNames } from '../read/open-file.ts'

export type RegistryFileKind = 'registry' | 'secondary_locations' | 'other_names' | 'endpoints'

/** How their names start (NPPES Data Dissemination readme, section 1.4); the main file is read first. */
const kinds: ReadonlyMap<string, RegistryFileKind> = new Map([
  ['npidata', 'registry'],
  ['pl', 'secondary_locations'],
  ['othername', 'other_names'],
  ['endpoint', 'endpoints'],
])

/** Told by the base name: `pl_pfile_20050523-20260913.csv`. Null for a name that CMS gives no file with data. */
export function classifyRegistryFile(name: string): RegistryFileKind | null {
  const start = /^([a-z]+)_pfile(?!.*_fileheader).*\.csv$/i.exec(name)?.[1]
  return start === undefined ? null : (kinds.get(start.toLowerCase()) ?? null)
}

/**
 * Which kinds of file there are to read in what an operator gives as the registry, each by the reader of its kind. A file
 * that is no zip, and a zip without any of these names, are taken for the main file.
 *
 * @throws {InputError} when it is missing, a folder, or a damaged archive.
 */
export async function listRegistryFiles(path: string): Promise<readonly RegistryFileKind[]> {
  const held = new Set((await listMemberNames(path))?.map(classifyRegistryFile))
  const found = [...kinds.values()].filter((kind) => held.has(kind))
  return found.length > 0 ? found : ['registry']
}
