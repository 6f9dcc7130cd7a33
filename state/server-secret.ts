/** Secrets of the service, created on first use and shared by all servers with the same state. */
import { randomBytes } from 'node:crypto'
import type { State } from './state.ts'

const secretBytes = 32

/** Returns the secret of this name: 32 bytes from a CSPRNG. */
export async function loadServerSecret(
  { database }: Pick<State, 'database'>,
  name: string,
): Promise<Uint8Array> {
  await database
    .insertInto('server_secret')
    .values({ name, secret: randomBytes(secretBytes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await database
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.secret
}
