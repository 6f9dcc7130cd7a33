/** Resolves the provider groups that a Transparency-in-Coverage file defines by an id and its rates refer to. */
import { InputError } from '../input-error.ts'

/** A number or a string; numbers that a double cannot represent are strings. */
export type ReferenceId = number | string

/** The NPIs of the groups of one id, and the line that defines them. */
export interface ProviderGroups {
  readonly line: number
  /** Numbers below 2^32, some of which may not be NPIs. */
  readonly npis: Uint32Array | readonly number[]
}

const limits = {
  /** 256 MB at four bytes each; the country has 10 million NPIs. */
  npisMax: 64 * 1024 * 1024,
  /** About 400 MB as keys of a map; the largest payers define a few hundred thousand. */
  idsMax: 4 * 1024 * 1024,
} as const

/**
 * Returns a group when it is both defined and referred to, in either order: a group without a reference from a rate has no
 * rate, and is not in the network.
 */
export class ProviderReferences {
  readonly #file: string
  /** The groups that are defined and that no rate has referred to yet. */
  readonly #unreferenced = new Map<ReferenceId, ProviderGroups[]>()
  #bufferedNpis = 0
  readonly #defined = new Set<ReferenceId>()
  /** The line of the first rate that refers to each id. */
  readonly #firstReferenceLine = new Map<ReferenceId, number>()
  /** The ids that another file defines: the name of that file, and the line that states it. */
  readonly #external = new Map<ReferenceId, { readonly file: string; readonly line: number }>()

  constructor(file: string) {
    this.#file = file
  }

  /** Returns the groups if a rate has already referred to them. */
  define(id: ReferenceId, groups: ProviderGroups): readonly ProviderGroups[] {
    this.#defined.add(id)
    if (this.#firstReferenceLine.has(id)) return [groups]
    this.#bufferedNpis += groups.npis.length
    if (this.#bufferedNpis > limits.npisMax || this.#defined.size > limits.idsMax) throw this.#tooManyError()
    const groupsOfId = this.#unreferenced.get(id)
    if (groupsOfId === undefined) this.#unreferenced.set(id, [groups])
    else groupsOfId.push(groups)
    return []
  }

  defineExternal(id: ReferenceId, file: string, line: number): void {
    this.#external.set(id, { file, line })
    if (this.#external.size > limits.idsMax) throw this.#tooManyError()
  }

  /** Returns the groups of this id that are already defined; empty after the first reference. */
  addReference(id: ReferenceId, line: number): readonly ProviderGroups[] {
    if (this.#firstReferenceLine.has(id)) return []
    this.#firstReferenceLine.set(id, line)
    if (this.#firstReferenceLine.size > limits.idsMax) throw this.#tooManyError()
    const groups = this.#unreferenced.get(id) ?? []
    this.#unreferenced.delete(id)
    for (const { npis } of groups) this.#bufferedNpis -= npis.length
    return groups
  }

  /** The files that define ids to which rates refer. */
  listExternalFiles(): readonly { readonly file: string; readonly line: number }[] {
    return [...this.#external]
      .filter(([id]) => this.#firstReferenceLine.has(id))
      .map(([, location]) => location)
  }

  /** The lines of the first rates that refer to undefined ids. */
  listUndefinedLines(): readonly number[] {
    return [...this.#firstReferenceLine]
      .filter(([id]) => !this.#defined.has(id) && !this.#external.has(id))
      .map(([, line]) => line)
  }

  #tooManyError(): InputError {
    return new InputError(
      `${this.#file} refers to more provider groups than a country has; use the file as published.`,
    )
  }
}
