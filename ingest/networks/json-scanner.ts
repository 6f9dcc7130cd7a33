/** Extracts the values at a few paths from JSON of any size. Other content is skipped and not held in memory. */
import { InputError } from '../input-error.ts'
import { formatByteSize } from '../read/byte-size.ts'
import { parseExactly } from './exact-json.ts'
import { backslash, closerAfter, kindOf, kinds, openBrace, quote } from './json-bytes.ts'

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

/** The maximum nesting of objects and arrays; CMS and FHIR files have 10 to 15 levels. */
export const jsonDepthMax = 64

/** The number of digits of 2^53. */
const longNumberBytesMin = 16

/** What the next byte may start. */
type Expecting = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing'

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
  #expecting: Expecting = 'value'
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
  #kept: Buffer[] | null = null
  #keptBytes = 0
  /** Whether the kept bytes have a number that a double may not represent. */
  #hasLongNumber = false
  /** Where the kept bytes start in this chunk. */
  #keptFrom = 0
  #found: JsonValue<Name>[] = []

  constructor(paths: Readonly<Record<Name, JsonPath>>, file: string) {
    this.#file = file
    this.#root = buildSteps(paths)
  }

  /** Returns the wanted values that end in this chunk. */
  scan(bytes: Buffer): readonly JsonValue<Name>[] {
    this.#found = []
    this.#keptFrom = 0
    let at = this.#isStart && bytes[0] === 0xef ? 3 : 0
    this.#isStart = false
    while (at < bytes.length)
      at = this.#token === null ? this.#readByte(bytes, at) : this.#readToken(bytes, at)
    this.#keep(bytes, bytes.length)
    return this.#found
  }

  /** Called after the last chunk. */
  end(): void {
    if (this.#expecting === 'nothing' && this.#token === null) return
    throw new InputError(`${this.#file} ends in the middle of its JSON; download it again.`)
  }

  /** Reads one byte between tokens; returns the next position. */
  #readByte(bytes: Buffer, at: number): number {
    const kind = kindOf[bytes[at]!]!
    if (kind === kinds.newline) this.#line++
    if (kind === kinds.newline || kind === kinds.blank) return at + 1
    const isFirst = this.#expecting === 'first value' || this.#expecting === 'first key'
    if (kind === kinds.close && (isFirst || this.#expecting === 'comma')) return this.#closeLevel(bytes, at)
    switch (this.#expecting) {
      case 'value':
      case 'first value':
        return this.#beginValue(bytes[at]!, kind, at)
      case 'key':
      case 'first key':
        return this.#beginKey(kind, at)
      case 'colon':
        if (kind !== kinds.colon) throw this.#invalidJsonError()
        this.#expecting = 'value'
        return at + 1
      case 'comma':
        if (kind !== kinds.comma) throw this.#invalidJsonError()
        this.#expecting = this.#levels.at(-1)!.isObject ? 'key' : 'value'
        return at + 1
      case 'nothing':
        throw this.#error('has data after the end of its JSON')
    }
  }

  #beginKey(kind: number, at: number): number {
    if (kind !== kinds.quote) throw this.#invalidJsonError()
    this.#token = 'key'
    this.#member = undefined
    if (this.#levels.at(-1)!.step !== undefined) this.#keepFrom(at)
    return at + 1
  }

  #beginValue(byte: number, kind: number, at: number): number {
    if (kind >= kinds.comma || kind === kinds.close) throw this.#invalidJsonError()
    const level = this.#levels.at(-1)
    const step = level === undefined ? this.#root : level.isObject ? this.#member : level.step?.next.get('*')
    const name = step?.wanted ?? null
    if (name !== null) {
      this.#wanted = { name, line: this.#line, depth: this.#levels.length }
      this.#keepFrom(at)
    }
    if (kind === kinds.open) this.#openLevel(byte, name === null ? step : undefined)
    else this.#token = kind === kinds.quote ? 'string' : 'scalar'
    return kind === 0 ? at : at + 1
  }

  #openLevel(byte: number, step: Step<Name> | undefined): void {
    if (this.#levels.length >= jsonDepthMax) throw this.#error(`nests more than ${jsonDepthMax} levels`)
    const isObject = byte === openBrace
    this.#levels.push({ isObject, closer: byte + closerAfter, step })
    this.#expecting = isObject ? 'first key' : 'first value'
  }

  #closeLevel(bytes: Buffer, at: number): number {
    if (this.#levels.pop()!.closer !== bytes[at]) throw this.#invalidJsonError()
    this.#endValue(bytes, at + 1)
    return at + 1
  }

  /** Reads the incomplete token; returns its end, or the end of the chunk. */
  #readToken(bytes: Buffer, at: number): number {
    const end = this.#token === 'scalar' ? findScalarEnd(bytes, at) : this.#findStringEnd(bytes, at)
    if (this.#token === 'scalar' && (end < 0 || end - at >= longNumberBytesMin)) this.#hasLongNumber = true
    if (end < 0) return bytes.length
    if (this.#token === 'key') this.#endKey(bytes, end)
    else this.#endValue(bytes, end)
    this.#token = null
    return end
  }

  #findStringEnd(bytes: Buffer, from: number): number {
    let at = this.#isEscaped ? from + 1 : from
    this.#isEscaped = false
    while (at < bytes.length) {
      const byte = bytes[at++]!
      if (byte === quote) return at
      if (byte === backslash) at++
    }
    this.#isEscaped = at > bytes.length
    return -1
  }

  #endKey(bytes: Buffer, end: number): void {
    this.#expecting = 'colon'
    const { step } = this.#levels.at(-1)!
    if (step !== undefined) this.#member = step.next.get(String(this.#parseKept(bytes, end, this.#line)))
  }

  #endValue(bytes: Buffer, end: number): void {
    this.#expecting = this.#levels.length === 0 ? 'nothing' : 'comma'
    if (this.#wanted?.depth !== this.#levels.length) return
    const { name, line } = this.#wanted
    this.#wanted = null
    this.#found.push({ name, line, value: this.#parseKept(bytes, end, line) })
  }

  #keepFrom(at: number): void {
    this.#kept = []
    this.#keptBytes = 0
    this.#hasLongNumber = false
    this.#keptFrom = at
  }

  #keep(bytes: Buffer, to: number): void {
    if (this.#kept === null) return
    this.#kept.push(bytes.subarray(this.#keptFrom, to))
    this.#keptBytes += to - this.#keptFrom
    if (this.#keptBytes > jsonValueBytesMax)
      throw this.#error(`has a value of more than ${formatByteSize(jsonValueBytesMax)}`, this.#wanted?.line)
  }

  /** Parses the kept bytes, which end here. */
  #parseKept(bytes: Buffer, end: number, line: number): unknown {
    this.#keep(bytes, end)
    const kept = this.#kept!
    this.#kept = null
    const text = (kept.length === 1 ? kept[0]! : Buffer.concat(kept)).toString()
    try {
      return this.#hasLongNumber ? parseExactly(text) : JSON.parse(text)
    } catch {
      throw this.#invalidJsonError(line)
    }
  }

  #invalidJsonError(line?: number): InputError {
    return this.#error('is not valid JSON', line)
  }

  #error(what: string, line = this.#line): InputError {
    return new InputError(`${this.#file} ${what} on line ${line}; use the file as published.`)
  }
}

function buildSteps<Name extends string>(paths: Readonly<Record<Name, JsonPath>>): Step<Name> {
  const root: Step<Name> = { next: new Map(), wanted: null }
  for (const [name, path] of Object.entries(paths) as [Name, JsonPath][]) {
    let step = root
    for (const part of path) {
      const known = step.next.get(part) ?? { next: new Map(), wanted: null }
      step.next.set(part, known)
      step = known
    }
    step.wanted = name
  }
  return root
}

/** The position after a number or a word (`true`); -1 if the chunk ends first. */
function findScalarEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (kindOf[bytes[at]!] !== 0) return at
  return -1
}
