/** Opens the state of this installation for a command; servers may have it open too. */
import { createDataFolder } from '@careatlas/directory/snapshot/data-folder'
import type { Config } from '@careatlas/server/config'
import { openState as openStateAt, type State } from '@careatlas/state/state'

/** Rejects with StateError, or with DataFolderError if the folder cannot be created. */
export async function openState({ dataDir, state }: Pick<Config, 'dataDir' | 'state'>): Promise<State> {
  if ('folder' in state) createDataFolder(dataDir)
  return openStateAt(state)
}
