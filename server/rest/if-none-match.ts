/** Whether the client has this very answer already (RFC 9110, section 13.1.2). */

/** Weak comparison: a proxy that compresses marks our validator with `W/`. `*` is the caller's to judge. */
export function namesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
