/** Drops files that the operator gives twice: in one option, or in two options that read the same kind of file. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type RegistryFileKind, listRegistryFiles } from './nppes/dissemination.ts'
import { kindByOption, listGivenFiles, type SourceFiles, type SourcePath } from './source-files.ts'

/**
 * The files of `given`, without repeated content within an option (within a carrier, for networks), and without a registry
 * archive that is given again for one of its files. If the operator dated only one of two copies, its date counts.
 * `repeated` has one sentence for each dropped file.
 */
export async function dropRepeatedFiles<Files extends SourceFiles>(
  given: Files,
): Promise<{ readonly files: Files; readonly repeated: readonly string[] }> {
  const content = await identifyContents(listGivenFiles(given).map(({ path }) => path))
  const repeated: string[] = []
  const dropRepeats = <T>(
    items: readonly T[],
    fileOf: (item: T) => SourcePath,
    keyOf: (item: T) => string,
  ): readonly T[] => {
    const firstByKey = new Map<string, T>()
    for (const item of items) {
      const { path, asOf } = fileOf(item)
      const key = `${keyOf(item)} ${content.get(path)}`
      const firstItem = firstByKey.get(key)
      if (firstItem !== undefined) repeated.push(describeRepeat(path, fileOf(firstItem).path))
      if (firstItem === undefined || (fileOf(firstItem).asOf === null && asOf !== null))
        firstByKey.set(key, item)
    }
    return [...firstByKey.values()]
  }
  const distinct = (paths: readonly SourcePath[]) =>
    dropRepeats(
      paths,
      (path) => path,
      () => '',
    )
  const files: Files = {
    ...given,
    nppes: distinct(given.nppes),
    deactivated: distinct(given.deactivated),
    networks: dropRepeats(
      given.networks,
      ({ file }) => file,
      ({ code }) => code,
    ),
    clinicians: distinct(given.clinicians),
    facilities: distinct(given.facilities),
    observations: distinct(given.observations),
  }
  const archives = new Map<string, { readonly path: string; readonly kinds: readonly RegistryFileKind[] }>()
  for (const { path } of files.nppes) {
    if (!isGivenForTable(given, path, content)) continue
    archives.set(content.get(path)!, { path, kinds: await listRegistryFiles(path) })
  }
  for (const option of ['secondaryLocations', 'otherNames', 'endpoints'] as const) {
    const remaining = distinct(given[option]).filter(({ path }) => {
      const archive = archives.get(content.get(path)!)
      if (archive === undefined || !archive.kinds.includes(kindByOption[option])) return true
      repeated.push(describeRepeat(path, archive.path))
      return false
    })
    Object.assign(files, { [option]: remaining })
  }
  return { files, repeated }
}

function isGivenForTable(given: SourceFiles, path: string, content: ReadonlyMap<string, string>): boolean {
  const tableFiles = [...given.secondaryLocations, ...given.otherNames, ...given.endpoints]
  return tableFiles.some((file) => content.get(file.path) === content.get(path))
}

function describeRepeat(path: string, other: string): string {
  const [file, first] = [basename(path), basename(other)]
  const what = file === first ? 'is given twice' : `has the same content as ${first}`
  return `${file} ${what}; it is read once.`
}

/**
 * A key for the content of each path. Only files of the same size are hashed, so a registry file of 10 GB is usually not read.
 */
async function identifyContents(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>()
  const bySize = new Map<number, Map<string, string[]>>()
  for (const path of new Set(paths)) {
    const stats = await stat(path).catch(() => null)
    // A missing or unreadable file is reported by its reader.
    if (stats === null || !stats.isFile()) contents.set(path, path)
    else {
      const byFile = bySize.get(stats.size) ?? new Map<string, string[]>()
      const id = `${stats.dev} ${stats.ino}`
      byFile.set(id, [...(byFile.get(id) ?? []), path])
      bySize.set(stats.size, byFile)
    }
  }
  for (const byFile of bySize.values()) {
    for (const [id, identicalPaths] of byFile) {
      const content = byFile.size === 1 ? id : await hashFile(identicalPaths[0]!).catch(() => id)
      for (const path of identicalPaths) contents.set(path, content)
    }
  }
  return contents
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
