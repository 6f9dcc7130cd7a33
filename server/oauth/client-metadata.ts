/** Validates the metadata of a client, from a registration (RFC 7591) or from its own document (Client ID Metadata Documents). */
import * as z from 'zod'

/** Rejects a registration with a code of RFC 7591, section 3.2.2. */
export class ClientMetadataError extends Error {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata'

  constructor(code: ClientMetadataError['code'], message: string) {
    super(message)
    this.name = 'ClientMetadataError'
    this.code = code
  }
}

/** Loopback hosts (RFC 8252, section 7.3). */
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const redirectsMax = 10
const redirectLengthMax = 2048
const nameLengthMax = 100

/** The maximum size of a stored record, so that the 120 registrations of an address in an hour take at most 1 MB. */
const recordBytesMax = 8 * 1024

const RedirectUris = z
  .array(
    z
      .string()
      .max(redirectLengthMax, `must have ${redirectLengthMax} characters at most`)
      .refine(
        isAllowedRedirect,
        'must be https, or http on a loopback address, without a wildcard, user or fragment',
      ),
  )
  .min(1, 'must contain at least one address')
  .max(redirectsMax, `must contain at most ${redirectsMax} addresses`)

/** Other members are not stored, because they are not used. */
const Metadata = z.object({
  client_name: z
    .string()
    .trim()
    .regex(
      new RegExp(`^\\P{C}{1,${nameLengthMax}}$`, 'u'),
      `must be 1 to ${nameLengthMax} printable characters`,
    )
    .regex(/[\p{L}\p{N}]/u, 'must have a letter or digit')
    .refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), 'must have no invisible characters')
    .optional(),
  grant_types: z
    .array(z.enum(['authorization_code', 'refresh_token'], 'must be authorization_code or refresh_token'))
    .optional(),
  response_types: z.array(z.literal('code', 'must be code')).optional(),
  application_type: z.enum(['native', 'web']).optional(),
})

/**
 * The stored part of a registration. Every client becomes a public client, whatever it requests: it has no secret and uses PKCE.
 * Throws ClientMetadataError.
 */
export function parseRegistration(registration: unknown): Record<string, unknown> {
  const { redirect_uris } = z.looseObject({ redirect_uris: z.unknown() }).safeParse(registration).data ?? {}
  const redirects = RedirectUris.safeParse(redirect_uris)
  if (!redirects.success) throw toMetadataError('invalid_redirect_uri', 'redirect_uris', redirects.error)
  const metadata = Metadata.safeParse(registration)
  if (!metadata.success) throw toMetadataError('invalid_client_metadata', 'client metadata', metadata.error)
  const stored = markNative({
    ...metadata.data,
    redirect_uris: redirects.data,
    token_endpoint_auth_method: 'none',
  })
  if (Buffer.byteLength(JSON.stringify(stored)) > recordBytesMax)
    throw new ClientMetadataError(
      'invalid_client_metadata',
      `client metadata must have ${recordBytesMax} bytes at most`,
    )
  return stored
}

function toMetadataError(
  code: ClientMetadataError['code'],
  subject: string,
  { issues }: z.ZodError,
): ClientMetadataError {
  const [issue] = issues
  return new ClientMetadataError(code, `${[subject, ...(issue?.path ?? [])].join('.')} ${issue?.message}`)
}

/** The members that are read from a client's document. */
const documentMembers = [
  'client_id',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'application_type',
  'token_endpoint_auth_method',
  // oidc-provider rejects documents with these members.
  'jwks',
  'jwks_uri',
  'client_secret',
  'client_secret_expires_at',
]

/** The members of a client's document that the server uses; `validateMetadata` checks them later. */
export function pickDocumentMembers(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = documentMembers.filter((member) => Object.hasOwn(document, member))
  return markNative(Object.fromEntries(members.map((member) => [member, document[member]])))
}

/** Throws ClientMetadataError if the name or the redirects of a document would be invalid in a registration. */
export function validateMetadata(client: {
  readonly redirectUris?: unknown
  readonly clientName?: unknown
}): void {
  parseRegistration({ redirect_uris: client.redirectUris, client_name: client.clientName })
}

/** Marks a client with a loopback redirect as native, so that oidc-provider accepts any port (RFC 8252, section 7.3). */
function markNative(metadata: Record<string, unknown>): Record<string, unknown> {
  const redirects = metadata['redirect_uris']
  if (metadata['application_type'] !== undefined || !Array.isArray(redirects)) return metadata
  return redirects.some(isLoopbackRedirect) && redirects.every(isNativeRedirect)
    ? { ...metadata, application_type: 'native' }
    : metadata
}

/** A native app may also have an https redirect (RFC 8252, section 7.2). */
function isNativeRedirect(uri: unknown): boolean {
  const url = URL.parse(String(uri))
  return isLoopbackRedirect(uri) || (url?.protocol === 'https:' && !loopbackHosts.has(url.hostname))
}

/** Whether the redirect leads to the user's own computer. */
export function isLoopbackRedirect(uri: unknown): boolean {
  const url = URL.parse(String(uri))
  return url?.protocol === 'http:' && loopbackHosts.has(url.hostname)
}

function isAllowedRedirect(uri: string): boolean {
  const url = URL.parse(uri)
  // `https:agent.example` and `https:///agent.example` have a host for this parser, but not for each client.
  if (
    url === null ||
    !/^https?:\/\/[^/?]/i.test(uri) ||
    /[*#\s\\]/.test(uri) ||
    url.username !== '' ||
    url.password !== ''
  )
    return false
  return url.protocol === 'https:' || isLoopbackRedirect(uri)
}
