/**
 * The cookies of a browser (RFC 6265): `visitor` identifies the browser until it closes, `session` the signed-in user, and `known`
 * proves that the browser has signed in before.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicOrigin } from './csrf.ts'

type CookieName = 'visitor' | 'session' | 'known'

const secretPattern = /^[\w-]{43}$/
const secretBytes = 32

/** The cookies of one service. Over TLS, their names begin with `__Host-`, so that other hosts of the domain cannot set them. */
export class Cookies {
  readonly #serviceName: string
  readonly #baseUrl: string | null

  /** If `baseUrl` is null, the protocol of the request determines whether cookies are `Secure`. */
  constructor(serviceName: string, baseUrl: string | null) {
    this.#serviceName = serviceName
    this.#baseUrl = baseUrl
  }

  /** The secret of a cookie; null if it is absent, repeated or malformed. */
  read(request: FastifyRequest, name: CookieName): string | null {
    const prefix = `${this.#fullName(request, name)}=`
    const matches = (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(prefix))
    const secret = matches[0]?.slice(prefix.length) ?? ''
    return matches.length === 1 && secretPattern.test(secret) ? secret : null
  }

  /** The cookie expires after `maxAgeSeconds`; if undefined, when the browser closes. */
  set(reply: FastifyReply, name: CookieName, secret: string, maxAgeSeconds?: number): void {
    const maxAge = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
    const secure = this.#isSecure(reply.request) ? '; Secure' : ''
    const attributes = `Path=/; HttpOnly; SameSite=Lax${secure}${maxAge}`
    void reply.header('set-cookie', `${this.#fullName(reply.request, name)}=${secret}; ${attributes}`)
  }

  remove(reply: FastifyReply, name: CookieName): void {
    this.set(reply, name, '', 0)
  }

  /** The secret of the `visitor` cookie; sets a new cookie if the browser has none. */
  ensureVisitor(request: FastifyRequest, reply: FastifyReply): string {
    const existing = this.read(request, 'visitor')
    if (existing !== null) return existing
    const secret = randomBytes(secretBytes).toString('base64url')
    this.set(reply, 'visitor', secret)
    return secret
  }

  #fullName(request: FastifyRequest, name: CookieName): string {
    return `${this.#isSecure(request) ? '__Host-' : ''}${this.#serviceName}_${name}`
  }

  #isSecure(request: FastifyRequest): boolean {
    return publicOrigin(request, this.#baseUrl).startsWith('https:')
  }
}
