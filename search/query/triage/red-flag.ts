/** A sign: words that tell something together, in whatever order they are said. */

/** Shown where all of `said` is, and nothing of `unless`. */
export interface RedFlag {
  /** What it is a sign of. */
  readonly name: string
  readonly said: readonly RegExp[]
  readonly unless?: RegExp
  /** Whether nothing else that is said makes it less urgent. */
  readonly sure?: true
}

export function isPresent({ said, unless }: RedFlag, text: string): boolean {
  return said.every((part) => part.test(text)) && !unless?.test(text)
}
