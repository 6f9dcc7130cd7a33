/** Detects questions about care that no source of the directory answers, such as those about bills, stock and referrals. */
import { join } from 'node:path'
import { isPresent, readRedFlags } from '@careatlas/search/query/triage/red-flag'
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectRequests } from './detect-requests.ts'

/** The sections of `words/unanswered-questions.txt`, in the order of the sentences. */
export const unansweredQuestions = [
  'stock',
  'bill',
  'plan elsewhere',
  'coverage',
  'results',
  'advice',
  'referral',
  'appointment at short notice',
  'operator',
  'pending plan',
  'plan of another person',
  'ages',
  'basis',
  'affirming',
  'service',
  'contact',
  'bring',
  'interpreter',
  'visit',
  'prescribing',
  'documents',
  'confidentiality',
  'charge',
  'completeness',
  'sponsors',
  'payment',
  'discipline',
  'building',
  'training',
  'numbers',
  'ride',
  'papers',
  'low cost',
  'private contact',
  'clinician age',
  'experience',
  'person of the clinician',
  'manner',
  'offers',
  'special unit',
  'overnight',
  'text telephone',
  'correction',
  'refresh',
  'delivery',
  'credentials',
  'speaker',
] as const

export type UnansweredQuestion = (typeof unansweredQuestions)[number]

/** Whether the question is a wish beside which care is sought: "a dentist who can see me today". */
export function isWish(question: UnansweredQuestion): boolean {
  return wishes.includes(question)
}

const wishes: readonly UnansweredQuestion[] = [
  'appointment at short notice',
  'plan elsewhere',
  'pending plan',
  'plan of another person',
  'ages',
  'affirming',
  'clinician age',
  'experience',
  'person of the clinician',
  'manner',
  'offers',
  'special unit',
  'overnight',
]

/** Whether the office of a clinician or a place can answer the question. */
export function isForOffice(question: UnansweredQuestion): boolean {
  return !ofOthers.includes(question)
}

/** Questions about this service and its data. */
const ofService = [
  'service',
  'documents',
  'charge',
  'completeness',
  'sponsors',
  'numbers',
  'correction',
  'refresh',
  'delivery',
  'credentials',
] as const

/** The same, and questions for a plan or a medical board. */
const ofOthers: readonly UnansweredQuestion[] = [
  ...ofService,
  'plan elsewhere',
  'pending plan',
  'plan of another person',
  'coverage',
  'results',
  'basis',
  'discipline',
  'low cost',
  'private contact',
  'clinician age',
  'person of the clinician',
  'manner',
  'text telephone',
]

const { flags } = readRedFlags(join(import.meta.dirname, 'words'), 'unanswered-questions.txt')

/** Questions about offices and this service, whose words alone describe nothing urgent: "was he ever disciplined". */
const administrative: readonly UnansweredQuestion[] = [
  ...ofService,
  'referral',
  'operator',
  'contact',
  'payment',
  'discipline',
  'building',
  'training',
  'ride',
  'papers',
  'private contact',
  'clinician age',
  'experience',
  'person of the clinician',
  'manner',
  'offers',
]
const administrativeWordsMax = 12

/** Whether the question is about an office or this service, and not about a body. */
export function isAboutOffice(question: UnansweredQuestion): boolean {
  return administrative.includes(question)
}

/** "Would they put me under for it?" */
const anesthesia =
  /^(?:(?:and|so|ok) )*(?:will|would|do|does|are|is|can) (?:they|he|she|it|the \S+|i|we) (?:\S+ ){0,2}(?:knock|put|knocked|numb) (?:me|him|her|us|it) (?:out|under|to sleep|up)\b/

/** Whether each sentence of the message is a short question about an office or this service. */
export function isAdministrative(text: string): boolean {
  return text.split(/(?<=[.?!])\s+/u).every(isAdministrativeSentence)
}

function isAdministrativeSentence(text: string): boolean {
  return (
    !/[,;]\s/u.test(text) &&
    wordsOf(text).length <= administrativeWordsMax &&
    (anesthesia.test(wordsOf(text).join(' ')) ||
      detectRequests(text).kinds.has('why') ||
      findUnansweredQuestions(text).some(isAboutOffice))
  )
}

/** Longer messages rarely ask a short question. */
const wordsMax = 64

export function findUnansweredQuestions(text: string): readonly UnansweredQuestion[] {
  const words = wordsOf(text).slice(0, wordsMax).join(' ')
  return unansweredQuestions.filter((question) =>
    isPresent(
      flags.find(({ name }) => name === question)!,
      words,
    ),
  )
}
