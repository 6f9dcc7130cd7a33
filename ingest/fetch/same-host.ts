/** Restricts links and redirects to the host of --from. */
import { InputError } from '../input-error.ts'

/**
 * Accepts the same protocol, host and port, or the same host with https.
 *
 * @throws {InputError} when `to` has another host, or changes from https to http.
 */
export function requireSameHost(from: URL, to: URL): void {
  if (to.origin === from.origin || (to.protocol === 'https:' && to.hostname === from.hostname)) return
  throw new InputError(
    `${from.origin} refers to ${to.origin === 'null' ? to.protocol : to.origin} for its files; if you trust that host, give it with --from.`,
  )
}
