/** Provider groups that a Transparency-in-Coverage file defines once by an id, and that its rates refer to. */
import { InputError } from '../input-error.ts'

/** A number or a text; numbers that a double cannot hold as they are written. */
export type ReferenceId = number | string

/** What the groups of one id hold, and on which line they are defined. */
export interface ProviderGroups {
  readonly line: number
  /** Numbers below 2^32, of which some are no NPIs. */
  readonly npis: Uint32Array | readonly number[]
}

const limits = {
  /** At four bytes each 256 MB; the country has 10 million NPIs. */
  npisHeld: 64 * 1024 * 1024,
  /** About 400 MB as keys of a map; the largest payers define some hundred thousand. */
  ids: 4 * 1024 * 1024,
} as const

/**
 * Says which groups are in the network once they are both defined and referred to, whichever comes first: a group that
 * no rate refers to has no rate.
 */
export class ProviderReferences {
  readonly #file: string
  /** Defined here and not referred to so far. */
  readonly #waiting = new Map<ReferenceId, ProviderGroups[]>()
  #npisHeld = 0
  readonly #defined = new Set<ReferenceId>()
  /** Line of the first rate that refers to it. */
  readonly #referred = new Map<ReferenceId, number>()
  /** Defined in another file: its name, and on which line that is said. */
  readonly #external = new Map<ReferenceId, { readonly file: string; readonly line: number }>()

  constructor(file: string) {
    this.#file = file
  }

  /** Returns the groups if some rate referred to them already. */
  define(id: ReferenceId, groups: ProviderGroups): readonly ProviderGroups[] {
    this.#defined.add(id)
    if (this.#referred.has(id)) return [groups]
    this.#npisHeld += groups.npis.length
    if (this.#npisHeld > limits.npisHeld || this.#defined.size > limits.ids) throw this.#tooManyError()
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) this.#waiting.set(id, [groups])
    else waiting.push(groups)
    return []
  }

  defineExternal(id: ReferenceId, file: string, line: number): void {
    this.#external.set(id, { file, line })
    if (this.#external.size > limits.ids) throw this.#tooManyError()
  }

  /** Returns the groups that waited for it. */
  refer(id: ReferenceId, line: number): readonly ProviderGroups[] {
    if (this.#referred.has(id)) return []
    this.#referred.set(id, line)
    if (this.#referred.size > limits.ids) throw this.#tooManyError()
    const groups = this.#waiting.get(id) ?? []
    this.#waiting.delete(id)
    for (const { npis } of groups) this.#npisHeld -= npis.length
    return groups
  }

  /** Of ids that rates refer to: those defined in other files. */
  listExternalFiles(): readonly { readonly file: string; readonly line: number }[] {
    return [...this.#external].filter(([id]) => this.#referred.has(id)).map(([, defined]) => defined)
  }

  /** Lines of the first rates that refer to ids which are defined nowhere. */
  listUndefinedLines(): readonly number[] {
    return [...this.#referred]
      .filter(([id]) => !this.#defined.has(id) && !this.#external.has(id))
      .map(([, line]) => line)
  }

  #tooManyError(): InputError {
    return new InputError(
      `${this.#file} refers to more provider groups than a country has; use the file as published.`,
    )
  }
}
