/** In which block a house may have other spellings: only houses of one block are compared. */
import { isTerritory, regionOfState } from '@careatlas/directory/region'
import { houseNumberIn } from '@careatlas/directory/street-parts'

/**
 * `593|RI`: house number and state, which spread evenly and are seldom written wrong; a hospital's own ZIP code and that of
 * the street outside share them. Without a house number, and in the territories, where a neighborhood that reads like a
 * remark tells two streets of one name apart, the whole line and the state; abroad the house is a block of its own.
 * `key` as `houseKey` makes it.
 */
export function houseBlock(key: string): string {
  const [line = '', , state = '', , country] = key.split('|')
  const region = country === undefined ? regionOfState(state) : null
  if (region === null) return key
  return `${isTerritory(region) ? line : (houseNumberIn(line) ?? line)}|${state}`
}
