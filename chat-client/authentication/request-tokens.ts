/** Requests access tokens at the token endpoint of the service (RFC 8693, RFC 6749). */
import type { ChatConfig } from '../connection/load-config.ts'
import { type JsonResponse, requestJson } from '../connection/request-json.ts'
import { readText } from '../parse-object.ts'
import { ServiceChatError } from '../service-chat-error.ts'
import { type AccessToken, parseAccessToken } from './access-token.ts'

export interface IssuedTokens {
  readonly accessToken: AccessToken
  readonly refreshToken: string | null
}

export type TokenForm = Readonly<Record<string, string>>

export function exchangeForm(idToken: string): TokenForm {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: idToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  }
}

export function refreshForm(refreshToken: string): TokenForm {
  return { grant_type: 'refresh_token', refresh_token: refreshToken }
}

/** Rejects with ServiceChatError: `token_refused` if the service refuses what was sent, `token_unavailable` if another try may help. */
export async function requestTokens(
  { tokenUrl, clientId, audience }: Pick<ChatConfig, 'tokenUrl' | 'clientId' | 'audience'>,
  form: TokenForm,
  signal: AbortSignal,
): Promise<IssuedTokens> {
  const body = new URLSearchParams({ ...form, client_id: clientId, audience })
  let response: JsonResponse
  try {
    response = await requestJson(tokenUrl, { method: 'POST', body }, signal)
  } catch {
    signal.throwIfAborted()
    throw new ServiceChatError('token_unavailable')
  }
  return readTokens(response)
}

function readTokens({ status, body }: JsonResponse): IssuedTokens {
  const { access_token, refresh_token, error_description } = body
  if (status === 200 && typeof access_token === 'string')
    return {
      accessToken: parseAccessToken(access_token),
      refreshToken: readText(refresh_token),
    }
  // Another try may help after a timeout and a limit.
  const isRefused = /^4(?!08|29)/.test(String(status))
  throw new ServiceChatError(
    isRefused ? 'token_refused' : 'token_unavailable',
    readText(error_description) ?? `status ${status}`,
  )
}
