/** What tokens open (RFC 8707): one resource, the agent surface, in one way. */

/** The resource of a service at `issuer`. */
export function resourceOf(issuer: string): string {
  return `${issuer}/mcp`
}

/**
 * The resources that `asked` names; none named means the only one there is. Clients write it with a slash at the end or with capitals
 * in its host, which names the same; whatever is not ours stays as it is.
 */
export function canonicalResources(asked: readonly string[], resource: string): readonly string[] {
  const named = asked.filter((each) => each !== '').map((each) => (isSame(each, resource) ? resource : each))
  return named.length === 0 ? [resource] : [...new Set(named)]
}

function isSame(asked: string, resource: string): boolean {
  const url = URL.parse(asked)
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(asked)) return false
  return `${url.origin}${url.pathname.replace(/\/$/, '')}` === resource
}
