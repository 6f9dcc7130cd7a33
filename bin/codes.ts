/** `careatlas codes`: whether codes go out, and who may have them again. */
import { randomBytes } from 'node:crypto'
import { parseEmail } from '@careatlas/server/auth/email-address'
import { parsePhone } from '@careatlas/server/auth/phone-number'
import { sendCode } from '@careatlas/server/auth/send-code'
import { mailSender, smsSender } from '@careatlas/server/auth/senders'
import { type Config, readConfig } from '@careatlas/server/config'
import { flushed, logTo } from '@careatlas/server/log'
import { OneTimeCodes, trial } from '@careatlas/state/one-time-codes'
import type { Command } from 'commander'
import { UsageError } from './exit-codes.ts'
import { openOwnState } from './own-state.ts'

export function addCodesCommand(program: Command): void {
  const command = program.command('codes').description('Looks after the codes by which people sign in.')
  command
    .command('try')
    .description('Sends a code that opens nothing, and says whether it was handed over.')
    .argument('<destination>', 'an e-mail address or a telephone number')
    .addHelpText(
      'after',
      '\nExample:\n  careatlas codes try ana@example.org\n  careatlas codes try "+1 401 555 0123"',
    )
    .action(tryOut)
  command
    .command('forgive')
    .description(
      'Forgets the wrong codes that were tried at an address, so that its owner can sign in again.',
    )
    .argument('<destination>', 'the e-mail address or telephone number')
    .addHelpText('after', '\nExample:\n  careatlas codes forgive ana@example.org')
    .action(forgive)
}

async function tryOut(text: string): Promise<void> {
  const config = readConfig()
  const destination = destinationIn(text, config)
  await using opened = new AsyncDisposableStack()
  const codes = new OneTimeCodes(opened.use(await openOwnState(config)))
  const log = opened.adopt(logTo(config), flushed)
  const byMail = destination.includes('@')
  const setting = byMail ? 'SMTP_URL' : 'SMS_WEBHOOK_URL'
  const isPrinted = (byMail ? config.smtp : config.sms.webhook) === null
  const sender = opened.use(byMail ? mailSender(config, print) : smsSender(config, { codes, log, print }))
  if (sender === null) throw new UsageError(`Nobody gets codes by this way: set ${setting}.`)
  // Nobody has the requester's secret, so the code opens nothing.
  await sendCode(codes, sender, { purpose: trial, destination, requester: randomBytes(32).toString('hex') })
  print(
    isPrinted
      ? `Printed here, not sent: ${setting} is not set.\n`
      : `Handed over for ${destination}; whether it arrives, only its owner sees.\n`,
  )
}

async function forgive(text: string): Promise<void> {
  const config = readConfig()
  const destination = destinationIn(text, config)
  await using state = await openOwnState(config)
  if (!(await new OneTimeCodes(state).unlock(destination)))
    throw new UsageError(`No code was asked for at ${destination} lately.`)
  print(`${destination} can be sent codes again.\n`)
}

/** Letters are in no telephone number. */
function destinationIn(text: string, { sms }: Config): string {
  return /[@a-z]/i.test(text) ? parseEmail(text) : parsePhone(text, sms.countries)
}

function print(line: string): void {
  process.stdout.write(line)
}
