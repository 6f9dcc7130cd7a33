/** What a client may say of itself, by registration (RFC 7591) or in a document of its own (Client ID Metadata Documents). */
import * as z from 'zod'

/** Refuses a registration, with a code of RFC 7591, section 3.2.2. */
export class ClientMetadataError extends Error {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata'

  constructor(code: ClientMetadataError['code'], message: string) {
    super(message)
    this.name = 'ClientMetadataError'
    this.code = code
  }
}

/** Hosts that never leave the machine (RFC 8252, section 7.3). */
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const redirectsMax = 10
const redirectLengthMax = 2048
const nameLengthMax = 100

/** Of all that is kept, as it is stored: 120 registrations of an address in an hour are 1 MB. */
const bytesMax = 8 * 1024

const RedirectUris = z
  .array(
    z
      .string()
      .max(redirectLengthMax, `must have ${redirectLengthMax} characters at most`)
      .refine(
        isRedirect,
        'must be https, or http on a loopback address, without a wildcard, user or fragment',
      ),
  )
  .min(1, 'must name at least one address')
  .max(redirectsMax, `must name ${redirectsMax} addresses at most`)

/** The rest of what a client says is not kept: nobody reads it. */
const Metadata = z.object({
  client_name: z
    .string()
    .trim()
    .regex(
      new RegExp(`^\\P{C}{1,${nameLengthMax}}$`, 'u'),
      `must be 1 to ${nameLengthMax} printable characters`,
    )
    .optional(),
  grant_types: z
    .array(z.enum(['authorization_code', 'refresh_token'], 'must be authorization_code or refresh_token'))
    .optional(),
  response_types: z.array(z.literal('code', 'must be code')).optional(),
  application_type: z.enum(['native', 'web']).optional(),
})

/**
 * What is kept of a registration. Every client is a public one, whatever it asks for: it has no secret that we would have to keep,
 * and proves itself by PKCE. Throws ClientMetadataError.
 */
export function registeredMetadata(asked: unknown): Record<string, unknown> {
  const { redirect_uris } = z.looseObject({ redirect_uris: z.unknown() }).safeParse(asked).data ?? {}
  const redirects = RedirectUris.safeParse(redirect_uris)
  if (!redirects.success) throw refusalOf('invalid_redirect_uri', 'redirect_uris', redirects.error)
  const metadata = Metadata.safeParse(asked)
  if (!metadata.success) throw refusalOf('invalid_client_metadata', 'client metadata', metadata.error)
  const kept = ported({
    ...metadata.data,
    redirect_uris: redirects.data,
    token_endpoint_auth_method: 'none',
  })
  if (Buffer.byteLength(JSON.stringify(kept)) > bytesMax)
    throw new ClientMetadataError(
      'invalid_client_metadata',
      `client metadata must have ${bytesMax} bytes at most`,
    )
  return kept
}

function refusalOf(
  code: ClientMetadataError['code'],
  what: string,
  { issues }: z.ZodError,
): ClientMetadataError {
  const [issue] = issues
  return new ClientMetadataError(code, `${[what, ...(issue?.path ?? [])].join('.')} ${issue?.message}`)
}

/** What is read of a client's own document; whatever else it says is for other servers. */
const documentMembers = [
  'client_id',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'application_type',
  'token_endpoint_auth_method',
  // These are there to be refused, with what needs them.
  'jwks',
  'jwks_uri',
  'client_secret',
  'client_secret_expires_at',
]

/** What is kept of a client's own document; what is wrong with it is judged later. */
export function documentMetadata(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = documentMembers.filter((member) => Object.hasOwn(document, member))
  return ported(Object.fromEntries(members.map((member) => [member, document[member]])))
}

/** Throws ClientMetadataError for a document that names itself or its redirects in a way that no registration could. */
export function checkDocument(client: {
  readonly redirectUris?: unknown
  readonly clientName?: unknown
}): void {
  registeredMetadata({ redirect_uris: client.redirectUris, client_name: client.clientName })
}

/** A client that waits on a port which its system chose (RFC 8252, section 7.3), and which did not say that it is such a one. */
function ported(metadata: Record<string, unknown>): Record<string, unknown> {
  const redirects = metadata['redirect_uris']
  if (metadata['application_type'] !== undefined || !Array.isArray(redirects)) return metadata
  return redirects.some(isLoopbackRedirect) && redirects.every(isOfNative)
    ? { ...metadata, application_type: 'native' }
    : metadata
}

/** Programs on a machine may also be reached by a site of theirs (RFC 8252, section 7.2). */
function isOfNative(address: unknown): boolean {
  const url = URL.parse(String(address))
  return isLoopbackRedirect(address) || (url?.protocol === 'https:' && !loopbackHosts.has(url.hostname))
}

/** Whether whoever signs in is sent back to their own machine. */
export function isLoopbackRedirect(address: unknown): boolean {
  const url = URL.parse(String(address))
  return url?.protocol === 'http:' && loopbackHosts.has(url.hostname)
}

function isRedirect(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || /[*#\s\\]/.test(address) || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || isLoopbackRedirect(address)
}
