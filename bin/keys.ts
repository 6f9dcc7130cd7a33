/** `careatlas keys`: creates, lists and revokes API keys. */
import { readConfig } from '@careatlas/server/config'
import { type KeyRecord, Keys } from '@careatlas/state/keys'
import type { Command } from 'commander'
import { confirm } from './confirm.ts'
import { UsageError } from './exit-codes.ts'
import { openState } from './open-state.ts'
import { formatTable } from './text-table.ts'

export function addKeysCommand(program: Command): void {
  const command = program.command('keys').description('Creates, lists and revokes API keys.')
  command
    .command('create')
    .description('Creates a key and prints it once. Only its hash is stored.')
    .requiredOption('--label <name>', 'what the key is for')
    .addHelpText('after', '\nExample:\n  careatlas keys create --label "Intake bot"')
    .action(({ label }: { label: string }) => withKeys(async (keys) => `${(await keys.create(label)).key}\n`))
  command
    .command('list')
    .description('Lists all keys with their owners, including revoked keys.')
    .addHelpText(
      'after',
      '\nA server writes the last use of a key within a minute, so a recent use may not be listed yet.\n\nExample:\n  careatlas keys list',
    )
    .action(() => withKeys(listKeys))
  command
    .command('revoke')
    .description('Revokes a key. Its next request gets status 401.')
    .argument('<id>', 'the ID that `keys list` shows')
    .option('--yes', 'do not ask; needed without a terminal')
    .addHelpText('after', '\nExample:\n  careatlas keys revoke key_0123456789abcdef --yes')
    .action((id: string, { yes = false }: { yes?: boolean }) => withKeys((keys) => revokeKey(keys, id, yes)))
}

async function withKeys(work: (keys: Keys) => Promise<string>): Promise<void> {
  const config = readConfig()
  await using state = await openState(config)
  process.stdout.write(await work(new Keys(state, { service: config.serviceName })))
}

async function revokeKey(keys: Keys, id: string, isConfirmed: boolean): Promise<string> {
  const key = (await keys.list()).find((record) => record.id === id && record.revokedAt === null)
  if (key === undefined) throw noActiveKeyError(id)
  if (!isConfirmed && !(await confirmRevocation(key))) return 'Nothing was revoked.\n'
  if (!(await keys.revoke(id))) throw noActiveKeyError(id)
  return `${id} is revoked.\n`
}

function noActiveKeyError(id: string): UsageError {
  return new UsageError(`No active key has the ID ${JSON.stringify(id)}. See: careatlas keys list`)
}

function confirmRevocation({ id, label, owner, lastUsedAt }: KeyRecord): Promise<boolean> {
  const details = `${label}; owner ${owner ?? 'operator'}; last used ${lastUsedAt ?? 'never'}`
  return confirm('A revocation', `Revoke ${id} (${details})?`)
}

const heading = ['id', 'key', 'label', 'owner', 'created', 'last used', 'validity']

async function listKeys(keys: Keys): Promise<string> {
  const rows = (await keys.list()).map(toCells)
  return rows.length > 0
    ? formatTable([heading, ...rows])
    : 'No keys yet. Create one with: careatlas keys create --label NAME\n'
}

function toCells(key: KeyRecord): string[] {
  const { id, display, label, createdAt, lastUsedAt, expiresAt, revokedAt } = key
  const validity = revokedAt ? `revoked ${revokedAt}` : expiresAt ? `valid until ${expiresAt}` : ''
  return [id, display, label, key.owner ?? 'operator', createdAt, lastUsedAt ?? 'never', validity]
}
