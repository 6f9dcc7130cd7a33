/** Parses a message in pieces with the parser of the search, and detects its requests. */
import type { ParsedQuery } from '@careatlas/search/query/parse-query'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectRequests, type RequestKind } from './detect-requests.ts'
import { correctRequestWords } from './correct-request-words.ts'
import { correctSpelling } from './correct-spelling.ts'
import { writeDistancesInDigits } from './distances-in-digits.ts'
import { cleanMessage, messagePieces } from './message-pieces.ts'
import { moveNegation } from './move-negation.ts'
import { normalizeMessage } from './normalize-message.ts'
import { parseNeed } from './read-need.ts'

export interface ParsedMessage {
  /** Without control characters and slips in words of requests, with the numbers of distances in digits. */
  readonly text: string
  readonly pieces: readonly string[]
  /** The pieces at the beginning and the end. */
  readonly parsed: readonly ParsedQuery[]
  readonly requests: ReadonlySet<RequestKind>
  /** Removes the words of the requests from folded words joined by spaces. */
  readonly withoutRequests: (words: string) => string
  /** All words of the message without those of the requests. */
  readonly words: string
}

/** A long message is parsed at its beginning and its end; its other pieces are only searched for urgent signs. */
const parsedMax = 2

export function parseMessage(message: string, resources: QueryResources): ParsedMessage {
  const written = normalizeMessage(correctRequestWords(correctSpelling(cleanMessage(message)), resources))
  const text = writeDistancesInDigits(moveNegation(written))
  const pieces = messagePieces(text)
  const chosen = pieces.length <= parsedMax ? pieces : [pieces[0]!, pieces.at(-1)!]
  const { kinds, withoutRequests } = detectRequests(text)
  return {
    text,
    pieces,
    parsed: chosen.map((piece) => parseNeed(piece, resources)),
    requests: kinds,
    withoutRequests,
    words: withoutRequests(wordsOf(text).join(' ')),
  }
}

/** Removes a phrase from folded words joined by spaces. */
export function withoutPhrase(words: string, phrase: string): string {
  return phrase === '' ? words : ` ${words} `.replace(` ${phrase} `, ' ').trim()
}

/** Removes each of the words of `removed` from folded words joined by spaces. */
export function withoutWords(words: string, removed: string): string {
  const all = new Set(wordsOf(removed))
  return words
    .split(' ')
    .filter((word) => !all.has(word))
    .join(' ')
}
