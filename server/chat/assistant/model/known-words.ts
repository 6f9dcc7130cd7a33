/** Which words of an answer are no names: what any answer may state, words of English, Spanish and health care. */
import { readLists } from '@careatlas/vocabulary/data-file'
import { isTopic, type QueryResources } from '@careatlas/search/query/query-resources'
import { isStopWord } from '@careatlas/vocabulary/words'
import { join } from 'node:path'
import type { DirectoryRequest } from '../../../operations/directory-request.ts'
import type { ConversationContext } from '../conversation-context.ts'
import { isAnswerLanguageWord, isConversationWord } from '../detect-answer-language.ts'
import type { ProseOptions } from './check-prose.ts'
import { toText } from './evidence.ts'

const { spanish } = readLists(join(import.meta.dirname, '../words'), 'answer-words.txt', ['spanish'])
const answerWords: ReadonlySet<string> = new Set(spanish)

/** Abbreviations that no source needs to state. */
const abbreviations = ['ZIP', 'NPI', 'ER', 'MRI', 'United States']

/** Words before a name at the beginning of a sentence, beside those of messages. */
const openingWords: ReadonlySet<string> = new Set([
  'both',
  'call',
  'contact',
  'only',
  'visit',
  'llame',
  'contacte',
  'ambos',
])

/** @param count the records of the last result, which an answer may count */
export function describeWords(
  count: number,
  { place }: ConversationContext,
  { directory: { resources, snapshot }, contacts }: DirectoryRequest,
): Omit<ProseOptions, 'records'> {
  const common = toText([
    ...Array.from({ length: count + 1 }, (_, number) => String(number)),
    ...Object.values(contacts).map(({ tel }) => tel),
    ...(place === null ? [] : [place.label, String(place.radiusMiles)]),
    ...snapshot.regions.map(({ name }) => name),
    ...abbreviations,
  ])
  return {
    isCommon: (words) => common.includes(` ${words} `),
    isKnownWord: (word) => isKnown(word, resources),
    isCommonName: (word) => resources.isCommonName(word),
    isFunctionWord: (word) => isStopWord(word) || isConversationWord(word) || openingWords.has(word),
  }
}

/** The words of the speller also have names of payers, so they do not count. */
function isKnown(word: string, resources: QueryResources): boolean {
  return (
    isStopWord(word) ||
    answerWords.has(word) ||
    isAnswerLanguageWord(word) ||
    resources.isEnglish(word) ||
    isTopic(word, resources)
  )
}
