/** What an action at `/keys` requires: a signed-in user, and a record that belongs to the user. */
import { ApiError } from '@careatlas/contract/errors'
import type { AccountContext } from './account-view.ts'

/** Throws `missing_credentials` if the user is not signed in. */
export function requireOwner({ account }: AccountContext): { readonly accountId: string } {
  if (account === null) throw new ApiError('missing_credentials', 'Sign in first; the session has ended.')
  return { accountId: account.id }
}

/** Throws `not_found` for null. */
export function requireFound<Value>(value: Value | null, message = 'You have no such key.'): Value {
  if (value === null) throw new ApiError('not_found', message)
  return value
}
