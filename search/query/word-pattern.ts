/**
 * Patterns of folded words in a notation that a clinician can review, compiled to regular expressions:
 *
 * | notation                   | matches                                                  |
 * | -------------------------- | -------------------------------------------------------- |
 * | `pain`                     | the whole word                                           |
 * | `swell*`                   | a word that begins with `swell`                          |
 * | `pills?`, `(of )?`         | with or without the letter or the group before `?`       |
 * | `(arm\|leg)`, `hij[oa]`    | either word, either letter                               |
 * | `_`, `<0-2 words> `        | any word, up to two words                                |
 * | `#`, `#{1,2}`              | a digit, one or two digits                               |
 * | `<1-6 letters>`            | one to six letters or digits                             |
 * | `hit ... head`             | the second anywhere after the first                      |
 * | `now<not before: here>`    | unless these words follow                                |
 * | `<not after: days?>now`    | unless these words precede                               |
 * | `<before: here>`, `<end>`  | only if these words follow, only at the end of the query |
 * | `.`                        | the edge of a word, inside `<…>`                         |
 * | `<chest>`                  | any word of the group `chest`                            |
 */

import {
  beginningOf,
  type Beginnings,
  concatenate,
  noCharacters,
  unite,
  unknownBeginning,
} from './pattern-index.ts'

/** Matches if the text contains one of `items` as whole words. Throws an Error that names what cannot be parsed. */
export function wordPattern(items: readonly string[], groups: WordGroups = new Map()): RegExp {
  return indexablePattern(items, groups).pattern
}

export interface IndexablePattern {
  readonly pattern: RegExp
  /** What the matches can begin with, for a `PatternIndex`. */
  readonly beginnings: Beginnings
}

/** The same as `wordPattern`, with the beginnings of the matches. */
export function indexablePattern(items: readonly string[], groups: WordGroups): IndexablePattern {
  const { source, beginnings } = compileItems(items, groups)
  return { pattern: new RegExp(String.raw`\b(?:${source})\b`), beginnings }
}

/** Items by the name of their group. */
export type WordGroups = ReadonlyMap<string, readonly string[]>

/** A part of a pattern: a regular expression, and what its matches can begin with. */
interface Part {
  readonly source: string
  readonly beginnings: Beginnings
}

/** The parts by their items: many patterns include the same group. */
const compiledItems = new WeakMap<readonly string[], Part>()

function compileItems(items: readonly string[], groups: WordGroups): Part {
  const part = compiledItems.get(items) ?? choiceOf(items.map((item) => new Notation(item, groups).compile()))
  compiledItems.set(items, part)
  return part
}

function choiceOf(parts: readonly Part[]): Part {
  return {
    source: parts.map(({ source }) => source).join('|'),
    beginnings: unite(parts.map(({ beginnings }) => beginnings)),
  }
}

/** The tokens of the notation, and the regular expression of each. */
const tokens: readonly (readonly [notation: RegExp, compiled: (...match: string[]) => string])[] = [
  [/ \.\.\.(?=>)/y, () => String.raw`\b.*`],
  [/ \.\.\. /y, () => String.raw`\b.*\b`],
  [/<(\d)-(\d) words> /y, (_, min, max) => String.raw`(?:\S+ ){${min},${max}}`],
  [/<(\d)-(\d) letters>/y, (_, min, max) => String.raw`\w{${min},${max}}`],
  [/<end>/y, () => '$'],
  [/_/y, () => String.raw`\S+`],
  [/#/y, () => String.raw`\d`],
  [/\./y, () => String.raw`\b`],
  [/\*/y, () => String.raw`\w*`],
  [/\[[a-z\d-]+\]/y, (text) => text],
]

/** Letters, digits and spaces without a quantifier; most of an item. */
const plainText = /(?:[\p{L}\p{N}]| (?!\.\.\.))+(?![?{])/uy

/** A recursive-descent parser of one item. */
class Notation {
  readonly #text: string
  readonly #groups: WordGroups
  #index = 0

  constructor(text: string, groups: WordGroups) {
    this.#text = text
    this.#groups = groups
  }

  compile(): Part {
    const compiled = this.#sequence()
    if (this.#index < this.#text.length) throw this.#error()
    return compiled
  }

  /** Up to `|`, `)`, `>` or the end. */
  #sequence(): Part {
    let source = ''
    let beginnings = noCharacters
    while (this.#index < this.#text.length && !/[|)>]/.test(this.#text[this.#index]!)) {
      const next = this.#next()
      const [quantifier = ''] = /^(\?|\{\d,\d\})/.exec(this.#text.slice(this.#index)) ?? []
      this.#index += quantifier.length
      source += next.source + quantifier
      beginnings = concatenate(beginnings, beginningsOfRepeated(next.beginnings, quantifier))
    }
    return { source, beginnings }
  }

  #choice(end: string): Part {
    const choices = [this.#sequence()]
    while (this.#take('|')) choices.push(this.#sequence())
    if (!this.#take(end)) throw this.#error()
    const { source, beginnings } = choiceOf(choices)
    return { source: choices.length === 1 ? source : `(?:${source})`, beginnings }
  }

  #next(): Part {
    if (this.#take('(')) {
      const { source, beginnings } = this.#choice(')')
      return { source: `(?:${source})`, beginnings }
    }
    if (this.#take('<not before: ')) return condition(`(?! ${this.#choice('>').source})`)
    if (this.#take('<before: ')) return condition(`(?= ${this.#choice('>').source})`)
    if (this.#take('<not after: ')) return condition(this.#notAfter())
    plainText.lastIndex = this.#index
    const [plain] = plainText.exec(this.#text) ?? []
    if (plain !== undefined) {
      this.#index += plain.length
      return { source: plain, beginnings: beginningOf(plain) }
    }
    for (const [notation, compiled] of tokens) {
      notation.lastIndex = this.#index
      const match = notation.exec(this.#text)
      if (match === null) continue
      this.#index = notation.lastIndex
      return { source: compiled(...match), beginnings: unknownBeginning }
    }
    const [letter] = /^[\p{L}\p{N} ]/u.exec(this.#text.slice(this.#index)) ?? []
    if (letter !== undefined) {
      this.#index += letter.length
      return { source: letter, beginnings: new Map([[letter, true]]) }
    }
    return this.#group()
  }

  #notAfter(): string {
    const words = this.#choice('>').source
    return words.endsWith('.*') ? `(?<!${words})` : `(?<!${words} )`
  }

  #group(): Part {
    const [reference = '', name = ''] = /^<([a-z ]+)>/.exec(this.#text.slice(this.#index)) ?? []
    const items = this.#groups.get(name)
    if (items === undefined) throw this.#error()
    this.#index += reference.length
    const { source, beginnings } = compileItems(items, this.#groups)
    return { source: `(?:${source})`, beginnings }
  }

  #take(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#index)) return false
    this.#index += expected.length
    return true
  }

  #error(): Error {
    return new Error(`cannot parse ${JSON.stringify(this.#text.slice(this.#index))} in ${this.#text}`)
  }
}

/** A condition on what precedes or follows, which matches no characters. */
function condition(source: string): Part {
  return { source, beginnings: noCharacters }
}

function beginningsOfRepeated(beginnings: Beginnings, quantifier: string): Beginnings {
  if (quantifier === '') return beginnings
  return quantifier === '?' ? unite([beginnings, noCharacters]) : unknownBeginning
}
