/** `careatlas oauth`: looks after the authorization server. */
import { readConfig } from '@careatlas/server/config'
import { type NextKey, overlapMs, SigningKeys } from '@careatlas/state/signing-keys'
import type { Command } from 'commander'
import { openState } from './open-state.ts'

const overlapMinutes = overlapMs / 60_000

export function addOAuthCommand(program: Command): void {
  program
    .command('oauth')
    .description('Looks after the authorization server.')
    .command('rotate-keys')
    .description(
      'Publishes a new key that signs access tokens, and cookies, a quarter of an hour from now. ' +
        `The older verify what they signed for ${overlapMinutes} minutes more. Running servers take part by themselves.`,
    )
    .option('--now', 'for keys that somebody else may have: they end at once, with all that they signed')
    .addHelpText('after', '\nExamples:\n  careatlas oauth rotate-keys\n  careatlas oauth rotate-keys --now')
    .action(async ({ now = false }: { now?: boolean }) => {
      await using state = await openState(readConfig())
      const keys = new SigningKeys(state)
      process.stdout.write(now ? replaced(await keys.replace()) : rotated(await keys.rotate()))
    })
}

function rotated({ kid, signsFrom }: NextKey): string {
  return `Key ${kid} is published, and signs from ${signsFrom}.\n`
}

function replaced({ kid }: NextKey): string {
  return `Key ${kid} signs now; running servers follow within five seconds. Whoever has an access token refreshes it.\n`
}
