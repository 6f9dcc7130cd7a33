/** Reads the first line of a CSV file, which identifies its kind. */
import { openFile } from './open-file.ts'

/** The header of the main registry file, the longest, has 14 KB. */
const headerBytesMax = 64 * 1024

/**
 * The header without a byte order mark and without blank lines before it; empty for an empty file.
 *
 * @throws {InputError} when the file cannot be opened.
 */
export async function readHeader(path: string): Promise<string> {
  await using file = await openFile(path)
  for await (const chunk of file.bytes) {
    const text = chunk.subarray(0, headerBytesMax).toString('latin1')
    return text
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trimStart()
      .split(/[\r\n]/, 1)[0]!
  }
  return ''
}
