/** Detects emergencies and crises in a message, and in what the user has written over two messages. */
import { join } from 'node:path'
import type { Notice } from '@careatlas/contract/envelopes'
import { type Contacts, createUrgentNotices } from '@careatlas/search/notices'
import type { ParsedQuery } from '@careatlas/search/query/parse-query'
import {
  type Emergency,
  detectEmergency,
  physicalRedFlags,
} from '@careatlas/search/query/triage/detect-emergency'
import { detectHelplines } from '@careatlas/search/query/triage/detect-helplines'
import { isClinician } from '@careatlas/search/query/care-words'
import { scoreUrgency } from '@careatlas/search/query/triage/urgent-words'
import { indexRedFlags, isPresent, readRedFlags, type RedFlag } from '@careatlas/search/query/triage/red-flag'
import { newborn, pregnant } from '@careatlas/search/query/triage/shared-red-flags'
import { foldText, wordsOf } from '@careatlas/vocabulary/words'

export interface Urgency {
  /** In English. */
  readonly notices: readonly Notice[]
  /** Whether emergency care is what the message asks for; otherwise the notices only accompany the answer. */
  readonly needsEmergencyCare: boolean
  /** Whether red flags describe the urgency. Notices by the scores of words only accompany the answer. */
  readonly hasRedFlag: boolean
  /** Whether red flags or high scores of the words describe it. */
  readonly isClear: boolean
}

/** Ordinary messages with a needless notice rarely have this score. */
const clearScoreMin = 1

/** Whether the notice leaves no room for questions about a search. */
export function isCrisis({ kind }: Notice): boolean {
  return kind !== 'emergency' && kind !== 'pregnancy_urgent'
}

interface Finding extends Pick<ParsedQuery, 'emergency' | 'helplines'> {
  /** Whether red flags describe it, not only the scores of words. */
  readonly hasRedFlag: boolean
}

const nothing: Finding = { emergency: null, helplines: [], hasRedFlag: false }
const violence: Finding = { emergency: null, helplines: ['violence'], hasRedFlag: true }

const findViolence = indexRedFlags(readRedFlags(join(import.meta.dirname, 'words'), 'violence.txt').flags)

/** Violence against a person whom the user knows, which the search does not detect. */
function detectViolence(text: string): readonly Finding[] {
  return findViolence(wordsOf(text).join(' ')).length > 0 ? [violence] : []
}

interface UrgencyOptions {
  /** The pieces of the message. */
  readonly pieces: readonly string[]
  readonly parsed: readonly ParsedQuery[]
  /** The earlier messages of the user. Their urgent signs count only together with those of this message. */
  readonly earlier: readonly string[]
  /** Whether the message describes something; without that, scores of its words mean nothing: "and the first?" */
  readonly isDescription: boolean
  /** The message without sentences that describe nothing urgent, whose words have no scores. */
  readonly described: string
  readonly contacts: Contacts
}

export function readUrgency({
  pieces,
  parsed,
  earlier,
  isDescription,
  described,
  contacts,
}: UrgencyOptions): Urgency {
  const own = parsed.map(({ parts, emergency, helplines }): Finding => {
    const hasRedFlag = parts.emergency?.ranksCareFirst ?? false
    if (hasRedFlag || (isDescription && described === pieces.join(' ')))
      return { emergency, helplines, hasRedFlag }
    return isDescription ? detect(described) : nothing
  })
  const besideField = pieces.map(detectBesideField)
  const unparsed = pieces.length > parsed.length ? pieces.map(detect) : []
  const text = pieces.join(' ')
  const joined = isDescription
    ? [...detectJoined(earlier.at(-1), text), ...detectInPatient(earlier, text)]
    : []
  const findings = [...own, ...unparsed, ...besideField, ...joined, ...pieces.flatMap(detectViolence)]
  const notices = toNotices(findings, contacts)
  const hasRedFlag = findings.some((finding) => finding.hasRedFlag)
  const isHighScore = Object.values(scoreUrgency([wordsOf(described)])).some(
    (score) => score >= clearScoreMin,
  )
  return {
    notices,
    needsEmergencyCare: findings.some((finding) => finding.emergency === 'body' && finding.hasRedFlag),
    hasRedFlag,
    isClear: hasRedFlag || (notices.length > 0 && isHighScore),
  }
}

/** Detects urgency without a directory, whose data it does not need. */
export function detectUrgency(pieces: readonly string[], contacts: Contacts): readonly Notice[] {
  return toNotices([...pieces.map(detect), ...pieces.flatMap(detectViolence)], contacts)
}

function detect(text: string): Finding {
  const words = wordsOf(text)
  const { emergency, hasRedFlag } = detectEmergency(text, words)
  return { emergency, helplines: detectHelplines(emergency, words), hasRedFlag }
}

/** One notice of each kind. */
function toNotices(findings: readonly Finding[], contacts: Contacts): readonly Notice[] {
  const notices = findings.flatMap((parsed) => createUrgentNotices({ parsed }, contacts))
  return notices.filter(({ kind }, index) => notices.findIndex((notice) => notice.kind === kind) === index)
}

/**
 * A query for a field ("stroke neurologist") is about an appointment, but a message may also describe an emergency. The scores of its
 * words distinguish them.
 */
function detectBesideField(text: string): Finding {
  const rest = text.replaceAll(/\p{L}+/gu, (word) => (isClinician(foldText(word)) ? '' : word))
  const emergency = rest === text ? null : findRedFlags(rest)
  const isDescribed = emergency === 'mind' || scoreUrgency([wordsOf(rest)]).emergency >= clearScoreMin
  return isDescribed && emergency !== null ? { emergency, helplines: [], hasRedFlag: true } : nothing
}

/** Only red flags count, because the scores of words grow with the length of a text. */
function detectJoined(previous: string | undefined, text: string): readonly Finding[] {
  if (previous === undefined) return []
  const emergency = findRedFlags(`${previous}, ${text}`)
  return emergency === null || findRedFlags(previous) !== null
    ? []
    : [{ emergency, helplines: [], hasRedFlag: true }]
}

/** A headache with spots before the eyes is urgent if an earlier message mentions a pregnancy, as a fever is in a newborn. */
function detectInPatient(earlier: readonly string[], text: string): readonly Finding[] {
  const known = wordsOf(earlier.join(' ')).join(' ')
  const sentences = text.split(/[.!?]\s/)
  const age = newborn.exec(known)?.[0]
  const inNewborn = age === undefined ? [] : sentences.map((sentence) => detect(`${age}, ${sentence}`))
  const isUrgentPregnancy =
    pregnant.test(known) &&
    sentences.some((sentence) => {
      const words = wordsOf(sentence).join(' ')
      const isInPregnancy = (flag: RedFlag) => isPresent(flag, `pregnant ${words}`) && !isPresent(flag, words)
      return physicalRedFlags.some(isInPregnancy)
    })
  return [
    ...inNewborn.filter(({ hasRedFlag }) => hasRedFlag),
    ...(isUrgentPregnancy
      ? [{ emergency: 'body', helplines: ['pregnancy_urgent'], hasRedFlag: true } as const]
      : []),
  ]
}

function findRedFlags(text: string): Emergency | null {
  const { emergency, hasRedFlag } = detectEmergency(text, wordsOf(text))
  return hasRedFlag ? emergency : null
}
