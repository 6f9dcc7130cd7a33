/** Whether the client already has this answer (RFC 9110, section 13.1.2). */

/** Weak comparison, because a compressing proxy adds `W/`. The caller handles `*`. */
export function namesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
