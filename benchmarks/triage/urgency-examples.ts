/**
 * The texts that urgency is learned from: the phrases of `phrases.tsv` except those of sets that only measure, and as ordinary texts the
 * project's own judged questions (of the new ones half (a)), every second phrase of the concepts, without those that emergency care
 * answers best, and the marked messages of chats in which the present rules and weights find no red flag.
 */
import { detectEmergency } from '@careatlas/search/query/triage/detect-emergency'
import { allConcepts } from '@careatlas/vocabulary/concept'
import { wordsOf } from '@careatlas/vocabulary/words'
import { readMarkedMessages } from '../chat/marked-messages.ts'
import { readNewQueries, readQueries } from '../relevance/judged-queries.ts'
import { measuredSets, readUrgentPhrases } from './urgent-phrases.ts'

const conceptStride = 2
const emergencyConcept = /emerg|crisis|poison|ambul/
const emergencyCode = '207P00000X'

export interface UrgencyExample {
  readonly text: string
  /** The kinds of urgent notices that the text must have. */
  readonly kinds: ReadonlySet<string>
  /** How often the text is drawn, compared with others. */
  readonly share: number
}

/** Phrases of concepts are many and resemble each other. */
const shares = { phrase: 3, question: 0.7, message: 0.7, concept: 0.4 }

export function readUrgencyExamples(): readonly UrgencyExample[] {
  const all = readUrgentPhrases()
  const measured = new Set(
    all.filter(({ set }) => measuredSets.has(set)).map(({ phrase }) => phrase.toLowerCase()),
  )
  const phrases = all
    .filter(({ phrase }) => !measured.has(phrase.toLowerCase()))
    .map(({ phrase, expected }) => ({ text: phrase, kinds: new Set<string>(expected), share: shares.phrase }))
  return [
    ...phrases,
    ...toOrdinary(judgedQuestions(), shares.question),
    ...toOrdinary(conceptPhrases(), shares.concept),
    ...toOrdinary(chatMessages(), shares.message),
  ]
}

function toOrdinary(texts: readonly string[], share: number): readonly UrgencyExample[] {
  return texts.map((text) => ({ text, kinds: new Set(), share }))
}

function judgedQuestions(): readonly string[] {
  return [...readQueries(), ...readNewQueries().filter(({ set }) => set.endsWith('(a)'))]
    .filter(({ grades }) => grades.get(emergencyCode) !== 2)
    .map(({ query }) => query)
}

function conceptPhrases(): readonly string[] {
  const [urgent, others] = [true, false].map((isUrgent) =>
    allConcepts()
      .filter(({ id }) => emergencyConcept.test(id) === isUrgent)
      .flatMap((concept) => concept.phrases.map(({ text }) => text)),
  )
  const excluded = new Set(urgent)
  return others!.filter((text, index) => index % conceptStride === 0 && !excluded.has(text))
}

function chatMessages(): readonly string[] {
  return readMarkedMessages()
    .map(({ text }) => text)
    .filter((text) => !detectEmergency(text, wordsOf(text)).hasRedFlag)
}
