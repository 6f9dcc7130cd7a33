/** Extracts the insurers that a query names: hints for a further call, because only the `carriers` parameter filters. */
import { carrierHintsMax, type CarrierNames, type Clarity, type Hint } from './carrier-names.ts'
import { isClinician } from './care-words.ts'
import { phraseSet, TokenCursor, type Extraction } from './token-cursor.ts'
import { wordLists } from './word-lists.ts'

const cues = wordLists('carrier-cues.txt', [
  'any-insurance',
  'clear-before',
  'vague-before',
  'clear-after',
  'vague-after',
  'between',
])

export interface ExtractedCarriers extends Extraction<readonly string[]> {
  /** Whether the query names an insurer, with or without a code. */
  readonly named: boolean
  /** Codes of named carriers without a listed clinician. */
  readonly withoutListings: readonly string[]
  /** The first named insurer without a code; null if there is none. */
  readonly unknown: string | null
}

/**
 * Codes of carriers with listings. Among carriers of one name, those of the state come first, then those without a state; `stateOf`
 * is called only if there are any. Several names alternate.
 */
export function extractCarriers(
  tokens: readonly string[],
  names: CarrierNames,
  stateOf: () => string | null = () => null,
): ExtractedCarriers {
  const words = new TokenCursor(tokens)
  const lists: (readonly Hint[])[] = []
  let unknown: string | null = null
  for (let place = 0; place < words.length; place++) {
    const named = namedAt(words, place, names)
    if (named === null) continue
    lists.push(...named.lists)
    unknown ??= named.unknown
    words.consume(named.from, named.to - named.from)
    place = named.to - 1
  }
  words.consumeAll(anyInsurance)
  const state = lists.length === 0 ? null : stateOf()
  const codesOf = (hasListings: boolean): readonly string[] => {
    const own = lists.map((list) => list.filter((hint) => hint.hasListings === hasListings))
    const hints = interleave(own.map((list) => nearestFirst(list, state).slice(0, carrierHintsMax)))
    return [...new Set(hints.map(({ code }) => code))].slice(0, carrierHintsMax)
  }
  return {
    found: codesOf(true),
    named: lists.length > 0,
    withoutListings: codesOf(false),
    unknown,
    rest: words.remaining(),
  }
}

/** The first of each list, then the second of each, so that a name with thirty carriers leaves room for others. */
function interleave<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}

/** "zorbo" of "takes zorbo": an unknown payer does not make the query unusual. */
export function extractUnknownPayer(
  tokens: readonly string[],
  isKnown: (word: string) => boolean,
): Extraction<string | null> {
  const words = new TokenCursor(tokens)
  const unknown: string[] = []
  for (let place = 0; place < words.length; place++) {
    if (!/^(?:takes?|accepts?|acept[ae]n?)$/.test(words.at(place - 1))) continue
    for (; words.at(place) !== '' && !isKnown(words.at(place)); place++) {
      unknown.push(words.at(place))
      words.consume(place, 1)
    }
  }
  return { found: unknown.length === 0 ? null : unknown.join(' '), rest: words.remaining() }
}

function nearestFirst(hints: readonly Hint[], state: string | null): readonly Hint[] {
  const distance = (hint: Hint): number => (hint.state === state ? 0 : hint.state === null ? 1 : 2)
  return state === null ? hints : hints.toSorted((a, b) => distance(a) - distance(b))
}

/** "that takes my insurance" names no insurer and does not describe the need. */
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
const cuesAfter = phraseSet(cues['clear-after'])
const vagueCuesAfter = phraseSet(cues['vague-after'])
const betweenBefore = phraseSet(cues.between)
const relatives = /^(?:that|who|which|whom|que|and|also|they|does|do|will|is|are|anyone|somebody|can|must)$/
const joiners = /^(?:or|and|y|o|plus|also)$/

function namedAt(words: TokenCursor, place: number, names: CarrierNames): NamedCarriers | null {
  const count = longestName(words, place, names)
  if (count === 0) return null
  const before = cueBefore(words, place)
  if (/^(?:no|without|sin)$/.test(words.at(place - before.words - 1))) return null
  const all = joinedNames(words, place, count, names, before.clear)
  const clearAfter = words.phrase(all.to, cuesAfter)
  const after = clearAfter || words.phrase(all.to, vagueCuesAfter)
  const besideClinician = isClinician(words.at(all.to))
  const vague: Clarity = before.words + after > 0 || besideClinician ? 'needs_cue' : 'plain'
  const cued = before.clear || clearAfter > 0 ? 'needs_clear_cue' : vague
  if (!isClearEnough(all.clarity, cued)) return null
  return { lists: all.lists, unknown: all.unknown, from: place - before.words, to: all.to + after }
}

const clarityOrder: readonly Clarity[] = ['plain', 'needs_cue', 'needs_clear_cue']

function isClearEnough(needed: Clarity, cued: Clarity): boolean {
  return clarityOrder.indexOf(needed) <= clarityOrder.indexOf(cued)
}

/** The number of words in the longest known name that begins here. */
function longestName(words: TokenCursor, place: number, { wordsMax, named }: CarrierNames): number {
  for (let count = wordsMax; count > 0; count--) {
    const phrase = words.joined(place, count)
    if (phrase !== '' && named.has(phrase)) return count
  }
  return 0
}

interface JoinedNames {
  readonly lists: readonly (readonly Hint[])[]
  readonly unknown: string | null
  readonly clarity: Clarity
  readonly to: number
}

/** The name, and after a clear cue the names joined to it: "takes aetna or cigna". */
function joinedNames(
  words: TokenCursor,
  place: number,
  count: number,
  names: CarrierNames,
  cued: boolean,
): JoinedNames {
  const first = words.joined(place, count)
  const { hints, clarity } = names.named.get(first)!
  const lists = [hints]
  let unknown = hints.length === 0 ? first : null
  let to = place + count
  const longest = cued ? carrierHintsMax : 0
  for (let steps = 0; steps < longest; steps++) {
    const from = joiners.test(words.at(to)) ? to + 1 : to
    const next = longestName(words, from, names)
    if (next === 0) break
    const name = words.joined(from, next)
    const more = names.named.get(name)!.hints
    lists.push(more)
    if (more.length === 0) unknown ??= name
    to = from + next
  }
  return { lists, unknown, clarity, to }
}

/** The number of cue words before the name, and whether the cue is unambiguous. */
function cueBefore(words: TokenCursor, place: number): { readonly words: number; readonly clear: boolean } {
  const between = words.phraseBefore(place, betweenBefore)
  for (const skipped of between > 0 ? [between, 0] : [0]) {
    const end = place - skipped
    const clear = words.phraseBefore(end, clearCuesBefore)
    const vague = clear > 0 ? 0 : words.phraseBefore(end, vagueCuesBefore)
    if (clear + vague > 0)
      return { words: skipped + clear + vague + leadIn(words, end - clear - vague), clear: clear > 0 }
  }
  return { words: 0, clear: false }
}

/** "who", "that is" before a cue; at most three words. */
function leadIn(words: TokenCursor, end: number): number {
  let count = 0
  while (count < 3 && relatives.test(words.at(end - count - 1))) count++
  return count
}
