/** Replaces what a dictation writes for another word of the same sound: "sigh cologist", "my left need hurts". */
import { allWordLists } from './word-lists.ts'

interface Homophone {
  /** Matches the written words, beside those that the list requires. */
  readonly pattern: RegExp
  readonly meant: string
}

/** By the first written word. */
const homophones: ReadonlyMap<string, readonly Homophone[]> = readHomophones()

/** The text with the words that are meant. */
export function withoutHomophones(text: string): string {
  const first = text.toLowerCase().match(/[a-z']+|\d+/g) ?? []
  const found = new Set(first.flatMap((word) => homophones.get(word) ?? []))
  return Array.from(found).reduce((written, { pattern, meant }) => written.replace(pattern, meant), text)
}

function readHomophones(): ReadonlyMap<string, readonly Homophone[]> {
  const byFirst = new Map<string, Homophone[]>()
  for (const [meant, items] of allWordLists('homophones.txt'))
    for (const item of items) {
      const [, before = '', written = '', after = ''] = /^(?:(\S.*) )?-(\S+)(?: (.*))?$/.exec(item) ?? []
      if (written === '') throw new Error(`homophones.txt: ${item} has no word with a hyphen`)
      const homophone = { pattern: toPattern(before, written.replaceAll('-', ' '), after), meant }
      for (const word of written.split('-', 1)[0]!.split('|'))
        byFirst.set(word, [...(byFirst.get(word) ?? []), homophone])
    }
  return byFirst
}

function toPattern(before: string, written: string, after: string): RegExp {
  const behind = before === '' ? "(?<![\\w'’])" : `(?<=\\b${toWords(before)} )`
  const ahead = after === '' ? "(?![\\w'’])" : `(?= ${toWords(after)}\\b)`
  return new RegExp(`${behind}${toWords(written)}${ahead}`, 'giu')
}

/** `left|right need` → `(?:left|right) (?:need)` */
function toWords(words: string): string {
  return words
    .split(' ')
    .map((word) => `(?:${word})`)
    .join(' ')
}
