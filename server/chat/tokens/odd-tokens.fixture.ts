/** For tests: the JWTs of row T5 as changes of a valid one, for ID tokens and for access tokens. */
import { createPublicKey } from 'node:crypto'
import type { JWK } from 'jose'
import { nowSeconds } from './identity-provider.fixture.ts'

/** A signer of tokens with the differences from a valid one. */
export interface OddTokenSource {
  /** A claim or header that is undefined is omitted. */
  readonly sign: (change: OddTokenChange) => Promise<string>
  readonly publicJwk: JWK
  /** The `typ` of the other kind of token: of access tokens for ID tokens, and the reverse. */
  readonly otherType: string
}

export interface OddTokenChange {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** Whether a key that its issuer does not publish signs. */
  readonly hasForeignKey?: boolean
  /** Signs instead of a private key. */
  readonly secret?: Uint8Array
}

type Build = (source: OddTokenSource) => Promise<string>

const withClaims =
  (claims: () => Readonly<Record<string, unknown>>): Build =>
  ({ sign }) =>
    sign({ claims: claims() })

const withHeader =
  (header: Readonly<Record<string, unknown>>): Build =>
  ({ sign }) =>
    sign({ header })

const withForeignKey =
  (header: Readonly<Record<string, unknown>> = {}): Build =>
  ({ sign }) =>
    sign({ header, hasForeignKey: true })

/** Changes the parts (header, claims, signature) of a valid token. */
const withParts =
  (change: (parts: readonly [string, string, string]) => readonly string[]): Build =>
  async ({ sign }) =>
    change((await sign({})).split('.') as [string, string, string]).join('.')

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Tokens that every check refuses. */
export const oddTokens: Readonly<Record<string, Build>> = {
  'alg none': withParts(([, claims]) => [encode({ alg: 'none', typ: 'JWT' }), claims, '']),
  'alg nOnE': withParts(([, claims]) => [encode({ alg: 'nOnE', typ: 'JWT' }), claims, '']),
  'alg none with the signature of a valid token': withParts(([, claims, signature]) => [
    encode({ alg: 'none' }),
    claims,
    signature,
  ]),
  'HS256 keyed with the public key': ({ sign, publicJwk }) => {
    const pem = createPublicKey({ key: { ...publicJwk }, format: 'jwk' }).export({
      format: 'pem',
      type: 'spki',
    })
    return sign({ header: { alg: 'HS256' }, secret: Buffer.from(pem) })
  },
  'another key with a known kid': withForeignKey(),
  'an unknown kid': withForeignKey({ kid: 'unknown' }),
  'a kid that is a path': withForeignKey({ kid: '../../../../dev/null' }),
  'an embedded key': async ({ sign, publicJwk }) =>
    sign({ header: { jwk: publicJwk, kid: undefined }, hasForeignKey: true }),
  'the URL of a key set': withForeignKey({ jku: 'https://evil.example/jwks' }),
  'the URL of a certificate': withForeignKey({ x5u: 'https://evil.example/certificate' }),
  'another audience': withClaims(() => ({ aud: 'https://elsewhere.example' })),
  'no audience': withClaims(() => ({ aud: undefined })),
  'another issuer': withClaims(() => ({ iss: 'https://elsewhere.example' })),
  'no issuer': withClaims(() => ({ iss: undefined })),
  'no expiry': withClaims(() => ({ exp: undefined })),
  'an expiry that is a string': withClaims(() => ({ exp: String(nowSeconds() + 600) })),
  'nbf in the future': withClaims(() => ({ nbf: nowSeconds() + 120 })),
  'iat in the future': withClaims(() => ({ iat: nowSeconds() + 120 })),
  'no iat': withClaims(() => ({ iat: undefined })),
  'no subject': withClaims(() => ({ sub: undefined })),
  'an empty subject': withClaims(() => ({ sub: '' })),
  'a subject that is a list': withClaims(() => ({ sub: ['user-1'] })),
  'the type of another kind of token': ({ sign, otherType }) => sign({ header: { typ: otherType } }),
  'an unknown critical header': withHeader({ crit: ['urn:example:unknown'], 'urn:example:unknown': true }),
  'a signature of zeros': withParts(([header, claims, signature]) => [
    header,
    claims,
    Buffer.alloc(Buffer.from(signature, 'base64url').length).toString('base64url'),
  ]),
  'an empty signature': withParts(([header, claims]) => [header, claims, '']),
  'a truncated signature': withParts(([header, claims, signature]) => [
    header,
    claims,
    signature.slice(0, -4),
  ]),
  'altered claims': withParts(([header, claims, signature]) => [
    header,
    encode({ ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), sub: 'user-2' }),
    signature,
  ]),
  'two parts': withParts(([header, claims]) => [header, claims]),
  'four parts': withParts((parts) => [...parts, 'more']),
  'five parts, as an encrypted token has': withParts((parts) => [...parts, 'more', 'more']),
  'parts that are not JSON': async () => 'a.b.c',
  'only dots': async () => '..',
  'a newline at its end': async ({ sign }) => `${await sign({})}\n`,
  'a space before it': async ({ sign }) => ` ${await sign({})}`,
  'more than 4 KB': withClaims(() => ({ padding: 'x'.repeat(4096) })),
  'a megabyte of one letter': async () => 'x'.repeat(2 ** 20),
}
