/** The names of the chat in OAuth: the client of each partner, and the audience of its access tokens. */

const clientIdPrefix = 'chat-web-'

/** The client of a partner's pages. */
export function toClientId(identifier: string): string {
  return `${clientIdPrefix}${identifier}`
}

/** The identifier of the partner; null if the client is not a client of the chat. */
export function parseClientId(clientId: string): string | null {
  return clientId.startsWith(clientIdPrefix) ? clientId.slice(clientIdPrefix.length) : null
}

/** The audience of access tokens of a service at this public address. */
export function toAudience(url: string): string {
  return `${url}/chat`
}
