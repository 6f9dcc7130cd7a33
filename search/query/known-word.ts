/** Words that need no mending: those of the vocabulary, of English and of every sentence, and numbers. */
import { isStopWord } from '@careatlas/vocabulary/words'
import type { QueryResources } from './query-resources.ts'

/** Whether `word` is written as some word is that is no name. */
export function isKnownWord(word: string, { spelling, isEnglish }: QueryResources): boolean {
  return isEnglish(word) || isStopWord(word) || spelling.has(word) || /\d/.test(word)
}
