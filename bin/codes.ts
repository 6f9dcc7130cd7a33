/** `careatlas codes`: lets somebody sign in again at whose address too many codes were guessed. */
import { parseEmail } from '@careatlas/server/auth/email-address'
import { readConfig } from '@careatlas/server/config'
import { OneTimeCodes } from '@careatlas/state/one-time-codes'
import { openState } from '@careatlas/state/state'
import type { Command } from 'commander'
import { WrongUsage } from './exit-codes.ts'

export function addCodesCommand(program: Command): void {
  program
    .command('codes')
    .description('Looks after the codes by which people sign in.')
    .command('forgive')
    .description(
      'Forgets the wrong codes that were tried at an address, so that its owner can sign in again.',
    )
    .argument('<email>', 'the address')
    .addHelpText('after', '\nExample:\n  careatlas codes forgive ana@example.org')
    .action(async (text: string) => {
      const email = parseEmail(text)
      await using state = await openState(readConfig().state)
      if (!(await new OneTimeCodes(state).forgive(email)))
        throw new WrongUsage(`No code was asked for at ${email} lately.`)
      process.stdout.write(`${email} can be sent codes again.\n`)
    })
}
