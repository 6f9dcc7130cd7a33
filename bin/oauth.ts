/** `careatlas oauth`: manages the keys that sign OAuth tokens. */
import { readConfig } from '@careatlas/server/config'
import { type NextKey, overlapMs, publishLeadMs, SigningKeys } from '@careatlas/state/signing-keys'
import type { Command } from 'commander'
import { openState } from './open-state.ts'

const leadMinutes = publishLeadMs / 60_000
const overlapMinutes = overlapMs / 60_000

export function addOAuthCommand(program: Command): void {
  program
    .command('oauth')
    .description('Manages OAuth signing keys.')
    .command('rotate-keys')
    .description(
      `Publishes a new key, which signs access tokens and cookies ${leadMinutes} minutes later. ` +
        `Then the old key stays valid for verification for ${overlapMinutes} minutes. Running servers need no restart.`,
    )
    .option('--now', 'if a key may have leaked: revoke all keys at once, with every token that they signed')
    .addHelpText('after', '\nExamples:\n  careatlas oauth rotate-keys\n  careatlas oauth rotate-keys --now')
    .action(async ({ now = false }: { now?: boolean }) => {
      await using state = await openState(readConfig())
      const keys = new SigningKeys(state)
      process.stdout.write(
        now ? describeReplacement(await keys.replace()) : describeRotation(await keys.rotate()),
      )
    })
}

function describeRotation({ kid, signsFrom }: NextKey): string {
  return `Key ${kid} is published and signs from ${signsFrom}.\n`
}

function describeReplacement({ kid }: NextKey): string {
  return `Key ${kid} signs now. Running servers use it within five seconds. Clients must refresh their access tokens.\n`
}
