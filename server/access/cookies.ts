/**
 * The cookies of a browser (RFC 6265): `visitor` identifies the browser until it closes, `session` the signed-in user, and `known`
 * proves that the browser has signed in before.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicOrigin } from './csrf.ts'

type Name = 'visitor' | 'session' | 'known'

const secretPattern = /^[\w-]{43}$/
const secretBytes = 32

/** The cookies of one service; over TLS, other hosts of the domain cannot set them (`__Host-`). */
export class Cookies {
  readonly #serviceName: string
  readonly #baseUrl: string | null

  /** Without `baseUrl`, the request shows whether it came over TLS. */
  constructor(serviceName: string, baseUrl: string | null) {
    this.#serviceName = serviceName
    this.#baseUrl = baseUrl
  }

  /** The secret of a cookie; null if it is absent, repeated or malformed. */
  read(request: FastifyRequest, name: Name): string | null {
    const start = `${this.#nameIn(request, name)}=`
    const found = (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(start))
    const secret = found[0]?.slice(start.length) ?? ''
    return found.length === 1 && secretPattern.test(secret) ? secret : null
  }

  /** Expires after `lifeSeconds`, or when the browser closes. */
  set(reply: FastifyReply, name: Name, secret: string, lifeSeconds?: number): void {
    const life = lifeSeconds === undefined ? '' : `; Max-Age=${lifeSeconds}`
    const secure = this.#isSecure(reply.request) ? '; Secure' : ''
    const attributes = `Path=/; HttpOnly; SameSite=Lax${secure}${life}`
    void reply.header('set-cookie', `${this.#nameIn(reply.request, name)}=${secret}; ${attributes}`)
  }

  remove(reply: FastifyReply, name: Name): void {
    this.set(reply, name, '', 0)
  }

  /** The secret of this browser; sets a new one if the browser has none. */
  visitor(request: FastifyRequest, reply: FastifyReply): string {
    const known = this.read(request, 'visitor')
    if (known !== null) return known
    const secret = randomBytes(secretBytes).toString('base64url')
    this.set(reply, 'visitor', secret)
    return secret
  }

  #nameIn(request: FastifyRequest, name: Name): string {
    return `${this.#isSecure(request) ? '__Host-' : ''}${this.#serviceName}_${name}`
  }

  #isSecure(request: FastifyRequest): boolean {
    return publicOrigin(request, this.#baseUrl).startsWith('https:')
  }
}
