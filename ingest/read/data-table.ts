/** Reads the reviewed data tables (`.tsv`) in the folder of the code that uses them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The cells of each line below the header. */
export function readDataTable(folder: string, file: string): readonly (readonly string[])[] {
  const [, ...lines] = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
  return lines.map((line) => line.split('\t'))
}
