/** Numbers distinct texts 0, 1, 2 … in the order of first use. */
export class Interner {
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    const existing = this.#numbers.get(text)
    if (existing !== undefined) return existing
    const number = this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }

  get texts(): string[] {
    return [...this.#numbers.keys()]
  }
}
