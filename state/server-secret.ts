/** Secrets of the service itself, made when they are first asked for and the same for every server that shares the state. */
import { randomBytes } from 'node:crypto'
import type { State } from './state.ts'

const secretBytes = 32

/** The secret of this name: 32 bytes from a CSPRNG. */
export async function serverSecret({ database }: Pick<State, 'database'>, name: string): Promise<Uint8Array> {
  await database
    .insertInto('server_secret')
    .values({ name, secret: randomBytes(secretBytes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await database
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return kept.secret
}
