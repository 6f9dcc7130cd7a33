/** Reads a text file, such as NDJSON, in batches of lines. Memory is bounded by the chunk and the longest line. */
import { InputError } from '../input-error.ts'
import { formatByteSize } from './byte-size.ts'

/** An observation has less than 10 KB. */
const lineBytesMax = 1024 * 1024

export interface Line {
  /** From 1. */
  readonly line: number
  readonly text: string
}

/**
 * Yields the lines that are not blank, without their line ends (LF or CRLF) and without a byte order mark. `file` is the base
 * name for messages.
 *
 * @throws {InputError} for a line over 1 MiB.
 */
export async function* readLines(
  bytes: AsyncIterable<Buffer>,
  file: string,
): AsyncGenerator<readonly Line[]> {
  let incompleteLine: Buffer = Buffer.alloc(0)
  let line = 0
  const splitChunk = (chunk: Buffer): Line[] => {
    const lines: Line[] = []
    const joined = incompleteLine.length > 0 ? Buffer.concat([incompleteLine, chunk]) : chunk
    let start = 0
    for (let end; (end = joined.indexOf(0x0a, start)) >= 0; start = end + 1) {
      line++
      if (end - start > lineBytesMax) throw lineTooLongError(file, line)
      const text = joined
        .toString('utf8', start, end)
        .replace(/^\uFEFF/, '')
        .trim()
      if (text !== '') lines.push({ line, text })
    }
    incompleteLine = joined.subarray(start)
    if (incompleteLine.length > lineBytesMax) throw lineTooLongError(file, line + 1)
    return lines
  }
  for await (const chunk of bytes) yield splitChunk(chunk)
  if (incompleteLine.length > 0) yield splitChunk(Buffer.from('\n'))
}

function lineTooLongError(file: string, line: number): InputError {
  return new InputError(
    `${file} has more than ${formatByteSize(lineBytesMax)} on line ${line}; put one record on a line.`,
  )
}
