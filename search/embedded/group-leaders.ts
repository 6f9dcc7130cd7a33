/** The best hit of each group of codes that competes for the first places. */
import { competingMin } from '../first-places.ts'
import type { TextQuery } from '../relevance.ts'
import type { Order } from './order.ts'
import type { Segment } from './segment.ts'

/** The group of a profile without a matching code. */
export const noGroup = -1

/** Returns the group of a profile: that of its best matching code; of equally good codes, the lowest group. */
export function groupsOfProfiles(
  { codes, columns }: Segment,
  { codes: scores, groups }: Pick<TextQuery, 'codes' | 'groups'>,
): (profile: number) => number {
  const { 'profile.slice': sliceOf, 'slice.start': starts } = columns
  const { 'slice.code': codeNumbers, 'slice.weight': weights } = columns
  const scoreOf = Float64Array.from(codes, (code) => scores.get(code) ?? 0)
  const groupOf = codes.map((code) => groups.get(code) ?? noGroup)
  return (profile) => {
    const slice = sliceOf[profile]!
    let [best, found] = [0, noGroup]
    for (let index = starts[slice]!; index < starts[slice + 1]!; index++) {
      const score = scoreOf[codeNumbers[index]!]! * weights[index]!
      const group = groupOf[codeNumbers[index]!]!
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
