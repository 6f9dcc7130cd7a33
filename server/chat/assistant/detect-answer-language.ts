/** Decides whether a message is in English or in Spanish. */
import { readLists } from '@careatlas/vocabulary/data-file'
import { wordsOf } from '@careatlas/vocabulary/words'
import { join } from 'node:path'
import type { AnswerLanguage } from './conversation-context.ts'

const lists = readLists(join(import.meta.dirname, 'words'), 'answer-language-words.txt', [
  'english',
  'english-care',
  'spanish',
  'spanish-care',
  'shared-with-portuguese',
])
const english: ReadonlySet<string> = new Set([...lists.english, ...lists['english-care']])
const spanish: ReadonlySet<string> = new Set([...lists.spanish, ...lists['spanish-care']])
const conversation: ReadonlySet<string> = new Set([...lists.english, ...lists.spanish])

/** Whether the word is frequent in messages and never names a need: "show", "them", "otra". */
export function isConversationWord(word: string): boolean {
  return conversation.has(word)
}

/** Whether the folded word is frequent in messages of either language, or a Spanish word for a clinician. */
export function isAnswerLanguageWord(word: string): boolean {
  return english.has(word) || spanish.has(word) || spanishEnding.test(word)
}

const shared: ReadonlySet<string> = new Set(lists['shared-with-portuguese'])

/** Whether the message has a word that is Spanish and not Portuguese, which the search may confuse. */
export function isLikelySpanish(text: string): boolean {
  return /[¿¡ñÑ]/.test(text) || wordsOf(text).some((word) => spanish.has(word) && !shared.has(word))
}

/** Spanish words for clinicians: "fisioterapeuta", "reumatólogo". */
const spanishEnding = /(?:olog[oa]|iatr[oa]|peuta|oculista|cirujan[oa]|fisiatra)s?$/

/** Spanish punctuation and letters count as this many words. */
const markWeight = 2

/** In a conversation, a message with fewer words of the other language does not change the language of the answers. */
const switchWordsMin = 2

/** A speaker of both languages mixes them: "ok, show me the dentista in Pawtucket" in a conversation in Spanish. */
const mixedSwitchWordsMin = 5

/** @param current the language of the conversation; null before its first answer */
export function detectAnswerLanguage(text: string, current: AnswerLanguage | null): AnswerLanguage | null {
  const words = [...new Set(wordsOf(text))]
  const marks = /[¿¡ñÑ]/.test(text) ? markWeight : 0
  const counts = {
    en: words.filter((word) => english.has(word)).length,
    es: words.filter((word) => spanish.has(word) || spanishEnding.test(word)).length + marks,
  }
  if (counts.en === counts.es) return null
  const found = counts.en > counts.es ? 'en' : 'es'
  if (current === null || found === current) return found
  const min = counts[current] > 0 ? mixedSwitchWordsMin : switchWordsMin
  return Math.abs(counts.en - counts.es) >= min ? found : null
}
