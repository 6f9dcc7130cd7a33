/** The CLI: `careatlas <command>`. Each command has its own file. */
import { Command, CommanderError } from 'commander'
import { addAuditCardsCommand } from './audit-cards.ts'
import { addCodesCommand } from './codes.ts'
import { addDemoCommand } from './demo.ts'
import { exitCodeOf, exitCodes, errorMessage } from './exit-codes.ts'
import { addFetchCommand } from './fetch.ts'
import { addIngestCommand } from './ingest.ts'
import { addKeysCommand } from './keys.ts'
import { addOAuthCommand } from './oauth.ts'
import { addServeCommand } from './serve.ts'
import { addShowCommand } from './show.ts'
import { addVerifyCommand } from './verify.ts'

const program = new Command('careatlas')
  .description(
    'An open, self-hostable healthcare provider directory. Every command reads DATA_DIR (default ./data).',
  )
  .showHelpAfterError('Run with --help for the options and an example.')
  .exitOverride()

for (const add of [
  addDemoCommand,
  addServeCommand,
  addFetchCommand,
  addIngestCommand,
  addShowCommand,
  addVerifyCommand,
  addAuditCardsCommand,
  addKeysCommand,
  addCodesCommand,
  addOAuthCommand,
])
  add(program)

// A reader may close the pipe early: `careatlas keys list | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await program.parseAsync()
} catch (error) {
  // Commander has already printed its message. `--help` has exit code 0.
  if (error instanceof CommanderError)
    process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage
  else {
    process.stderr.write(`${errorMessage(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}
