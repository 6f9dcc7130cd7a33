/** Converts what a handler threw into the error of REST, and logs it if the server is at fault. */
import { ApiError, toErrorEnvelope } from '@careatlas/contract/errors'
import type { ErrorEnvelope } from '@careatlas/contract/envelopes'
import type { Logger } from 'pino'
import { isPossibleDiskFault } from '../snapshots/is-possible-disk-fault.ts'
import type { SnapshotManager } from '../snapshots/snapshot-manager.ts'
import type { Exchange } from './exchange.ts'

export type ReportFailure = (thrown: unknown, exchange: Exchange) => ErrorEnvelope

export function createFailureReport(log: Logger, current: SnapshotManager): ReportFailure {
  return (thrown, { requestId, url }) => {
    if (!(thrown instanceof ApiError)) log.error({ requestId, err: thrown }, 'failed')
    else if (thrown.status >= 500)
      log.error({ requestId, status: thrown.status, code: thrown.code }, 'failed')
    if (isPossibleDiskFault(thrown)) current.suspectCorruption()
    return toErrorEnvelope(thrown, url)
  }
}
