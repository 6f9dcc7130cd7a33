/** The state of this installation, for a command that works on it beside the servers. */
import { makeDataFolder } from '@careatlas/directory/snapshot/data-folder'
import type { Config } from '@careatlas/server/config'
import { openState as openStateAt, type State } from '@careatlas/state/state'

/** Rejects as `openState` of the state does, and with DataFolderError. */
export async function openState({ dataDir, state }: Pick<Config, 'dataDir' | 'state'>): Promise<State> {
  if ('folder' in state) makeDataFolder(dataDir)
  return openStateAt(state)
}
