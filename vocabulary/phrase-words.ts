/** Splits a text of any script into words, and reduces each to the form in which a phrasebook compares it. */
import { foldText, removeApostrophes } from './words.ts'

export interface PhraseWord {
  /** As written. */
  readonly text: string
  /** Whether the word is in the same clause as the word before it. */
  readonly isJoined: boolean
  /** Whether the word has a letter with a mark, such as `đ` or `ạ`. */
  readonly isMarked: boolean
}

/** A Chinese character is a word of its own, because Chinese has no spaces. */
const eachWord =
  /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+(?:['’`](?!\p{Script=Han})[\p{L}\p{M}]+)*/gu
const clauseEnd = /[,.;:!?()\n–—،؛؟،，。；：！？、（）]/u
/** The Arabic tatweel stretches a word and has no sound. */
const tatweel = /\u0640/g
const mark = /[\p{M}đĐ]/u

export function splitPhraseWords(text: string): readonly PhraseWord[] {
  const plain = text.replaceAll(tatweel, '').normalize('NFC')
  let end = 0
  return Array.from(plain.matchAll(eachWord), (match) => {
    const between = plain.slice(end, match.index)
    end = match.index + match[0].length
    return {
      text: match[0],
      isJoined: !clauseEnd.test(between),
      isMarked: mark.test(match[0].normalize('NFD')),
    }
  })
}

/** The forms to compare. With `isMarked`, the marks of Vietnamese count. */
export function phraseKeys(words: readonly PhraseWord[], tag: string, isMarked: boolean): readonly string[] {
  const keyOf = tag === 'vi' && isMarked ? vietnameseKey : (keysByTag[tag] ?? foldText)
  return words.map(({ text }) => keyOf(removeApostrophes(text)))
}

const keysByTag: Readonly<Record<string, (text: string) => string>> = {
  ar: (text) => stemArabic(foldText(text)),
  ru: (text) => stemRussian(foldText(text)),
  vi: (text) => foldText(text).replaceAll('đ', 'd'),
}

/** The tone mark is written on either of two vowels ("hóa", "hoá"), so it is moved to the end of the word. */
function vietnameseKey(text: string): string {
  const decomposed = text.toLowerCase().normalize('NFD')
  const at = decomposed.search(/[\u0300\u0301\u0303\u0309\u0323]/)
  return at === -1 ? decomposed : decomposed.slice(0, at) + decomposed.slice(at + 1) + decomposed[at]!
}

/**
 * Removes the article with its prepositions and the usual endings of nouns, after L. Larkey and others, "Light Stemming for Arabic
 * Information Retrieval", 2007. Vowel signs and the hamza over a letter are marks, which `foldText` removes.
 */
function stemArabic(word: string): string {
  const letters = word.replaceAll('ى', 'ي').replaceAll('ة', 'ه')
  const stem = letters.replace(/^(?:[وفبك]?ال|لل|و(?=ال))(?=.{2})/, '').replace(/^و(?=.{4})/, '')
  return stem.replace(/(?<=.{3})(?:ها|ان|ات|ون|ين|يه)$/, '').replace(/(?<=.{3})[هي]$/, '')
}

/** Removes the endings of cases, after L. Dolamic and J. Savoy, "Stemming Approaches for East European Languages", 2008. */
function stemRussian(word: string): string {
  return word
    .replace(
      /(?<=.{3})(?:иями|ями|ами|ией|иях|ого|его|ому|ему|ыми|ими|ия|ии|ию|ие|ах|ях|ам|ям|ом|ем|ой|ои|ей|еи|ый|ыи|ий|ии|ая|яя|ую|юю|ое|ее|ые|ых|их|ов|ев)$/u,
      '',
    )
    .replace(/(?<=.{3})[аеиоуыюяьй]$/u, '')
}
