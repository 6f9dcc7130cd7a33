/** Builds the text of one cell from the runs that contain it. */
import { cellCharsMax } from '../record-scanner.ts'
import { stripInvisible } from '@careatlas/directory/strip-invisible'
import type { XmlEvent } from './xml-events.ts'

/** Elements with text of a cell: a run (`t`, ECMA-376 part 1, section 18.4.12) and a value (`v`, 18.3.1.96). */
const textElements: ReadonlySet<string> = new Set(['t', 'v'])

/** The pronunciation of a text, which is not part of the text (section 18.4.6). */
const phonetic = 'rPh'

/** Receives the events inside a cell or a shared string, then returns its text. */
export class CellTextBuilder {
  #text = ''
  #isInText = false
  #isPhonetic = false

  addEvent(event: XmlEvent): void {
    if (event.kind === 'text') this.#add(event.text)
    else if (event.name === phonetic) this.#isPhonetic = event.kind === 'open'
    else this.#isInText = event.kind === 'open' && textElements.has(event.name)
  }

  /** Without invisible characters. A text far longer than `cellCharsMax` is truncated, but still longer than `cellCharsMax`. */
  takeText(): string {
    const text = stripInvisible(this.#text)
    this.#text = ''
    return text
  }

  #add(text: string): void {
    if (!this.#isInText || this.#isPhonetic || this.#text.length > cellCharsMax) return
    this.#text += text.slice(0, cellCharsMax + 1)
  }
}
