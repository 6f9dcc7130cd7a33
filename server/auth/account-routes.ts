/**
 * `/keys`: whoever proves an e-mail address makes, exchanges and ends keys of their own. Browsers get pages, programs that do not
 * accept HTML get JSON; both send the token of the page along (see `own-requests.ts`).
 */
import formbody from '@fastify/formbody'
import { DirectoryError } from '@careatlas/contract/errors'
import { type Account, type Accounts, sessionLifeMs } from '@careatlas/state/accounts'
import type { KeyRecord, Keys, MadeKey } from '@careatlas/state/keys'
import type { OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { crossOriginHeaders, jsonType } from '../http/response-headers.ts'
import { callerAddress } from '../limits/caller-address.ts'
import type { Limits } from '../limits/limits.ts'
import { formPageHeaders } from '../page.ts'
import { codePage, keyListPage, madeKeyPage, type PageSetting, signInPage } from './account-pages.ts'
import type { CodeSender } from './code-sender.ts'
import type { Cookies } from './cookies.ts'
import { parseEmail } from './email-address.ts'
import { checkOwnPage, pageToken } from './own-requests.ts'

export interface AccountOptions {
  readonly accounts: Accounts
  readonly codes: OneTimeCodes
  readonly keys: Keys
  readonly sender: CodeSender
  readonly cookies: Cookies
  readonly limits: Limits
  readonly pepper: Uint8Array
  readonly productName: string
  /** Public address, without a slash at the end; null: whatever name the browser knows the server by. */
  readonly baseUrl: string | null
  /** Where programs find the service, without a slash at the end. */
  readonly url: () => string
}

const purpose = 'keys'

/** What a form may hold; each route reads what it needs. */
const Form = z.looseObject({
  token: z.string().optional(),
  email: z.string().default(''),
  challenge: z.string().default(''),
  code: z.string().default(''),
  label: z.string().default(''),
  confirm: z.string().default(''),
})
type Form = z.infer<typeof Form>

/** One request: who sent it, and how it is answered. */
interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The secret of the browser. */
  readonly visitor: string
  readonly session: string | null
  readonly account: Account | null
  readonly form: Form
  readonly setting: PageSetting
}

type Work = (visit: Visit) => Promise<FastifyReply>

/** The page on which it is said what went wrong. */
type Again = (visit: Visit, wrong: string) => string | Promise<string>

const againSignIn: Again = ({ setting }, wrong) => signInPage(setting, wrong)
const againCode: Again = ({ setting, form: { challenge, email } }, wrong) =>
  codePage(setting, { id: challenge, email }, wrong)

export async function registerAccount(app: FastifyInstance, options: AccountOptions): Promise<void> {
  const { accounts, codes, keys, sender, cookies, limits, pepper, productName, url, baseUrl } = options

  async function visitOf(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const visitor = cookies.visitor(request, reply)
    const session = cookies.read(request, 'session')
    const account = session === null ? null : await accounts.inSession(session)
    const setting = { productName, url: url(), token: pageToken(pepper, visitor) }
    const form = Form.safeParse(request.body ?? {}).data ?? Form.parse({})
    return { request, reply, visitor, session, account, form, setting }
  }

  async function change(visit: Visit, work: Work, again: Again): Promise<FastifyReply> {
    const { request, reply, form, setting } = visit
    try {
      checkOwnPage(request, form.token, setting.token, baseUrl ?? `http://${request.headers.host}`)
      return await work(visit)
    } catch (error) {
      if (!(error instanceof DirectoryError) || !wantsPage(request)) throw error
      return sendPage(reply.code(error.status), await again(visit, error.message))
    }
  }

  async function home({ request, reply, account, setting }: Visit): Promise<FastifyReply> {
    const list = await keysOf(account)
    if (wantsPage(request))
      return sendPage(reply, account === null ? signInPage(setting) : keyListPage(setting, account, list))
    const who = account === null ? null : { email: account.email }
    return sendJson(reply, { token: setting.token, account: who, keys: list })
  }

  async function keysOf(account: Account | null): Promise<readonly KeyRecord[]> {
    return account === null ? [] : keys.list({ accountId: account.id })
  }

  const sendCode: Work = async ({ request, reply, visitor, form, setting }) => {
    const email = parseEmail(form.email)
    await limits.take('codes', callerAddress(request.ip))
    const { id, code } = await codes.issue({ purpose, destination: email, requester: visitor })
    try {
      await sender.send({ to: email, code })
    } catch {
      await codes.withdraw(id)
      throw new DirectoryError('unavailable', 'The code could not be sent; try again in a few minutes.')
    }
    return wantsPage(request)
      ? sendPage(reply, codePage(setting, { id, email }))
      : sendJson(reply, { challenge: id })
  }

  /** A new session secret, so that one planted before is worth nothing. */
  const signIn: Work = async ({ request, reply, visitor, form }) => {
    const guess = { purpose, requester: visitor, id: form.challenge, code: form.code.trim() }
    const email = await codes.redeem(guess)
    if (!(await accounts.has(email))) await limits.take('accounts', callerAddress(request.ip))
    const account = await accounts.ofProved(email)
    cookies.set(reply, 'session', await accounts.startSession(account.id), sessionLifeMs / 1000)
    return wantsPage(request) ? toKeys(reply) : sendJson(reply, { email: account.email })
  }

  const make: Work = async (visit) => sendMade(visit, await keys.create(visit.form.label, ownerIn(visit)))
  const rotate: Work = async (visit) =>
    sendMade(visit, found(await keys.rotate(keyIn(visit), ownerIn(visit))))
  const revoke: Work = async (visit) => {
    found((await keys.revoke(keyIn(visit), ownerIn(visit))) || null)
    return done(visit)
  }
  const relabel: Work = async (visit) => {
    found((await keys.relabel(keyIn(visit), visit.form.label, ownerIn(visit))) || null)
    return done(visit)
  }

  const signOut: Work = async (visit) => {
    if (visit.session !== null) await accounts.endSession(visit.session)
    cookies.remove(visit.reply, 'session')
    return done({ ...visit, account: null })
  }
  const deleteAccount: Work = async (visit) => {
    const { accountId } = ownerIn(visit)
    if (visit.form.confirm.trim().toLowerCase() !== visit.account?.email)
      throw new DirectoryError('invalid_parameter', 'Type the address of the account to delete it.')
    await accounts.delete(accountId)
    cookies.remove(visit.reply, 'session')
    return done({ ...visit, account: null })
  }

  async function done({ request, reply, account }: Visit): Promise<FastifyReply> {
    return wantsPage(request) ? toKeys(reply) : sendJson(reply, { keys: await keysOf(account) })
  }

  const againKeys: Again = async ({ setting, account }, wrong) =>
    account === null
      ? signInPage(setting, wrong)
      : keyListPage(setting, account, await keysOf(account), wrong)

  const changes: Readonly<Record<string, readonly [Work, Again]>> = {
    '/keys/code': [sendCode, againSignIn],
    '/keys/session': [signIn, againCode],
    '/keys/new': [make, againKeys],
    '/keys/:id/rotate': [rotate, againKeys],
    '/keys/:id/revoke': [revoke, againKeys],
    '/keys/:id/label': [relabel, againKeys],
    '/keys/sign-out': [signOut, againSignIn],
    '/keys/delete-account': [deleteAccount, againKeys],
  }

  await app.register(async (pages) => {
    await pages.register(formbody)
    pages.addHook('onRequest', async (_request, reply) => {
      for (const name of crossOriginHeaders) void reply.removeHeader(name)
    })
    pages.get('/keys', async (request, reply) => home(await visitOf(request, reply)))
    for (const [path, [work, again]] of Object.entries(changes))
      pages.post(path, async (request, reply) => change(await visitOf(request, reply), work, again))
  })
}

/** A key with its text; the only time that it is told. */
function sendMade({ request, reply, setting }: Visit, made: MadeKey): FastifyReply {
  return wantsPage(request)
    ? sendPage(reply, madeKeyPage(setting, made.key))
    : sendJson(reply.code(201), made)
}

function keyIn({ request }: Visit): string {
  return z.object({ id: z.string() }).parse(request.params).id
}

/** Throws `missing_credentials` where nobody is signed in. */
function ownerIn({ account }: Visit): { readonly accountId: string } {
  if (account === null)
    throw new DirectoryError('missing_credentials', 'Sign in first; the session has ended.')
  return { accountId: account.id }
}

function found<Value>(value: Value | null): Value {
  if (value === null) throw new DirectoryError('not_found', 'You have no such key.')
  return value
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html')
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.headers({ ...formPageHeaders, vary: 'accept, cookie' }).send(html)
}

function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply
    .headers({ 'content-type': jsonType, 'cache-control': 'no-store', vary: 'accept, cookie' })
    .send(JSON.stringify(value))
}

/** See other (RFC 9110, section 15.4.4): the page is asked for anew. */
function toKeys(reply: FastifyReply): FastifyReply {
  return reply.redirect('/keys', 303)
}
