/** Generates requests outside of the document: to pages, the authorization server, MCP, and unknown paths. */
import * as fc from 'fast-check'
import * as z from 'zod'
import {
  arbitraryBody,
  type Body,
  rpcMessage,
  form,
  formWith,
  json,
  redirectUri,
  registration,
  urlencoded,
} from './undocumented-bodies.ts'
import { type FuzzRequest, type FuzzResponse, send, type Target } from './send.ts'

/** The state of a browser on the keys page, and of a client that has registered and started an authorization. */
interface Session {
  readonly cookie: string
  readonly token: string
  readonly clientId: string
  /** The path of the consent page. */
  readonly interaction: string
}

export async function openSession(target: Target): Promise<Session> {
  const headers = { accept: json, 'content-type': json }
  const keys = await send(target, { method: 'GET', path: '/keys', headers: { accept: json }, body: null })
  const body = JSON.stringify({ client_name: 'Agent', redirect_uris: [redirectUri] })
  const client = await send(target, { method: 'POST', path: '/oauth/register', headers, body })
  const clientId = z.object({ client_id: z.string() }).parse(JSON.parse(client.body)).client_id
  const path = `/oauth/authorize?${new URLSearchParams(validAuthorization(clientId)).toString()}`
  const authorization = await send(target, {
    method: 'GET',
    path,
    headers: { accept: 'text/html' },
    body: null,
  })
  return {
    cookie: [keys, authorization].flatMap(listCookies).join('; '),
    token: z.object({ token: z.string() }).parse(JSON.parse(keys.body)).token,
    clientId,
    interaction: new URL(authorization.headers.location ?? '', target.url).pathname,
  }
}

function listCookies({ headers }: FuzzResponse): readonly string[] {
  return (headers['set-cookie'] ?? []).flatMap((line) => line.split(';')[0] ?? [])
}

function validAuthorization(clientId: string): Readonly<Record<string, string>> {
  return {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    scope: 'directory:read',
  }
}

export function undocumentedRequest(session: Session, key: string): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(requestWithoutBody(session, key), postRequest(session, key))
}

const paths = `
  / /docs /docs/ /docs/errors/not_found /docs/errors/x /openapi.json /keys /mcp
  /oauth /oauth/jwks /oauth/token /oauth/authorize/x /oauth/interaction/x
  /.well-known/oauth-authorization-server /.well-known/openid-configuration /.well-known/x
  /.well-known/oauth-protected-resource /.well-known/oauth-protected-resource/mcp
  /v1 /v2/providers /v1/providers/a/b // /% /%00 * /favicon.ico /.env /wp-login.php`
  .trim()
  .split(/\s+/)

const accept = fc.constantFrom('text/html', json, '*/*', `${json}, text/event-stream`)

function authorizationHeader(key: string) {
  return fc.constantFrom(
    undefined,
    `Bearer ${key}`,
    'Bearer x',
    'Bearer a.b.c',
    'Basic eDp4',
    'Basic Og==',
    '',
  )
}

function requestWithoutBody(
  { cookie, clientId, interaction }: Session,
  key: string,
): fc.Arbitrary<FuzzRequest> {
  const authorization = formWith(validAuthorization(clientId))
  const anyPath = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...paths, interaction) },
    fc.webPath().map((path) => path || '/'),
  )
  const target = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(anyPath, fc.oneof(fc.constant(''), form)) },
    fc.tuple(fc.constant('/oauth/authorize'), authorization),
  )
  const get = { weight: 8, arbitrary: fc.constant('GET') }
  return fc
    .record({
      method: fc.oneof(get, fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'POST')),
      target,
      accept,
      authorization: authorizationHeader(key),
      withCookie: fc.boolean(),
    })
    .map(({ method, target: [path, query], withCookie, authorization: sent, ...rest }) => ({
      method,
      path: query === '' ? path : `${path}?${query}`,
      headers: {
        accept: rest.accept,
        ...(withCookie && { cookie }),
        ...(sent !== undefined && { authorization: sent }),
      },
      body: null,
    }))
}

/** Generates nearly valid bodies for each path. */
function arbitraryBodies({
  token,
  clientId: client_id,
  interaction,
}: Session): Readonly<Record<string, fc.Arbitrary<Body>>> {
  const signInFields = { token, challenge: 'x', code: '000000', email: 'ana@example.org' }
  return {
    '/keys/code': asForm({ token, email: 'ana@example.org' }),
    '/keys/session': asForm(signInFields),
    '/keys/new': asForm({ token, label: 'mine' }),
    '/keys/x/rotate': asForm({ token }),
    '/keys/x/revoke': asForm({ token }),
    '/keys/x/label': asForm({ token, label: 'mine' }),
    '/keys/sign-out': asForm({ token }),
    '/keys/delete-account': asForm({ token, confirm: 'delete' }),
    '/oauth/token': asForm({
      grant_type: 'authorization_code',
      client_id,
      code: 'x',
      code_verifier: 'a'.repeat(43),
      redirect_uri: redirectUri,
    }),
    '/oauth/revoke': asForm({ client_id, token: 'x' }),
    '/oauth/register': asJson(registration),
    ...Object.fromEntries(
      [interaction, '/oauth/interaction/x'].flatMap((base) => [
        [`${base}/code`, asForm({ token, email: 'ana@example.org' })],
        [`${base}/session`, asForm(signInFields)],
        [`${base}/consent`, asForm({ token, decision: 'allow' })],
      ]),
    ),
    '/oauth/authorize': asForm({ client_id }),
    '/mcp': asJson(rpcMessage),
  }
}

function postRequest(session: Session, key: string): fc.Arbitrary<FuzzRequest> {
  const target = fc
    .constantFrom(...Object.entries(arbitraryBodies(session)))
    .chain(([path, validBody]) =>
      fc.oneof({ weight: 4, arbitrary: validBody }, arbitraryBody).map((body) => ({ path, body })),
    )
  return fc
    .record({
      target,
      accept,
      authorization: authorizationHeader(key),
      withCookie: fc.boolean(),
      origin: fc.constantFrom(undefined, undefined, 'null', 'https://example.org'),
    })
    .map(({ target: { path, body }, withCookie, authorization, origin, ...rest }) => ({
      method: 'POST',
      path,
      headers: {
        accept: rest.accept,
        'content-type': body.type,
        ...(withCookie && { cookie: session.cookie }),
        ...(origin !== undefined && { origin }),
        ...(authorization !== undefined && { authorization }),
      },
      body: body.text,
    }))
}

function asForm(validFields: Readonly<Record<string, string>>): fc.Arbitrary<Body> {
  return formWith(validFields).map((text) => ({ type: urlencoded, text }))
}

function asJson(texts: fc.Arbitrary<string>): fc.Arbitrary<Body> {
  return texts.map((text) => ({ type: json, text }))
}
