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
  const part = new PartialFile(folder, file.name)
  progress.startFile(file.name)
  await withFetchRetry(() => fetchRest(file, part, limits, progress), limits, progress.note)
  await requireSoundZip(file, part)
  await part.finish()
  progress.endFile()
}

async function fetchRest(
  file: PublishedFile,
  part: PartialFile,
  limits: DownloadLimits,
  progress: FetchProgress,
): Promise<void> {
  const beginning = await findUsablePart(file, part)
  if (beginning !== null && beginning.bytes === beginning.origin.length) return
  using answer = await httpGet(file.address, createRangeHeaders(beginning), limits.stallMs)
  const { from, length } = await selectRange(answer, beginning, file, part)
  const maximum = limits.fileBytesMax ?? fileBytesMax
  if ((length ?? 0) > maximum) throw await tooLongError(file, part, maximum)
  if (from === 0) await part.startOver(readOrigin(file.address, answer.headers, length))
  let arrived = from
  await part.append(counted())
  if (length !== null && arrived < length)
    throw new TransientError(`${answer.address.host} broke off at byte ${arrived} of ${length}`)

  async function* counted(): AsyncGenerator<Uint8Array> {
    progress.showBytes(arrived, length)
    for await (const chunk of answer.bytes()) {
      arrived += chunk.length
      if (arrived > (length ?? maximum)) throw await tooLongError(file, part, length ?? maximum)
      yield chunk
      progress.showBytes(arrived, length)
    }
  }
}

/** Null if the partial file is from another address, or longer than its file. */
async function findUsablePart(file: PublishedFile, part: PartialFile): Promise<PartialDownload | null> {
  const beginning = await part.read()
  if (beginning === null || beginning.origin.address !== file.address.href) return null
  return beginning.bytes > (beginning.origin.length ?? Infinity) ? null : beginning
}

/** Selects the part of the file that the response has. Keeps the partial file unless the server no longer has the file. */
async function selectRange(
  answer: HttpResponse,
  beginning: PartialDownload | null,
  file: PublishedFile,
  part: PartialFile,
): Promise<Extract<RangeResponse, { kind: 'whole' | 'rest' }>> {
  const range = parseRangeResponse(answer, beginning)
  switch (range.kind) {
    case 'whole':
      rejectWebPage(answer, file)
      return range
    case 'rest':
      return range
    case 'changed':
      await part.discard()
      throw new TransientError(
        `${file.name} has changed on ${answer.address.host} since the download started`,
      )
    case 'none':
      if (answer.status === 404 || answer.status === 410) await part.discard()
      throw answer.toInputError()
  }
}

function rejectWebPage({ headers, address }: HttpResponse, { name }: PublishedFile): void {
  if (!/html/i.test(headers.get('content-type') ?? '')) return
  throw new InputError(
    `${address.host} sends a web page instead of ${name}; open ${address.href} in a browser to read it, and try again later.`,
  )
}

async function tooLongError(
  { name }: PublishedFile,
  part: PartialFile,
  maximum: number,
): Promise<InputError> {
  await part.discard()
  return new InputError(
    `${name} is longer than ${formatByteSize(maximum)}, so it is not a registry file; check --from.`,
  )
}

async function requireSoundZip({ name, address }: PublishedFile, part: PartialFile): Promise<void> {
  try {
    await verifyZip(part.path, name, address)
  } catch (error) {
    if (error instanceof InputError) await part.discard()
    throw error
  }
}
