/** What the four passes set aside on disk for one another, in the order in which it comes about. */
import type { FiledFact } from './facts.ts'
import type { ServedEntry } from './merge.ts'
import type { Mention } from './places/mention.ts'
import type { Practice } from './practice.ts'
import { Spill } from './spill.ts'

/** Disposing closes the files; the folder and what is in it belong to the caller. */
export class SetAside implements Disposable {
  /** By NPI, until they are merged. */
  readonly facts: Spill<FiledFact>
  /** By NPI, until their cards are written. */
  readonly entries: Spill<ServedEntry>
  /** By address, until it is known which places are there. */
  readonly mentions: Spill<Mention>
  /** By NPI, until the cards that name the places are written. */
  readonly practices: Spill<Practice>
  readonly #files = new DisposableStack()

  constructor(folder: string) {
    this.facts = this.#files.use(new Spill(folder, 'facts'))
    this.entries = this.#files.use(new Spill(folder, 'entries'))
    this.mentions = this.#files.use(new Spill(folder, 'mentions'))
    this.practices = this.#files.use(new Spill(folder, 'practices'))
  }

  [Symbol.dispose](): void {
    this.#files.dispose()
  }
}
