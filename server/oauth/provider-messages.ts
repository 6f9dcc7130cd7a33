/** Messages for users in place of those of oidc-provider, which are for developers. */

const userMessages: Readonly<Record<string, string>> = {
  'client is invalid': 'This app is not registered here; connect again from the app.',
  "redirect_uri did not match any of the client's registered redirect_uris":
    'This app wants to redirect to an address that it did not register (redirect_uri); connect again from the app.',
  'client_id metadata document fetch failed':
    'The metadata of this app cannot be loaded from its site now (client_id metadata document fetch failed); try again later.',
  'client_id metadata document fetch not allowed':
    'The client_id of this app must be an https address with a host name and a path.',
  'authorization session and cookie identifier mismatch':
    'This sign-in has ended, or it began in another browser.',
  'authorization request has expired': 'This sign-in has ended.',
  'interaction session id cookie not found': 'This sign-in has ended, or it began in another browser.',
  'interaction session not found': 'This sign-in has ended, or it began in another browser.',
  'interaction session and authentication session mismatch':
    'Another user has signed in with this browser since then.',
}

/** Our message if there is one; errors in a client's document keep the message for its developer. */
export function toUserMessage(description: string): string {
  return userMessages[description] ?? description
}
