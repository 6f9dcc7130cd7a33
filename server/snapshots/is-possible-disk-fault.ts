/** Recognizes the errors of a request after which the files of the snapshot should be verified. */
import { isStateUnavailable } from '@careatlas/state/is-unavailable'

/**
 * Whether an error may come from damaged card data: an error of SQLite (except of the state) or of the decompressor, or a value with an
 * unexpected type. A programming error looks the same and costs one verification of each snapshot.
 */
export function isPossibleDiskFault(error: unknown): boolean {
  if (!(error instanceof Error) || isStateUnavailable(error)) return false
  // Errors with a status come from the framework and concern the request.
  if ([TypeError, SyntaxError, RangeError].some((type) => error instanceof type))
    return !('statusCode' in error)
  return 'code' in error && /^(?:ERR_SQLITE_|ZSTD_|Z_)/.test(String(error.code))
}
