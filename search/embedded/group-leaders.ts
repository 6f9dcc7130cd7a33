/** The best hit of each group of codes that competes for the first places. */
import { competingMin } from '../first-places.ts'
import type { TextQuery } from '../relevance.ts'
import type { Order } from './order.ts'
import type { Segment } from './segment.ts'

/** The group of a profile without a matching code. */
export const noGroup = -1

/** Returns the group of a profile, or `noGroup`. */
export type GroupOfProfile = (profile: number) => number

/**
 * The group of a profile is that of its best matching code; of equally good codes, the lowest group. `codeNumbers` has the index of
 * each code of the segment.
 */
export function groupsOfProfiles(
  { codes, columns }: Segment,
  codeNumbers: ReadonlyMap<string, number>,
  query: Pick<TextQuery, 'codes' | 'groups'>,
): GroupOfProfile {
  const { 'profile.slice': sliceOf, 'slice.start': starts } = columns
  const { 'slice.code': sliceCodes, 'slice.weight': weights } = columns
  const scoreOf = new Float64Array(codes.length)
  const groupOf = new Int32Array(codes.length).fill(noGroup)
  for (const [code, score] of query.codes) {
    const number = codeNumbers.get(code)
    if (number === undefined) continue
    scoreOf[number] = score
    groupOf[number] = query.groups.get(code) ?? noGroup
  }
  return (profile) => {
    const slice = sliceOf[profile]!
    let [best, found] = [0, noGroup]
    for (let index = starts[slice]!; index < starts[slice + 1]!; index++) {
      const score = scoreOf[sliceCodes[index]!]! * weights[index]!
      const group = groupOf[sliceCodes[index]!]!
      if (score > best || (score > 0 && score === best && group < found)) [best, found] = [score, group]
    }
    return found
  }
}

/** The first candidate of each competing group, in `order`; `best` is the best score of all candidates. */
export function findLeaders(
  indexes: Uint32Array,
  order: Order,
  scoreAt: (index: number) => number,
  groupAt: (index: number) => number,
): readonly number[] {
  let best = 0
  for (const index of indexes) best = Math.max(best, scoreAt(index))
  const leaders = new Map<number, number>()
  for (const index of indexes) {
    if (scoreAt(index) < competingMin * best) continue
    const group = groupAt(index)
    const leader = leaders.get(group)
    if (group !== noGroup && (leader === undefined || order(index, leader) < 0)) leaders.set(group, index)
  }
  return [...leaders.values()].toSorted(order)
}
