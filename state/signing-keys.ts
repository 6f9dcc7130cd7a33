/** The keys that sign access tokens: ES256 (RFC 7518, section 3.4), the same for every server that shares the state. */
import { generateKeyPairSync, hash } from 'node:crypto'
import type { State } from './state.ts'

/** A private key with what a verifier needs to find its public part. */
export interface SigningKey {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly d: string
  readonly kid: string
  readonly alg: 'ES256'
  readonly use: 'sig'
}

/** The newest first, which signs; older ones still verify. The first is made when it is first asked for. */
export async function signingKeys({ database }: Pick<State, 'database'>): Promise<readonly SigningKey[]> {
  await database
    .insertInto('signing_key')
    .values({ generation: 1, private_jwk: JSON.stringify(newSigningKey()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await database
    .selectFrom('signing_key')
    .select('private_jwk')
    .orderBy('generation', 'desc')
    .execute()
  return rows.map(({ private_jwk }) => JSON.parse(private_jwk) as SigningKey)
}

function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const shape = { crv: 'P-256', kty: 'EC', x, y } as const
  // The thumbprint of RFC 7638: the members that make the public key, in the order of their names.
  const kid = hash('sha256', JSON.stringify(shape), 'base64url')
  return { ...shape, d, kid, alg: 'ES256', use: 'sig' }
}
