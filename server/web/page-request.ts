/** One request at `/keys`: who sent it, and how it is answered. */
import type { Account } from '@careatlas/state/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { jsonType } from '../http/response-headers.ts'
import { formPageHeaders } from './layout.ts'
import type { PageSetting } from '../accounts/account-pages.ts'

export interface PageRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The secret of the browser. */
  readonly visitor: string
  readonly session: string | null
  readonly account: Account | null
  readonly form: Form
  readonly setting: PageSetting
}

/** What a request asks for, done and answered. */
export type PageAction = (visit: PageRequest) => Promise<FastifyReply>

/** The page on which it is said what went wrong. */
export type RenderError = (visit: PageRequest, wrong: string) => string | Promise<string>

/** What a form may hold; each route reads what it needs. */
const Form = z.looseObject({
  token: z.string().optional(),
  email: z.string().default(''),
  challenge: z.string().default(''),
  code: z.string().default(''),
  label: z.string().default(''),
  confirm: z.string().default(''),
  program: z.string().default(''),
})
type Form = z.infer<typeof Form>

/** Empty where it is none of ours. */
export function formIn(request: FastifyRequest): Form {
  return Form.safeParse(request.body ?? {}).data ?? Form.parse({})
}

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.headers({ ...formPageHeaders, vary: 'accept, cookie' }).send(html)
}

export function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply
    .headers({ 'content-type': jsonType, 'cache-control': 'no-store', vary: 'accept, cookie' })
    .send(JSON.stringify(value))
}

/** See other (RFC 9110, section 15.4.4): the page is asked for anew. */
export function redirectToKeys(reply: FastifyReply): FastifyReply {
  return reply.redirect('/keys', 303)
}
