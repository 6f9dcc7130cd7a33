/** Generates bodies for endpoints outside of the document: nearly valid bodies, bodies with any fields, and random content. */
import * as fc from 'fast-check'
import { invalidValue } from './values.ts'

export interface Body {
  /** The content type. */
  readonly type: string
  readonly text: string
}

export const json = 'application/json'
export const urlencoded = 'application/x-www-form-urlencoded'
export const redirectUri = 'http://127.0.0.1:1/callback'

/** Fields of forms and queries, with some valid values. */
const fields: Readonly<Record<string, readonly string[]>> = {
  email: [
    'ana@example.org',
    'x',
    '',
    'a@b@c',
    '"a b"@example.org',
    `${'a'.repeat(400)}@example.org`,
    'ä@exämple.org',
  ],
  code: ['000000', '12345', '', '٠٠٠٠٠٠', '1e5'],
  challenge: ['x', '', '00000000-0000-0000-0000-000000000000'],
  label: ['mine', '', '\u0000', 'x'.repeat(500), '🫀'],
  confirm: ['delete', ''],
  decision: ['allow', 'deny', ''],
  grant_type: ['authorization_code', 'refresh_token', 'password', 'client_credentials', '', '__proto__'],
  client_id: ['x', '', '__proto__', 'http://127.0.0.1/x', 'a'.repeat(2000)],
  client_secret: ['x'],
  redirect_uri: [redirectUri, 'javascript:alert(1)', '', 'https://example.org/#a'],
  response_type: ['code', 'token', ''],
  code_challenge: ['x', 'a'.repeat(43)],
  code_challenge_method: ['S256', 'plain'],
  code_verifier: ['a'.repeat(43), ''],
  resource: ['http://127.0.0.1/mcp', 'x', ''],
  scope: ['directory:read', 'openid', '', 'x'.repeat(1000)],
  token: ['x', '', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'],
  refresh_token: ['x', ''],
  state: ['x', '"><script>'],
  prompt: ['none', 'login'],
}

function field(name: string): fc.Arbitrary<string> {
  const known = fc.constantFrom(...(fields[name] ?? [''])).map(encodeURIComponent)
  return fc.oneof({ weight: 3, arbitrary: known }, invalidValue).map((value) => `${name}=${value}`)
}

/** A form with any fields. */
export const form: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...Object.keys(fields)).chain(field), { maxLength: 6 })
  .map((pairs) => pairs.join('&'))

/** A form with these fields, often with valid values. */
export function formWith(validFields: Readonly<Record<string, string>>): fc.Arbitrary<string> {
  const pairs = Object.entries(validFields).map(([name, value]) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(`${name}=${encodeURIComponent(value)}`) },
      field(name),
      fc.constant(''),
    ),
  )
  return fc.tuple(...pairs).map((texts) => texts.join('&'))
}

export const registration: fc.Arbitrary<string> = fc
  .record(
    {
      redirect_uris: fc.oneof(
        fc.constantFrom([redirectUri], ['https://example.org/cb'], ['javascript:alert(1)'], [], ['x']),
        fc.jsonValue(),
      ),
      client_name: fc.oneof(fc.constant('Agent'), fc.string(), fc.jsonValue()),
      grant_types: fc.oneof(
        fc.constantFrom(['authorization_code'], ['implicit'], ['__proto__']),
        fc.jsonValue(),
      ),
      token_endpoint_auth_method: fc.constantFrom('none', 'client_secret_basic', 'x', '', null),
      scope: fc.oneof(fc.constant('directory:read'), fc.string(), fc.jsonValue()),
      logo_uri: fc.constantFrom('https://example.org/x.png', 'data:,', 1),
    },
    { requiredKeys: ['redirect_uris'] },
  )
  .map((metadata) => JSON.stringify(metadata))

/** Valid and invalid JSON-RPC messages. */
export const rpcMessage: fc.Arbitrary<string> = fc
  .record(
    {
      jsonrpc: fc.constantFrom('2.0', '2.0', '1.0', 2),
      id: fc.oneof(fc.constant(1), fc.jsonValue()),
      method: fc.constantFrom('initialize', 'tools/list', 'tools/call', 'ping', 'x', '__proto__'),
      params: fc.oneof(fc.constant({}), fc.jsonValue()),
    },
    { requiredKeys: ['jsonrpc'] },
  )
  .map((message) => JSON.stringify(message))

export const arbitraryBody: fc.Arbitrary<Body> = fc.oneof(
  form.map((text) => ({ type: urlencoded, text })),
  fc.json().map((text) => ({ type: json, text })),
  fc.constantFrom(
    { type: json, text: '' },
    { type: json, text: '{' },
    { type: json, text: '['.repeat(5000) },
    { type: json, text: '{"__proto__":{"a":1}}' },
    { type: 'text/plain', text: '{}' },
    { type: 'multipart/form-data', text: 'x' },
    { type: `${json}; charset=utf-7`, text: '{}' },
    { type: '', text: 'x' },
    { type: urlencoded, text: '%E0%A4%A=%&=&__proto__=1' },
    { type: urlencoded, text: 'a'.repeat(70_000) },
  ),
)
