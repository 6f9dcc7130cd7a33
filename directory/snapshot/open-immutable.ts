/** Opens the databases of a snapshot for reading. */
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/**
 * Opens a file that no process changes, as no process changes a finished snapshot. SQLite then takes no locks and does not look
 * for a journal (https://www.sqlite.org/uri.html), which saves two thirds of the time to read a block.
 */
export function openImmutable(file: string): DatabaseSync {
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}
