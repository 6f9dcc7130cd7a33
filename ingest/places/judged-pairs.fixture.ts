/** For tests: pairs of practice addresses that were judged by hand, and whether the code joins them. */
import { readFileSync } from 'node:fs'
import type { AddressRecord } from './address-record.ts'

export interface JudgedPair {
  readonly npis: readonly [string, string]
  readonly verdict: 'same' | 'omits' | 'different' | 'unclear'
  /** The comment before it in the table. */
  readonly kind: string
}

/** The pairs of a table: NPI, NPI and verdict, under comments that name the kind. */
export function readJudgedPairs(path: string | URL): readonly JudgedPair[] {
  let kind = ''
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('# ')) kind = line.slice(2)
      const [, one, other, verdict] = /^(\d{10})\s(\d{10})\s(same|omits|different|unclear)/.exec(line) ?? []
      return verdict === undefined
        ? []
        : [{ npis: [one!, other!], verdict: verdict as JudgedPair['verdict'], kind }]
    })
}

export function isOnePlace({ verdict }: JudgedPair): boolean {
  return verdict === 'same' || verdict === 'omits'
}

/** Returns whether the code joins a pair; `units` are those that `groupUnitsByNpi` returns. */
export function createJoinCheck(
  units: ReadonlyMap<string, readonly AddressRecord[]>,
): (pair: Pick<JudgedPair, 'npis'>) => boolean {
  return ({ npis: [one, other] }) => units.has(one) && units.get(one) === units.get(other)
}
