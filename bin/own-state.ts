/** The state of this installation, for a command that works on it beside the servers. */
import { makeDataFolder } from '@careatlas/directory/snapshot/data-folder'
import type { Config } from '@careatlas/server/config'
import { openState, type State } from '@careatlas/state/state'

/** Rejects as `openState` does, and with DataFolderError. */
export async function openOwnState({ dataDir, state }: Pick<Config, 'dataDir' | 'state'>): Promise<State> {
  if ('folder' in state) makeDataFolder(dataDir)
  return openState(state)
}
