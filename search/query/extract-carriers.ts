/** Extracts the insurers that a query names. They are only hints for a further call: the `carriers` parameter filters. */
import { carrierHintsMax, type CarrierNames, type Clarity, type Hint } from './carrier-names.ts'
import { isClinician, isTitle } from './care-words.ts'
import { planLevels } from './carrier-words.ts'
import { phraseSet, TokenCursor, type Extraction } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const cues = wordLists('carrier-cues.txt', [
  'any-insurance',
  'clear-before',
  'vague-before',
  'clear-after',
  'vague-after',
  'between',
  'unknown-before',
  'unknown-after',
  'unknown-name-ends',
])

export interface ExtractedCarriers extends Extraction<readonly string[]> {
  /** Whether the query names an insurer, with or without a code. */
  readonly hasInsurer: boolean
  /** Codes of named carriers without a listed clinician. */
  readonly withoutListings: readonly string[]
  /** The first named insurer without a code; null if there is none. */
  readonly unknown: string | null
}

/**
 * Returns codes of carriers with listings. Among carriers of one name, those of the state come first, then those without a
 * state; `stateOf` is called only if the query names a carrier. The carriers of several names alternate.
 */
export function extractCarriers(
  tokens: readonly string[],
  names: CarrierNames,
  stateOf: () => string | null = () => null,
): ExtractedCarriers {
  const words = new TokenCursor(tokens)
  const lists: (readonly Hint[])[] = []
  let unknown: string | null = null
  for (let index = 0; index < words.length; index++) {
    const match = carriersAt(words, index, names)
    if (match === null) continue
    lists.push(...match.lists)
    unknown ??= match.unknown
    words.consume(match.from, match.to - match.from)
    index = match.to - 1
  }
  words.consumeAll(anyInsurance)
  const state = lists.length === 0 ? null : stateOf()
  const codesOf = (hasListings: boolean): readonly string[] => {
    const filtered = lists.map((list) => list.filter((hint) => hint.hasListings === hasListings))
    const hints = interleave(filtered.map((list) => sortByState(list, state).slice(0, carrierHintsMax)))
    return [...new Set(hints.map(({ code }) => code))].slice(0, carrierHintsMax)
  }
  return {
    found: codesOf(true),
    hasInsurer: lists.length > 0,
    withoutListings: codesOf(false),
    unknown,
    rest: words.remaining(),
  }
}

/** The first of each list, then the second of each, so that a name with thirty carriers leaves room for others. */
function interleave<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat()
}

/** Extracts "zorbo" of "takes zorbo" or "zorbo insurance", and "zorbo health plan", so that an unknown payer does not lower the confidence. */
export function extractUnknownPayer(
  tokens: readonly string[],
  isKnown: (word: string) => boolean,
): Extraction<string | null> {
  const words = new TokenCursor(tokens)
  const unknown: string[] = []
  for (let from = 0; from < words.length; from++) {
    let to = from
    while (words.at(to) !== '' && !isKnown(words.at(to))) to++
    if (to === from) continue
    to += words.phrase(to, unknownNameEnds)
    const before = countUnknownCue(words, from)
    const end = to + countPlanLevels(words, to)
    const after = words.phrase(end, unknownCuesAfter)
    const isPlan = (after > 0 || /^plans?$/.test(words.at(to - 1))) && !isTitle(words.at(from - 1))
    if (before > 0 || isPlan) {
      unknown.push(...tokens.slice(from, to))
      words.consume(from - before, end + after - from + before)
    }
    from = to - 1
  }
  return { found: unknown.length === 0 ? null : unknown.join(' '), rest: words.remaining() }
}

const unknownCuesBefore = phraseSet(cues['unknown-before'])
const unknownCuesAfter = phraseSet(cues['unknown-after'])
const unknownNameEnds = phraseSet(cues['unknown-name-ends'])

/** The number of cue words before an unknown word, with "that" and "who" before them. */
function countUnknownCue(words: TokenCursor, index: number): number {
  const cue = words.phraseBefore(index, unknownCuesBefore)
  return cue === 0 ? 0 : cue + countLeadInWords(words, index - cue)
}

/** Shorter words begin many names. */
const unknownLengthMin = 3

/** Adds the carriers that the words of an unknown payer mean: those with such a part of a name, or one typo away. */
export function resolveUnknownPayer(
  named: ExtractedCarriers,
  text: string | null,
  names: CarrierNames,
  stateOf: () => string | null,
): ExtractedCarriers {
  const hints = text === null || text.length < unknownLengthMin ? [] : names.findHints(text)
  if (hints.length === 0) return { ...named, unknown: named.unknown ?? text }
  const sorted = sortByState(hints, stateOf())
  const addCodes = (codes: readonly string[], hasListings: boolean): readonly string[] => {
    const added = sorted.filter((hint) => hint.hasListings === hasListings).map(({ code }) => code)
    return [...new Set([...codes, ...added])].slice(0, carrierHintsMax)
  }
  return {
    ...named,
    found: addCodes(named.found, true),
    withoutListings: addCodes(named.withoutListings, false),
    hasInsurer: true,
  }
}

function sortByState(hints: readonly Hint[], state: string | null): readonly Hint[] {
  const distance = (hint: Hint): number => (hint.state === state ? 0 : hint.state === null ? 1 : 2)
  return state === null ? hints : hints.toSorted((a, b) => distance(a) - distance(b))
}

/** "that takes my insurance" neither names an insurer nor describes the need. */
const anyInsurance = phraseSet(cues['any-insurance'])

// Names and their cues

interface NamedCarriers {
  /** One list for each name. */
  readonly lists: readonly (readonly Hint[])[]
  /** The first of the names without a code. */
  readonly unknown: string | null
  readonly from: number
  readonly to: number
}

const clearCuesBefore = phraseSet(cues['clear-before'])
const vagueCuesBefore = phraseSet(cues['vague-before'])
const clearCuesAfter = phraseSet(cues['clear-after'])
const vagueCuesAfter = phraseSet(cues['vague-after'])
const wordsBetween = phraseSet(cues.between)
const leadInWords = /^(?:that|who|which|whom|que|and|also|they|does|do|will|is|are|anyone|somebody|can|must)$/
const joiners = /^(?:or|and|y|o|plus|also)$/

function carriersAt(words: TokenCursor, index: number, names: CarrierNames): NamedCarriers | null {
  const count = longestName(words, index, names)
  if (count === 0) return null
  const before = cueBefore(words, index)
  if (/^(?:no|without|sin)$/.test(words.at(index - before.words - 1))) return null
  const joined = collectJoinedNames(words, index, count, names, before.clear)
  const end = joined.to + countPlanLevels(words, joined.to)
  const clearAfter = words.phrase(end, clearCuesAfter)
  const after = clearAfter || words.phrase(end, vagueCuesAfter)
  const hasCue = before.words + after > 0 || isClinician(words.at(end))
  const hasClearCue = before.clear || clearAfter > 0
  if (!isRecognizable(joined.clarity, hasCue, hasClearCue)) return null
  return { lists: joined.lists, unknown: joined.unknown, from: index - before.words, to: end + after }
}

/** The number of words like "gold" that name a level of a plan. */
function countPlanLevels(words: TokenCursor, from: number): number {
  let count = 0
  while (planLevels.has(words.at(from + count))) count++
  return count
}

function isRecognizable(clarity: Clarity, hasCue: boolean, hasClearCue: boolean): boolean {
  return clarity === 'plain' || (clarity === 'needs_cue' ? hasCue : hasClearCue)
}

/** The number of words in the longest known name that begins here. */
function longestName(words: TokenCursor, index: number, { wordsMax, byName }: CarrierNames): number {
  for (let count = wordsMax; count > 0; count--) {
    const phrase = words.joined(index, count)
    if (phrase !== '' && byName.has(phrase)) return count
  }
  return 0
}

interface JoinedNames {
  readonly lists: readonly (readonly Hint[])[]
  readonly unknown: string | null
  readonly clarity: Clarity
  readonly to: number
}

/** Collects the name, and after a clear cue the names joined to it: "takes aetna or cigna". */
function collectJoinedNames(
  words: TokenCursor,
  index: number,
  count: number,
  names: CarrierNames,
  hasClearCue: boolean,
): JoinedNames {
  const first = words.joined(index, count)
  const { hints, clarity } = names.byName.get(first)!
  const lists = [hints]
  let unknown = hints.length === 0 ? first : null
  let to = index + count
  const joinedMax = hasClearCue ? carrierHintsMax : 0
  for (let steps = 0; steps < joinedMax; steps++) {
    const from = joiners.test(words.at(to)) ? to + 1 : to
    const next = longestName(words, from, names)
    if (next === 0) break
    const name = words.joined(from, next)
    const joinedHints = names.byName.get(name)!.hints
    lists.push(joinedHints)
    if (joinedHints.length === 0) unknown ??= name
    to = from + next
  }
  return { lists, unknown, clarity, to }
}

/** The number of cue words before the name, and whether the cue is unambiguous. */
function cueBefore(words: TokenCursor, index: number): { readonly words: number; readonly clear: boolean } {
  const between = words.phraseBefore(index, wordsBetween)
  for (const skipped of between > 0 ? [between, 0] : [0]) {
    const end = index - skipped
    const clear = words.phraseBefore(end, clearCuesBefore)
    const vague = clear > 0 ? 0 : words.phraseBefore(end, vagueCuesBefore)
    if (clear + vague > 0)
      return {
        words: skipped + clear + vague + countLeadInWords(words, end - clear - vague),
        clear: clear > 0,
      }
  }
  return { words: 0, clear: false }
}

/** The number of words like "who" and "that is" before a cue; at most three. */
function countLeadInWords(words: TokenCursor, end: number): number {
  let count = 0
  while (count < 3 && leadInWords.test(words.at(end - count - 1))) count++
  return count
}
