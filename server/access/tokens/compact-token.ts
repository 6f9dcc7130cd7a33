/** The compact form of a JSON Web Token (RFC 7515, section 7.1), checked before the token is parsed. */

/** In characters: longer tokens are not parsed. Those of this server have about 700, and about 800 for the chat. */
export const tokenLengthMax = 4096

/** Whether the token has three parts in base64url: no other spelling is accepted. */
export function isCompactToken(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
}
