/** Normalizes requests before oidc-provider gets them. */
import type { FastifyRequest } from 'fastify'
import { directoryScope } from '../access/principal.ts'
import { responseMode } from './authorization-server.ts'
import { ClientMetadataError, parseRegistration } from './client-metadata.ts'
import { OAuthParameterError } from '../access/tokens/token-request-error.ts'
import { readRawBody, readRawQuery } from '../access/tokens/provider-bridge.ts'
import { normalizeResources, resourceOf } from './resource.ts'

/** Returns the metadata that the server supports, as JSON. Throws ClientMetadataError. */
export function normalizeRegistration(request: FastifyRequest): string {
  return JSON.stringify(parseRegistration(parseJsonBody(request)))
}

function parseJsonBody(request: FastifyRequest): unknown {
  try {
    return JSON.parse(readRawBody(request)) as unknown
  } catch {
    throw new ClientMetadataError('invalid_client_metadata', 'The body must be JSON.')
  }
}

/** Adds the only scope and the only resource if the request names none. Throws OAuthParameterError. */
export function normalizeAuthorizationQuery(request: FastifyRequest, issuer: string): string {
  const parameters = new URLSearchParams(readRawQuery(request))
  if (parameters.getAll('response_mode').some((mode) => mode !== responseMode))
    throw new OAuthParameterError('unsupported_response_mode', `response_mode must be ${responseMode}`)
  if (!parameters.getAll('scope').some(Boolean)) parameters.set('scope', directoryScope)
  return `?${setResources(parameters, normalizeResources(parameters.getAll('resource'), issuer)).toString()}`
}

/** Parameters with credentials, which no client of this server has. */
const clientSecrets = ['client_secret', 'client_assertion']

/** Checks parameters that oidc-provider checks only after it has consumed the code or refresh token. Throws OAuthParameterError. */
export function normalizeTokenRequest(request: FastifyRequest, issuer: string): string {
  const form = new URLSearchParams(readRawBody(request))
  if (clientSecrets.some((name) => form.get(name)))
    throw new OAuthParameterError('invalid_client', 'Clients of this server have no secrets.', 401)
  const requested = form.getAll('resource')
  if (requested.length === 0) return readRawBody(request)
  const [resource, resources] = [resourceOf(issuer), normalizeResources(requested, issuer)]
  if (resources.some((name) => name !== resource))
    throw new OAuthParameterError('invalid_target', `resource must be ${resource}`)
  return setResources(form, resources).toString()
}

function setResources(parameters: URLSearchParams, resources: readonly string[]): URLSearchParams {
  parameters.delete('resource')
  for (const resource of resources) parameters.append('resource', resource)
  return parameters
}
