/**
 * Removes what a message says about the life of a person: "my son the lawyer", "my sister works at a pharmacy". Its words name care that
 * is not sought.
 */
import { join } from 'node:path'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { readRedFlags } from '@careatlas/search/query/triage/red-flag'
import { wordsOf } from '@careatlas/vocabulary/words'
import { readNeed } from './read-need.ts'

const { group } = readRedFlags(join(import.meta.dirname, 'words'), 'background.txt')
const role = new RegExp(`(?<=${group('person').source} )${group('role').source}`, 'g')
const visit = new RegExp(`(?<=^|\n)${group('visit').source}`, 'g')
const avoided = new RegExp(`(?<=^|[ \n])${group('avoided').source}`, 'g')
const interpreter = new RegExp(`(?<=^|[ \n])${group('interpreter').source}`, 'g')
/** What a dentist may have caused. */
const mouth = /\b(?:jaw|teeth|tooth|gums?|mouth|tongue|lips?|face|muela|diente|encia|boca|cara|numb)\b/

/** The message as it is if nothing else in it is about care. */
export function withoutBackground(text: string, resources: QueryResources): string {
  const tokens = text.split(' ').map((source) => ({ source, words: wordsOf(source).join(' ') }))
  const folded = tokens.map(({ words }) => words)
  const removed = findRanges(joinClauses(tokens), [
    role,
    avoided,
    interpreter,
    ...(mouth.test(folded.join(' ')) ? [] : [visit]),
  ])
  if (removed.length === 0) return text
  const rest = tokens.flatMap(({ source, words }, index) => {
    const from = folded.slice(0, index).reduce((length, { length: own }) => length + own + 1, 0)
    const isRemoved = words !== '' && removed.some((range) => from >= range.from && from < range.to)
    return isRemoved ? (/[,.;!?]$/.exec(source) ?? []) : [source]
  })
  const short = rest.join(' ').replaceAll(/ (?=[,.;!?])/g, '')
  return readNeed(wordsOf(short).join(' '), resources) === null ? text : short
}

interface Token {
  readonly source: string
  readonly words: string
}

/** A line for each clause, with a character between words as in the message. */
function joinClauses(tokens: readonly Token[]): string {
  return tokens.map(({ source, words }) => words + (/[,.;!?]$/.test(source) ? '\n' : ' ')).join('')
}

function findRanges(text: string, patterns: readonly RegExp[]): readonly { from: number; to: number }[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ from: index, to: index + length })),
  )
}
