/** Finds the specialties that a query joins, which are equally good: "a physical therapist or a speech therapist". */

/** A specialty that a query names. */
export interface Mention {
  /** "therapist". */
  readonly word: string
  /** "physical" or "habla"; undefined if the word is for one specialty by itself. */
  readonly qualifier: string | undefined
}

/** The words of the mention, in Spanish with those between them: "vascular surgeon", "terapeuta del habla". */
export function nameOf({ word, qualifier }: Mention, tokens: readonly string[]): string {
  if (qualifier === undefined) return word
  const end = tokens.indexOf(qualifier)
  const start = tokens[end + 1] === word ? -1 : tokens.lastIndexOf(word, end)
  const isSpanish = start >= 0 && end - start < joinedWordsMax
  return isSpanish ? tokens.slice(start, end + 1).join(' ') : `${qualifier} ${word}`
}

/** The mentions that "or" or "and" joins to another one. */
export function findJoined(mentions: readonly Mention[], tokens: readonly string[]): readonly Mention[] {
  return mentions.filter(
    (mention, index) =>
      isJoined(mentions[index - 1], mention, tokens) || isJoined(mention, mentions[index + 1], tokens),
  )
}

function isJoined(
  first: Mention | undefined,
  second: Mention | undefined,
  tokens: readonly string[],
): boolean {
  if (first === undefined || second === undefined) return false
  const isShared =
    first.word === second.word &&
    first.qualifier !== undefined &&
    areJoined(tokens, first.qualifier, second.qualifier ?? '')
  return isShared || areJoined(tokens, first.word, second.word)
}

/** Whether "or" or "and" is between the words, which are close: "a cardiologist or maybe a neurologist". */
export function areJoined(tokens: readonly string[], first: string, second: string): boolean {
  return tokens.some((word, index) => {
    const next = tokens.slice(index + 1, index + 1 + joinedWordsMax)
    const end = next.lastIndexOf(second)
    return word === first && next.slice(0, Math.max(0, end)).some((between) => conjunction.test(between))
  })
}

/** The words from the first name to the last word of the second: "or maybe a physical therapist". */
const joinedWordsMax = 5

const conjunction = /^(?:or|and|plus|o|u|y|e)$/

/** The scores of concepts beside "or" or "and": the best of each specialty is as good as the best of all of them. */
export function raiseJoined(
  scores: Float32Array,
  joined: readonly ReadonlySet<number>[],
): ReadonlyMap<number, number> {
  const max = Math.max(0, ...joined.map((concepts) => maxOf(concepts, scores)))
  return new Map(
    joined.flatMap((concepts) => {
      const own = maxOf(concepts, scores)
      return own === 0
        ? []
        : Array.from(concepts, (number) => [number, (scores[number]! * max) / own] as const)
    }),
  )
}

/** The greatest score of the concepts; 0 if there are none. */
export function maxOf(numbers: ReadonlySet<number>, scores: Float32Array): number {
  return Math.max(0, ...Array.from(numbers, (number) => scores[number]!))
}
