/** The word lists of the query parser, which experts review: the files in `words/`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseLists, readLists } from '@careatlas/vocabulary/data-file'

const folder = join(import.meta.dirname, 'words')

/** The lists of a file. Throws an Error unless it has exactly the lists `names`. */
export function wordLists<Name extends string>(
  file: string,
  names: readonly Name[],
): Readonly<Record<Name, readonly string[]>> {
  return readLists(folder, file, names)
}

/** All lists of a file, whatever their names. */
export function allWordLists(file: string): ReadonlyMap<string, readonly string[]> {
  return parseLists(readFileSync(join(folder, file), 'utf8'), file)
}
