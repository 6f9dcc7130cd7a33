/** The resource of access tokens (RFC 8707): the service has one, named by its MCP endpoint. */

/** The resource of a service at `issuer`. */
export function resourceOf(issuer: string): string {
  return `${issuer}/mcp`
}

/** The audiences that this service accepts in tokens of an external authorization server. */
export function listExternalAudiences(issuer: string): readonly string[] {
  return [resourceOf(issuer), issuer, `${issuer}/`]
}

/**
 * Replaces each spelling of our resource by its canonical name; without a requested resource, returns ours. Clients add a trailing
 * slash, write the host in uppercase, or name the service instead. Other resources are unchanged.
 */
export function normalizeResources(requested: readonly string[], issuer: string): readonly string[] {
  const resource = resourceOf(issuer)
  const isOurs = (name: string) => isEquivalent(name, resource) || isEquivalent(name, issuer)
  const normalized = requested.filter(Boolean).map((name) => (isOurs(name) ? resource : name))
  return normalized.length === 0 ? [resource] : [...new Set(normalized)]
}

function isEquivalent(requested: string, resource: string): boolean {
  const url = URL.parse(requested)
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(requested)) return false
  return `${url.origin}${url.pathname.replace(/\/$/, '')}` === resource
}
