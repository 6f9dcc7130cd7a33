/** Downloads one file completely. Resumes the download of an earlier run if the file has not changed. */
import { InputError } from '../input-error.ts'
import { type HttpResponse, httpGet } from './http-get.ts'
import type { FetchProgress } from './fetch-progress.ts'
import { type PartialDownload, PartialFile } from './partial-file.ts'
import { TransientError } from '@careatlas/models/retry'
import { type FetchPolicy, withFetchRetry } from './retry.ts'
import type { PublishedFile } from './published-files.ts'
import { readOrigin, type RangeResponse, parseRangeResponse, createRangeHeaders } from './range.ts'
import { verifyZip } from './verify-zip.ts'
import { formatByteSize } from '../read/byte-size.ts'

/** Seven times the monthly archive (about 1.1 GB in October 2026). */
const fileBytesMax = 8 * 1024 ** 3

/** Tests use shorter waits and smaller files. */
export interface DownloadLimits extends FetchPolicy {
  readonly fileBytesMax?: number
}

/**
 * Downloads `file` to `folder`, and gives it its name once it is complete and verified.
 *
 * @throws {InputError} when the server has no such file, sends other content, or fails repeatedly.
 */
export async function download(
  file: PublishedFile,
  folder: string,
  limits: DownloadLimits,
  progress: FetchProgress,
): Promise<void> {
  const partialFile = new PartialFile(folder, file.name)
  progress.startFile(file.name)
  await withFetchRetry(() => downloadRemaining(file, partialFile, limits, progress), limits, progress.note)
  await verifyOrDiscard(file, partialFile)
  await partialFile.finish()
  progress.endFile()
}

async function downloadRemaining(
  file: PublishedFile,
  partialFile: PartialFile,
  limits: DownloadLimits,
  progress: FetchProgress,
): Promise<void> {
  const partial = await findResumable(file, partialFile)
  if (partial !== null && partial.bytes === partial.origin.length) return
  using response = await httpGet(file.address, createRangeHeaders(partial), limits.stallMs)
  const { from, length } = await selectRange(response, partial, file, partialFile)
  const bytesMax = limits.fileBytesMax ?? fileBytesMax
  if ((length ?? 0) > bytesMax) await rejectTooLong(file, partialFile, bytesMax)
  if (from === 0) await partialFile.startOver(readOrigin(file.address, response.headers, length))
  let receivedBytes = from
  await partialFile.append(countBytes())
  if (length !== null && receivedBytes < length)
    throw new TransientError(
      `${response.address.host} closed the connection at byte ${receivedBytes} of ${length}`,
    )

  async function* countBytes(): AsyncGenerator<Uint8Array> {
    progress.showBytes(receivedBytes, length)
    for await (const chunk of response.bytes()) {
      receivedBytes += chunk.length
      if (receivedBytes > (length ?? bytesMax)) await rejectTooLong(file, partialFile, length ?? bytesMax)
      yield chunk
      progress.showBytes(receivedBytes, length)
    }
  }
}

/** The partial download to resume; null if there is none, or if it is from another address or longer than its file. */
async function findResumable(file: PublishedFile, partialFile: PartialFile): Promise<PartialDownload | null> {
  const partial = await partialFile.read()
  if (partial === null || partial.origin.address !== file.address.href) return null
  return partial.bytes > (partial.origin.length ?? Infinity) ? null : partial
}

/**
 * The part of the file that the response has. Discards the partial file if the file has changed or no longer exists on the
 * server, and keeps it after any other error.
 */
async function selectRange(
  response: HttpResponse,
  partial: PartialDownload | null,
  file: PublishedFile,
  partialFile: PartialFile,
): Promise<Extract<RangeResponse, { kind: 'whole' | 'rest' }>> {
  const range = parseRangeResponse(response, partial)
  switch (range.kind) {
    case 'whole':
      rejectWebPage(response, file)
      return range
    case 'rest':
      return range
    case 'changed':
      await partialFile.discard()
      throw new TransientError(
        `${file.name} has changed on ${response.address.host} since the download started`,
      )
    case 'none':
      if (response.status === 404 || response.status === 410) await partialFile.discard()
      throw response.toInputError()
  }
}

function rejectWebPage({ headers, address }: HttpResponse, { name }: PublishedFile): void {
  if (!/html/i.test(headers.get('content-type') ?? '')) return
  throw new InputError(
    `${address.host} sends a web page instead of ${name}; open ${address.href} in a browser to read it, and try again later.`,
  )
}

async function rejectTooLong(
  { name }: PublishedFile,
  partialFile: PartialFile,
  bytesMax: number,
): Promise<never> {
  await partialFile.discard()
  throw new InputError(
    `${name} is longer than ${formatByteSize(bytesMax)}, so it is not a registry file; check --from.`,
  )
}

async function verifyOrDiscard({ name, address }: PublishedFile, partialFile: PartialFile): Promise<void> {
  try {
    await verifyZip(partialFile.path, name, address)
  } catch (error) {
    if (error instanceof InputError) await partialFile.discard()
    throw error
  }
}
