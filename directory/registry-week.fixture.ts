/** For tests: a real registry week, which is outside of the repository and may be missing. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** A cell of a row by its column name; empty string when blank. */
export type RegistryCells = (column: string) => string

const sharedData = new URL('../../shared/data/', import.meta.url)
const week = new URL('nppes/npidata_pfile_20240101-20240107.csv.gz', sharedData)

/** The reason to skip tests with real data; `false` if the data exists. */
export const skipWithoutRealData: string | false = existsSync(week) ? false : '../shared/data is missing'

/** The path of a file in the shared data. */
export function sharedPath(path: string): string {
  return fileURLToPath(new URL(path, sharedData))
}

/** The text of a file, decompressed if it is a `.gz`. */
export function readSharedText(path: string): string {
  const bytes = readFileSync(sharedPath(path))
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}

/** Rows with an entity type, which excludes deactivations. Every cell of this file is quoted. */
export function readRegistryWeek(): RegistryCells[] {
  const [header = '', ...lines] = readSharedText('nppes/npidata_pfile_20240101-20240107.csv.gz')
    .trim()
    .split(/\r?\n/)
  const columns = new Map(
    header
      .slice(1, -1)
      .split('","')
      .map((name, index) => [name, index] as const),
  )
  const rows = lines.map((line) => line.slice(1, -1).split('","'))
  const cell = (row: readonly string[], column: string) => row[columns.get(column) ?? -1]?.trim() ?? ''
  return rows
    .filter((row) => cell(row, 'Entity Type Code') !== '')
    .map((row) => (column) => cell(row, column))
}
