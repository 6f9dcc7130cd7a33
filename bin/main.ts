/** The CLI: `careatlas <command>`. Each command has its own file. */
import { Command, CommanderError } from 'commander'
import { version } from '@careatlas/server/version'
import { errorMessage, exitCodeOf, exitCodes } from './exit-codes.ts'

/** Only the module of the named command is imported, so that `verify` takes 0.3 s of CPU time instead of 1.4 s. */
const commands: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  demo: async () => (await import('./demo.ts')).addDemoCommand,
  serve: async () => (await import('./serve.ts')).addServeCommand,
  fetch: async () => (await import('./fetch.ts')).addFetchCommand,
  ingest: async () => (await import('./ingest.ts')).addIngestCommand,
  show: async () => (await import('./show.ts')).addShowCommand,
  snapshots: async () => (await import('./snapshots.ts')).addSnapshotsCommand,
  verify: async () => (await import('./verify.ts')).addVerifyCommand,
  'audit-cards': async () => (await import('./audit-cards.ts')).addAuditCardsCommand,
  keys: async () => (await import('./keys.ts')).addKeysCommand,
  partners: async () => (await import('./partners.ts')).addPartnersCommand,
  chat: async () => (await import('./chat.ts')).addChatCommand,
  reports: async () => (await import('./reports.ts')).addReportsCommand,
  state: async () => (await import('./state.ts')).addStateCommand,
  backup: async () => (await import('./backup.ts')).addBackupCommand,
  restore: async () => (await import('./backup.ts')).addRestoreCommand,
  codes: async () => (await import('./codes.ts')).addCodesCommand,
  oauth: async () => (await import('./oauth.ts')).addOAuthCommand,
  mcp: async () => (await import('./mcp.ts')).addMcpCommand,
}

const program = new Command('careatlas')
  .description(
    'An open, self-hostable healthcare provider directory. Every command reads DATA_DIR (default ./data).',
  )
  .version(version)
  .addHelpText(
    'after',
    `
Examples:
  careatlas demo                                 a fictional region, served on http://127.0.0.1:8080/
  careatlas fetch nppes --monthly --to nppes     the federal registry (1.1 GB)
  careatlas ingest --nppes nppes/NPPES_Data_Dissemination_November_2026_V2.zip
  careatlas serve
  careatlas keys create --label "my app"
  careatlas snapshots rollback                   back to the snapshot before the last ingest

The options of a command: careatlas ingest --help`,
  )
  .showHelpAfterError('Run with --help for the options and an example.')
  .exitOverride()

const [name = ''] = process.argv.slice(2)
const needed = Object.hasOwn(commands, name) ? [commands[name]!] : Object.values(commands)
for (const addCommand of await Promise.all(needed.map((load) => load()))) addCommand(program)

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
