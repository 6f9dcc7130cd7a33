/** Finds and opens the member of a zip archive that a reader needs. */
import { basename } from 'node:path'
import { InputError } from '../input-error.ts'
import { type ByteSource, openPlainSource } from './byte-source.ts'
import { openZipArchive, type ZipArchive, type ZipMember } from './zip-archive.ts'

/** Every Office document is a zip archive with this member (ECMA-376 part 2). */
const officeDocumentMember = '[Content_Types].xml'

/**
 * Ignores header-only members (`…_fileheader.csv`). A spreadsheet is itself a zip archive: if `isWanted` accepts `.xlsx` files,
 * a spreadsheet opens as a whole, under any file name.
 *
 * @throws {InputError} when the archive is damaged, or has no wanted member or several.
 */
export async function openZipMember(path: string, isWanted: (name: string) => boolean): Promise<ByteSource> {
  const file = basename(path)
  const archive = await openZipArchive(path)
  try {
    if (isWanted('document.xlsx') && archive.members.some((member) => member.path === officeDocumentMember)) {
      archive[Symbol.dispose]()
      return openPlainSource(path)
    }
    const source = await findWantedMember(archive, file, isWanted).open()
    return { ...source, close: () => closeSourceAndArchive(source, archive) }
  } catch (error) {
    archive[Symbol.dispose]()
    throw error
  }
}

/** The base names of the members with data, in their order. */
export async function listZipMemberNames(path: string): Promise<readonly string[]> {
  using archive = await openZipArchive(path)
  return archive.members.map(({ name }) => name).filter(hasData)
}

function hasData(name: string): boolean {
  return !/_fileheader\.csv$/i.test(name)
}

function findWantedMember(archive: ZipArchive, file: string, isWanted: (name: string) => boolean): ZipMember {
  const [member, second] = archive.members.filter(({ name }) => hasData(name) && isWanted(name))
  if (member === undefined)
    throw new InputError(`${file} has no file of this kind; check which archive it is.`)
  if (second !== undefined) {
    throw new InputError(
      `${file} has several files of this kind (${member.name}, ${second.name}); unpack it and give one of them.`,
    )
  }
  return member
}

function closeSourceAndArchive(source: ByteSource, archive: ZipArchive): void {
  source.close()
  archive[Symbol.dispose]()
}
