/** For tests: what the page of a partner does to sign its user in. */
import assert from 'node:assert/strict'
import { SdkConfig } from '@careatlas/contract/sdk-config'
import { type RunningChat, testOrigin } from './chat-server.fixture.ts'

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
const idTokenType = 'urn:ietf:params:oauth:token-type:id_token'

/** The configuration that the page of the partner gets. */
export async function fetchConfig({ url, client }: RunningChat): Promise<SdkConfig> {
  const response = await fetch(`${url}/sdk/config`, { headers: partnerHeaders(client) })
  assert.equal(response.status, 200)
  return SdkConfig.parse(await response.json())
}

export const partnerHeaders = ({ partner, publicKey, origin }: RunningChat['client']) => ({
  origin,
  'x-partner-identifier': partner,
  'x-api-key': publicKey,
})

interface Tokens {
  readonly access_token: string
  readonly refresh_token?: string
}

/** Posts a form to the token endpoint. */
export async function requestTokens(
  { tokenExchangeUrl, clientId, audience }: SdkConfig,
  form: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const response = await fetch(tokenExchangeUrl, {
    method: 'POST',
    headers: { origin: testOrigin },
    body: new URLSearchParams({ client_id: clientId, audience, ...form }),
  })
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as Tokens
}

/** Exchanges an ID token for an access token. */
export const exchange = (config: SdkConfig, idToken: string) =>
  requestTokens(config, {
    grant_type: exchangeGrant,
    subject_token: idToken,
    subject_token_type: idTokenType,
  })
