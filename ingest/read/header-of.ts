/** The first line of a table, by which its kind is told. */
import { openFile } from './open-file.ts'

/** The header of a table is shorter. */
const headerBytesMax = 64 * 1024

/**
 * Without a byte order mark, and with blank lines before it left out; empty for a file without a line.
 *
 * @throws {InputRefused} when the file cannot be opened.
 */
export async function headerOf(path: string): Promise<string> {
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
