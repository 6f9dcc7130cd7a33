/** Fourth pass: each clinician's card is composed around their places, by NPI. */
import { compareText } from './compare-text.ts'
import type { ComposeContext } from './compose/context.ts'
import { composeProviderCard } from './compose/provider-card.ts'
import type { Practice } from './practice.ts'
import type { SetAside } from './set-aside.ts'
import type { SnapshotDraft } from './snapshot-draft.ts'
import { partitionCount } from './spill.ts'

/** Adds every clinician to the draft, and of every organization where it is. */
export function writeProviders(aside: SetAside, context: ComposeContext, draft: SnapshotDraft): void {
  for (let partition = 0; partition < partitionCount; partition++) {
    const byNpi = Map.groupBy(aside.practices.read(partition), ({ npi }) => npi)
    for (const entry of aside.entries.read(partition)) {
      const practices = byNpi.get(entry.npi) ?? []
      if (entry.kind === 'clinician')
        draft.addProvider(composeProviderCard(entry.clinician, primaryFirst(practices), context))
      else
        draft.addRegistered(entry.npi, {
          status: 'organization',
          locationUuids: practices.map(({ location }) => location.location_uuid),
        })
    }
  }
}

/** The registered practice address first, then by UUID, whatever order the places were resolved in. */
function primaryFirst(practices: readonly Practice[]): readonly Practice[] {
  return practices.toSorted(
    ({ location: a }, { location: b }) =>
      Number(b.primary) - Number(a.primary) || compareText(a.location_uuid, b.location_uuid),
  )
}
