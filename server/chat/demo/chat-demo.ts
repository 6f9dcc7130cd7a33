/** The demo of the chat: a partner that is not in the state, and an identity provider that signs in fictional users. */
import { createPrivateKey, createPublicKey, hash, hkdfSync, type KeyObject } from 'node:crypto'
import {
  demoPartnerIdentifier,
  type Partner,
  Partners,
  type PartnersOptions,
} from '@careatlas/state/partners'
import { loadServerSecret } from '@careatlas/state/server-secret'
import type { State } from '@careatlas/state/state'
import { createLocalJWKSet, SignJWT } from 'jose'
import { RefreshingCache } from '../../access/refreshing-cache.ts'
import type { KeyCache } from '../../access/tokens/verify-with-keys.ts'
import { keyCacheTimes } from '../tokens/partner-keys.ts'

export const demoRetentionDays = 1

export interface ChatDemo {
  /** Its pages are those of the service. */
  readonly partner: Partner & { readonly issuer: string }
  /** The public key of the ID tokens. */
  readonly keys: KeyCache
  /** Returns an ID token of ten minutes. `user` is a secret of the user's browser; the subject is its hash. */
  signIn(user: string): Promise<string>
}

export interface ChatDemoOptions {
  readonly serviceName: string
  /** The public address of the service, without a trailing slash. */
  readonly url: string
  /** The configured one. */
  readonly baseUrl: string | null
}

/** All servers with the same state have the same demo, because everything secret in it follows from a secret of the state. */
export async function openChatDemo(state: State, options: ChatDemoOptions): Promise<ChatDemo> {
  const secret = await loadServerSecret(state, 'chat demo')
  const partner = createPartner(secret, options)
  const privateKey = createSigningKey(derive(secret, 'signing key'))
  return { partner, keys: publish(privateKey), signIn: (user) => signIdToken(user, partner, privateKey) }
}

/** The partners in the state, and that of the demo. */
export class PartnersWithDemo extends Partners {
  readonly #demo: Partner

  constructor(state: State, options: PartnersOptions, demo: Partner) {
    super(state, options)
    this.#demo = demo
  }

  override async find(identifier: string): Promise<Partner | null> {
    return identifier === this.#demo.identifier ? this.#demo : super.find(identifier)
  }

  override async list(): Promise<readonly Partner[]> {
    const registered = await super.list()
    return [...registered.filter(({ identifier }) => identifier !== this.#demo.identifier), this.#demo]
  }
}

const audience = 'chat-demo'

function createPartner(
  secret: Uint8Array,
  { serviceName, url, baseUrl }: ChatDemoOptions,
): ChatDemo['partner'] {
  return {
    identifier: demoPartnerIdentifier,
    publicKey: `${serviceName}_pk_${derive(secret, 'publishable key').toString('hex').slice(0, 24)}`,
    origins: baseUrl === null ? localOrigins(url) : [baseUrl],
    authTypes: ['tokenExchange', 'passwordless'],
    issuer: `${url}/chat-demo`,
    audiences: [audience],
    algorithms: ['EdDSA'],
    // No address, so no registered partner can have the same source of keys.
    jwksUrl: 'chat-demo',
    productName: null,
    historyMigration: 'ask',
    retentionDays: demoRetentionDays,
    createdAt: new Date(0).toISOString(),
    disabledAt: null,
  }
}

/** A browser of this machine reaches the server by each of these. */
function localOrigins(url: string): readonly string[] {
  const { protocol, port } = new URL(url)
  const hosts = ['127.0.0.1', 'localhost', '[::1]']
  return [...new Set([url, ...hosts.map((host) => new URL(`${protocol}//${host}:${port}`).origin)])]
}

function derive(secret: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `chat demo ${use}`, 32))
}

/** The header of an Ed25519 key in PKCS #8 (RFC 8410, section 7), which its 32 bytes follow. */
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex')

function createSigningKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ed25519Header, seed]), format: 'der', type: 'pkcs8' })
}

const keyId = 'demo'
const algorithm = 'EdDSA'

function publish(privateKey: KeyObject): KeyCache {
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' })
  const publicKeys = createLocalJWKSet({ keys: [{ ...jwk, kid: keyId, alg: algorithm }] as never })
  return new RefreshingCache(async () => ({ publicKeys }), keyCacheTimes)
}

function signIdToken(user: string, { issuer }: ChatDemo['partner'], privateKey: KeyObject): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(hash('sha256', user, 'base64url'))
    .setIssuedAt()
    .setExpirationTime('10 minutes')
    .sign(privateKey)
}
