/** What tokens open (RFC 8707): one resource, written as the agent surface; the service as a whole, which is open to the same tokens, is the same. */

/** The resource of a service at `issuer`. */
export function resourceOf(issuer: string): string {
  return `${issuer}/mcp`
}

/** All that the tokens of another authorization server may call it, to which a client gave the name that it read here. */
export function namesOf(issuer: string): readonly string[] {
  return [resourceOf(issuer), issuer, `${issuer}/`]
}

/**
 * The resources that `asked` names; none named means the only one there is. Clients write it with a slash at the end or with capitals
 * in its host, or name the service as a whole; whatever is not ours stays as it is.
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
