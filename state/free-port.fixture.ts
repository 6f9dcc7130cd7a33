/** For tests: finds a free port for a program that cannot choose one itself. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a port that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
