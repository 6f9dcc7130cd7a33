/** One file from a server, whole or not at all: goes on where an earlier run stopped, if it is still the same file. */
import { InputError } from '../input-error.ts'
import { type HttpResponse, httpGet } from './http-get.ts'
import type { FetchProgress } from './fetch-progress.ts'
import { type Beginning, PartialFile } from './partial-file.ts'
import { TransientError } from '@careatlas/models/retry'
import { type FetchPolicy, withFetchRetry } from './retry.ts'
import type { PublishedFile } from './published-files.ts'
import { originOf, type RangeAnswer, rangeAnswerOf, rangeHeaders } from './range.ts'
import { verifyZip } from './verify-zip.ts'
import { sizeInWords } from '../read/size-in-words.ts'

/** Seven times the monthly archive (about 1.1 GB in October 2026). */
const fileBytesMax = 8 * 1024 ** 3

/** Given by tests, which wait less and send less. */
export interface DownloadLimits extends FetchPolicy {
  readonly fileBytesMax?: number
}

/**
 * `file` in `folder`, under its own name once it is sound.
 *
 * @throws {InputError} when the server has no such file, sends something else, or fails for long.
 */
export async function download(
  file: PublishedFile,
  folder: string,
  limits: DownloadLimits,
  progress: FetchProgress,
): Promise<void> {
  const part = new PartialFile(folder, file.name)
  progress.startFile(file.name)
  await withFetchRetry(() => fetchRest(file, part, limits, progress), limits, progress.say)
  await refuseUnsound(file, part)
  await part.finish()
  progress.endFile()
}

async function fetchRest(
  file: PublishedFile,
  part: PartialFile,
  limits: DownloadLimits,
  progress: FetchProgress,
): Promise<void> {
  const beginning = await beginningOf(file, part)
  if (beginning !== null && beginning.bytes === beginning.origin.length) return
  using answer = await httpGet(file.address, rangeHeaders(beginning), limits.stallMs)
  const { from, length } = await usableRange(answer, beginning, file, part)
  const maximum = limits.fileBytesMax ?? fileBytesMax
  if ((length ?? 0) > maximum) throw await tooLong(file, part, maximum)
  if (from === 0) await part.startOver(originOf(file.address, answer.headers, length))
  let arrived = from
  await part.append(counted())
  if (length !== null && arrived < length)
    throw new TransientError(`${answer.address.host} broke off at byte ${arrived} of ${length}`)

  async function* counted(): AsyncGenerator<Uint8Array> {
    progress.showBytes(arrived, length)
    for await (const chunk of answer.bytes()) {
      arrived += chunk.length
      if (arrived > (length ?? maximum)) throw await tooLong(file, part, length ?? maximum)
      yield chunk
      progress.showBytes(arrived, length)
    }
  }
}

/** Of another address, or longer than its file, it is the beginning of something else. */
async function beginningOf(file: PublishedFile, part: PartialFile): Promise<Beginning | null> {
  const beginning = await part.beginning()
  if (beginning === null || beginning.origin.address !== file.address.href) return null
  return beginning.bytes > (beginning.origin.length ?? Infinity) ? null : beginning
}

/** What came already is kept as long as the file may still be there to go on with. */
async function usableRange(
  answer: HttpResponse,
  beginning: Beginning | null,
  file: PublishedFile,
  part: PartialFile,
): Promise<Extract<RangeAnswer, { kind: 'whole' | 'rest' }>> {
  const range = rangeAnswerOf(answer, beginning)
  switch (range.kind) {
    case 'whole':
      refuseWebPage(answer, file)
      return range
    case 'rest':
      return range
    case 'changed':
      await part.discard()
      throw new TransientError(`${file.name} has changed on ${answer.address.host} since it was begun`)
    case 'none':
      if (answer.status === 404 || answer.status === 410) await part.discard()
      throw answer.refusal()
  }
}

function refuseWebPage({ headers, address }: HttpResponse, { name }: PublishedFile): void {
  if (!/html/i.test(headers.get('content-type') ?? '')) return
  throw new InputError(
    `${address.host} sends a web page instead of ${name}; open ${address.href} in a browser to read it, and try again later.`,
  )
}

async function tooLong({ name }: PublishedFile, part: PartialFile, maximum: number): Promise<InputError> {
  await part.discard()
  return new InputError(
    `${name} is longer than ${sizeInWords(maximum)}, so it is not the registry’s file; check --from.`,
  )
}

async function refuseUnsound({ name, address }: PublishedFile, part: PartialFile): Promise<void> {
  try {
    await verifyZip(part.path, name, address)
  } catch (error) {
    if (error instanceof InputError) await part.discard()
    throw error
  }
}
