/** `careatlas codes`: tests the delivery of one-time codes, and unlocks blocked addresses. */
import { randomBytes } from 'node:crypto'
import { parseEmail } from '@careatlas/server/accounts/email-address'
import { parsePhone } from '@careatlas/server/accounts/phone-number'
import { sendCode } from '@careatlas/server/accounts/send-code'
import { createMailSender, createSmsSender } from '@careatlas/server/accounts/senders'
import { type Config, readConfig } from '@careatlas/server/config'
import { flushAndClose, createLogger } from '@careatlas/server/log'
import { OneTimeCodes, testPurpose } from '@careatlas/state/one-time-codes'
import type { Command } from 'commander'
import { UsageError } from './exit-codes.ts'
import { openState } from './open-state.ts'

export function addCodesCommand(program: Command): void {
  const command = program.command('codes').description('Manages the one-time codes by which users sign in.')
  command
    .command('test')
    .alias('try')
    .description('Sends a test code that cannot be used to sign in, and reports whether it was accepted.')
    .argument('<destination>', 'an e-mail address or telephone number')
    .addHelpText(
      'after',
      '\nExample:\n  careatlas codes test ana@example.org\n  careatlas codes test "+1 401 555 0123"',
    )
    .action(sendTest)
  command
    .command('unlock')
    .alias('forgive')
    .description('Resets the count of wrong codes for a destination, so that codes work there again.')
    .argument('<destination>', 'the e-mail address or telephone number')
    .addHelpText('after', '\nExample:\n  careatlas codes unlock ana@example.org')
    .action(unlock)
}

async function sendTest(text: string): Promise<void> {
  const config = readConfig()
  const destination = parseDestination(text, config)
  await using opened = new AsyncDisposableStack()
  const codes = new OneTimeCodes(opened.use(await openState(config)))
  const log = opened.adopt(createLogger(config), flushAndClose)
  const isEmail = destination.includes('@')
  const setting = isEmail ? 'SMTP_URL' : 'SMS_WEBHOOK_URL'
  const isPrinted = (isEmail ? config.smtp : config.sms.webhook) === null
  const sender = opened.use(
    isEmail ? createMailSender(config, print) : createSmsSender(config, { codes, log, print }),
  )
  if (sender === null) throw new UsageError(`Codes cannot be sent there: set ${setting}.`)
  // Nothing stores the requester's secret, so the code cannot be used.
  await sendCode(codes, sender, {
    purpose: testPurpose,
    destination,
    requester: randomBytes(32).toString('hex'),
  })
  print(
    isPrinted
      ? `Printed here and not sent, because ${setting} is not set.\n`
      : `Accepted for ${destination}. Check the inbox or the telephone to confirm.\n`,
  )
}

async function unlock(text: string): Promise<void> {
  const config = readConfig()
  const destination = parseDestination(text, config)
  await using state = await openState(config)
  if (!(await new OneTimeCodes(state).unlock(destination)))
    throw new UsageError(`No code was requested for ${destination} recently.`)
  print(`${destination} is unlocked.\n`)
}

/** Text with a letter or `@` is an e-mail address, other text a telephone number. */
function parseDestination(text: string, { sms }: Config): string {
  return /[@a-z]/i.test(text) ? parseEmail(text) : parsePhone(text, sms.countries)
}

function print(line: string): void {
  process.stdout.write(line)
}
