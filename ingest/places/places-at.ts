/** Which places of care exist at one address: one for each organization there, or the address alone. */
import { compareText } from '../compare-text.ts'
import type { ComposeContext } from '../compose/context.ts'
import type { Mention } from './mention.ts'
import { type Place, placeOf } from './place.ts'
import { tenantsAt } from './tenants.ts'

/** By UUID. All `mentions` share one address key; their order does not matter. */
export function placesAt(mentions: readonly Mention[], context: ComposeContext): readonly Place[] {
  return tenantsAt(mentions)
    .map((tenants) => placeOf(tenants, context))
    .toSorted((a, b) => compareText(a.card.location_uuid, b.card.location_uuid))
}
