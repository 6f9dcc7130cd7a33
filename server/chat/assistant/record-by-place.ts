/** Finds which records of the last list a message means by their place: "the one on Main Street", "the Lincoln one". */
import { isClinician, isFacility } from '@careatlas/search/query/care-words'
import { isStateName } from '@careatlas/search/query/state-names'
import { isStopWord, wordsOf } from '@careatlas/vocabulary/words'
import { isConversationWord } from './detect-answer-language.ts'
import { isOrdinal } from './list-position.ts'
import type { ConversationContext } from './conversation-context.ts'
import { servedTown, type ServedArea } from './served-towns.ts'

export interface RecordPlace {
  /** The words of the place, as the message has them. */
  readonly label: string
  readonly isTown: boolean
  /** From 1; empty if no record of the list is there. */
  readonly positions: readonly number[]
  /** Whether the message asks whether a record has an office there: "does she see patients in Cranston?" */
  readonly isQuestion: boolean
}

type Shown = ConversationContext['shown']['records']

const record = '(?:ones?|offices?|places?|locations?|branch|doctor|dr|doc|guy|lady|person|woman|man)'
const where =
  '(?:on|in|at|near|by|off|from|over (?:on|in|by)|down (?:on|in|by)|up (?:on|in)|out (?:on|in)|en|de|por|cerca de)'
/** "The one that is on Main Street" */
const after = new RegExp(
  `\\b(?:(?:the|that|those) (?:other )?${record}|(?:el|la|los|las)(?: (?:otr[oa]|doctora?|consultorio|lugar))?) (?:(?:that|who|which|thats|whos|que|is|are|esta|queda) ){0,2}${where} (?:the |la |el )?(.+)`,
)
/** "The Lincoln one" */
const before = new RegExp(
  `\\b(?:the|that) ((?:\\S+ ){1,3})(?:ones?|offices?|locations?|branch|place|guy|lady|doctor|clinic)\\b`,
)
/** "Does she see patients in Cranston too?" */
const question = new RegExp(
  `\\b(?:do|does|is|are|has|have|can|did|would|got) (?:(?:he|she|they|it|either|any of (?:them|these|those)|(?:that|this|the \\S+) (?:one|doctor|guy|lady|place))) (?:(?:also|ever|all|both) )?(?:see (?:people|patients|anyone|kids)|(?:have|has|got)(?: an?| any| another)? (?:\\S+ )?(?:offices?|locations?|places?|branch|practice)|work|works|practice|go|come|located|an office) (?:out )?${where} (?:the )?(.+)`,
)

/** In words. */
const placeWordsMax = 4

/** Null if the message names no place of a record. */
export function findRecordsByPlace(text: string, shown: Shown, area: ServedArea): RecordPlace | null {
  if (shown.length === 0) return null
  const words = wordsOf(text).join(' ')
  const [, asked] = question.exec(words) ?? []
  if (asked !== undefined) return readPlaceWords(asked, true, shown, area)
  const [, following] = after.exec(words) ?? []
  if (following !== undefined) return readPlaceWords(following, false, shown, area)
  const [, preceding] = before.exec(words) ?? []
  return preceding === undefined ? null : readPreceding(preceding.trim(), shown, area)
}

/** The place at the beginning of the words. */
function readPlaceWords(
  words: string,
  isQuestion: boolean,
  shown: Shown,
  area: ServedArea,
): RecordPlace | null {
  const parts = words.split(' ').slice(0, placeWordsMax)
  const names = parts.map((_, index) => parts.slice(0, parts.length - index).join(' '))
  const found = names.find((name) => mayBePlace(name) && positionsAt(name, shown).length > 0)
  const label = found ?? names.find((name) => isTown(name, area)) ?? names.find((name) => street.test(name))
  if (label === undefined) return null
  return { label, isTown: isTown(label, area), positions: positionsAt(label, shown), isQuestion }
}

/** The longest place or name at the end of the words: "(what about the) North Kingstown (one)". */
function readPreceding(words: string, shown: Shown, area: ServedArea): RecordPlace | null {
  const parts = words.split(' ')
  const names = parts.map((_, index) => parts.slice(index).join(' '))
  const label = names.find((name) => isTown(name, area) || street.test(name)) ?? names.find(isName)
  if (label === undefined) return null
  const isPlace = isTown(label, area) || street.test(label)
  const positions = positionsAt(label, shown)
  // "The friendly one" names no record.
  return isPlace || positions.length === 1
    ? { label, isTown: isPlace && isTown(label, area), positions, isQuestion: false }
    : null
}

function isName(name: string): boolean {
  return name.split(' ').every((word) => !isOrdinary(word))
}

/** Words that choose no record by its place or name. */
function isOrdinary(word: string): boolean {
  return (
    isStopWord(word) ||
    isConversationWord(word) ||
    isOrdinal(word) ||
    isClinician(word) ||
    isFacility(word) ||
    ordinary.test(word)
  )
}

const ordinary =
  /^(?:other|same|right|left|main|big|small|new|old|nice|good|best|cheap|near(?:est|er)?|clos(?:est|er)|north|south|east|west|street|st|road|rd|avenue|ave|drive|dr|lane|ln|place|pl|family|health|care|medical|group|associates|physicians|services|inc|llc|pllc|pc|md|do|np|\d+)$/

function mayBePlace(name: string): boolean {
  return !name.split(' ').every((word) => word !== 'main' && isOrdinary(word))
}

function isTown(name: string, area: ServedArea): boolean {
  return !isStateName(name) && mayBePlace(name) && servedTown(name, area) !== null
}

/** "Park Avenue", "mendon rd" */
const street =
  /^(?:(?!street|st|avenue|ave)\S+ ){1,2}(?:street|st|avenue|ave|av|road|rd|boulevard|blvd|drive|lane|ln|place|court|highway|hwy|pike|turnpike|parkway|pkwy|square|sq|terrace|way)$|^broadway$/

/** The positions of the records that have the words in an address or in their name. */
function positionsAt(name: string, shown: Shown): readonly number[] {
  const wanted = ` ${writeOutStreets(name)} `
  return shown.flatMap(({ name: known, addresses = [] }, index) =>
    [...addresses, wordsOf(known).join(' ')].some((words) => ` ${writeOutStreets(words)} `.includes(wanted))
      ? [index + 1]
      : [],
  )
}

const streetWords: readonly (readonly [RegExp, string])[] = [
  [/ st(?= |$)/g, ' street'],
  [/ (?:ave|av)(?= |$)/g, ' avenue'],
  [/ rd(?= |$)/g, ' road'],
  [/ blvd(?= |$)/g, ' boulevard'],
  [/ dr(?= |$)/g, ' drive'],
  [/ ln(?= |$)/g, ' lane'],
  [/ pl(?= |$)/g, ' place'],
  [/ ct(?= |$)/g, ' court'],
  [/ hwy(?= |$)/g, ' highway'],
  [/ pkwy(?= |$)/g, ' parkway'],
  [/ sq(?= |$)/g, ' square'],
]

function writeOutStreets(words: string): string {
  return streetWords.reduce((rest, [short, long]) => rest.replaceAll(short, long), words)
}
