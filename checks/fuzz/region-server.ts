/** Starts a server with the fictional region in a separate process, as `npm start` does. */
import type { Installation } from '@careatlas/bin/command.fixture'
import { once } from 'node:events'
import { send, type Target } from './send.ts'

export interface RegionServer extends Target, AsyncDisposable {
  /** Returns the errors in the log, and an error if the server no longer responds. */
  readErrors(): Promise<readonly string[]>
}

export async function startRegionServer(installation: Installation): Promise<RegionServer> {
  const child = installation.start(['demo'])
  let [printed, logged] = ['', '']
  child.stderr.on('data', (chunk) => (logged += String(chunk)))
  const { promise: isListening, resolve, reject } = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk) => {
    // The server prints one-time codes while it runs.
    if (printed.length < 10_000) printed += String(chunk)
    if (/^key +\S+\n/m.test(printed)) resolve()
  })
  child.once('exit', () => reject(new Error(logged)))
  await isListening
  const target = {
    url: /listens on (\S+)/.exec(printed)?.[1] ?? '',
    key: /^key +(\S+)/m.exec(printed)?.[1] ?? '',
  }

  async function readErrors(): Promise<readonly string[]> {
    const health = await send(target, { method: 'GET', path: '/v1/health', headers: {}, body: null }).catch(
      String,
    )
    const isHealthy = typeof health !== 'string' && health.status === 200
    return [...(isHealthy ? [] : ['The server no longer responds.']), ...filterErrors(logged)]
  }

  return {
    ...target,
    readErrors,
    async [Symbol.asyncDispose]() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** Lines of pino at the level `error` or above. */
function filterErrors(log: string): readonly string[] {
  return log.split('\n').filter((line) => Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0) >= 50)
}
