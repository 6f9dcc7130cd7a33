/** The carrier filter: a match of any requested carrier is enough. */
import type { Segment } from './segment.ts'

/** Whether an entity passes; a code that no entity has matches nothing. */
export function acceptsCarriers(segment: Segment, codes: readonly string[]): (entity: number) => boolean {
  const { 'carrier.start': starts, 'carrier.ordinal': ordinals } = segment.columns
  const wanted = Uint8Array.from(segment.carriers, (code) => (codes.includes(code) ? 1 : 0))
  return (entity) => {
    for (let at = starts[entity]!; at < starts[entity + 1]!; at++) {
      if (wanted[ordinals[at]!] === 1) return true
    }
    return false
  }
}
