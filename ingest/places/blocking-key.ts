/** Blocking: only buildings with the same block key are compared. */
import { isTerritory, regionOfState } from '@careatlas/directory/region'
import { houseNumberIn } from '@careatlas/directory/street-parts'

/**
 * `593|RI`: the house number and the state. They spread evenly, are seldom wrong, and are the same under a hospital's own ZIP
 * code and the ZIP code of its street. Without a house number, the block is the whole line and the state; so it is in the
 * territories, where a neighborhood that looks like a remark distinguishes two streets of one name. Abroad, each building is its
 * own block.
 *
 * @param key from `toBuildingKey`
 */
export function blockingKey(key: string): string {
  const [line = '', , state = '', , country] = key.split('|')
  const region = country === undefined ? regionOfState(state) : null
  if (region === null) return key
  return `${isTerritory(region) ? line : (houseNumberIn(line) ?? line)}|${state}`
}
