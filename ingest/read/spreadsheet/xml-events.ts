/** Reads an XML document as a sequence of tags and texts. Memory is bounded by the longest of them. */
import { SaxesParser } from 'saxes'
import { InputError } from '../../input-error.ts'
import { formatByteSize } from '../byte-size.ts'

/** Names have no namespace prefix: `row` for `x:row`. */
export type XmlEvent =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'close'; readonly name: string }

/** The cells of a sheet are six levels deep. */
const depthMax = 64

/** The longest tag, text or comment; a cell of a spreadsheet has at most 32,767 characters. */
const charsBetweenEventsMax = 1024 * 1024

/**
 * Yields the events in batches. Only the five predefined entities are supported, so no entity can expand. `file` is the base
 * name for messages. Decision 36 explains why this is not a spreadsheet library.
 *
 * @throws {InputError} when the XML is not well formed, is nested too deeply, or has a tag or text that is too long.
 */
export async function* readXmlEvents(
  bytes: AsyncIterable<Buffer>,
  file: string,
): AsyncGenerator<readonly XmlEvent[]> {
  const reader = new EventReader(file)
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield reader.read(decoder.decode(chunk, { stream: true }))
  yield reader.end(decoder.decode())
}

class EventReader {
  readonly #parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  readonly #file: string
  #events: XmlEvent[] = []
  #depth = 0
  #charsWithoutEvent = 0

  constructor(file: string) {
    this.#file = file
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes))
    this.#parser.on('text', (text) => this.#events.push({ kind: 'text', text }))
    this.#parser.on('cdata', (text) => this.#events.push({ kind: 'text', text }))
    this.#parser.on('closetag', ({ name }) => this.#close(name))
  }

  read(text: string): readonly XmlEvent[] {
    return this.#collectEvents(() => this.#parser.write(text), text.length)
  }

  end(text: string): readonly XmlEvent[] {
    return this.#collectEvents(() => this.#parser.write(text).close(), text.length)
  }

  #collectEvents(parse: () => void, length: number): readonly XmlEvent[] {
    this.#events = []
    try {
      parse()
    } catch (error) {
      throw error instanceof InputError ? error : this.#error('has XML that is not well formed', error)
    }
    this.#charsWithoutEvent = this.#events.length > 0 ? 0 : this.#charsWithoutEvent + length
    if (this.#charsWithoutEvent > charsBetweenEventsMax)
      throw this.#error(`has XML with more than ${formatByteSize(charsBetweenEventsMax)} between two tags`)
    return this.#events
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#depth > depthMax)
      throw this.#error(`has XML with more than ${depthMax} tags inside each other`)
    this.#events.push({ kind: 'open', name: removePrefix(name), attributes })
  }

  #close(name: string): void {
    this.#depth--
    this.#events.push({ kind: 'close', name: removePrefix(name) })
  }

  #error(clause: string, cause?: unknown): InputError {
    return new InputError(`${this.#file} ${clause}; download it again.`, { cause })
  }
}

function removePrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
