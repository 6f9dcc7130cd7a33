/** The texts of a spreadsheet, which its cells refer to by number (ECMA-376 part 1, section 18.4). */
import { InputError } from '../../input-error.ts'
import { CellTextBuilder } from './cell-text-builder.ts'
import { readXmlEvents } from './xml-events.ts'

/** Two cells of each row of the tallest sheet. */
const stringsMax = 2 * 1_048_576

/** @throws {InputError} when it is damaged or has too many; `file` is the base name to say. */
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
        throw new InputError(`${file} holds more than ${stringsMax} texts; use the file as downloaded.`)
    }
  }
  return strings
}
