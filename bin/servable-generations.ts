/** The snapshots for a command that needs one. */
import { listServableGenerations } from '@careatlas/directory/snapshot/current'
import { UsageError } from './exit-codes.ts'

/** The generations that a server may serve, the best first. Throws UsageError if nothing is published. */
export function servableGenerations(dataDir: string): readonly [string, ...string[]] {
  const [best, ...others] = listServableGenerations(dataDir)
  if (best === undefined)
    throw new UsageError(`${dataDir} has no snapshot yet. Publish one with: careatlas ingest --nppes FILE`)
  return [best, ...others]
}
