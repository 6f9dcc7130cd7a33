/** Finds columns by their names in the header, never by position, because files gain and rename columns over the years. */
import { InputError } from '../input-error.ts'

export interface Column {
  /** The names that a header may use for the column, with collapsed blanks; case-insensitive. */
  readonly names: readonly [string, ...string[]]
  /** If the file does not have an optional column, its cells are empty. */
  readonly optional?: boolean
}

/**
 * The position of each column in the header; -1 for a missing optional column. `file` is the base name for messages.
 *
 * @throws {InputError} with the name of the first missing or repeated column.
 */
export function resolveColumns(
  header: readonly string[],
  columns: readonly Column[],
  file: string,
): number[] {
  const names = header.map((name) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase())
  const positions = columns.map((column) => {
    return (
      column.names.map((name) => names.indexOf(name.toLowerCase())).find((position) => position >= 0) ?? -1
    )
  })
  const repeated = columns.find((_, column) => {
    const position = positions[column]!
    return position >= 0 && names.includes(names[position]!, position + 1)
  })
  if (repeated !== undefined)
    throw new InputError(
      `${file} has the column "${repeated.names[0]}" twice in its header; use the file as downloaded.`,
    )
  const [missing, ...otherMissing] = columns.filter(
    (column, index) => positions[index] === -1 && column.optional !== true,
  )
  if (missing === undefined) return positions
  const more = otherMissing.length > 0 ? ` nor ${otherMissing.length} other expected columns` : ''
  throw new InputError(
    `${file} has no column "${missing.names[0]}"${more} in its header; give a file of the expected kind.`,
  )
}
