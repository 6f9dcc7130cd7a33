/**
 * Returns the error of an authorization request to the client only if the user has allowed this client before, or has just denied it
 * (RFC 9700, section 4.11.2). Anyone can register a client, so this service would otherwise be an open redirector.
 */
import type { EventEmitter } from 'node:events'
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'

export type AuthorizationError = Pick<errors.OIDCProviderError, 'error' | 'error_description'>

export interface ErrorRedirectOptions {
  /** Whether the user of this browser is signed in and has allowed the client before. */
  readonly hasAllowedClient: (context: KoaContextWithOIDC) => Promise<boolean>
  /** Responds with a page instead of the redirect. */
  readonly renderError: (context: KoaContextWithOIDC, error: AuthorizationError) => void
}

export function restrictErrorRedirects(
  provider: Provider,
  { hasAllowedClient, renderError }: ErrorRedirectOptions,
): void {
  const failures = new WeakMap<KoaContextWithOIDC, AuthorizationError>()
  const events: EventEmitter = provider
  for (const event of ['authorization.error', 'server_error'])
    events.on(event, (context: KoaContextWithOIDC, error: AuthorizationError) => failures.set(context, error))
  provider.use(async (context: KoaContextWithOIDC, next) => {
    await next()
    const failure = failures.get(context)
    if (failure === undefined || context.response.get('location') === '') return
    if (hasDecided(context) || (await hasAllowedClient(context))) return
    context.remove('location')
    context.status = 400
    context.type = 'html'
    renderError(context, failure)
  })
}

/** Whether the user answered the consent page, which names the address of the redirect. */
function hasDecided({ oidc }: KoaContextWithOIDC): boolean {
  const result = oidc.entities.Interaction?.result
  return result?.consent !== undefined || result?.['error'] === 'access_denied'
}
