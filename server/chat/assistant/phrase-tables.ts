/** The sentences of the assistant by the language of the answer. */
import type { AnswerLanguage } from './conversation-context.ts'
import type { Phrases } from './phrases.ts'
import { english } from './phrases-english.ts'
import { spanish } from './phrases-spanish.ts'

export const phraseTables: Readonly<Record<AnswerLanguage, Phrases>> = { en: english, es: spanish }
