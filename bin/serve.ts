/** `careatlas serve`: serves the published snapshot until SIGTERM or SIGINT, then lets current requests finish. */
import { createDataFolder } from '@careatlas/directory/snapshot/data-folder'
import { isIPv6 } from 'node:net'
import { listServableGenerations } from '@careatlas/directory/snapshot/current'
import { type Config, misspelledSettings, readConfig } from '@careatlas/server/config'
import { isWildcard } from '@careatlas/server/addresses'
import { stopTimeoutMs } from '@careatlas/server/http/close-gracefully'
import closeWithGrace from 'close-with-grace'
import type { Command } from 'commander'

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Serves the published snapshot on HOST:PORT (default 127.0.0.1:8080).')
    .addHelpText('after', '\nExample:\n  DATA_DIR=/srv/directory PORT=9000 careatlas serve')
    .action(() => runServer(readConfig()))
}

/** Prints the address, the URL of the start page, the lines that `listDemoLines` returns once the server listens, and other URLs. */
export async function runServer(
  config: Config,
  listDemoLines: (url: string) => Promise<readonly string[]> = async () => [],
): Promise<void> {
  ignoreOutputErrors()
  for (const sentence of misspelledSettings()) process.stderr.write(`${sentence}\n`)
  // Before the line that follows, because an error is a single sentence.
  createDataFolder(config.dataDir)
  // Loading a large directory takes long; standard output has only the addresses.
  process.stderr.write(`Loading the directory in ${config.dataDir}\n`)
  // Imported here, because it takes 1.5 s of CPU time, which `--help` does not need.
  const { startServer } = await import('@careatlas/server/main')
  const server = await startServer(config)
  stopOnSignal(() => server.close())
  const lines = [
    `${config.productName} listens on ${describeAddress(config, server.url)}`,
    `open     ${server.url}/`,
    ...(await listDemoLines(server.url)),
    ...listUrls(config, server.url),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** A server keeps running if its terminal, the disk or the reader of its output is gone. */
function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr])
    output.removeAllListeners('error').on('error', () => undefined)
}

/** Returns the URL, or words if the server listens on every address, because the URL has only one of them. */
function describeAddress({ host }: Config, url: string): string {
  if (!isWildcard(host)) return url
  return `port ${new URL(url).port} of every ${isIPv6(host) ? '' : 'IPv4 '}address of this machine`
}

/**
 * Stops the server on the first signal; a later one ends the stop at once. npm forwards the SIGINT of Ctrl-C, which the terminal has
 * sent to this process too, so such a copy is ignored. The listener is never removed, because a SIGINT kills a process without one.
 */
function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false
  let interruptedAtMs = -Infinity
  const grace = closeWithGrace({ delay: stopTimeoutMs, logger: false, skip: ['SIGINT'] }, () => {
    isStopping = true
    return close()
  })
  process.on('SIGINT', () => {
    if (!isStopping) {
      interruptedAtMs = performance.now()
      grace.close()
    } else if (performance.now() - interruptedAtMs > copiedInterruptMs) process.exit(1)
  })
}

const copiedInterruptMs = 1000

function listUrls({ dataDir, auth }: Config, url: string): readonly string[] {
  if (listServableGenerations(dataDir).length === 0) {
    return [
      `${dataDir} has no snapshot yet, so searches return 503. Publish one with: careatlas ingest --nppes FILE`,
    ]
  }
  return [
    ...(auth ? [`keys     ${url}/keys`] : []),
    `health   ${url}/v1/health`,
    `openapi  ${url}/openapi.json`,
  ]
}
