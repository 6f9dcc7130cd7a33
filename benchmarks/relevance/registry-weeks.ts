/** Two weeks of the real registry, if they are beside the project. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { JudgedQuery } from './judged-queries.ts'

/** Returns the paths of the registry files, or null if one does not exist. */
export function findRegistryWeeks(): readonly string[] | null {
  const folderOfWeeks = join(import.meta.dirname, '../../../shared/data/nppes')
  const paths = ['20240101-20240107', '20240122-20240128'].map((week) =>
    join(folderOfWeeks, `npidata_pfile_${week}.csv.gz`),
  )
  return paths.every((path) => existsSync(path)) ? paths : null
}

/** Whether a query is about a place, a person or a network of the fictional directory. */
export function needsCorpus({ set, wants }: JudgedQuery): boolean {
  return set === 'places' || set === 'carriers' || ['place', 'first', 'last'].some((want) => wants.has(want))
}
