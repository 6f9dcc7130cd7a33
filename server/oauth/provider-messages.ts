/** What people read where an authorization fails on a page: the library speaks to those who write programs. */

const sentences: Readonly<Record<string, string>> = {
  'client is invalid': 'This program is not known here; connect again from within it.',
  "redirect_uri did not match any of the client's registered redirect_uris":
    'This program wants to send you to an address that it did not name before (redirect_uri); connect again from within it.',
  'client_id metadata document fetch failed':
    'What this program says of itself cannot be read at its site now (client_id metadata document fetch failed); try again later.',
  'client_id metadata document fetch not allowed':
    'This program names a site of its own at which nothing is looked up; its client_id must be an https address with a host name and a path.',
  'authorization session and cookie identifier mismatch':
    'This sign-in is over, or was begun in another browser.',
  'authorization request has expired': 'This sign-in is over.',
  'interaction session id cookie not found': 'This sign-in is over, or was begun in another browser.',
  'interaction session not found': 'This sign-in is over, or was begun in another browser.',
  'interaction session and authentication session mismatch':
    'Somebody else has signed in with this browser meanwhile.',
}

/** Ours where there is one; what is wrong with a document of a client stays as its author needs it. */
export function providerMessage(description: string): string {
  return sentences[description] ?? description
}
