/** `careatlas serve`: serves the published snapshot until SIGTERM or SIGINT. */
import { readConfig } from '@careatlas/server/config'
import type { Command } from 'commander'
import { runServer } from './run-server.ts'

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Serves the published snapshot on HOST:PORT (default 127.0.0.1:8080).')
    .addHelpText('after', '\nExample:\n  DATA_DIR=/srv/directory PORT=9000 careatlas serve')
    .action(async () => {
      await runServer(readConfig())
    })
}
