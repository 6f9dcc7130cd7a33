/** A port for what must be told one before it listens. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Of this machine; nobody else takes it for the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('A server has no port')
  return address.port
}
