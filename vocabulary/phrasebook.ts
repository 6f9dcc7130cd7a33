/** Common needs in languages other than English and Spanish, and what they are in English. The data is in `languages/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseLists } from './data-file.ts'
import { phraseKeys, type PhraseWord, splitPhraseWords } from './phrase-words.ts'

const folder = join(import.meta.dirname, 'languages')

/** The list of words without a meaning for the search. */
const ignoredList = 'ignored'

/** Words of a text that a phrasebook knows: from the word at `from` up to `to` (exclusive). */
export interface KnownPhrase {
  readonly from: number
  readonly to: number
  /** Empty if the words have no meaning for the search. */
  readonly english: string
  /** Whether the phrase is a need, not a word that joins needs, such as "near". */
  readonly isNeed: boolean
}

type Entry = Pick<KnownPhrase, 'english' | 'isNeed'>

/** Vietnamese is often typed without its marks. */
const tagWithMarks = 'vi'

export class Phrasebook {
  /** BCP 47. */
  readonly tag: string
  /** The needs in English. */
  readonly needs: readonly string[]
  readonly #entries = new Map<string, Entry>()
  /** By words without their marks; empty for languages other than `tagWithMarks`. */
  readonly #unmarkedEntries = new Map<string, Entry>()
  #wordsMax = 0

  /** Throws an Error that names a malformed line. */
  constructor(tag: string) {
    this.tag = tag
    const needs = readPhrases(tag, 'needs.txt')
    this.needs = [...needs.keys()]
    for (const [english, phrases] of needs) this.#add(phrases, { english, isNeed: true })
    for (const [name, phrases] of readPhrases(tag, 'words.txt'))
      this.#add(phrases, { english: name === ignoredList ? '' : name, isNeed: false })
  }

  #add(phrases: readonly string[], entry: Entry): void {
    for (const phrase of phrases) {
      const words = splitPhraseWords(phrase)
      this.#wordsMax = Math.max(this.#wordsMax, words.length)
      addUnlessPresent(this.#entries, phraseKeys(words, this.tag, true), entry)
      if (this.tag === tagWithMarks)
        addUnlessPresent(this.#unmarkedEntries, phraseKeys(words, this.tag, false), entry)
    }
  }

  /** The phrases in the words, from left to right; at each word the longest one. */
  find(words: readonly PhraseWord[]): readonly KnownPhrase[] {
    const isMarked = this.tag !== tagWithMarks || words.some(({ isMarked: isWordMarked }) => isWordMarked)
    const entries = isMarked ? this.#entries : this.#unmarkedEntries
    const keys = phraseKeys(words, this.tag, isMarked)
    const found: KnownPhrase[] = []
    for (let from = 0; from < keys.length; from = Math.max(from + 1, found.at(-1)?.to ?? 0)) {
      for (let count = Math.min(this.#wordsMax, keys.length - from); count > 0; count--) {
        const entry = entries.get(keys.slice(from, from + count).join(' '))
        if (entry === undefined) continue
        found.push({ from, to: from + count, ...entry })
        break
      }
    }
    return found
  }
}

/** Adds the entry, unless an earlier phrase has the same keys. */
function addUnlessPresent(entries: Map<string, Entry>, keys: readonly string[], entry: Entry): void {
  const key = keys.join(' ')
  if (!entries.has(key)) entries.set(key, entry)
}

function readPhrases(tag: string, file: string): ReadonlyMap<string, readonly string[]> {
  return parseLists(readFileSync(join(folder, tag, file), 'utf8'), `${tag}/${file}`)
}

let phrasebooks: ReadonlyMap<string, Phrasebook> | undefined

/** The phrasebooks of all languages by their tags. */
export function allPhrasebooks(): ReadonlyMap<string, Phrasebook> {
  return (phrasebooks ??= new Map(
    readdirSync(folder)
      .toSorted()
      .map((tag) => [tag, new Phrasebook(tag)]),
  ))
}
