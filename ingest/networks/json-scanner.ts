/** Extracts the values at a few paths from JSON of any size. Other content is skipped and not held in memory. */
import { InputError } from '../input-error.ts'
import { formatByteSize } from '../read/byte-size.ts'
import { parseExactly } from './exact-json.ts'
import { backslash, closerOffset, kindOf, kinds, openBrace, quote } from './json-bytes.ts'

/** Member names, and `*` for every element of an array: `['in_network', '*', 'name']` */
export type JsonPath = readonly string[]

/** A node of the tree of all paths; `wanted` is the name of the path that ends here. */
interface Step<Name> {
  readonly next: Map<string, Step<Name>>
  wanted: Name | null
}

export interface JsonValue<Name extends string> {
  /** The name of its path. */
  readonly name: Name
  /** The line on which the value starts, from 1. */
  readonly line: number
  /** Integers that a double cannot represent are strings. */
  readonly value: unknown
}

/** Room for half a million NPIs in one indented list; a FHIR resource has less than 100 KB. */
export const jsonValueBytesMax = 32 * 1024 * 1024

/** Room for twice that list. Ten million empty objects fit into the bytes above, and take 1.2 GB when parsed. */
export const jsonElementsMax = 1024 * 1024

/** The maximum nesting of objects and arrays; CMS and FHIR files have 10 to 15 levels. */
export const jsonDepthMax = 64

/** The number of digits of 2^53. */
const longNumberBytesMin = 16

/** The token that the next byte may start. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing'

/** An open object or array; without a step, no path leads into it. */
interface Level<Name> {
  readonly isObject: boolean
  readonly closer: number
  readonly step: Step<Name> | undefined
}

/**
 * Receives the bytes in chunks. Of skipped content, only brackets, quotes, commas and colons are validated. `file` is the base
 * name for messages.
 *
 * @throws {InputError} when the bytes are not JSON, are nested too deeply, or have a wanted value that is too long.
 */
export class JsonScanner<Name extends string> {
  readonly #file: string
  readonly #root: Step<Name>
  readonly #levels: Level<Name>[] = []
  #expected: Expected = 'value'
  #line = 1
  #isStart = true
  /** The kind of the incomplete token. */
  #token: 'key' | 'string' | 'scalar' | null = null
  /** Whether the last chunk ended after a backslash. */
  #isEscaped = false
  /** The step of the current member. */
  #member: Step<Name> | undefined
  /** The incomplete wanted value, and the number of levels around it. */
  #wanted: { readonly name: Name; readonly line: number; readonly depth: number } | null = null
  /** The bytes of the incomplete wanted value or key in earlier chunks; null if there is none. */
  #buffered: Buffer[] | null = null
  #bufferedBytes = 0
  /** The commas of the incomplete wanted value. */
  #commas = 0
  /** Whether the buffered bytes have a number that a double may not represent. */
  #hasLongNumber = false
  /** The position in this chunk at which the buffered bytes start. */
  #bufferStart = 0
  #found: JsonValue<Name>[] = []

  constructor(paths: Readonly<Record<Name, JsonPath>>, file: string) {
    this.#file = file
    this.#root = buildSteps(paths)
  }

  /** Returns the wanted values that end in this chunk. */
  scan(bytes: Buffer): readonly JsonValue<Name>[] {
    this.#found = []
    this.#bufferStart = 0
    let position = this.#isStart && bytes[0] === 0xef ? 3 : 0
    this.#isStart = false
    while (position < bytes.length)
      position = this.#token === null ? this.#readByte(bytes, position) : this.#readToken(bytes, position)
    this.#bufferTo(bytes, bytes.length)
    return this.#found
  }

  /** Called after the last chunk. */
  end(): void {
    if (this.#expected === 'nothing' && this.#token === null) return
    throw new InputError(`${this.#file} ends in the middle of its JSON; download it again.`)
  }

  /** Reads one byte between tokens; returns the next position. */
  #readByte(bytes: Buffer, position: number): number {
    const kind = kindOf[bytes[position]!]!
    if (kind === kinds.newline) this.#line++
    if (kind === kinds.newline || kind === kinds.blank) return position + 1
    const isFirst = this.#expected === 'first value' || this.#expected === 'first key'
    if (kind === kinds.close && (isFirst || this.#expected === 'comma'))
      return this.#closeLevel(bytes, position)
    switch (this.#expected) {
      case 'value':
      case 'first value':
        return this.#beginValue(bytes[position]!, kind, position)
      case 'key':
      case 'first key':
        return this.#beginKey(kind, position)
      case 'colon':
        if (kind !== kinds.colon) throw this.#invalidJsonError()
        this.#expected = 'value'
        return position + 1
      case 'comma':
        if (kind !== kinds.comma) throw this.#invalidJsonError()
        if (++this.#commas >= jsonElementsMax && this.#wanted !== null)
          throw this.#error(`has a value of more than ${jsonElementsMax} elements`, this.#wanted.line)
        this.#expected = this.#levels.at(-1)!.isObject ? 'key' : 'value'
        return position + 1
      case 'nothing':
        throw this.#error('has data after the end of its JSON')
    }
  }

  #beginKey(kind: number, position: number): number {
    if (kind !== kinds.quote) throw this.#invalidJsonError()
    this.#token = 'key'
    this.#member = undefined
    if (this.#levels.at(-1)!.step !== undefined) this.#startBuffering(position)
    return position + 1
  }

  #beginValue(byte: number, kind: number, position: number): number {
    if (kind >= kinds.comma || kind === kinds.close) throw this.#invalidJsonError()
    const level = this.#levels.at(-1)
    const step = level === undefined ? this.#root : level.isObject ? this.#member : level.step?.next.get('*')
    const name = step?.wanted ?? null
    if (name !== null) {
      this.#wanted = { name, line: this.#line, depth: this.#levels.length }
      this.#commas = 0
      this.#startBuffering(position)
    }
    if (kind === kinds.open) this.#openLevel(byte, name === null ? step : undefined)
    else this.#token = kind === kinds.quote ? 'string' : 'scalar'
    return kind === 0 ? position : position + 1
  }

  #openLevel(byte: number, step: Step<Name> | undefined): void {
    if (this.#levels.length >= jsonDepthMax) throw this.#error(`nests more than ${jsonDepthMax} levels`)
    const isObject = byte === openBrace
    this.#levels.push({ isObject, closer: byte + closerOffset, step })
    this.#expected = isObject ? 'first key' : 'first value'
  }

  #closeLevel(bytes: Buffer, position: number): number {
    if (this.#levels.pop()!.closer !== bytes[position]) throw this.#invalidJsonError()
    this.#endValue(bytes, position + 1)
    return position + 1
  }

  /** Reads the incomplete token; returns its end, or the end of the chunk. */
  #readToken(bytes: Buffer, position: number): number {
    const end =
      this.#token === 'scalar' ? findScalarEnd(bytes, position) : this.#findStringEnd(bytes, position)
    if (this.#token === 'scalar' && (end < 0 || end - position >= longNumberBytesMin))
      this.#hasLongNumber = true
    if (end < 0) return bytes.length
    if (this.#token === 'key') this.#endKey(bytes, end)
    else this.#endValue(bytes, end)
    this.#token = null
    return end
  }

  #findStringEnd(bytes: Buffer, from: number): number {
    let position = this.#isEscaped ? from + 1 : from
    this.#isEscaped = false
    while (position < bytes.length) {
      const byte = bytes[position++]!
      if (byte === quote) return position
      if (byte === backslash) position++
    }
    this.#isEscaped = position > bytes.length
    return -1
  }

  #endKey(bytes: Buffer, end: number): void {
    this.#expected = 'colon'
    const { step } = this.#levels.at(-1)!
    if (step !== undefined) this.#member = step.next.get(String(this.#parseBuffered(bytes, end, this.#line)))
  }

  #endValue(bytes: Buffer, end: number): void {
    this.#expected = this.#levels.length === 0 ? 'nothing' : 'comma'
    if (this.#wanted?.depth !== this.#levels.length) return
    const { name, line } = this.#wanted
    this.#wanted = null
    this.#found.push({ name, line, value: this.#parseBuffered(bytes, end, line) })
  }

  #startBuffering(position: number): void {
    this.#buffered = []
    this.#bufferedBytes = 0
    this.#hasLongNumber = false
    this.#bufferStart = position
  }

  #bufferTo(bytes: Buffer, to: number): void {
    if (this.#buffered === null) return
    this.#buffered.push(bytes.subarray(this.#bufferStart, to))
    this.#bufferedBytes += to - this.#bufferStart
    if (this.#bufferedBytes > jsonValueBytesMax)
      throw this.#error(`has a value of more than ${formatByteSize(jsonValueBytesMax)}`, this.#wanted?.line)
  }

  /** Parses the buffered bytes, which end at `end`. */
  #parseBuffered(bytes: Buffer, end: number, line: number): unknown {
    this.#bufferTo(bytes, end)
    const buffers = this.#buffered!
    this.#buffered = null
    const text = (buffers.length === 1 ? buffers[0]! : Buffer.concat(buffers)).toString()
    try {
      return this.#hasLongNumber ? parseExactly(text) : JSON.parse(text)
    } catch {
      throw this.#invalidJsonError(line)
    }
  }

  #invalidJsonError(line?: number): InputError {
    return this.#error('is not valid JSON', line)
  }

  #error(clause: string, line = this.#line): InputError {
    return new InputError(`${this.#file} ${clause} on line ${line}; use the file as published.`)
  }
}

function buildSteps<Name extends string>(paths: Readonly<Record<Name, JsonPath>>): Step<Name> {
  const root: Step<Name> = { next: new Map(), wanted: null }
  for (const [name, path] of Object.entries(paths) as [Name, JsonPath][]) {
    let step = root
    for (const part of path) {
      const next = step.next.get(part) ?? { next: new Map(), wanted: null }
      step.next.set(part, next)
      step = next
    }
    step.wanted = name
  }
  return root
}

/** The position after a number or a word (`true`); -1 if the chunk ends first. */
function findScalarEnd(bytes: Buffer, from: number): number {
  for (let position = from; position < bytes.length; position++)
    if (kindOf[bytes[position]!] !== 0) return position
  return -1
}
