/** The shared strings of a spreadsheet, to which its cells refer by number (ECMA-376 part 1, section 18.4). */
import { InputError } from '../../input-error.ts'
import { CellTextBuilder } from './cell-text-builder.ts'
import { readXmlEvents } from './xml-events.ts'

/** Two cells for each row of the tallest possible sheet. */
const stringsMax = 2 * 1_048_576

/** `file` is the base name for messages. @throws {InputError} when the part is damaged or has too many strings. */
export async function readSharedStrings(
  bytes: AsyncIterable<Buffer>,
  file: string,
): Promise<readonly string[]> {
  const strings: string[] = []
  const text = new CellTextBuilder()
  for await (const events of readXmlEvents(bytes, file)) {
    for (const event of events) {
      text.addEvent(event)
      if (event.kind !== 'close' || event.name !== 'si') continue
      strings.push(text.takeText())
      if (strings.length > stringsMax)
        throw new InputError(`${file} has more than ${stringsMax} texts; use the file as downloaded.`)
    }
  }
  return strings
}
