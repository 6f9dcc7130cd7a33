/** The texts of a spreadsheet, which its cells refer to by number (ECMA-376 part 1, section 18.4). */
import { InputError } from '../../input-error.ts'
import { CellText } from './cell-text.ts'
import { xmlEvents } from './xml-events.ts'

/** Two cells of each row of the tallest sheet. */
const stringsMax = 2 * 1_048_576

/** @throws {InputError} when it is damaged or has too many; `file` is the base name to say. */
export async function sharedStrings(bytes: AsyncIterable<Buffer>, file: string): Promise<readonly string[]> {
  const strings: string[] = []
  const text = new CellText()
  for await (const events of xmlEvents(bytes, file)) {
    for (const event of events) {
      text.hear(event)
      if (event.kind !== 'close' || event.name !== 'si') continue
      strings.push(text.take())
      if (strings.length > stringsMax)
        throw new InputError(`${file} holds more than ${stringsMax} texts; use the file as downloaded.`)
    }
  }
  return strings
}
