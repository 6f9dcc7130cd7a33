/**
 * The time to authenticate a request with one of 10,000 API keys or one of 1,000 access tokens, compared with the minimum work of
 * such a check. Usage: `bin/node benchmarks/credentials.ts [rounds] [keys] [tokens]`
 */
import { createPublicKey, hash, verify as verifySignature } from 'node:crypto'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Credentials, createPrincipalResolver } from '@careatlas/server/access/resolve-principal'
import { Limits } from '@careatlas/server/access/rate-limit/limits'
import { createSigningKeyCache } from '@careatlas/server/access/tokens/signing-key-cache'
import { grantClaim, createLocalTokenCheck } from '@careatlas/server/oauth/local-issuer'
import { toKeyId } from '@careatlas/state/api-key'
import { Keys } from '@careatlas/state/keys'
import { OAuthRecords } from '@careatlas/state/oauth-records'
import { SigningKeys } from '@careatlas/state/signing-keys'
import { openState } from '@careatlas/state/state'
import { importJWK, SignJWT } from 'jose'

const [rounds = 5, keyCount = 10_000, tokenCount = 1000] = process.argv.slice(2).map(Number)
const issuer = 'https://directory.example'

using scratch = mkdtempDisposableSync(join(tmpdir(), 'credentials-'))
await using state = await openState({ folder: scratch.path })
const keys = new Keys(state, { service: 'careatlas' })
const records = new OAuthRecords(state)
const signing = new SigningKeys(state)
const resolvePrincipal = createPrincipalResolver({
  keys,
  checkToken: createLocalTokenCheck(issuer, createSigningKeyCache(signing), records),
  limits: Limits.inMemory(),
})
const apiKeys = await Promise.all(
  Array.from({ length: keyCount }, async () => (await keys.create('any')).key),
)
const tokens = await createTokens()
const checks = {
  'API key': { credentials: apiKeys, check: (key: string) => resolvePrincipal(toCredentials(key)) },
  'SHA-256 and a prepared SELECT': { credentials: apiKeys, check: createKeyBaseline() },
  'access token': { credentials: tokens, check: (token: string) => resolvePrincipal(toCredentials(token)) },
  'ES256 by node:crypto': { credentials: tokens, check: await createTokenBaseline() },
}

console.log(`Node ${process.version}, ${rounds} rounds over all of each, alternating; µs\n`)
console.log('| check | p50 | p99 |')
console.log('|---|---|---|')
const timesByCheck = Object.keys(checks).map(() => [] as number[])
for (let round = 0; round <= rounds; round += 1)
  for (const [index, { credentials, check }] of Object.values(checks).entries()) {
    const times = await measureTimes(credentials, check)
    // The first round warms up and does not count.
    if (round > 0) timesByCheck[index]!.push(...times)
  }
for (const [index, name] of Object.keys(checks).entries()) {
  const sorted = timesByCheck[index]!.toSorted((a, b) => a - b)
  const [p50, p99] = [0.5, 0.99].map((share) => sorted[Math.floor(share * sorted.length)]!.toFixed(1))
  console.log(`| ${name} | ${p50} | ${p99} |`)
}

async function measureTimes(
  credentials: readonly string[],
  check: (credential: string) => unknown,
): Promise<number[]> {
  const times: number[] = []
  for (const credential of credentials) {
    const start = performance.now()
    await check(credential)
    times.push((performance.now() - start) * 1000)
    // One turn of the event loop for each check, as for sequential requests.
    await new Promise(setImmediate)
  }
  return times
}

/** Each request has its own connection. */
function toCredentials(credential: string): Credentials {
  return { authorization: `Bearer ${credential}`, connection: {}, ip: '127.0.0.1' }
}

function createKeyBaseline(): (key: string) => void {
  const database = new DatabaseSync(join(scratch.path, 'state.sqlite'), { readOnly: true })
  const select = database.prepare('SELECT digest, ends_at FROM api_key WHERE id = ? AND revoked_at IS NULL')
  return (key) => void select.get(toKeyId(hash('sha256', key, 'buffer')))
}

async function createTokens(): Promise<readonly string[]> {
  const [key] = await signing.load()
  const privateKey = await importJWK({ ...key! }, 'ES256')
  return Promise.all(
    Array.from({ length: tokenCount }, async (_, index) => {
      await records.upsert('Grant', `grant ${index}`, {}, 3600)
      return new SignJWT({ client_id: 'any', scope: 'directory:read', [grantClaim]: `grant ${index}` })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key!.kid })
        .setIssuer(issuer)
        .setAudience(`${issuer}/mcp`)
        .setSubject(`account ${index}`)
        .setJti(`token ${index}`)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey)
    }),
  )
}

async function createTokenBaseline(): Promise<(token: string) => void> {
  const [key] = await signing.load()
  const publicKey = createPublicKey({ key: { ...key! }, format: 'jwk' })
  return (token) => {
    const end = token.lastIndexOf('.')
    const signature = Buffer.from(token.slice(end + 1), 'base64url')
    const isValid = verifySignature(
      'sha256',
      Buffer.from(token.slice(0, end)),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      signature,
    )
    if (!isValid) throw new Error('A token does not verify')
  }
}
