/** Finds the payers that a user means by a name, a plan name or a code. Queries, the plan check and `GET /v1/carriers` share it. */
import { memoizeByObject } from '@careatlas/directory/memoize'
import { editDistance } from '@careatlas/vocabulary/spelling'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import { companyWords, largeInsurers, productWords } from './carrier-words.ts'
import { fullNames, slashParts } from './payer-names.ts'

export interface NamedCarrier {
  readonly code: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly provider_count?: number
}

/**
 * The payers with exactly this code or, else, this name; otherwise those whose names contain all words; otherwise the same
 * without product words at the end ("Aetna Gold PPO"), and then with one typo in a word. The largest come first.
 */
export function findPayers<Payer extends NamedCarrier>(
  carriers: readonly Payer[],
  text: string,
): readonly Payer[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const plain = withoutProductWords(words)
  const exact = [hasCode(words), hasName(words), containsWords(words)]
  const found = findFirst(carriers, exact)
  // "Medicare PPO" is a plan of an insurer that is not named, not the program Medicare.
  if (found.length > 0 || words.every(isWeak)) return found
  const withoutProduct = findFirst(carriers, [hasName(plain), containsWords(plain)])
  if (withoutProduct.length > 0) return withoutProduct
  const near = findNearWords(carriers, words)
  return findFirst(carriers, [containsMisspelledWords(words, near), containsMisspelledWords(plain, near)])
}

/** The payers that the first successful matcher finds. */
function findFirst<Payer extends NamedCarrier>(
  carriers: readonly Payer[],
  matchers: readonly Matcher[],
): readonly Payer[] {
  const payers = knownPayers(carriers)
  for (const matches of matchers) {
    const found = payers.filter((payer) => matches(payer))
    // `knownPayers` returns the entries of `carriers`.
    if (found.length > 0) return found.map(({ carrier }) => carrier as Payer)
  }
  return []
}

/** Shorter names are also parts of other words: "medi cal" of "medical". */
const joinedLengthMin = 8

/** The payers whose names contain all words of the brand, whatever their spaces: "care first" is CareFirst. */
export function findPayersOfBrand<Payer extends NamedCarrier>(
  carriers: readonly Payer[],
  brand: string,
): readonly Payer[] {
  const words = wordsOf(brand)
  const joined = words.join('')
  const isOfBrand = (name: PayerName): boolean =>
    words.every((word) => name.words.includes(word)) ||
    (joined.length >= joinedLengthMin && name.hasPart(joined, true))
  const found = knownPayers(carriers).filter(({ names }) => names.some(isOfBrand))
  if (found.length > 0) return found.map(({ carrier }) => carrier as Payer)
  // "Molina Healthcare" may be listed as Molina.
  const shorter = words.slice(0, -1).join(' ')
  return largeInsurers.has(shorter) ? findPayersOfBrand(carriers, shorter) : []
}

/** Nearly every payer has a word that begins with one or two given letters. */
const filterLettersMin = 3

/** Returns the test whether the names of a payer contain all words of the text, as beginnings of words. */
export function payerFilter(
  carriers: readonly NamedCarrier[],
  text: string,
): (carrier: NamedCarrier) => boolean {
  const words = wordsOf(text)
  if (words.join('').length < filterLettersMin) return () => false
  const matching = knownPayers(carriers).filter(containsWords(words))
  const found = new Set(matching.map(({ carrier }) => carrier))
  return (carrier) => found.has(carrier)
}

const similarMax = 3

/** The names of at most three payers that share the most words with the text, for a text that `findPayers` does not find. */
export function similarPayerNames(carriers: readonly NamedCarrier[], text: string): readonly string[] {
  const words = wordsOf(text).filter((word) => !isWeak(word))
  const near = [...findNearWords(carriers, words, 1).values()]
  const scored = knownPayers(carriers).map(({ carrier, names }) => ({
    name: carrier.name,
    score: Math.max(0, ...names.map((name) => near.filter((others) => name.hasWordOf(others)).length)),
  }))
  const similar = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  return [...new Set(similar.map(({ name }) => name))].slice(0, similarMax)
}

/** Whether the word does not distinguish payers: "of", "health", "plan", "gold". */
function isWeak(word: string): boolean {
  return word.length < 3 || isStopWord(word) || companyWords.has(word) || productWords.has(word)
}

// Matching

type Matcher = (payer: KnownPayer) => boolean

const hasCode = (words: readonly string[]): Matcher => {
  const code = words.join(' ')
  return (payer) => payer.code === code
}

const hasName = (words: readonly string[]): Matcher => {
  const joined = words.join('')
  return ({ names }) => names.some((name) => name.joined === joined)
}

const containsWords = (words: readonly string[]): Matcher => {
  const joined = words.join('')
  const isIn = (name: PayerName): boolean =>
    words.every((word) => name.words.some((other) => other.startsWith(word))) || name.hasPart(joined, false)
  return ({ names }) => names.some(isIn)
}

/** `nearWords` has the words of names that each word may mean. */
const containsMisspelledWords = (
  words: readonly string[],
  nearWords: ReadonlyMap<string, ReadonlySet<string>>,
): Matcher => {
  const near = words.map((word) => nearWords.get(word)!)
  return ({ names }) => names.some((name) => near.every((others) => name.hasWordOf(others)))
}

/**
 * For each word, the words of names that equal it or are at most `editsMax` and `more` edits away. A typo only counts in a word
 * that distinguishes payers. Names repeat their words, so comparing the distinct ones takes a fraction of the time.
 */
function findNearWords(
  carriers: readonly NamedCarrier[],
  words: readonly string[],
  more = 0,
): ReadonlyMap<string, ReadonlySet<string>> {
  const known = strongWords(carriers)
  return new Map(
    words.map((word) => {
      const max = editsMax(word) + more
      const near = max === 0 ? [] : known.filter((other) => editDistance(word, other, max) <= max)
      return [word, new Set([word, ...near])]
    }),
  )
}

/** Nearly every shorter word is one edit away from another. */
const misspelledLengthMin = 5

function editsMax(word: string): number {
  return word.length < misspelledLengthMin || /\d/.test(word) ? 0 : 1
}

/** The words up to the product words and numbers at the end; at least one. */
function withoutProductWords(words: readonly string[]): readonly string[] {
  let end = words.length
  while (end > 1 && (productWords.has(words[end - 1]!) || /^\d+$/.test(words[end - 1]!))) end--
  return words.slice(0, end)
}

// Names

interface KnownPayer {
  readonly carrier: NamedCarrier
  readonly code: string
  readonly names: readonly PayerName[]
}

/** The largest first. Once for each snapshot, because the names of 4,000 payers take a tenth of a second. */
const knownPayers = memoizeByObject((carriers: readonly NamedCarrier[]): readonly KnownPayer[] =>
  sortBySize(carriers).map((carrier) => ({
    carrier,
    code: wordsOf(carrier.code).join(' '),
    names: namesOf(carrier).map((name) => new PayerName(name)),
  })),
)

/** The distinct words that distinguish payers. */
const strongWords = memoizeByObject((carriers: readonly NamedCarrier[]): readonly string[] => {
  const words = knownPayers(carriers).flatMap(({ names }) => names.flatMap((name) => name.words))
  return [...new Set(words)].filter((word) => !isWeak(word) && !/\d/.test(word))
})

function namesOf({ name, aliases }: NamedCarrier): readonly string[] {
  const labels = [name, ...aliases]
  return [
    ...new Set(
      labels.flatMap((label) => [wordsOf(label).join(' '), ...fullNames(label), ...slashParts(label)]),
    ),
  ]
}

/** The payers that list most clinicians first. */
export const sortBySize: <Payer extends NamedCarrier>(carriers: readonly Payer[]) => readonly Payer[] =
  memoizeByObject((carriers) =>
    carriers.toSorted(
      (a, b) => (b.provider_count ?? 0) - (a.provider_count ?? 0) || (a.name < b.name ? -1 : 1),
    ),
  )

/** One name of a payer, which is compared with and without its spaces. */
class PayerName {
  readonly words: readonly string[]
  readonly joined: string

  constructor(name: string) {
    this.words = name.split(' ')
    this.joined = this.words.join('')
  }

  hasWordOf(words: ReadonlySet<string>): boolean {
    return this.words.some((word) => words.has(word))
  }

  /** Whether the name without spaces contains `part` from the beginning of a word, and to the end of one if `isWhole`. */
  hasPart(part: string, isWhole: boolean): boolean {
    // Most names do not contain it.
    if (!this.joined.includes(part)) return false
    let from = 0
    const ends = new Set<number>()
    const starts = this.words.map((word) => {
      const start = from
      from += word.length
      ends.add(from)
      return start
    })
    return starts.some(
      (start) => this.joined.startsWith(part, start) && (!isWhole || ends.has(start + part.length)),
    )
  }
}
