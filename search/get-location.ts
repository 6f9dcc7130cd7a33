/** One place of care: its identifier in, the finished card out. */
import { DirectoryError } from '@careatlas/contract/errors'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'

/**
 * JSON of a LocationCard.
 * @param uuid in lower case
 * @throws DirectoryError `location_not_found`
 */
export function getLocation(uuid: string, snapshot: Pick<Snapshot, 'locationCard'>): string {
  const card = snapshot.locationCard(uuid)
  if (card === null) throw new DirectoryError('location_not_found', `No location has the identifier ${uuid}.`)
  return card
}
