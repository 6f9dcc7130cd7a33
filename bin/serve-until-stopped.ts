/** Runs the server until SIGTERM or SIGINT, then lets what is under way finish. */
import type { Config } from '@careatlas/server/config'
import { startServer } from '@careatlas/server/main'
import closeWithGrace from 'close-with-grace'

/** Longer than the server's own patience of 9 s, so that this only ends what hangs. */
const stopWithinMs = 10_000

/** Prints where everything is, then `lines`; resolves once the server listens. */
export async function serveUntilStopped(config: Config, lines: readonly string[]): Promise<void> {
  const server = await startServer(config)
  closeWithGrace({ delay: stopWithinMs, logger: false }, () => server.close())
  const addresses = [
    `search   ${server.url}/v1/providers?q=heart+doctor`,
    `health   ${server.url}/v1/health`,
    `openapi  ${server.url}/openapi.json`,
    `docs     ${server.url}/docs`,
  ]
  process.stdout.write(
    `${config.productName} listens on ${server.url}\n${[...addresses, ...lines].join('\n')}\n`,
  )
}
