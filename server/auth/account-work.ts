/** What can be done at `/keys`, once a request is known to come from a page of ours. */
import { DirectoryError } from '@careatlas/contract/errors'
import { type Account, type Accounts, sessionLifeMs } from '@careatlas/state/accounts'
import type { KeyRecord, Keys, MadeKey } from '@careatlas/state/keys'
import type { OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod'
import { callerAddress } from '../limits/caller-address.ts'
import { count } from '../limits/counted.ts'
import type { Limits } from '../limits/limits.ts'
import { codePage, keyListPage, madeKeyPage, signInPage } from './account-pages.ts'
import { type CodeMessage, type CodeSender, NotSent } from './code-sender.ts'
import type { Cookies } from './cookies.ts'
import { parseEmail } from './email-address.ts'
import { type Again, sendJson, sendPage, toKeys, type Visit, wantsPage, type Work } from './visit.ts'

export interface AccountOptions {
  readonly log: Logger
  readonly accounts: Accounts
  readonly codes: OneTimeCodes
  readonly keys: Keys
  /** Null: nobody gets a code, and the operator makes the keys. */
  readonly sender: CodeSender | null
  readonly cookies: Cookies
  readonly limits: Limits
}

const purpose = 'keys'

/** Says of everything, also before anything is known of the visitor, what was wrong. */
export const againSignIn: Again = ({ setting }, wrong) => signInPage(setting, wrong)

const againCode: Again = ({ setting, form: { challenge, email } }, wrong) =>
  codePage(setting, { id: challenge, email }, wrong)

/** What GET answers, and what each address changes, with the page that says what went wrong. */
export function accountWork({ log, accounts, codes, keys, sender, cookies, limits }: AccountOptions) {
  const home: Work = async ({ request, reply, account, setting }) => {
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
    if (sender === null) throw new DirectoryError('not_found', 'The operator of this service makes its keys.')
    const email = parseEmail(form.email)
    await count(limits, reply, 'codes', callerAddress(request.ip))
    const { id, code } = await codes.issue({ purpose, destination: email, requester: visitor })
    await send(sender, id, { to: email, code })
    return wantsPage(request)
      ? sendPage(reply, codePage(setting, { id, email }))
      : sendJson(reply, { challenge: id })
  }

  /** A code that surely did not go out leaves room for the next; any other may be in the mail. */
  async function send(by: CodeSender, id: string, message: CodeMessage): Promise<void> {
    try {
      await by.send(message)
    } catch (error) {
      const why = String(error).replaceAll(message.to, '<address>')
      log.error({ why }, 'a code could not be sent')
      if (error instanceof NotSent) await codes.withdraw(id)
      throw new DirectoryError('unavailable', 'The code could not be sent; try again in a few minutes.')
    }
  }

  /** A new session secret, so that one planted before is worth nothing. */
  const signIn: Work = async ({ request, reply, visitor, form }) => {
    const guess = { purpose, requester: visitor, id: form.challenge, code: form.code.trim() }
    const email = await codes.redeem(guess)
    if (!(await accounts.has(email))) await count(limits, reply, 'accounts', callerAddress(request.ip))
    const { account, session } = await accounts.signIn(email)
    cookies.set(reply, 'session', session, sessionLifeMs / 1000)
    return wantsPage(request) ? toKeys(reply) : sendJson(reply, { email: account.email })
  }

  const make: Work = async (visit) => {
    const owner = ownerIn(visit)
    await count(limits, visit.reply, 'new_keys', owner.accountId)
    return sendMade(visit, await keys.create(visit.form.label, owner))
  }
  const rotate: Work = async (visit) => {
    const owner = ownerIn(visit)
    await count(limits, visit.reply, 'new_keys', owner.accountId)
    return sendMade(visit, found(await keys.rotate(keyIn(visit), owner)))
  }
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
    if (parseEmail(visit.form.confirm) !== visit.account?.email)
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
  return { home, changes }
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
