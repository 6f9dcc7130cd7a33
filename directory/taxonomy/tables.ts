/** Reads the tables of this folder: `<family>.tsv`, a header line, then a row per code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Taxonomy } from '../taxonomy.ts'

const columns = 'code\tkind\tname\tplural\tplain\tfield\tcare'

/** Every row of every table, families in alphabetical order; throws an Error that names the line that is no row. */
export function readTables(): readonly Taxonomy[] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.tsv'))
  return files.toSorted().flatMap(readTable)
}

function readTable(file: string): readonly Taxonomy[] {
  const [header, ...rows] = readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
  if (header !== columns) throw new Error(`${file}: the first line must name the columns ${columns}`)
  return rows.map((row, index) => readRow(row, `${file}, line ${index + 2}`))
}

function readRow(row: string, where: string): Taxonomy {
  const [code, kind, name, plural, plain, field, care, ...more] = row.split('\t')
  if (!code || !name || !plural || plain === undefined || !field || !care || more.length > 0) {
    throw new Error(`${where}: a row has seven columns, and only the fifth (plain) may be empty`)
  }
  if (kind !== 'individual' && kind !== 'organization') throw new Error(`${where}: ${kind} is not a kind`)
  return { code, kind, name, plural, plain: plain || null, field, care }
}
