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

/** Matches if the text contains one of `items` as whole words. Throws an Error that names what cannot be parsed. */
export function wordPattern(items: readonly string[], groups: WordGroups = new Map()): RegExp {
  return new RegExp(String.raw`\b(?:${compileItems(items, groups)})\b`)
}

/** Items by the name of their group. */
export type WordGroups = ReadonlyMap<string, readonly string[]>

function compileItems(items: readonly string[], groups: WordGroups): string {
  return items.map((item) => new Notation(item, groups).compile()).join('|')
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
  [/[\p{L}\p{N} ]|\?|\{\d,\d\}|\[[a-z\d-]+\]/uy, (text) => text],
]

/** A recursive-descent parser of one item. */
class Notation {
  readonly #text: string
  readonly #groups: WordGroups
  #index = 0

  constructor(text: string, groups: WordGroups) {
    this.#text = text
    this.#groups = groups
  }

  compile(): string {
    const compiled = this.#sequence()
    if (this.#index < this.#text.length) throw this.#error()
    return compiled
  }

  /** Up to `|`, `)`, `>` or the end. */
  #sequence(): string {
    let compiled = ''
    while (this.#index < this.#text.length && !/[|)>]/.test(this.#text[this.#index]!))
      compiled += this.#next()
    return compiled
  }

  #choice(end: string): string {
    const choices = [this.#sequence()]
    while (this.#take('|')) choices.push(this.#sequence())
    if (!this.#take(end)) throw this.#error()
    return choices.length === 1 ? choices[0]! : `(?:${choices.join('|')})`
  }

  #next(): string {
    if (this.#take('(')) return `(?:${this.#choice(')')})`
    if (this.#take('<not before: ')) return `(?! ${this.#choice('>')})`
    if (this.#take('<before: ')) return `(?= ${this.#choice('>')})`
    if (this.#take('<not after: ')) return this.#notAfter()
    for (const [notation, compiled] of tokens) {
      notation.lastIndex = this.#index
      const match = notation.exec(this.#text)
      if (match === null) continue
      this.#index = notation.lastIndex
      return compiled(...match)
    }
    return this.#group()
  }

  #notAfter(): string {
    const words = this.#choice('>')
    return words.endsWith('.*') ? `(?<!${words})` : `(?<!${words} )`
  }

  #group(): string {
    const [reference = '', name = ''] = /^<([a-z ]+)>/.exec(this.#text.slice(this.#index)) ?? []
    const items = this.#groups.get(name)
    if (items === undefined) throw this.#error()
    this.#index += reference.length
    return `(?:${compileItems(items, this.#groups)})`
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
