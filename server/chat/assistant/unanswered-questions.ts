/** Detects questions about care that no source of the directory answers, such as those about bills, stock and referrals. */
import { join } from 'node:path'
import { isPresent, readRedFlags } from '@careatlas/search/query/triage/red-flag'
import { wordsOf } from '@careatlas/vocabulary/words'

/** The sections of `words/unanswered-questions.txt`, in the order of the sentences. */
export const unansweredQuestions = [
  'stock',
  'bill',
  'coverage',
  'results',
  'advice',
  'referral',
  'appointment at short notice',
  'operator',
  'ages',
  'basis',
  'affirming',
  'service',
  'contact',
  'bring',
  'visit',
  'prescribing',
  'documents',
  'confidentiality',
  'charge',
] as const

export type UnansweredQuestion = (typeof unansweredQuestions)[number]

/** Whether the question is a wish beside which care is sought: "a dentist who can see me today". */
export function isWish(question: UnansweredQuestion): boolean {
  return wishes.includes(question)
}

const wishes: readonly UnansweredQuestion[] = ['appointment at short notice', 'ages', 'affirming']

/** Whether the office of a clinician or a place can answer the question. */
export function isForOffice(question: UnansweredQuestion): boolean {
  return !['coverage', 'results', 'basis', 'service', 'documents', 'charge'].includes(question)
}

const { flags } = readRedFlags(join(import.meta.dirname, 'words'), 'unanswered-questions.txt')

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
