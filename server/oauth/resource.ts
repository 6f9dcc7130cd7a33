/** The resource of access tokens (RFC 8707): the service has one, named by its MCP endpoint. */

/** The resource of a service at `issuer`. */
export function resourceOf(issuer: string): string {
  return `${issuer}/mcp`
}

/** The audiences that tokens of an external authorization server may have. */
export function namesOf(issuer: string): readonly string[] {
  return [resourceOf(issuer), issuer, `${issuer}/`]
}

/**
 * Normalizes the requested resources; none means the only resource. Clients add a trailing slash, write the host in capitals, or
 * name the service instead; other resources are unchanged.
 */
export function canonicalResources(asked: readonly string[], issuer: string): readonly string[] {
  const resource = resourceOf(issuer)
  const isOurs = (each: string) => isSame(each, resource) || isSame(each, issuer)
  const named = asked.filter((each) => each !== '').map((each) => (isOurs(each) ? resource : each))
  return named.length === 0 ? [resource] : [...new Set(named)]
}

function isSame(asked: string, resource: string): boolean {
  const url = URL.parse(asked)
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(asked)) return false
  return `${url.origin}${url.pathname.replace(/\/$/, '')}` === resource
}
