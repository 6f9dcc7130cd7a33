/** Finds the record of an earlier list that a message means by its field: "the first nephrologist" after a list of endocrinologists. */
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { wordsOf } from '@careatlas/vocabulary/words'
import type { ConversationContext, RecordReference } from './conversation-context.ts'
import { findFieldCodes } from './read-field-choice.ts'

/** The number of earlier lists that the context keeps. */
const listsMax = 2

/** The earlier lists with the one that the next list replaces. */
export function rememberList({
  need,
  shown,
  earlierLists,
}: ConversationContext): ConversationContext['earlierLists'] {
  if (need === null || shown.records.length === 0) return earlierLists
  const records = shown.records.map(({ kind, id, name }) => ({ kind, id, name }))
  return [...earlierLists.filter(({ text }) => text !== need.text), { text: need.text, records }].slice(
    -listsMax,
  )
}

const positions: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  fifth: 5,
  last: -1,
  primer: 1,
  primera: 1,
  segundo: 2,
  segunda: 2,
  tercer: 3,
  tercera: 3,
  ultimo: -1,
  ultima: -1,
}
const named = new RegExp(
  String.raw`\b(?:the|el|la) (${Object.keys(positions).join('|')}) ((?!one\b|two\b|three\b)\S+(?: \S+)?)`,
)

/** Null if the field is that of the last list, or of none. */
export function findEarlierRecord(
  text: string,
  { need, shown, earlierLists }: ConversationContext,
  resources: QueryResources,
): RecordReference | null {
  if (earlierLists.length === 0) return null
  const [, ordinal, noun = ''] = named.exec(wordsOf(text).join(' ')) ?? []
  if (ordinal === undefined) return null
  // "The first allergist pediatric"
  const names = [noun.split(' ')[0]!, noun]
  const codes = names.map((name) => findFieldCodes(name, resources)).find((found) => found !== null)
  if (codes == null) return null
  // After an emergency, the last list has hospitals.
  const isOfLast = shown.records.length > 0 && shown.records[0]!.kind === need?.kind
  if (isOfLast && shares(codes, need.text, resources)) return null
  const list = earlierLists.findLast(({ text: words }) => shares(codes, words, resources))
  const record = list?.records.at(positions[ordinal]! > 0 ? positions[ordinal]! - 1 : -1)
  return record === undefined ? null : { kind: record.kind, id: record.id }
}

function shares(codes: ReadonlySet<string>, words: string | undefined, resources: QueryResources): boolean {
  const others = words === undefined ? null : findFieldCodes(words, resources)
  return others !== null && [...others].some((code) => codes.has(code))
}
