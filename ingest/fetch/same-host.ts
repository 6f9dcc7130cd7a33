/** A page and its redirects may lead only where the operator pointed: the host that --from names. */
import { InputError } from '../input-error.ts'

/**
 * The same host and port by the same protocol, or the same host by https.
 *
 * @throws {InputError} when `to` lies elsewhere, or when it would leave https for http.
 */
export function requireSameHost(from: URL, to: URL): void {
  if (to.origin === from.origin || (to.protocol === 'https:' && to.hostname === from.hostname)) return
  throw new InputError(
    `${from.origin} sends to ${to.origin === 'null' ? to.protocol : to.origin} for its files; if you trust that, name it with --from.`,
  )
}
