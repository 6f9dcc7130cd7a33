/** The text of one cell, gathered from the runs that it is written in. */
import { cellCharsMax } from '../record-scanner.ts'
import { stripInvisible } from '../strip-invisible.ts'
import type { XmlEvent } from './xml-events.ts'

/** Elements whose text is a cell's: a run (`t`, ECMA-376 part 1, section 18.4.12) and a value (`v`, 18.3.1.96). */
const textElements: ReadonlySet<string> = new Set(['t', 'v'])

/** How to pronounce a text, in runs of its own (section 18.4.6). */
const phonetic = 'rPh'

/** Hears the events inside a cell or a shared string, then gives its text. */
export class CellTextBuilder {
  #text = ''
  #isInText = false
  #isPhonetic = false

  addEvent(event: XmlEvent): void {
    if (event.kind === 'text') this.#add(event.text)
    else if (event.name === phonetic) this.#isPhonetic = event.kind === 'open'
    else this.#isInText = event.kind === 'open' && textElements.has(event.name)
  }

  /** In visible characters. Far past `cellCharsMax` the rest is left out; enough is kept to tell that it is too long. */
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
