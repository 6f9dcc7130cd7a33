/** Finds where a JSON value ends, in as many chunks as it takes; of what lies between it checks brackets and quotes. */
import { backslash, closerAfter, kindOf, kinds, quote } from './json-bytes.ts'
import type { JsonPlace } from './json-place.ts'

/** Objects and arrays inside one another; CMS and FHIR nest 10 to 15. */
export const jsonDepthMax = 64

export type ValueForm = 'string' | 'scalar' | 'container'

export class JsonValueEnd {
  readonly #place: JsonPlace
  #form: ValueForm = 'scalar'
  #inString = false
  /** The last chunk ended after a backslash. */
  #escaped = false
  /** Which bracket closes each level that is open. */
  readonly #closers = new Uint8Array(jsonDepthMax)
  #depth = 0
  #depthMax: number = jsonDepthMax

  constructor(place: JsonPlace) {
    this.#place = place
  }

  /** A value of this form starts at the next byte, inside so many objects and arrays. */
  begin(form: ValueForm, levels: number): void {
    this.#form = form
    this.#depthMax = jsonDepthMax - levels
  }

  /** Where the value that was begun ends, -1 when the chunk ends first. */
  find(bytes: Buffer, from: number): number {
    if (this.#form === 'scalar') return endOfScalar(bytes, from)
    if (this.#form === 'container') return this.#endOfContainer(bytes, from)
    return this.#endOfString(bytes, this.#inString ? from : from + 1)
  }

  /** `from` lies behind the quote that opens it. */
  #endOfString(bytes: Buffer, from: number): number {
    const end = bytes.length
    let at = this.#escaped ? from + 1 : from
    while (at < end) {
      const byte = bytes[at++]!
      if (byte === backslash) at++
      else if (byte === quote) {
        this.#inString = false
        this.#escaped = false
        return at
      }
    }
    this.#inString = true
    this.#escaped = at > end
    return -1
  }

  #endOfContainer(bytes: Buffer, from: number): number {
    const end = bytes.length
    let at = this.#inString ? this.#endOfString(bytes, from) : from
    while (at >= 0 && at < end) {
      const byte = bytes[at++]!
      const kind = kindOf[byte]!
      if (kind === 0 || kind >= kinds.blank) continue
      if (kind === kinds.quote) at = this.#endOfString(bytes, at)
      else if (kind === kinds.newline) this.#place.line++
      else if (kind === kinds.open) this.#open(byte)
      else if (this.#close(byte)) return at
    }
    return -1
  }

  #open(bracket: number): void {
    if (this.#depth >= this.#depthMax) throw this.#place.refusal(`nests more than ${jsonDepthMax} levels`)
    this.#closers[this.#depth++] = bracket + closerAfter
  }

  /** Whether that was the last level. */
  #close(bracket: number): boolean {
    if (this.#closers[--this.#depth] !== bracket) throw this.#place.noJson()
    return this.#depth === 0
  }
}

/** A number or a word (`true`) ends before what cannot belong to it. */
function endOfScalar(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (kindOf[bytes[at]!] !== 0) return at
  return -1
}
