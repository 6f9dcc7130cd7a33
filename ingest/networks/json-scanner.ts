/** Cuts the few values that somebody wants out of JSON of any length; all else is walked over and not held. */
import { InputRefused } from '../input-refused.ts'
import { closerAfter, colon, kindOf, kinds, openBrace, quote } from './json-bytes.ts'
import { JsonPlace } from './json-place.ts'
import { JsonValueEnd, type ValueForm } from './json-value-end.ts'

/** Where a value lies: names of members, and `*` for every element of an array. `['in_network', '*', 'name']` */
export type JsonPath = readonly string[]

export interface JsonValue<Name extends string> {
  /** Under which its path was asked for. */
  readonly name: Name
  /** On which it starts; counts from 1. */
  readonly line: number
  readonly value: unknown
  /** As written, for numbers that a double cannot hold. */
  readonly text: string
}

/** Half a million NPIs in one list, indented; a FHIR resource stays under 100 KB. */
export const jsonValueBytesMax = 32 * 1024 * 1024

/** What the next byte may begin, in a container that is walked through. */
type Expecting = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing'

/** A place on the way to wanted values, or one. */
interface Step<Name> {
  readonly next: Map<string, Step<Name>>
  wanted: Name | null
}

/** An object or array that is walked through. */
interface Level<Name> {
  readonly isObject: boolean
  readonly closer: number
  readonly step: Step<Name>
}

/** A key, or a value that is wanted or passed over: what is under way and not walked through. */
interface Passing<Name> {
  readonly isKey: boolean
  readonly wanted: Name | null
  readonly line: number
  /** Its bytes so far; null for what nobody wants. */
  readonly kept: Buffer[] | null
}

/**
 * Takes the bytes chunk by chunk. Of values that nobody wants only brackets and quotes are checked.
 *
 * @throws {InputRefused} for what is no JSON, is too deep, or has a wanted value that is too long; says `file`.
 */
export class JsonScanner<Name extends string> {
  readonly #place: JsonPlace
  readonly #end: JsonValueEnd
  readonly #root: Step<Name>
  readonly #levels: Level<Name>[] = []
  #expecting: Expecting = 'value'
  #isStart = true
  /** Where the value of the member under way lies; undefined when nobody wants anything in it. */
  #member: Step<Name> | undefined
  #passing: Passing<Name> | null = null
  #keptBytes = 0

  constructor(paths: Readonly<Record<Name, JsonPath>>, file: string) {
    this.#place = new JsonPlace(file)
    this.#end = new JsonValueEnd(this.#place)
    this.#root = stepsTo(paths)
  }

  /** The wanted values that end in this chunk. */
  scan(bytes: Buffer): JsonValue<Name>[] {
    const found: JsonValue<Name>[] = []
    let at = this.#isStart && bytes[0] === 0xef ? 3 : 0
    this.#isStart = false
    while (at < bytes.length) {
      at = this.#passing === null ? this.#walk(bytes[at]!, at) : this.#pass(this.#passing, bytes, at, found)
    }
    return found
  }

  /** After the last chunk. */
  end(): void {
    if (this.#expecting === 'nothing' && this.#passing === null) return
    throw new InputRefused(`${this.#place.file} ends in the middle of its JSON; download it again.`)
  }

  /** One byte between values; returns where to go on. */
  #walk(byte: number, at: number): number {
    const kind = kindOf[byte]!
    if (kind === kinds.newline) this.#place.line++
    if (kind === kinds.newline || kind === kinds.blank) return at + 1
    switch (this.#expecting) {
      case 'value':
        return this.#beginValue(byte, kind, at)
      case 'first value':
        return kind === kinds.close ? this.#leave(byte, at) : this.#beginValue(byte, kind, at)
      case 'first key':
        return kind === kinds.close ? this.#leave(byte, at) : this.#beginKey(byte, at)
      case 'key':
        return this.#beginKey(byte, at)
      case 'colon':
        if (byte !== colon) throw this.#place.noJson()
        this.#expecting = 'value'
        return at + 1
      case 'comma':
        if (kind === kinds.close) return this.#leave(byte, at)
        if (kind !== kinds.comma) throw this.#place.noJson()
        this.#expecting = this.#levels.at(-1)!.isObject ? 'key' : 'value'
        return at + 1
      case 'nothing':
        throw this.#place.refusal('goes on after its JSON ends')
    }
  }

  #beginKey(byte: number, at: number): number {
    if (byte !== quote) throw this.#place.noJson()
    this.#begin('string', { isKey: true, wanted: null, line: this.#place.line, kept: [] })
    return at
  }

  #beginValue(byte: number, kind: number, at: number): number {
    const level = this.#levels.at(-1)
    const step = level === undefined ? this.#root : level.isObject ? this.#member : level.step.next.get('*')
    const wanted = step?.wanted ?? null
    if (kind === kinds.open && step !== undefined && wanted === null) return this.#enter(byte, at, step)
    if (kind === kinds.close || kind === kinds.comma || byte === colon) throw this.#place.noJson()
    const form = kind === kinds.open ? 'container' : kind === kinds.quote ? 'string' : 'scalar'
    const kept = wanted === null ? null : []
    this.#begin(form, { isKey: false, wanted, line: this.#place.line, kept })
    return at
  }

  #begin(form: ValueForm, passing: Passing<Name>): void {
    this.#end.begin(form, this.#levels.length)
    this.#passing = passing
    this.#keptBytes = 0
  }

  #enter(byte: number, at: number, step: Step<Name>): number {
    const isObject = byte === openBrace
    this.#levels.push({ isObject, closer: byte + closerAfter, step })
    this.#expecting = isObject ? 'first key' : 'first value'
    return at + 1
  }

  #leave(byte: number, at: number): number {
    if (this.#levels.pop()?.closer !== byte) throw this.#place.noJson()
    this.#expecting = this.#levels.length === 0 ? 'nothing' : 'comma'
    return at + 1
  }

  /** Goes on through the key or value under way; returns where it ends, or where the chunk does. */
  #pass(passing: Passing<Name>, bytes: Buffer, at: number, found: JsonValue<Name>[]): number {
    const end = this.#end.find(bytes, at)
    const to = end < 0 ? bytes.length : end
    if (passing.kept !== null) this.#keep(passing.kept, bytes.subarray(at, to), passing.line)
    if (end >= 0) this.#finish(passing, found)
    return to
  }

  #keep(kept: Buffer[], bytes: Buffer, line: number): void {
    kept.push(bytes)
    this.#keptBytes += bytes.length
    if (this.#keptBytes > jsonValueBytesMax)
      throw this.#place.refusal(`has a value of more than ${jsonValueBytesMax} bytes`, line)
  }

  #finish({ isKey, wanted, line, kept }: Passing<Name>, found: JsonValue<Name>[]): void {
    this.#passing = null
    this.#expecting = isKey ? 'colon' : this.#levels.length === 0 ? 'nothing' : 'comma'
    if (kept === null) return
    const text = (kept.length === 1 ? kept[0]! : Buffer.concat(kept)).toString()
    const value = this.#parse(text, line)
    if (isKey) this.#member = this.#levels.at(-1)!.step.next.get(String(value))
    else if (wanted !== null) found.push({ name: wanted, line, value, text })
  }

  #parse(text: string, line: number): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw this.#place.noJson(line)
    }
  }
}

function stepsTo<Name extends string>(paths: Readonly<Record<Name, JsonPath>>): Step<Name> {
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
