/** Registers the page of an example at the service, with the command line that an operator uses. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const command = join(import.meta.dirname, '../bin/careatlas')

/**
 * Returns the publishable key of the page. A page that is registered gets these settings and keeps its key. The service must have its
 * data in the same folder (`DATA_DIR`).
 */
export function registerPage(identifier: string, settings: readonly string[]): string {
  const added = runPartners('add', identifier, settings)
  const { stdout, stderr } = added.status === 0 ? added : runPartners('update', identifier, settings)
  const [, publicKey] = /^(?:publicKey|publishable key) +(\S+)$/m.exec(stdout) ?? []
  if (publicKey === undefined) throw new Error(`The page could not be registered: ${added.stderr}${stderr}`)
  return publicKey
}

function runPartners(action: 'add' | 'update', identifier: string, settings: readonly string[]) {
  return spawnSync(command, ['partners', action, identifier, ...settings], { encoding: 'utf8' })
}
